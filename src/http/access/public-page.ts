import type { FastifyRequest } from 'fastify';
import type { Services } from '../../context.ts';
import { notFound, RotaError } from '../../errors.ts';
import type { Reader } from '../../html/reader.ts';
import type { Parameters } from '../../html/urls.ts';
import { MemoryRateLimiter, type Window } from '../../limits/rate-windows.ts';
import { isPageAddress } from '../../own-paths.ts';
import { networkOf } from '../../text/networks.ts';
import type { MadeForm } from '../../tokens/form-tokens.ts';
import { jsonError } from '../error-response.ts';
import { acceptForms } from '../forms.ts';
import type { Access, AccessKind, Visitor } from './access.ts';
import { clientAddress, createFailures } from './failures.ts';
import {
  admitForm,
  isForm,
  pageError,
  pageHeaders,
  parametersOf,
  pathInstead,
  readerFrom,
  requireAllowance,
  requireOwnSite,
} from './pages.ts';

const NAME = 'public_page';

export interface GivenByPage {
  /** The path in lower case, as in the links we write. */
  handle: string;
  /** Empty for the page of the workspace itself. */
  slug: string;
  /** What the forms of the page are made for. */
  token: string;
  reader: Reader;
  clientAddress: string;
  /** The parameters that the page was asked for with. */
  parameters: Parameters;
  /** The submitted form; null for a page that is only read. */
  form: MadeForm | null;
  /** The refusal of a page that doesn't exist, or is closed. It's counted, so that nobody can look for pages at speed. */
  unknown(closed?: Error): Error;
}

/** Anybody who has the address of a workspace's page. */
export const withAddress: Access<GivenByPage> = { kind: NAME, authorize() {} };

/** How many pages that don't exist or are closed somebody may ask for in any 60 seconds. */
const MAX_UNKNOWN = 120;
/** How many workspaces, pages and addresses to remember. */
const MAX_SUBJECTS = 20_000;

/** In any 60 seconds, on one node. Submitted forms count as calls, too. */
export const pageLimits = { callsOfVisitor: 120, calls: 1_200, formsOfVisitor: 10, forms: 30 };

/** Pages at the addresses of workspaces. */
export function createPageAccess({ secrets, clock, address }: Services): AccessKind {
  const failures = createFailures(clock, MAX_UNKNOWN);
  const calls = new MemoryRateLimiter(MAX_SUBJECTS);
  // Apart from the calls, so that no number of them makes this node forget the forms of somebody.
  const forms = new MemoryRateLimiter(MAX_SUBJECTS);
  const unknown = () => notFound('Path', "the API's paths begin with /api/v1, and /docs lists them");

  /** Calls count for all pages of a workspace together: slugs can be made up, and each would have to be remembered. */
  function limit(request: FastifyRequest, handle: string, page: string): void {
    const visitor = networkOf(clientAddress(request));
    const now = clock.now();
    const windows: Window[] = [
      { subject: `${handle} ${visitor}`, limit: pageLimits.callsOfVisitor },
      { subject: handle, limit: pageLimits.calls },
    ];
    requireAllowance(calls, windows, now, 'too many calls of these pages');
    if (!isForm(request)) return;
    const ofForms: Window[] = [
      { subject: `visitor ${visitor}`, limit: pageLimits.formsOfVisitor },
      { subject: `page ${page}`, limit: pageLimits.forms },
    ];
    requireAllowance(forms, ofForms, now, 'too many forms of this page');
  }

  return {
    name: NAME,
    identify(request): Visitor<GivenByPage> {
      const { handle = '', slug = '' } = request.params as { handle?: string; slug?: string };
      const page = `${handle}/${slug}`.toLowerCase();
      if (!failures.mayLookUp(request)) throw failures.fail(request, unknown());
      // First, so that another site can't use up the page's limit.
      if (isForm(request)) requireOwnSite(request, address.url);
      limit(request, handle.toLowerCase(), page);
      const given = {
        handle: handle.toLowerCase(),
        slug: slug.toLowerCase(),
        token: page,
        reader: readerFrom(request),
        clientAddress: clientAddress(request),
        parameters: parametersOf(request),
        form: null,
        unknown: (closed = unknown()) => failures.fail(request, closed),
      };
      return { given, logged: {}, line: `page ${page}` };
    },
    headers: pageHeaders,
    acceptBodies: acceptForms,
    admitBody(request) {
      const { given } = request.visitor as Visitor<GivenByPage>;
      admitForm(request, secrets.linkKeys(), given.token);
    },
    ownsPath: isPageAddress,
    pathInstead,
    unknownPath: unknown,
    errorResponse: (error, request) =>
      isMistakenForApi(error, request) ? jsonError(error, request) : pageError(error, request),
    namesIgnored: false,
    describe: () => ({ security: [], headers: {}, refusals: [] }),
  };
}

/** A program that has mistyped a path of the API understands no page. */
const isMistakenForApi = (error: unknown, { headers }: FastifyRequest) =>
  error instanceof RotaError &&
  error.type === 'not_found' &&
  !/text\/html|text\/\*|\*\/\*/.test(headers.accept ?? '');
