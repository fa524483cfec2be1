import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Caller } from '../context.ts';
import { invalidKey, missingToken, rateLimited } from '../errors.ts';
import { MemoryRateLimiter, type RateLimiter, WINDOW_MS } from './rate-limit.ts';

/** How raw keys become callers; made by the feature that keeps the keys. */
export interface KeyRing {
  /** What the key is known by, instead of its value. */
  digest(rawKey: string): string;
  find(digest: string): Promise<Caller | undefined>;
  /** Whether the key can be told to be wrong by looking at it. */
  isRefusedUnseen(rawKey: string): Promise<boolean>;
  /** Told of every request that a valid key made. */
  used(caller: Caller): void;
}

/** The caller and the key it showed; the raw key lives only as long as the request. */
export interface Credentials {
  caller: Caller;
  rawKey: string;
}

export interface AccessOptions {
  keys: KeyRing;
  clock: Clock;
  /** Undefined: no limit. */
  limiter: RateLimiter | undefined;
}

/** Past this many the set of known keys starts anew; it only has to remember the ones in use. */
const MAX_KNOWN_KEYS = 10_000;

/**
 * Authentication and the rate limit, in this order: 401, then 429.
 *
 * Requests that fail authentication are counted by client address. An address that has used up that budget is
 * refused before the look-up, so that keys can't be guessed at speed; only keys that this node has
 * already seen at work pass, so that one misconfigured client does not lock out its neighbours.
 */
export function createAccess({ keys, clock, limiter }: AccessOptions) {
  const failures = limiter && new MemoryRateLimiter(limiter.limit);
  const known = new Set<string>();

  function fail(address: string, error: Error): Error {
    const allowance = failures?.take(address, clock.now());
    return allowance && !allowance.admitted ? rateLimited(allowance.freeIn) : error;
  }

  async function mayBeRight(rawKey: string, address: string): Promise<boolean> {
    return !failures?.isFull(address, clock.now()) && !(await keys.isRefusedUnseen(rawKey));
  }

  return { authenticate, isStillGood };

  /** Asked again during an answer that does not end by itself: the key may be revoked or expire meanwhile. */
  async function isStillGood({ rawKey }: Credentials): Promise<boolean> {
    return (await keys.find(keys.digest(rawKey))) !== undefined;
  }

  async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Credentials> {
    const address = clientAddress(request);
    const rawKey = bearerToken(request.headers.authorization);
    if (rawKey === undefined) throw fail(address, missingToken());

    const digest = keys.digest(rawKey);
    const caller =
      known.has(digest) || (await mayBeRight(rawKey, address)) ? await keys.find(digest) : undefined;
    if (!caller) throw fail(address, invalidKey());

    if (known.size >= MAX_KNOWN_KEYS) known.clear();
    known.add(digest);
    keys.used(caller);
    if (limiter) await limit(limiter, caller, reply);
    return { caller, rawKey };
  }

  async function limit(active: RateLimiter, caller: Caller, reply: FastifyReply): Promise<void> {
    const { admitted, left, freeIn } = await active.take(caller.actor.id, clock.now());
    reply.header('ratelimit-policy', `"default";q=${active.limit};w=${WINDOW_MS / 1000}`);
    reply.header('ratelimit', `"default";r=${left};t=${freeIn}`);
    if (!admitted) throw rateLimited(freeIn);
  }
}

/** Behind a trusted proxy, `request.ip` is whatever text the proxy has passed on. */
export function clientAddress(request: FastifyRequest): string {
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? 'unknown');
}

export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
}
