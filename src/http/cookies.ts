// The cookies of the console. On a service for this machine only they go over http; everywhere else a browser sends them over https
// alone, and by the prefix takes them from no other host (https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html).
import { isLoopbackUrl } from '../text/loopback.ts';

/**
 * `session` has the secret of a session; `next`, where to go after signing in; `visit`, what a browser that looks at the page of a
 * link is known by when it uses the link.
 */
export type CookieName = 'session' | 'next' | 'visit';

const names: Record<CookieName, string> = { session: 'rota', next: 'rota-next', visit: 'rota-visit' };

/** Characters that end a value, or that browsers refuse in one. */
const UNSAFE = /[^!#-+\--:<-[\]-~]/g;

/** What we write. Anything else in a cookie is not ours. */
const forms: Record<CookieName, RegExp> = {
  session: /^[\w-]{43}$/,
  next: /^[!#-+\--:<-[\]-~]{1,1100}$/,
  visit: /^[\w-]{43}$/,
};

/**
 * The value for `Set-Cookie`. What would end it is percent-encoded, which is the same in a URL. Without a value, browsers forget
 * the cookie.
 */
export function setCookie(
  serviceUrl: string,
  name: CookieName,
  given: { value: string; seconds: number } | undefined,
): string {
  const { value, seconds } = given ?? { value: '', seconds: 0 };
  const secure = isLoopbackUrl(serviceUrl) ? '' : '; Secure';
  const safe = value.replace(UNSAFE, encodeURIComponent);
  return `${nameOf(serviceUrl, name)}=${safe}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** From the header `Cookie`; undefined for what we have not written. Of several with one name, the first counts. */
export function readCookie(
  serviceUrl: string,
  name: CookieName,
  header: string | undefined,
): string | undefined {
  const start = `${nameOf(serviceUrl, name)}=`;
  const pair = (header ?? '').split(';').map((part) => part.trim());
  const value = pair.find((part) => part.startsWith(start))?.slice(start.length) ?? '';
  return forms[name].test(value) ? value : undefined;
}

const nameOf = (serviceUrl: string, name: CookieName) =>
  (isLoopbackUrl(serviceUrl) ? '' : '__Host-') + names[name];
