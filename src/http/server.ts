import type { RequestListener, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Annex, openAnnex } from './annex.ts';
import { createConnections } from './connections.ts';
import { createStreams } from './event-stream.ts';
import { REQUEST_TIMEOUT_MS } from './malformed-http.ts';
import { createRouter, type RouterOptions } from './router.ts';

// An import would also make Node load its `fetch`, which adds 40 ms to a start.
const http = process.getBuiltinModule('node:http');

const TIMEOUT_CHECK_MS = 5_000;
/** Longer than proxies usually keep connections, so that none sends a request on one that is just being closed. */
const KEEP_ALIVE_MS = 72_000;

export interface ServerOptions extends RouterOptions {
  annex?: Annex;
  /** Aborted after the stop delay, when streams have to end. */
  stopping: AbortSignal;
}

export function createServer(options: ServerOptions): FastifyInstance {
  const { services, log, metrics, stopping } = options;
  const connections = createConnections(services, log, metrics);
  const shared = { connections, openStream: createStreams(services, stopping) };
  const annex =
    options.annex &&
    openAnnex(options.annex, {
      createRouter: (routes) => createRouter({ ...options, routes, mounts: [], files: {} }, shared),
      clock: services.clock,
      log,
    });
  const server = createRouter(options, shared, (answer) =>
    listenerFor((request, response) => {
      if (annex?.owns(request)) void annex.answer(request, response);
      else answer(request, response);
    }),
  );
  connections.limitAddresses(server.server);
  server.addHook('onReady', async () => {
    connections.start();
    annex?.start();
  });
  server.addHook('onClose', async () => {
    await connections.stop();
    await annex?.stop();
  });
  return server;
}

function listenerFor(answer: RequestListener): Server {
  const server = http.createServer(
    {
      // Node applies the larger of its two timeouts to the whole request, and only checks at this interval.
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    answer,
  );
  // Ignores unknown Expect headers, like any other header. Node would answer 417 without a body.
  server.on('checkExpectation', answer);
  return server;
}
