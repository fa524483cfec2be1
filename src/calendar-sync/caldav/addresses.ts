import { CaldavError } from './errors.ts';

const MAX_LENGTH = 2_000;

/**
 * The path that an address in an answer leads to. Never to another server, which would get the password. The same path is
 * always the same text: servers write `@` and `%40` as they like.
 */
export function pathUnder(href: string, base: string): string {
  const url = href.length <= MAX_LENGTH ? URL.parse(href, base) : null;
  if (!url) throw new CaldavError('the server names an address that is none');
  const { origin } = new URL(base);
  if (url.origin !== origin) {
    const there = /^https?:$/.test(url.protocol) ? url.origin : 'somewhere else';
    throw new CaldavError(`the calendar is on another server, ${there}: give its URL there`);
  }
  return url.pathname.split('/').map(sameText).join('/');
}

/** With a slash at its end, as collections have it. */
export function collectionUnder(href: string, base: string): string {
  const path = pathUnder(href, base);
  return new URL(path.endsWith('/') ? path : `${path}/`, base).href;
}

/** The path of an object directly inside of a collection; undefined for the collection itself. */
export function objectUnder(href: string, collection: string): string | undefined {
  const path = pathUnder(href, collection);
  const { pathname } = new URL(collection);
  if (path === pathname || `${path}/` === pathname) return undefined;
  const name = path.startsWith(pathname) ? path.slice(pathname.length) : '';
  if (name === '' || name.replace(/\/$/, '').includes('/')) {
    throw new CaldavError('the server names an event outside of the calendar');
  }
  return path;
}

function sameText(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}
