const ORIGIN = 'http://console.invalid';
const HOME = '/console';
const MAX_LENGTH = 1_000;

/** Where to go after signing in: a page of the console, whatever was given. */
export function nextAfter(given: unknown): string {
  if (typeof given !== 'string' || given.length > MAX_LENGTH || !given.startsWith(HOME)) return HOME;
  // Read as a browser reads it, with `..`, tabs and backslashes.
  const url = URL.parse(given, ORIGIN);
  const isPage = url?.origin === ORIGIN && /^\/console(?:\/(?!sign-in|sign-out)|$)/.test(url.pathname);
  return isPage ? url.pathname + url.search : HOME;
}
