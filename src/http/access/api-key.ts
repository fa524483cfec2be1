import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Caller } from '../../context.ts';
import { invalidKey, missingToken, rateLimited } from '../../errors.ts';
import type { Scope } from '../../scopes.ts';
import { bearerToken, describeFault } from '../authorization.ts';
import { networkOf } from '../networks.ts';
import { type Allowance, MemoryRateLimiter, type RateLimiter, WINDOW_MS } from '../rate-limit.ts';

/** Who shows an API key that has the scope may call the route. */
export interface KeyAccess {
  kind: 'api_key';
  scope: Scope;
}

export const keyWith = (scope: Scope): KeyAccess => ({ kind: 'api_key', scope });

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
  limiter: RateLimiter;
  /** Requests in any 60 seconds; 0 for any number. */
  limits: { key: number; workspace: number };
}

/** How many calls of an address may fail where keys have no limit of their own. */
const FAILURES = 120;
/**
 * How many look-ups are left to an address whose failures are used up, for each of them. They are for keys that may be right:
 * those of others at the same address. It is what somebody can make the database do who makes up keys of the right form.
 */
const RESERVE = 10;
/** How many addresses are remembered. Beyond that, those are forgotten that failed longest ago. */
const MOST_ADDRESSES = 10_000;

const WORKSPACE_LIMIT = 'the keys of this workspace have together used up its limit';

/** Past this many the set of known keys starts anew; it only has to remember the ones in use. */
const MAX_KNOWN_KEYS = 10_000;

/**
 * Authentication and the rate limits, in this order: 401, then 429.
 *
 * Requests that fail authentication are counted by client address. An address that has used up that budget gets 429 for
 * whatever else fails, and a bounded number of look-ups for keys that have the right form: so a client that is set up wrongly
 * does not lock out its neighbours behind the same proxy, and keys can't be guessed at speed. Keys that this node has already
 * seen at work always pass.
 */
export function createAccess({ keys, clock, limiter, limits }: AccessOptions) {
  const mostFailures = limits.key || FAILURES;
  const failures = new MemoryRateLimiter(MOST_ADDRESSES);
  const reserve = new MemoryRateLimiter(MOST_ADDRESSES);
  const known = new Set<string>();

  function fail(request: FastifyRequest, error: Error): Error {
    const window = { subject: networkOf(clientAddress(request)), limit: mostFailures };
    const allowance = failures.take([window], clock.now())[0] as Allowance;
    if (allowance.admitted) return error;
    return rateLimited(allowance.freeIn, 'too many calls from this address have failed authentication');
  }

  async function mayBeRight(rawKey: string, request: FastifyRequest): Promise<boolean> {
    if (await keys.isRefusedUnseen(rawKey)) return false;
    const subject = networkOf(clientAddress(request));
    const now = clock.now();
    if (!failures.isFull({ subject, limit: mostFailures }, now)) return true;
    return reserve.take([{ subject, limit: RESERVE * mostFailures }], now).every(({ admitted }) => admitted);
  }

  return { authenticate, isStillGood };

  /** Asked again during an answer that does not end by itself: the key may be revoked or expire meanwhile. */
  async function isStillGood({ rawKey }: Credentials): Promise<boolean> {
    return (await keys.find(keys.digest(rawKey))) !== undefined;
  }

  async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Credentials> {
    const { authorization } = request.headers;
    const rawKey = bearerToken(authorization);
    if (rawKey === undefined) throw fail(request, missingToken(describeFault(authorization)));

    const digest = keys.digest(rawKey);
    const caller =
      known.has(digest) || (await mayBeRight(rawKey, request)) ? await keys.find(digest) : undefined;
    if (!caller) throw fail(request, invalidKey(describeFault(authorization)));

    if (known.size >= MAX_KNOWN_KEYS) known.clear();
    known.add(digest);
    keys.used(caller);
    await limit(caller, reply);
    return { caller, rawKey };
  }

  async function limit({ actor, workspaceId }: Caller, reply: FastifyReply): Promise<void> {
    const windows = [
      { subject: actor.id, limit: limits.key, which: undefined },
      { subject: workspaceId, limit: limits.workspace, which: WORKSPACE_LIMIT },
    ].filter((window) => window.limit > 0);
    if (windows.length === 0) return;
    const allowances = await limiter.take(windows, clock.now());
    // What is left is what the narrower of the two windows leaves.
    const [narrowest] = allowances.toSorted(
      (one, other) => one.left - other.left || other.freeIn - one.freeIn,
    );
    if (limits.key > 0) {
      reply.header('ratelimit-policy', `"default";q=${limits.key};w=${WINDOW_MS / 1000}`);
      reply.header('ratelimit', `"default";r=${narrowest?.left};t=${narrowest?.freeIn}`);
    }
    const refusing = windows.find((_, place) => !allowances[place]?.admitted);
    if (refusing && narrowest) throw rateLimited(narrowest.freeIn, refusing.which);
  }
}

/** Behind a trusted proxy, `request.ip` is whatever text the proxy has passed on. */
export function clientAddress(request: FastifyRequest): string {
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? 'unknown');
}
