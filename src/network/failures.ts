import { RefusedAddress, ResponseTooLarge } from './connect.ts';

export class DeadlinePassed extends Error {
  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs / 1000} seconds`);
  }
}

/** Undici has an error for most invalid responses, and fails an assertion for others. */
function isInvalidHttp(error: Error, code: string): boolean {
  return (
    error.name === 'HTTPParserError' ||
    code === 'ERR_ASSERTION' ||
    /^bad (upgrade|response)$/.test(error.message)
  );
}

const causes: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the connection was closed before the answer was complete',
  EPIPE: 'the connection was closed before the answer was complete',
  ENOTFOUND: 'the name has no address',
  EAI_AGAIN: 'the name could not be looked up',
  ETIMEOUT: 'the name was not looked up in time',
  EHOSTUNREACH: 'the address can not be reached',
  ENETUNREACH: 'the address can not be reached',
  ETIMEDOUT: 'no connection was made in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
};

/** Why a request failed, worded for the owner of the URL. `done` is the purpose, as a participle: `sent`, `fetched`. */
export function inWords(error: Error & { code?: string }, done: string): string {
  if (error instanceof RefusedAddress) return `not ${done}: ${error.message}`;
  if (error instanceof DeadlinePassed || error instanceof ResponseTooLarge) return error.message;
  const { code = '' } = error;
  if (isInvalidHttp(error, code)) return 'the answer is not valid HTTP';
  // OpenSSL's and Node's codes explain themselves: CERT_HAS_EXPIRED.
  if (/CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return `TLS failed: ${code}`;
  return causes[code] ?? `could not be ${done}: ${code || error.name}`;
}
