import type { FastifyRequest } from 'fastify';
import type { Services } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Reader } from '../../html/reader.ts';
import { MemoryRateLimiter, type Window } from '../../limits/rate-windows.ts';
import { networkOf } from '../../text/networks.ts';
import type { MadeForm } from '../../tokens/form-tokens.ts';
import { readCookie } from '../cookies.ts';
import { acceptForms } from '../forms.ts';
import type { Access, AccessKind, Visitor } from './access.ts';
import { clientAddress } from './failures.ts';
import {
  admitForm,
  consoleError,
  englishReaderFrom,
  isForm,
  pageHeaders,
  pathInstead,
  requireAllowance,
  requireOwnSite,
} from './pages.ts';
import { SIGN_IN_PATH } from './session.ts';

const NAME = 'sign_in';
const OWN_PATHS = new RegExp(`^${SIGN_IN_PATH}(?:[/?]|$)`);

/** In any 60 seconds, from one address, on one node. Submitted forms count as calls, too. */
const MAX_CALLS = 120;
export const MAX_FORMS = 10;
/** How many addresses to remember. */
const MAX_SUBJECTS = 20_000;

export interface GivenBySignIn {
  /** The path of this page: its forms are made for it. */
  path: string;
  /** The token of the link that was followed; empty on the page where people ask for one. */
  token: string;
  reader: Reader;
  /** The submitted form; null for a page that is only read. */
  form: MadeForm | null;
  browser: {
    user_agent: string | undefined;
    client_address: string;
    /** The secret of the session the browser has, valid or not. */
    replaces: string | undefined;
    /** The value it was given with a link's page, if it keeps cookies. */
    visit: string | undefined;
  };
  /** Where the browser was going when it was asked to sign in. Can be any text. */
  cameFor: string | undefined;
}

/** People who want to sign in. */
export const signingIn: Access<GivenBySignIn> = { kind: NAME, authorize() {} };

export function createSignInAccess({ secrets, clock, address }: Services): AccessKind {
  const limiter = new MemoryRateLimiter(MAX_SUBJECTS);

  function limit(request: FastifyRequest): void {
    const network = networkOf(clientAddress(request));
    const windows: Window[] = [{ subject: `calls ${network}`, limit: MAX_CALLS }];
    if (isForm(request)) windows.push({ subject: `forms ${network}`, limit: MAX_FORMS });
    requireAllowance(limiter, windows, clock.now(), 'too many tries to sign in from this address');
  }

  return {
    name: NAME,
    identify(request): Visitor<GivenBySignIn> {
      if (isForm(request)) requireOwnOrigin(request, address.url);
      limit(request);
      const { token = '' } = request.params as { token?: string };
      const { cookie, 'user-agent': user_agent } = request.headers;
      const given: GivenBySignIn = {
        path: pathFor(token),
        token,
        reader: englishReaderFrom(request),
        form: null,
        browser: {
          user_agent,
          client_address: clientAddress(request),
          replaces: readCookie(address.url, 'session', cookie),
          visit: readCookie(address.url, 'visit', cookie),
        },
        cameFor: readCookie(address.url, 'next', cookie),
      };
      return { given, logged: {}, ...(token && { line: given.path }) };
    },
    // With a referrer, browsers say which origin a form comes from. No other origin is told.
    headers: { ...pageHeaders, 'referrer-policy': 'same-origin' },
    acceptBodies: acceptForms,
    admitBody(request) {
      const { given } = request.visitor as Visitor<GivenBySignIn>;
      admitForm(request, secrets.linkKeys(), given.path);
    },
    ownsPath: (path) => OWN_PATHS.test(path),
    pathInstead,
    unknownPath: () => notFound('Page'),
    errorResponse: consoleError,
    namesIgnored: false,
    describe: () => ({ security: [], headers: {}, refusals: [] }),
  };
}

/** Links work in upper case, too. */
const pathFor = (token: string) => (token === '' ? SIGN_IN_PATH : `${SIGN_IN_PATH}/${token.toLowerCase()}`);

/**
 * Another site could fetch one of our forms by itself, and sign its visitors in as somebody else. So for these forms, a
 * hidden origin is refused, too.
 */
function requireOwnOrigin(request: FastifyRequest, serviceUrl: string): void {
  requireOwnSite(request, serviceUrl);
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === undefined && origin === 'null') throw forbidden('The form was sent by another site');
}
