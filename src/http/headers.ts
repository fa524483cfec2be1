import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ids } from '../ids.ts';
import { bearerToken } from './authorization.ts';

/** Security headers for responses that no browser should render or embed. */
export const closedPage = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export function setCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  security: Record<string, string>,
): void {
  reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store', ...security });
}

/** The caller's own request id, if it is harmless in logs and headers and doesn't contain the key. */
export function requestId(headers: IncomingHttpHeaders, ids: Ids): string {
  const given = headers['x-request-id'];
  if (typeof given !== 'string' || !/^[\w.:/+=@-]{1,128}$/.test(given)) return ids('request');
  const token = bearerToken(headers.authorization);
  return token && given.includes(token) ? ids('request') : given;
}
