import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { explained, invalidRequest, LateRefusal, notFound, ReadOnly } from '../errors.ts';
import { isId } from '../ids.ts';
import { check } from '../shapes/check.ts';
import { Type } from '../shapes/type.ts';
import type { Database, Lines } from '../storage/database.ts';
import type { Traces } from '../trace.ts';
import type { AccessKind, Visitor } from './access/access.ts';
import { JSON_TYPE } from './content-types.ts';
import { EmbeddablePage } from './embeddable-page.ts';
import { type OpenStream, STREAM_TYPE } from './event-stream.ts';
import { FormPage, LeadsAway, Moved, SeeOther } from './form-results.ts';
import { FramedPage } from './framed-page.ts';
import type { Idempotency, StoredResponse } from './idempotency.ts';
import { PublicFile } from './public-file.ts';
import { PublicImage } from './public-image.ts';
import { parseQuery } from './query.ts';
import type { Input, PathShape, Route } from './route.ts';
import { tracedDatabase } from './traced-database.ts';

export interface HandlerParts {
  services: Services;
  idempotency: Idempotency;
  openStream: OpenStream;
  traces: Traces;
}

/** Makes the handler of a route: checks the input and runs the operation, only once per Idempotency-Key. */
export function createHandler(
  route: Route,
  kind: AccessKind,
  { services, idempotency, openStream, traces }: HandlerParts,
) {
  return async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { given, identity, line: ownLine } = request.visitor as Visitor;
    const { trace } = request;
    const { response, stream, download } = route;
    reply.code(response.status);

    if (stream || download) reply.header('vary', 'Accept');
    if (stream && prefers(request, STREAM_TYPE)) {
      return openStream(stream, readInput(route, request), request, reply);
    }
    if (download && prefers(request, download.contentType)) {
      const parts = await download.open({ ...services, trace, ...given }, readInput(route, request));
      return reply.type(`${download.contentType}; charset=utf-8`).send(Readable.from(parts));
    }
    const traced = (database: Database) =>
      traces.isRecorded(trace)
        ? tracedDatabase(database, { traces, request: trace, now: () => services.clock.now() })
        : database;
    const run = (database: Database) =>
      route.handle({ ...services, database: traced(database), trace, ...given }, readInput(route, request));
    if (route.method === 'GET') return send(await run(services.database));
    if (services.config.readOnly) throw new ReadOnly();

    const line = identity ? lineOf(route, request, services, identity.workspaceId) : ownLine;
    const inLine = <Result>(work: () => Promise<Result>) =>
      explained(() => services.storage.serialized(line, work));
    const { idempotencyKey } = request;
    const { keepsAnswersIn: keptIn } = kind;
    if (!idempotencyKey || !identity || !keptIn) {
      return send(await inLine(() => run(services.database)));
    }

    const runOnce = () =>
      idempotency.once({ identity, keptIn, ...idempotencyKey }, async (database): Promise<StoredResponse> => {
        try {
          const result = await run(database);
          return {
            status: response.status,
            text: result === undefined ? '' : String(reply.serialize(result)),
          };
        } catch (error) {
          const { status, text } = kind.errorResponse(error, request);
          if (!isStored(status) || error instanceof LateRefusal) throw error;
          return { status, text };
        }
      });
    const stored = await inLine(runOnce);
    if (stored.replayed) reply.header('idempotency-replayed', 'true');
    reply.code(stored.status);
    return stored.text === '' ? reply.send() : reply.type(JSON_TYPE).send(stored.text);

    function send(result: unknown): FastifyReply | Promise<FastifyReply> {
      if (result instanceof PublicFile) return result.send(request, reply);
      if (result instanceof PublicImage) return result.send(reply);
      if (result instanceof FramedPage || result instanceof EmbeddablePage) return result.send(reply);
      // Not for good: an address may belong to another page one day.
      if (result instanceof Moved) return reply.redirect(result.url, 302);
      if (result instanceof LeadsAway) return reply.redirect(result.url, 303);
      if (result instanceof SeeOther || result instanceof FormPage) {
        if (result.cookies.length > 0) reply.header('set-cookie', result.cookies);
        if (result instanceof SeeOther) return reply.redirect(result.url, 303);
        return reply.code(result.status).type(result.contentType).send(result.page);
      }
      if (!response.contentType) return reply.send(result);
      reply.type(response.contentType);
      // As bytes: text is encoded piece by piece. Measured with pages: a fifth more per second.
      return reply.send(typeof result === 'string' ? Buffer.from(result) : result);
    }
  };
}

/** Refusals that may change with another key, with time or once the server is healthy aren't stored. */
function isStored(status: number): boolean {
  return status < 500 && ![401, 403, 429].includes(status);
}

/** The queues of a call, shared by calls for the same rows. The input is unchecked here: it only has to be the same text. */
function lineOf(route: Route, request: FastifyRequest, services: Services, workspaceId: string): Lines {
  const { line } = route;
  if (line && 'find' in line) {
    const find = line.find(request.params as Record<string, string>, request.body);
    return () => find(services, workspaceId);
  }
  if (line && 'name' in line) return `${workspaceId} ${line.name}`;
  const fields = (line ? request.body : request.params) as Record<string, unknown> | null | undefined;
  const name = line ? fields?.[line.field] : Object.values(fields ?? {})[0];
  return typeof name === 'string' ? `${workspaceId} ${name}` : undefined;
}

/** A route without a body ignores fields, as it ignores any unknown field. */
const AnyBody = Type.Unsafe<object>({ type: 'object' });

/** Checks body and query first (422), then the ids in the path (404). A malformed id is reported as not found. */
function readInput(route: Route, request: FastifyRequest): Input<PathShape, never, never> {
  const body = request.body === undefined ? undefined : check(route.body ?? AnyBody, request.body);
  const bytes = request.bodyBytes;
  if (route.bytes && !bytes?.length) throw invalidRequest('body is required');
  const query = parseQuery(route.query ?? {}, request.query);
  const path = request.params as Record<string, string>;
  for (const [name, { kind, what }] of Object.entries(route.path ?? {})) {
    if (!isId(kind, path[name] ?? '')) throw notFound(what);
  }
  return { path, query, body, ...(route.bytes && { bytes }) } as unknown as Input<PathShape, never, never>;
}

/**
 * Whether the caller names this type and doesn't prefer JSON. Without an Accept header, or with a wildcard, the
 * response is JSON. A HEAD request gets the headers of the JSON.
 */
function prefers({ method, headers }: FastifyRequest, type: string): boolean {
  if (method !== 'GET') return false;
  const wanted = qualityOf(headers.accept ?? '', type);
  return wanted > 0 && wanted >= qualityOf(headers.accept ?? '', 'application/json');
}

/** From 0 to 1; 0 if the header doesn't name the type. */
function qualityOf(accept: string, type: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice('q='.length)) || 0;
  }
  return 0;
}
