import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Span } from '../trace.ts';

const FIRST_SERVER_ERROR = 500;
/** Monitors call these every few seconds, and nobody looks for them in a trace. */
const PROBES: (string | undefined)[] = ['/healthz', '/readyz', '/metrics'];

/** The route's path, with the names of its parameters, and without their patterns. */
export const routeOf = ({ routeOptions, knownPath }: FastifyRequest): string | undefined =>
  (routeOptions.url ?? knownPath?.url)?.replace(/\([^/]*\)/g, '');

/** Whether to make a span for a request: for a probe, only if it is part of a caller's trace. */
export function hasSpan(request: FastifyRequest): boolean {
  return request.trace.parentSpanId !== undefined || !PROBES.includes(routeOf(request));
}

/** An answered request as a span. Has the route instead of the path, which may contain a secret. */
export function spanOf(request: FastifyRequest, reply: FastifyReply, endedAt: number): Span {
  const { method, visitor, trace } = request;
  const url = routeOf(request);
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
