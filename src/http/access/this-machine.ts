import type { IncomingMessage } from 'node:http';
import { forbidden } from '../../errors.ts';
import { createNetworkCheck, isLoopback, plainAddress } from '../../text/networks.ts';
import type { Access, AccessKind } from './access.ts';
import { publicAccess } from './public.ts';

const NAME = 'this_machine';

/** Callers on the machine the service runs on. */
export const thisMachine: Access = { kind: NAME, authorize() {} };

const notFromHere = () =>
  forbidden(
    'Only callers on the same machine may read this: set ROTA_METRICS_LISTEN to serve it at another address',
  );

/** Needs no key. Refuses calls that a proxy on this machine may have passed on. */
export function createThisMachineAccess(trustedProxies: readonly string[] = []): AccessKind {
  const isProxy = createNetworkCheck(trustedProxies);

  function isFromHere(request: IncomingMessage): boolean {
    const address = plainAddress(request.socket.remoteAddress ?? '');
    return isLoopback(address) && !isProxy(address) && proxySignIn(request) === undefined;
  }

  return {
    ...publicAccess,
    name: NAME,
    identify({ raw }) {
      if (!isFromHere(raw)) throw notFromHere();
      return { given: {}, logged: {} };
    },
    ownsPath: () => false,
    describe: () => ({ security: [], headers: {}, refusals: [['forbidden', notFromHere().message]] }),
  };
}

/** Headers that proxies add, by their name or the beginning of it. */
const PROXY_HEADER = /^(?:forwarded$|x-forwarded-|x-real-ip$|via$)/;
/** Host headers of callers on the same machine, with or without a port. */
const LOOPBACK =
  /^(?:(?:[^.:@/\s]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])(?::\d*)?$/i;

/**
 * The sign that a request came from another machine or through a proxy; undefined if there is none. HTTP/1.0 counts,
 * too: by default, nginx uses it towards the server behind it, with that server's address as the host and no added
 * header. Modern clients don't.
 */
export function proxySignIn({ headers, httpVersion }: IncomingMessage): string | undefined {
  for (const name of Object.keys(headers)) {
    const [added] = PROXY_HEADER.exec(name) ?? [];
    if (added) return added;
  }
  if (!LOOPBACK.test(headers.host ?? '')) return 'host';
  return httpVersion === '1.0' ? 'HTTP/1.0' : undefined;
}
