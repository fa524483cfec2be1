import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { isId } from '../ids.ts';
import { check } from '../shapes/check.ts';
import { Type } from '../shapes/type.ts';
import type { Database } from '../storage/database.ts';
import { prefers } from './accept.ts';
import type { Credentials } from './access.ts';
import { answerTo } from './error-answer.ts';
import { type OpenStream, STREAM_TYPE } from './event-stream.ts';
import type { Idempotency, KeptAnswer } from './idempotency.ts';
import { parseQuery } from './query.ts';
import { type Input, JSON_TYPE, type PathShape, type ScopedRoute } from './route.ts';

/** Turns a route's definition into a handler: checks the input, runs the operation, once where that was asked. */
export function createHandler(
  route: ScopedRoute,
  services: Services,
  idempotency: Idempotency,
  openStream: OpenStream,
) {
  return async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const credentials = request.credentials as Credentials;
    const { caller } = credentials;
    reply.code(route.response.status);

    const { stream, download } = route;
    if (stream || download) reply.header('vary', 'Accept');
    if (stream && prefers(request, STREAM_TYPE)) {
      return openStream(stream, readInput(route, request), request, reply);
    }
    if (download && prefers(request, download.contentType)) {
      const parts = await download.open({ ...services, caller }, readInput(route, request));
      return reply.type(`${download.contentType}; charset=utf-8`).send(Readable.from(parts));
    }
    const run = (database: Database) =>
      route.handle({ ...services, database, caller }, readInput(route, request));
    if (route.method === 'GET') return reply.send(await run(services.database));

    const line = lineOf(route, request, caller.workspaceId);
    const { idempotencyKey } = request;
    if (!idempotencyKey) {
      return reply.send(await services.storage.inLine(line, () => run(services.database)));
    }

    const runOnce = () =>
      idempotency.once({ credentials, ...idempotencyKey }, async (database): Promise<KeptAnswer> => {
        try {
          const result = await run(database);
          return {
            status: route.response.status,
            text: result === undefined ? '' : String(reply.serialize(result)),
          };
        } catch (error) {
          const { status, body } = answerTo(error, request.id);
          if (!isKept(status)) throw error;
          return { status, text: JSON.stringify(body) };
        }
      });
    const answer = await services.storage.inLine(line, runOnce);
    if (answer.replayed) reply.header('idempotency-replayed', 'true');
    reply.code(answer.status);
    return answer.text === '' ? reply.send() : reply.type(JSON_TYPE).send(answer.text);
  };
}

/** A refusal that another key, more patience or a healthy server would turn into something else is not kept. */
function isKept(status: number): boolean {
  return status < 500 && ![401, 403, 429].includes(status);
}

/** Calls that will wait for the same row. What the request names has not been checked yet: it only has to be the same. */
function lineOf(route: ScopedRoute, request: FastifyRequest, workspaceId: string): string | undefined {
  const { line } = route;
  if (line && 'name' in line) return `${workspaceId} ${line.name}`;
  const fields = (line ? request.body : request.params) as Record<string, unknown> | null | undefined;
  const name = line ? fields?.[line.field] : Object.values(fields ?? {})[0];
  return typeof name === 'string' ? `${workspaceId} ${name}` : undefined;
}

/** A route without a body takes one too, as any other takes unknown fields. */
const AnyBody = Type.Unsafe<object>({ type: 'object' });

/** Body and query first (422), then the ids in the path (404): a malformed id is simply not found. */
function readInput(route: ScopedRoute, request: FastifyRequest): Input<PathShape, never, never> {
  const body = request.body === undefined ? undefined : check(route.body ?? AnyBody, request.body);
  const query = parseQuery(route.query ?? {}, request.query);
  const path = request.params as Record<string, string>;
  for (const [name, { kind, what }] of Object.entries(route.path ?? {})) {
    if (!isId(kind, path[name] ?? '')) throw notFound(what);
  }
  return { path, query, body } as Input<PathShape, never, never>;
}
