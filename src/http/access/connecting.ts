import type { FastifyRequest } from 'fastify';
import type { Services } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Reader } from '../../html/reader.ts';
import { MemoryRateLimiter } from '../../limits/rate-windows.ts';
import { networkOf } from '../../text/networks.ts';
import { acceptJson } from '../content-types.ts';
import { readCookie } from '../cookies.ts';
import type { Access, AccessKind, Visitor } from './access.ts';
import { clientAddress } from './failures.ts';
import { consoleError, englishReaderFrom, pageHeaders, pathInstead, requireAllowance } from './pages.ts';

const NAME = 'connecting';
const OWN_PATHS = /^\/connect(?:[/?]|$)/;

/** In any 60 seconds, from one network, on one node. */
export const MAX_CALLS = 60;
/** How many networks to remember. */
const MAX_SUBJECTS = 20_000;

export interface GivenByConnecting {
  reader: Reader;
  /** As the provider has made it. */
  parameters: URLSearchParams;
  /** The path with its query, to ask for again. */
  path: string;
  /** The value of the cookie that the browser got in the console, if it began there. */
  browser: string | undefined;
}

/** People who come back from a provider with their consent. The state in the address says who it is. */
export const connecting: Access<GivenByConnecting> = { kind: NAME, authorize() {} };

export function createConnectingAccess({ clock, address }: Services): AccessKind {
  const limiter = new MemoryRateLimiter(MAX_SUBJECTS);

  return {
    name: NAME,
    identify(request: FastifyRequest): Visitor<GivenByConnecting> {
      const windows = [{ subject: networkOf(clientAddress(request)), limit: MAX_CALLS }];
      requireAllowance(limiter, windows, clock.now(), 'too many tries to connect accounts from this address');
      const { search, pathname, searchParams } = new URL(request.url, 'http://rota.invalid');
      return {
        given: {
          reader: englishReaderFrom(request),
          parameters: searchParams,
          path: pathname + search,
          browser: readCookie(address.url, 'connect', request.headers.cookie),
        },
        logged: {},
      };
    },
    headers: pageHeaders,
    acceptBodies: acceptJson,
    ownsPath: (path) => OWN_PATHS.test(path),
    pathInstead,
    unknownPath: () => notFound('Page'),
    errorResponse: consoleError,
    namesIgnored: false,
    describe: () => ({ security: [], headers: {}, refusals: [] }),
  };
}
