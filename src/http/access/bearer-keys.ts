import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidKey, missingToken, rateLimited } from '../../errors.ts';
import { type RateLimiter, WINDOW_MS } from '../../limits/rate-windows.ts';
import type { Clock } from '../../time/clock.ts';
import { bearerToken, describeFault } from '../authorization.ts';
import { clientAddress, createFailures, createKnown } from './failures.ts';

// Shared by all kinds of access with `Authorization: Bearer <key>`.

/** Finds the owners of raw keys. */
export interface KeyFinder<Found> {
  /** Identifies the key without its value. */
  digest(rawKey: string): string;
  find(digest: string, clientAddress: string): Promise<Found | undefined>;
  /** Whether the key's checksum is wrong, so that it needs no look-up. */
  failsChecksum(rawKey: string): Promise<boolean>;
}

interface LookedUp<Found> {
  rawKey: string;
  digest: string;
  /** Where the call came from. */
  address: string;
  found: Found;
}

/** How many failures an address may have if keys have no limit. */
const DEFAULT_MAX_FAILURES = 120;

/**
 * Finds the key of a request. Throws 401, or 429 for an address with too many failures. Keys that this node has seen
 * before are always looked up, however many calls from their address fail. `advise` says what is wrong with an unknown
 * key.
 */
export function createKeyLookUp<Found>(
  keys: KeyFinder<Found>,
  clock: Clock,
  limit: number,
  advise: (rawKey: string) => string | undefined,
) {
  const failures = createFailures(clock, limit || DEFAULT_MAX_FAILURES);
  const known = createKnown();

  return async (request: FastifyRequest): Promise<LookedUp<Found>> => {
    const { authorization } = request.headers;
    const rawKey = bearerToken(authorization);
    if (rawKey === undefined) throw failures.fail(request, missingToken(describeFault(authorization)));

    const digest = keys.digest(rawKey);
    const address = clientAddress(request);
    const mayLookUp =
      known.has(digest) || (!(await keys.failsChecksum(rawKey)) && failures.mayLookUp(request));
    const found = mayLookUp ? await keys.find(digest, address) : undefined;
    if (!found) {
      throw failures.fail(request, invalidKey(describeFault(authorization) ?? advise(rawKey)));
    }
    known.add(digest);
    return { rawKey, digest, address, found };
  };
}

interface KeyWindow {
  subject: string;
  /** Requests in any 60 seconds. 0 means no limit. */
  limit: number;
  /** Names the limit, unless it is the key's own. */
  which?: string;
}

/** Counts a request in its windows, the key's own first. Throws 429 if one of them is full. */
export async function takeRequest(
  limiter: RateLimiter,
  clock: Clock,
  all: [KeyWindow, ...KeyWindow[]],
  reply: FastifyReply,
): Promise<void> {
  const windows = all.filter((window) => window.limit > 0);
  if (windows.length === 0) return;
  const allowances = await limiter.take(windows, clock.now());
  // The headers show the window that is closest to its limit.
  const [narrowest] = allowances.toSorted((one, other) => one.left - other.left || other.freeIn - one.freeIn);
  const [{ limit }] = all;
  if (limit > 0) {
    reply.header('ratelimit-policy', policyOf(limit));
    reply.header('ratelimit', `"default";r=${narrowest?.left};t=${narrowest?.freeIn}`);
  }
  const refusing = windows.find((_, place) => !allowances[place]?.admitted);
  if (refusing && narrowest) throw rateLimited(narrowest.freeIn, refusing.which);
}

const policyOf = (limit: number) => `"default";q=${limit};w=${WINDOW_MS / 1000}`;

/** For the API description. */
export function limitHeaders(limit: number): Record<string, string> {
  if (limit === 0) return {};
  return {
    'RateLimit-Policy': `The quota and its window in seconds: \`${policyOf(limit)}\`.`,
    RateLimit: `Requests left, and seconds until one more is free: \`"default";r=${limit - 1};t=60\`.`,
  };
}
