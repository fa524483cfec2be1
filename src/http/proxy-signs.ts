import type { IncomingMessage } from 'node:http';

/** What proxies add; there may be more behind it. */
const ADDED = /^(?:forwarded$|x-forwarded-|x-real-ip$|via$)/;
/** What somebody on the same machine calls it by, with or without a port. */
const LOOPBACK =
  /^(?:(?:[^.:@/\s]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])(?::\d*)?$/i;

/**
 * What in a request shows that whoever made it is not on this machine, or that a proxy has passed it on; undefined when nothing
 * does. HTTP/1.0 is what nginx speaks to a server behind it, with that server's own address for a host and no header added,
 * unless it is told otherwise; programs of today do not.
 */
export function proxySignIn({ headers, httpVersion }: IncomingMessage): string | undefined {
  for (const name of Object.keys(headers)) {
    const [added] = ADDED.exec(name) ?? [];
    if (added) return added;
  }
  if (!LOOPBACK.test(headers.host ?? '')) return 'host';
  return httpVersion === '1.0' ? 'HTTP/1.0' : undefined;
}
