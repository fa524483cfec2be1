import { invalidRequest } from '../../../errors.ts';
import { URL_LENGTH } from '../../../limits/limits.ts';
import { isLoopbackUrl } from '../../../text/networks.ts';
import { DAY_MS, MINUTE_MS } from '../../../time/timestamps.ts';

/** How long people have to give their consent. */
export const PENDING_MS = 15 * MINUTE_MS;
/** How long a used or expired state is remembered. */
export const FORGET_MS = DAY_MS;
/** Pending ones per member; one more ends the oldest. */
export const MAX_PENDING = 10;
/** Accounts of one member, broken ones included. */
export const MAX_CONNECTIONS = 10;

export const EXAMPLE_RETURN_URL = 'https://app.example.com/settings/calendars';

/** The browser is redirected there, so the address must be unambiguous. */
export function checkReturnUrl(typed: string, allowsHttp: boolean): string {
  // The parser drops some characters, and takes a wrong number of slashes.
  const url = /^https?:\/\/[^\s\\/\p{Cc}][^\s\\\p{Cc}]*$/iu.test(typed) ? URL.parse(typed) : null;
  const isSafe = url?.protocol === 'https:' || (url !== null && allowsHttp && isLoopbackUrl(url.href));
  if (url && isSafe && url.username === '' && url.password === '' && url.href.length <= URL_LENGTH)
    return url.href;
  throw invalidRequest(
    `return_url must be an https URL without a user name or password, such as ${EXAMPLE_RETURN_URL}`,
    { field: 'return_url', plain: 'Enter an address that begins with https://.' },
  );
}

/** Whether something that is needed wasn't allowed: people can leave boxes unticked. Without a list, all was allowed. */
export function lacksScope(
  required: readonly (readonly string[])[],
  granted: readonly string[] | undefined,
): boolean {
  if (!granted) return false;
  const names = new Set(granted.map(shortScope));
  return required.some((enough) => !enough.some((scope) => names.has(shortScope(scope))));
}

/** Microsoft names a scope with the address of its service, or without. */
const shortScope = (scope: string) => scope.slice(scope.lastIndexOf('/') + 1).toLowerCase();
