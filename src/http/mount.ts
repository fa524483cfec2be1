import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import type { Trace } from '../trace.ts';
import type { Access, AccessKind, AnswerTable, Visitor } from './access/access.ts';
import type { Idempotency } from './idempotency.ts';
import { METHODS } from './known-paths.ts';

/** A path at which another protocol is spoken over HTTP. It reads requests and makes responses by itself. */
export interface Mount {
  url: string;
  access: Access;
  answer(visit: Visit, request: Request): Promise<Response>;
}

/** One request to it, by a caller who is known. */
export interface Visit {
  services: Services;
  idempotency: Idempotency;
  visitor: Visitor;
  /** Where the answers are kept that are not to be made twice. */
  keptIn: AnswerTable | undefined;
  trace: Trace;
  /** For a failure that the caller is told nothing about: writes it to the log. */
  report(error: unknown): void;
}

export interface MountParts extends Pick<Visit, 'services' | 'idempotency'> {
  report(error: unknown, request: FastifyRequest): void;
  /** Aborted when the process is asked to stop. */
  leaving: AbortSignal;
}

/** Bodies of any type come as bytes: what they must be, the protocol says. */
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
    // Those that it does not know, it refuses by itself.
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
      // What the service says of every response holds, whatever the protocol's library says; of the connection, too.
      for (const name of [...Object.keys(reply.getHeaders()), 'connection']) response.headers.delete(name);
      // Headers of events are sent before the stop, perhaps: a connection that is kept alive would delay it.
      reply.raw.once('finish', () => leaving.aborted && request.raw.socket.destroySoon());
      return reply.send(response);
    },
  });
}

/** As the web platform has it. Its signal is aborted when the caller leaves before the end of the response. */
function webRequest(request: FastifyRequest, reply: FastifyReply, base: string): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  // Whoever left while the key was looked up.
  if (reply.raw.destroyed) gone.abort();
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // The key has done its work.
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
