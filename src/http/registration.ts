import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessKind } from './access/access.ts';
import { acceptBytes } from './content-types.ts';
import { createHandler, type HandlerParts } from './handler.ts';
import { checkIdempotencyKey, digestRequest } from './idempotency.ts';
import { createIgnored } from './ignored.ts';
import { type KnownPath, METHODS } from './known-paths.ts';
import type { Route } from './route.ts';

/**
 * Registers the routes of one kind of access. Each kind has its own Fastify instance, because content types are set per
 * instance.
 */
export function registerKind(
  server: FastifyInstance,
  kind: AccessKind,
  routes: Route[],
  parts: HandlerParts,
): void {
  kind.acceptBodies(server);
  for (const route of routes) {
    const { bytes } = route;
    if (!bytes) register(server, kind, route, parts);
    else {
      server.register(async (instance) => {
        acceptBytes(instance, bytes);
        register(instance, kind, route, parts);
      });
    }
  }
}

function register(server: FastifyInstance, kind: AccessKind, route: Route, parts: HandlerParts): void {
  const { access, method, url, body, response } = route;
  const isJson = response.shape && !response.contentType;
  const ignored = kind.namesIgnored ? createIgnored(route) : undefined;
  server.route({
    method,
    url,
    config: { kind, ...(route.bytes && { bytes: route.bytes }) },
    // The handler checks the input, so that a 422 can be stored like any other response.
    schema: { ...(isJson && { response: { [response.status]: response.shape } }) },
    async onRequest(request, reply) {
      request.visitor = await kind.identify(request, reply);
      ignored?.noteQuery(request, reply);
      access.authorize(request.visitor.given);
    },
    ...(method !== 'GET' && { preHandler: prepareBody }),
    handler: createHandler(route, kind, parts),
  });

  async function prepareBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    ignored?.noteBody(request, reply);
    kind.admitBody?.(request);
    if (request.body === undefined && body) request.body = {};
    const key = request.headers['idempotency-key'];
    if (key === undefined || method !== 'POST' || !kind.keepsAnswersIn) return;
    request.idempotencyKey = {
      key: checkIdempotencyKey(String(key)),
      requestDigest: digestRequest(method, request.url, request.bodyBytes),
    };
  }
}

/** Otherwise another route would answer the other methods of this path. */
export function refuseOtherMethods(
  server: FastifyInstance,
  { url, kind, methods }: KnownPath,
  refuse: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  server.route({
    method: METHODS.filter((method) => !methods.includes(method)),
    url,
    config: { kind },
    onRequest: refuse,
    handler: async () => {},
  });
}
