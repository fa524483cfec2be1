// The HTTP server with made-up routes and kinds of access, on the services of a node.
import type { AddressInfo } from 'node:net';
import type { AccessKind } from '../../../src/http/access/access.ts';
import { createIdempotency } from '../../../src/http/idempotency.ts';
import { createMetrics } from '../../../src/http/metrics.ts';
import type { Route } from '../../../src/http/route.ts';
import { createServer } from '../../../src/http/server.ts';
import { createLog } from '../../../src/log.ts';
import { notRecorded } from '../../../src/trace.ts';
import type { Node } from './rota.ts';

export interface BareServer {
  url: string;
  logLines: string[];
  close(): Promise<void>;
}

export async function startBareServer(
  { services }: Node,
  { routes, accessKinds }: { routes: Route[]; accessKinds: AccessKind[] },
): Promise<BareServer> {
  const logLines: string[] = [];
  const server = createServer({
    routes,
    accessKinds,
    mounts: [],
    files: {},
    services,
    idempotency: createIdempotency(services.storage, services.clock),
    metrics: createMetrics(),
    traces: notRecorded,
    log: createLog('info', { write: (line) => void logLines.push(line) }),
    addressPolicy: { isLocal: false },
    leaving: new AbortController().signal,
    stopping: new AbortController().signal,
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, logLines, close: async () => void (await server.close()) };
}
