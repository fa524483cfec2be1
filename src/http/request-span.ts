import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Span } from '../trace.ts';

const FIRST_SERVER_ERROR = 500;

/** A request that was answered, as a span: the route and not the path, which may hold a secret. */
export function spanOf(request: FastifyRequest, reply: FastifyReply, endedAt: number): Span {
  const { method, routeOptions, visitor, trace } = request;
  const { url } = routeOptions;
  return {
    trace,
    name: url === undefined ? method : `${method} ${url}`,
    kind: 'server',
    startedAt: endedAt - reply.elapsedTime,
    endedAt,
    attributes: {
      'http.request.method': method,
      ...(url !== undefined && { 'http.route': url }),
      'http.response.status_code': reply.statusCode,
      'rota.request_id': request.id,
      ...Object.fromEntries(Object.entries(visitor?.logged ?? {}).map(([name, id]) => [`rota.${name}`, id])),
    },
    isError: reply.statusCode >= FIRST_SERVER_ERROR,
  };
}
