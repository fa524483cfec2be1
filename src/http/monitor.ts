import type { AddressInfo } from 'node:net';
import { ConfigError } from '../settings/config.ts';
import type { ListenAddress } from '../settings/values.ts';
import { serviceAddress } from '../text/networks.ts';
import { everybody, publicAccess } from './access/public.ts';
import { createServer, type ServerOptions } from './server.ts';
import { metricsRoute } from './system-routes.ts';

interface Monitor {
  /** Returns the address. Throws if it can't be used, because the operator chose it. */
  listen(): Promise<string>;
  stop(): Promise<void>;
}

type Parts = Omit<ServerOptions, 'accessKinds' | 'mounts' | 'files' | 'addressPolicy'>;

/** Serves metrics at a separate address, and probes, too. */
export function createMonitor({ host, port }: ListenAddress, parts: Parts): Monitor {
  // A monitor on another machine doesn't prove that the service itself can be reached from there.
  const addressPolicy = { isLocal: false };
  const server = createServer({
    ...parts,
    routes: [...parts.routes, metricsRoute(parts.metrics, everybody)],
    accessKinds: [publicAccess],
    mounts: [],
    files: {},
    addressPolicy,
  });
  return {
    async listen() {
      try {
        await server.listen({ host, port });
      } catch (error) {
        throw new ConfigError(`ROTA_METRICS_LISTEN can't be used: ${(error as Error).message}`);
      }
      return serviceAddress(host, (server.server.address() as AddressInfo).port);
    },
    async stop() {
      const closed = server.close();
      server.server.closeAllConnections();
      await closed;
    },
  };
}
