import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import { rateLimited } from '../../errors.ts';
import { networkOf } from '../networks.ts';
import { type Allowance, MemoryRateLimiter } from '../rate-limit.ts';

/**
 * How many look-ups are left to an address whose failures are used up, for each of them. They are for callers at the same
 * address who may be right. It is what somebody can make the database do who makes up secrets of the right form.
 */
const RESERVE = 10;
/** How many addresses are remembered. Beyond that, those are forgotten that failed longest ago. */
const MAX_ADDRESSES = 10_000;

/**
 * Requests that fail authentication, counted by client address. An address that has used up its failures gets 429 for
 * whatever else fails, and a bounded number of look-ups. So a client that is set up wrongly does not lock out its neighbours
 * behind the same proxy, and secrets can't be guessed at speed.
 */
export function createFailures(clock: Clock, limit: number) {
  const failures = new MemoryRateLimiter(MAX_ADDRESSES);
  const reserve = new MemoryRateLimiter(MAX_ADDRESSES);
  const subjectOf = (request: FastifyRequest) => networkOf(clientAddress(request));

  return {
    /** Counts a failure, and answers what to throw for it. */
    fail(request: FastifyRequest, error: Error): Error {
      const window = { subject: subjectOf(request), limit };
      const allowance = failures.take([window], clock.now())[0] as Allowance;
      if (allowance.admitted) return error;
      return rateLimited(allowance.freeIn, 'too many calls from this address have failed authentication');
    },
    /** Whether a secret that this process has not seen yet may be looked up. */
    mayLookUp(request: FastifyRequest): boolean {
      const subject = subjectOf(request);
      const now = clock.now();
      if (!failures.isFull({ subject, limit }, now)) return true;
      return reserve.take([{ subject, limit: RESERVE * limit }], now).every(({ admitted }) => admitted);
    },
  };
}

/** Behind a trusted proxy, `request.ip` is whatever text the proxy has passed on. */
export function clientAddress(request: FastifyRequest): string {
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? 'unknown');
}
