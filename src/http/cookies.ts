// The console's cookies. They go over http only if the service is for this machine alone; everywhere else browsers send
// them over https only, and thanks to the prefix accept them from no other host
// (https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html).
import { isLoopbackUrl } from '../text/networks.ts';

/**
 * `session` has the secret of a session; `next`, the page to return to after signing in; `visit` recognises the browser
 * that opened a link's page when it uses the link; `connect` recognises the browser that began to connect an account when
 * it comes back from the provider; `looks`, when which request was looked at last.
 */
type CookieName = 'session' | 'next' | 'visit' | 'connect' | 'looks';

const names: Record<CookieName, string> = {
  session: 'rota',
  next: 'rota-next',
  visit: 'rota-visit',
  connect: 'rota-connect',
  looks: 'rota-looks',
};

/** Characters that end a value, or that browsers refuse in one. */
const UNSAFE = /[^!#-+\--:<-[\]-~]/g;

/** The form of the values we write. Anything else isn't ours. */
const forms: Record<CookieName, RegExp> = {
  session: /^[\w-]{43}$/,
  next: /^[!#-+\--:<-[\]-~]{1,1100}$/,
  visit: /^[\w-]{43}$/,
  connect: /^[\w-]{43}$/,
  looks: /^[\w.~-]{1,1200}$/,
};

/**
 * The value for `Set-Cookie`. Characters that would end it are percent-encoded, which means the same in a URL. Without
 * a value, browsers delete the cookie.
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

/** From the header `Cookie`; undefined for values we haven't written. If a name appears more than once, the first counts. */
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
