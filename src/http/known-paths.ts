import type { HTTPMethods } from 'fastify';
import type { Route } from './route.ts';

export const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A path that exists, but not with the method of the request. */
export interface KnownPath {
  url: string;
  /** The name of its kind of access. */
  kind: string;
  methods: HTTPMethods[];
}

/**
 * Finds the path of a request that no route took. Registering a route for every other method of every path would take half
 * of the time in which the router is built.
 */
export function createKnownPaths(routes: Route[]): (url: string) => KnownPath | undefined {
  let patterns: { pattern: RegExp; path: KnownPath }[] | undefined;
  return (url) => {
    // Made for the first request that needs them.
    patterns ??= patternsOf(routes);
    const path = decoded(url.split(/[?#]/, 1)[0] as string);
    return patterns.find(({ pattern }) => pattern.test(path))?.path;
  };
}

function patternsOf(routes: Route[]) {
  const paths = [...Map.groupBy(routes, (route) => route.url)].map(([url, sameUrl]) => {
    const methods: HTTPMethods[] = sameUrl.map(({ method }) => method);
    if (methods.includes('GET')) methods.push('HEAD');
    const kind = (sameUrl[0] as Route).access.kind;
    const text = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
    return { pattern: new RegExp(`^${text}$`), path: { url, kind, methods } };
  });
  // As in the router: a path without a placeholder wins over one with it.
  return paths.toSorted((one, other) => placeholders(one.path) - placeholders(other.path));
}

const placeholders = ({ url }: KnownPath) => url.split(':').length;

/** As the router reads it. What can't be decoded is no path of ours. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return '';
  }
}
