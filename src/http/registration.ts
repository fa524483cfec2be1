import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from '../shapes/type.ts';
import type { AccessKind } from './access/access.ts';
import { acceptBytes } from './content-types.ts';
import { acceptFiles } from './forms.ts';
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
    const { bytes, formBytes } = route;
    if (!bytes && !formBytes) register(server, kind, route, parts);
    else {
      server.register(async (instance) => {
        if (bytes) acceptBytes(instance, bytes);
        if (formBytes) acceptFiles(instance, formBytes);
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

/** Serializes only the fields in a response's shape. Compiled on first use, like validators. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let serialize: ((response: unknown) => string) | undefined;
  return (response) => {
    serialize ??= fastJsonStringify(withoutChoices(schema) as TSchema);
    return serialize(response);
  };
};

/** A value with several possible shapes is serialized unchecked: finding out its shape would cost more than all the rest. */
function withoutChoices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChoices);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('oneOf' in schema) return {};
  return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, withoutChoices(inner)]));
}
