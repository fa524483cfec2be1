// What all pages for people have in common, whoever may see them.
import type { FastifyRequest } from 'fastify';
import {
  forbidden,
  invalidRequest,
  PageUnavailable,
  ReadOnly,
  RotaError,
  rateLimited,
  WorkspaceClosed,
} from '../../errors.ts';
import { brandOfError } from '../../html/brand/brand.ts';
import { framesOfError } from '../../html/embeddable.ts';
import { errorPage } from '../../html/error-page.ts';
import { type Reader, readerOf } from '../../html/reader.ts';
import type { Parameters } from '../../html/urls.ts';
import { consoleErrors } from '../../html/words/console.ts';
import { wordsOf } from '../../html/words/words.ts';
import { PARAMETER_LENGTH } from '../../limits/limits.ts';
import type { MemoryRateLimiter, Window } from '../../limits/rate-windows.ts';
import { type MadeForm, readFormToken } from '../../tokens/form-tokens.ts';
import type { LinkKeys } from '../../tokens/link-tokens.ts';
import { type ErrorResponse, jsonError } from '../error-response.ts';
import type { Visitor } from './access.ts';
import { pagePolicy } from './frames.ts';

/** Where members sign in. `sign-in.ts` serves it. */
export const SIGN_IN_PATH = '/console/sign-in';

/** Our own style sheet, script and requests; and never a frame, a search engine or a cache. */
export const pageHeaders = {
  'content-security-policy': pagePolicy("'none'"),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Language',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
};

/** Pages of the console show what guests see in frames: of our own, and which run nothing (../framed-page.ts). */
export const consoleHeaders = {
  ...pageHeaders,
  'content-security-policy': `${pageHeaders['content-security-policy']}; frame-src 'self'`,
};

export const readerFrom = (request: FastifyRequest): Reader =>
  readerOf(request.headers['accept-language'], queryOf(request).lang);

/** A path that can't be decoded has no query. */
const queryOf = ({ query }: FastifyRequest) => (query ?? {}) as Record<string, unknown>;

/** For pages that exist in English only: with the clock format of the reader's region. */
export const englishReaderFrom = (request: FastifyRequest): Reader =>
  readerOf(request.headers['accept-language'], 'en');

/** The same statuses and headers as in the API, rendered as a page. */
export function pageError(error: unknown, request: FastifyRequest): ErrorResponse {
  const { status, headers } = jsonError(error, request);
  const reader = readerFrom(request);
  const framedBy = framesOfError(error);
  const text = errorPage({
    status,
    reader,
    brand: brandOfError(error),
    embed: framedBy.find((origin) => origin === queryOf(request).embed),
    requestId: request.id,
    query: askedWith(request),
    isUnavailable: error instanceof WorkspaceClosed || error instanceof PageUnavailable,
    sentence: error instanceof ReadOnly ? wordsOf(reader.language).errors.readOnly : undefined,
  });
  return { status, headers, contentType: 'text/html; charset=utf-8', text, framedBy };
}

/** A refusal in the console. Shows the error's own sentence if it is meant for readers. */
export function consoleError(error: unknown, request: FastifyRequest): ErrorResponse {
  const { status, headers } = jsonError(error, request);
  const isWorkspaceClosed = error instanceof WorkspaceClosed;
  const text = errorPage({
    status,
    reader: englishReaderFrom(request),
    brand: brandOfError(error),
    requestId: request.id,
    query: undefined,
    words: consoleErrors,
    sentence: consoleSentence(error),
    isUnavailable: isWorkspaceClosed,
    link: isWorkspaceClosed
      ? { href: SIGN_IN_PATH, label: 'Sign in to another workspace' }
      : { href: '/console', label: 'Go to the console' },
  });
  return { status, headers, contentType: 'text/html; charset=utf-8', text };
}

function consoleSentence(error: unknown): string | undefined {
  if (error instanceof ReadOnly) return consoleErrors.readOnly;
  if (!(error instanceof RotaError) || error.type !== 'forbidden') return undefined;
  const { plain } = error.refusal;
  return typeof plain === 'string' ? plain : `${error.message}.`;
}

