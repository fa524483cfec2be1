import { isIP } from 'node:net';
import { invalidRequest } from '../errors.ts';
import { type AddressPolicy, mayAllowHttp, type Protocol, type Refusal, refusalOf } from './safe-address.ts';

/**
 * Refuses what can be refused without a look-up. Names are looked up only when something is sent, because their addresses may change.
 */
export function checkUrl(text: string, policy: AddressPolicy, example: string): void {
  // The parser drops some of these, so the URL in use would differ from the one on show.
  if (/[\s\p{Cc}]/u.test(text))
    throw invalidRequest('url must not contain spaces or control characters', {
      field: 'url',
      plain: 'An address can’t have spaces in it.',
    });
  // The parser accepts missing and wrong slashes, which change the host.
  const url = /^https?:\/\/[^\\/][^\\]*$/i.test(text) ? URL.parse(text) : null;
  if (!url || (url.protocol === 'http:' && !mayAllowHttp(policy))) {
    throw invalidRequest(`url must be an https URL such as ${example}`, {
      field: 'url',
      plain: `Enter an address that begins with https:// (such as ${example}).`,
    });
  }
  if (url.username || url.password)
    throw invalidRequest('url must not contain a user name or password', {
      field: 'url',
      plain: 'Leave user name and password out of the address.',
    });
  // The parser normalizes every spelling of an address.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const refusal = isIP(host) === 0 ? undefined : refusalOf(host, url.protocol as Protocol, policy);
  if (refusal)
    throw invalidRequest(`url must not lead there: ${inWords(refusal, host)}`, {
      field: 'url',
      plain:
        refusal === 'no http'
          ? 'Use https: http isn’t safe for this address.'
          : `${host} isn’t a public address, so nothing is sent there.`,
    });
}

/** May name the address, because the caller wrote it. */
function inWords(refusal: Refusal, host: string): string {
  return refusal === 'no http' ? `http is not allowed to ${host}` : `${host} is not a public address`;
}

/** Whether two checked URLs have the same scheme, host and port. */
export function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}
