import { CaldavError } from './errors.ts';

const MAX_LENGTH = 2_000;

/**
 * The path of an address in a response. Throws for another server, because it would get the password. Normalizes the path,
 * because servers write `@` and `%40` as they like.
 */
export function pathUnder(href: string, base: string): string {
  const url = href.length <= MAX_LENGTH ? URL.parse(href, base) : null;
  if (!url) throw new CaldavError('the server returned an invalid address');
  const { origin } = new URL(base);
  if (url.origin !== origin) {
    const there = /^https?:$/.test(url.protocol) ? url.origin : 'somewhere else';
    throw new CaldavError(`the calendar is on another server, ${there}: use its URL there`);
  }
  return url.pathname.split('/').map(normalized).join('/');
}

/** With a slash at the end, like all collections. */
export function collectionUnder(href: string, base: string): string {
  const path = pathUnder(href, base);
  return new URL(path.endsWith('/') ? path : `${path}/`, base).href;
}

/** The path of an object directly inside a collection; undefined for the collection itself. */
export function objectUnder(href: string, collection: string): string | undefined {
  const path = pathUnder(href, collection);
  const { pathname } = new URL(collection);
  if (path === pathname || `${path}/` === pathname) return undefined;
  const name = path.startsWith(pathname) ? path.slice(pathname.length) : '';
  if (name === '' || name.replace(/\/$/, '').includes('/')) {
    throw new CaldavError('the server returned an event outside the calendar');
  }
  return path;
}

function normalized(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}
