import type { IncomingMessage } from 'node:http';
import { forbidden } from '../../errors.ts';
import { isLoopback } from '../../text/loopback.ts';
import { createNetworkCheck, plainAddress } from '../../text/networks.ts';
import { proxySignIn } from '../proxy-signs.ts';
import type { Access, AccessKind } from './access.ts';
import { publicAccess } from './public.ts';

const NAME = 'this_machine';

/** Callers on the machine the service runs on. */
export const thisMachine: Access = { kind: NAME, authorize() {} };

const notFromHere = () =>
  forbidden('This is for callers on the same machine: with ROTA_METRICS_LISTEN it has an address of its own');

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
