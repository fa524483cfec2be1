import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller, Services } from '../../context.ts';
import { notFound, type RotaError } from '../../errors.ts';
import type { Reader } from '../../html/reader.ts';
import { withQuery } from '../../html/urls.ts';
import { MemoryRateLimiter, type Window } from '../../limits/rate-windows.ts';
import type { MadeForm } from '../../tokens/form-tokens.ts';
import { readCookie } from '../cookies.ts';
import type { ErrorResponse } from '../error-response.ts';
import { acceptForms } from '../forms.ts';
import type { Access, AccessKind, Visitor } from './access.ts';
import { clientAddress, createFailures, createKnown } from './failures.ts';
import {
  admitForm,
  consoleError,
  consoleHeaders,
  englishReaderFrom,
  isForm,
  pathInstead,
  requireAllowance,
  requireOwnSite,
  SIGN_IN_PATH,
} from './pages.ts';

export { SIGN_IN_PATH } from './pages.ts';

const NAME = 'session';
const UNDER_CONSOLE = /^\/console(?:[/?]|$)/;

/** In any 60 seconds, on one node. Submitted forms count as calls, too. */
const MAX_CALLS = 300;
const MAX_FORMS = 60;
/** How many wrong cookies an address may send in any 60 seconds. */
const MAX_FAILURES = 120;
/** How many sessions to remember. */
const MAX_SUBJECTS = 20_000;
/** We don't return to an address longer than this. */
const MAX_NEXT = 1_000;

export interface GivenBySession {
  caller: Caller;
  member: {
    id: string;
    email: string;
    name: string | null;
    role: 'member' | 'admin';
    timezone: string | null;
  };
  workspace: { id: string; name: string; handle: string | null; timezone: string };
  session: { id: string };
  reader: Reader;
  /** The cookie about requests that were looked at. */
  looks: string | undefined;
  /** The cookie about accounts that this browser has begun to connect. */
  connect: string | undefined;
  /** The submitted form; null for a page that is only read. */
  form: MadeForm | null;
  clientAddress: string;
}

/** Members who are signed in. `src/console/` decides what each may do. */
export const withSession: Access<GivenBySession> = { kind: NAME, authorize() {} };

/** Finds the session by the secret in the cookie. Implemented by the feature `sessions`. */
type FindSession = (secret: string) => Promise<FoundSession | undefined>;

interface FoundSession extends Pick<GivenBySession, 'caller' | 'member' | 'workspace' | 'session'> {
  /** Why nobody can use the workspace right now. */
  refusal: RotaError | undefined;
}

/** Sends the reader to the sign-in page. */
class NotSignedIn extends Error {}

export function createSessionAccess({ secrets, clock, address }: Services, find: FindSession): AccessKind {
  const failures = createFailures(clock, MAX_FAILURES);
  const known = createKnown();
  const limiter = new MemoryRateLimiter(MAX_SUBJECTS);

  async function identify(request: FastifyRequest): Promise<Visitor<GivenBySession>> {
    const secret = readCookie(address.url, 'session', request.headers.cookie);
    if (secret === undefined) throw new NotSignedIn();
    const digest = hash('sha256', secret);
    const mayLookUp = known.has(digest) || failures.mayLookUp(request);
    const found = mayLookUp ? await find(secret) : undefined;
    if (!found) throw failures.fail(request, new NotSignedIn());
    known.add(digest);
    // First, so that another site can't use up the session's limit.
    if (isForm(request)) requireOwnSite(request, address.url);
    const { refusal, ...given } = found;
    const { caller, member, session } = given;
    limit(request, session.id);
    if (refusal) throw refusal;
    return {
      given: {
        ...given,
        reader: englishReaderFrom(request),
        looks: readCookie(address.url, 'looks', request.headers.cookie),
        connect: readCookie(address.url, 'connect', request.headers.cookie),
        form: null,
        clientAddress: clientAddress(request),
      },
      logged: { workspace_id: caller.workspaceId, member_id: member.id, session_id: session.id },
      identity: {
        id: session.id,
        workspaceId: caller.workspaceId,
        secret,
        isStillGood: async () => {
          const now = await find(secret);
          return now !== undefined && !now.refusal;
        },
      },
    };
  }

  function limit(request: FastifyRequest, sessionId: string): void {
    const windows: Window[] = [{ subject: `calls ${sessionId}`, limit: MAX_CALLS }];
    if (isForm(request)) windows.push({ subject: `forms ${sessionId}`, limit: MAX_FORMS });
    requireAllowance(limiter, windows, clock.now(), 'too many calls with this session');
  }

  return {
    name: NAME,
    identify,
    headers: consoleHeaders,
    acceptBodies: acceptForms,
    admitBody(request) {
      const { given } = request.visitor as Visitor<GivenBySession>;
      admitForm(request, secrets.linkKeys(), given.session.id);
    },
    ownsPath: (path) => UNDER_CONSOLE.test(path),
    pathInstead,
    unknownPath: () => notFound('Page'),
    errorResponse: (error, request) =>
      error instanceof NotSignedIn ? toSignIn(request) : consoleError(error, request),
    namesIgnored: false,
    describe: () => ({ security: [], headers: {}, refusals: [] }),
  };
}

/** After signing in, we can return to a page. A submitted form is lost. */
function toSignIn({ method, url }: FastifyRequest): ErrorResponse {
  const isPage = ['GET', 'HEAD'].includes(method) && url.length <= MAX_NEXT;
  const location = withQuery(SIGN_IN_PATH, { next: isPage ? url : undefined });
  return { status: 303, headers: { location }, contentType: 'text/plain; charset=utf-8', text: '' };
}
