// What all pages for people have in common, whoever may see them.
import type { FastifyRequest } from 'fastify';
import { forbidden, invalidRequest } from '../../errors.ts';
import { errorPage } from '../../html/error-page.ts';
import { type Reader, readerOf } from '../../html/reader.ts';
import { type ErrorResponse, jsonError } from '../error-response.ts';

/** Nothing but our own style sheet, script and requests; never in a frame, in a search or in a cache. */
export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
};

export const readerFrom = ({ headers, query }: FastifyRequest): Reader =>
  readerOf(headers['accept-language'], (query as { lang?: unknown }).lang);

/** The same statuses and headers as in the API, as a page. */
export function pageError(error: unknown, request: FastifyRequest): ErrorResponse {
  const { status, headers } = jsonError(error, request);
  return {
    status,
    headers: { ...headers, vary: 'Accept-Language' },
    contentType: 'text/html; charset=utf-8',
    text: errorPage({
      status,
      reader: readerFrom(request),
      requestId: request.id,
      query: askedWith(request),
    }),
  };
}

/** The parameters of a page. What a form was sent with can't be asked for again. */
function askedWith({ method, query }: FastifyRequest): Record<string, string> | undefined {
  if (method !== 'GET') return undefined;
  const given = Object.entries(query as Record<string, unknown>);
  return Object.fromEntries(given.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/**
 * Refuses forms that another site sends. Browsers say where a form comes from; where one is too old to say it, the token in the
 * form has to do. (Pages without a referrer send `Origin: null` to themselves, so that header alone tells nothing.)
 */
export function requireOwnSite({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw forbidden('The form was sent by another site');
}

export const unknownForm = () => invalidRequest('form must be the one of the page. Open the page again');