/** The parameters of a page. The content of a form can't be requested again. */
const askedWith = (request: FastifyRequest) => (request.method === 'GET' ? parametersOf(request) : undefined);

/** Parameters, as lists where they were given several times. Links on pages repeat them. */
export const parametersOf = (request: FastifyRequest) => boundedParameters(queryOf(request) as Parameters);

/** How long all that goes along from page to page may be, as it stands in an address. */
const MAX_QUERY = 4_000;

/** What goes along from page to page of what somebody wrote into an address: each value once, and no more than a link needs. */
function boundedParameters(given: Parameters): Parameters {
  let length = 0;
  const fits = (name: string, value: string) => {
    const more = name.length + encodeURIComponent(value.toWellFormed()).length + 2;
    if ([...value].length > PARAMETER_LENGTH || length + more > MAX_QUERY) return false;
    length += more;
    return true;
  };
  const kept = Object.entries(given).map(([name, value]) => {
    const values = [...new Set([value ?? []].flat())].filter((each) => fits(name, each));
    return [name, values.length > 1 ? values : values[0]] as const;
  });
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

/**
 * Refuses forms sent by other sites. What Chromium 150 sends for a form on a page without a referrer, to its own site:
 * - https or loopback: `Sec-Fetch-Site: same-origin` and `Origin: null`
 * - http: no `Sec-Fetch-Site`, and `Origin: null`
 * So where `Sec-Fetch-Site` is present, it decides. `none` means that the user did it, not a site: a browser that
 * restores its tabs resends a form like this (https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header). Where it is
 * missing, the origin must be ours. An origin of `null` says nothing: then we rely on the token in the form, which
 * another site can't read.
 */
export function requireOwnSite({ headers }: FastifyRequest, serviceUrl: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn =
    site === undefined ? hasOwnOrigin(headers, serviceUrl) : ['same-origin', 'none'].includes(site);
  if (!isOwn) throw forbidden('The form was sent by another site');
}

/**
 * The scheme isn't compared, because a proxy may terminate TLS. It may also replace `Host`: then `X-Forwarded-Host`, or
 * our public address, has the name that the browser knows. No site can make a browser add that header to a form, so it
 * doesn't matter who sends it.
 */
function hasOwnOrigin(headers: FastifyRequest['headers'], serviceUrl: string): boolean {
  const { origin = 'null', host, 'x-forwarded-host': forwarded } = headers;
  if (origin === 'null') return true;
  const sender = hostOf(origin);
  const own = [host, ...String(forwarded ?? '').split(',')].map((name = '') =>
    hostOf(`http://${name.trim()}`),
  );
  return sender !== undefined && [...own, hostOf(serviceUrl)].includes(sender);
}

/** With its port, unless it is the default port of http or https. */
function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host.replace(/:(?:80|443)$/, '') || undefined;
}

export const isForm = ({ method }: FastifyRequest) => method === 'POST';

/** Where a path without a route should lead. Programs that find links in text may add a slash. */
export function pathInstead({ method, url }: FastifyRequest): string | undefined {
  if (!['GET', 'HEAD'].includes(method)) return undefined;
  const end = url.includes('?') ? url.indexOf('?') : url.length;
  return url[end - 1] === '/' ? url.slice(0, end - 1) + url.slice(end) : undefined;
}

/** Stores the submitted form for the handler. Refuses a form that was not made for this page. */
export function admitForm({ body, visitor }: FastifyRequest, keys: LinkKeys, page: string): void {
  const { form } = (body ?? {}) as { form?: unknown };
  const made = readFormToken(keys, page, form);
  if (!made) throw unknownForm();
  (visitor as Visitor<{ form: MadeForm | null }>).given.form = made;
}

/** Counts the call in these windows. Refuses it if one is full; `which` names the limit. */
export function requireAllowance(
  limiter: MemoryRateLimiter,
  windows: Window[],
  now: number,
  which: string,
): void {
  const refusal = limiter.take(windows, now).find(({ admitted }) => !admitted);
  if (refusal) throw rateLimited(refusal.freeIn, which);
}

const unknownForm = () => invalidRequest('form is not from this page: open the page again');
