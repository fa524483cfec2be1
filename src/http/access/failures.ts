import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { rateLimited } from '../../errors.ts';
import { type Allowance, MemoryRateLimiter } from '../../limits/rate-windows.ts';
import { networkOf } from '../../text/networks.ts';
import type { Clock } from '../../time/clock.ts';

/**
 * How many look-ups an address gets, per allowed failure, once it is over its limit of failures. They let other callers
 * behind the same address in, and bound the look-ups that made-up keys of the right form can cause.
 */
const RESERVE = 10;
/** How many addresses to remember. Beyond this, those with the oldest failures are dropped. */
const MAX_ADDRESSES = 10_000;

/**
 * Counts failed authentication by client address. Above the limit, further failures from that address get 429, and it
 * has a limited number of look-ups. That way nobody can guess secrets at speed, and a misconfigured client doesn't lock
 * out others behind the same proxy.
 */
export function createFailures(clock: Clock, limit: number) {
  const failures = new MemoryRateLimiter(MAX_ADDRESSES);
  const reserve = new MemoryRateLimiter(MAX_ADDRESSES);
  const subjectOf = (request: FastifyRequest) => networkOf(clientAddress(request));

  return {
    /** Counts a failure and returns the error to throw: `error`, or 429. */
    fail(request: FastifyRequest, error: Error): Error {
      const window = { subject: subjectOf(request), limit };
      const allowance = failures.take([window], clock.now())[0] as Allowance;
      if (allowance.admitted) return error;
      return rateLimited(allowance.freeIn, 'too many calls from this address have failed authentication');
    },
    /** Whether a secret this process hasn't seen before may be looked up. */
    mayLookUp(request: FastifyRequest): boolean {
      const subject = subjectOf(request);
      const now = clock.now();
      if (!failures.isFull({ subject, limit }, now)) return true;
      return reserve.take([{ subject, limit: RESERVE * limit }], now).every(({ admitted }) => admitted);
    },
  };
}

/** The set is cleared at this size. Secrets in use return with their next call. */
const MAX_KNOWN = 10_000;

/** Digests of secrets that were valid on this node. They are always looked up, however many calls from their address fail. */
export function createKnown() {
  const digests = new Set<string>();
  return {
    has: (digest: string) => digests.has(digest),
    add(digest: string): void {
      if (digests.size >= MAX_KNOWN) digests.clear();
      digests.add(digest);
    },
  };
}

/** Behind a trusted proxy, `request.ip` is whatever text the proxy passed on. */
export function clientAddress(request: FastifyRequest): string {
  const { ip } = request;
  return isIP(ip) ? ip : (request.socket.remoteAddress ?? 'unknown');
}
