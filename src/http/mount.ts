import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import type { Trace } from '../trace.ts';
import type { Access, AccessKind, AnswerTable, Visitor } from './access/access.ts';
import type { Idempotency } from './idempotency.ts';
import { METHODS } from './known-paths.ts';

/** A path where another protocol is spoken over HTTP. It reads requests and creates responses by itself. */
export interface Mount {
  url: string;
  access: Access;
  answer(visit: Visit, request: Request): Promise<Response>;
}

/** One request to it, by an identified caller. */
export interface Visit {
  services: Services;
  idempotency: Idempotency;
  visitor: Visitor;
  /** Where answers are stored that must not be computed twice. */
  keptIn: AnswerTable | undefined;
  trace: Trace;
  /** Logs a failure whose details the caller isn't told. */
  report(error: unknown): void;
}

interface MountParts extends Pick<Visit, 'services' | 'idempotency'> {
  report(error: unknown, request: FastifyRequest): void;
  /** Aborted as soon as the process is told to stop. */
  leaving: AbortSignal;
}

/** Bodies of any type arrive as bytes: the protocol decides what they must be. */
export function registerMount(
  server: FastifyInstance,
  kind: AccessKind,
  { url, access, answer }: Mount,
  { report, leaving, ...parts }: MountParts,
): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, bytes: Buffer) => bytes,
  );
  server.route({
    // The protocol itself refuses methods it doesn't know.
    method: METHODS,
    url,
    config: { kind },
    async onRequest(request, reply) {
      request.visitor = await kind.identify(request, reply);
      access.authorize(request.visitor.given);
    },
    async handler(request, reply) {
      const visit: Visit = {
        ...parts,
        visitor: request.visitor as Visitor,
        keptIn: kind.keepsAnswersIn,
        trace: request.trace,
        report: (error) => report(error, request),
      };
      const response = await answer(visit, webRequest(request, reply, parts.services.address.url));
      // The service's own headers win over those of the protocol's library; so does the connection's.
      for (const name of [...Object.keys(reply.getHeaders()), 'connection']) response.headers.delete(name);
      // The headers of a stream may have been sent before the stop: a connection kept alive would delay it.
      reply.raw.once('finish', () => leaving.aborted && request.raw.socket.destroySoon());
      return reply.send(response);
    },
  });
}

/** As a web-standard Request. Its signal is aborted if the caller leaves before the end of the response. */
function webRequest(request: FastifyRequest, reply: FastifyReply, base: string): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  // The caller may have left while the key was looked up.
  if (reply.raw.destroyed) gone.abort();
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // The key has done its job.
    if (value !== undefined && name !== 'authorization') headers.set(name, String(value));
  }
  const { method } = request;
  const body =
    method === 'POST' && Buffer.isBuffer(request.body) ? { body: new Uint8Array(request.body) } : {};
  return new Request(new URL(request.routeOptions.url as string, base), {
    method,
    headers,
    ...body,
    signal: gone.signal,
  });
}
