import type { HTTPMethods } from 'fastify';
import type { AccessKind } from './access/access.ts';
import type { Route } from './route.ts';

export const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The router's own maximum. */
const MAX_PARAMETER_LENGTH = 100;

/** A known path and its methods. Other methods are refused with 405. */
export interface KnownPath {
  url: string;
  kind: AccessKind;
  methods: HTTPMethods[];
}

export function knownPathsOf(kind: AccessKind, routes: Route[]): KnownPath[] {
  return [...Map.groupBy(routes, (route) => route.url)].map(([url, sameUrl]) => {
    const methods: HTTPMethods[] = sameUrl.map(({ method }) => method);
    if (methods.includes('GET')) methods.push('HEAD');
    return { url, kind, methods };
  });
}

const isParameter = (segment = '') => segment.startsWith(':');

const patterns = new Map<string, RegExp>();

/** What a parameter must be to match: `:id(^\\d+$)` has a pattern. Undefined for one that can be anything. */
function patternOf(parameter: string): RegExp | undefined {
  const start = parameter.indexOf('(');
  if (start < 0) return undefined;
  const pattern = patterns.get(parameter) ?? new RegExp(parameter.slice(start));
  patterns.set(parameter, pattern);
  return pattern;
}

const canBe = (parameter: string, text: string) => patternOf(parameter)?.test(text) ?? true;

/** Whether a segment of a request can match both. */
function meet(one: string, other: string): boolean {
  if (isParameter(one)) return isParameter(other) || canBe(one, other);
  return isParameter(other) ? canBe(other, one) : one === other;
}

/** Tells which paths could also match another one, as `/teams/new` matches `/teams/:id`. */
export function createOverlaps(urls: string[]): (url: string) => boolean {
  const all = Map.groupBy(
    [...new Set(urls)].map((url) => ({ url, segments: url.split('/') })),
    ({ segments }) => segments.length,
  );
  return (url) => {
    const own = url.split('/');
    return (all.get(own.length) ?? []).some(
      (other) =>
        other.url !== url && other.segments.every((segment, place) => meet(segment, own[place] as string)),
    );
  };
}

/** Finds the path a request means, as the router would. Known paths must not overlap. */
export function createPathSearch(
  known: KnownPath[],
): (request: { method: string; url: string }) => KnownPath | undefined {
  const all = Map.groupBy(
    known.map((path) => ({ path, segments: path.url.split('/') })),
    ({ segments }) => segments.length,
  );
  return ({ method, url }) => {
    // Other methods are unknown on every path.
    if (!METHODS.includes(method)) return undefined;
    const given = segmentsIn(url);
    const found = all.get(given.length)?.find(({ segments }) =>
      segments.every((segment, place) => {
        const text = given[place] as string;
        return isParameter(segment)
          ? isShort(text) && canBe(segment, decodeURIComponent(text))
          : segment === decodeURI(text);
      }),
    );
    return found?.path;
  };
}

/** `/api_keys/` is an unknown path, but the router matches it to `/api_keys/:id` with an empty id. */
export function hasEmptyParameter({ url }: KnownPath, requested: string): boolean {
  const given = segmentsIn(requested);
  return url.split('/').some((segment, place) => isParameter(segment) && given[place] === '');
}

/** Decodes each segment once: its content may look encoded again. The router has decoded the path before, so this can't fail. */
function segmentsIn(requested: string): string[] {
  const [path = ''] = requested.replace(/^https?:\/\/.*?\//, '/').split(/[?#]/);
  return path.split('/');
}

const isShort = (text: string) => decodeURIComponent(text).length <= MAX_PARAMETER_LENGTH;
