import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Caller } from '../../context.ts';
import {
  invalidKey,
  missingScope,
  missingToken,
  notFound,
  type RotaError,
  rateLimited,
  unavailable,
} from '../../errors.ts';
import { type RateLimiter, WINDOW_MS } from '../../rate-windows.ts';
import type { Scope } from '../../scopes.ts';
import { bearerToken, describeFault } from '../authorization.ts';
import { acceptJson } from '../content-types.ts';
import { jsonError, withRequestId } from '../error-response.ts';
import { closedPage } from '../headers.ts';
import { IGNORED_HEADER } from '../ignored.ts';
import type { Access, AccessKind, DescribedAccess, Visitor } from './access.ts';
import { clientAddress, createFailures, createKnown } from './failures.ts';

const NAME = 'api_key';
const UNDER_API = /^\/api\/v1(?:[/?]|$)/;

interface GivenByKey {
  caller: Caller;
  /** The IP address that the call came from. */
  clientAddress: string;
}

export interface KeyAccess extends Access<GivenByKey> {
  scope: Scope;
}

/** Callers with an API key that has the scope. */
export function keyWith(scope: Scope): KeyAccess {
  return {
    kind: NAME,
    scope,
    authorize({ caller }) {
      if (!caller.scopes.includes(scope)) throw missingScope(scope);
    },
  };
}

export interface FoundKey {
  caller: Caller;
  /** Why the key may not be used now, although it works. */
  refusal: RotaError | undefined;
  /** Requests that all keys of the workspace may make together in any 60 seconds; null for that of the settings. */
  workspaceLimit: number | null;
}

/** Finds the callers of raw keys. The feature `api-keys` implements it. */
export interface KeyRing {
  /** Identifies the key in place of its value. */
  digest(rawKey: string): string;
  find(digest: string, clientAddress: string): Promise<FoundKey | undefined>;
  /** Whether the key is wrong by its form, so that it needs no look-up. */
  failsChecksum(rawKey: string): Promise<boolean>;
  /** Called for every request with a valid key. */
  used(caller: Caller): void;
}

/** Requests in any 60 seconds. 0 is no limit. */
export interface KeyLimits {
  key: number;
  workspace: number;
}

/** The default limit of a workspace is this many times that of a key. */
const KEYS_IN_WORKSPACE_LIMIT = 10;

export function keyLimits(config: Config): KeyLimits {
  const key = config.rateLimitPerMinute;
  return { key, workspace: config.workspaceRateLimitPerMinute ?? key * KEYS_IN_WORKSPACE_LIMIT };
}

/** Failures allowed to an address when keys have no limit. */
const DEFAULT_MAX_FAILURES = 120;

const WORKSPACE_LIMIT = 'the keys of this workspace have together used up its limit';

/**
 * Access with an API key. Checks the key first (401), then the rate limits (429). Keys that this node has seen before are
 * always looked up, however many calls from their address fail.
 */
export function createKeyAccess(
  keys: KeyRing,
  clock: Clock,
  limiter: RateLimiter,
  limits: KeyLimits,
): AccessKind {
  const failures = createFailures(clock, limits.key || DEFAULT_MAX_FAILURES);
  const known = createKnown();

  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<Visitor<GivenByKey>> {
    const { authorization } = request.headers;
    const rawKey = bearerToken(authorization);
    if (rawKey === undefined) throw failures.fail(request, missingToken(describeFault(authorization)));

    const digest = keys.digest(rawKey);
    const mayLookUp =
      known.has(digest) || (!(await keys.failsChecksum(rawKey)) && failures.mayLookUp(request));
    const address = clientAddress(request);
    const found = mayLookUp ? await keys.find(digest, address) : undefined;
    if (!found) throw failures.fail(request, invalidKey(describeFault(authorization)));

    known.add(digest);
    const { caller } = found;
    keys.used(caller);
    await applyLimits(found, reply);
    if (found.refusal) throw found.refusal;
    const { workspaceId, actor } = caller;
    return {
      given: { caller, clientAddress: address },
      logged: { workspace_id: workspaceId, api_key_id: actor.id },
      identity: {
        id: actor.id,
        workspaceId,
        secret: rawKey,
        isStillGood: async () => {
          const now = await keys.find(digest, address);
          return now !== undefined && !now.refusal;
        },
      },
    };
  }

  async function applyLimits({ caller, workspaceLimit }: FoundKey, reply: FastifyReply): Promise<void> {
    const windows = [
      { subject: caller.actor.id, limit: limits.key, which: undefined },
      { subject: caller.workspaceId, limit: workspaceLimit ?? limits.workspace, which: WORKSPACE_LIMIT },
    ].filter((window) => window.limit > 0);
    if (windows.length === 0) return;
    const allowances = await limiter.take(windows, clock.now());
    // The headers show the window with less room.
    const [narrowest] = allowances.toSorted(
      (one, other) => one.left - other.left || other.freeIn - one.freeIn,
    );
    if (limits.key > 0) {
      reply.header('ratelimit-policy', policyOf(limits.key));
      reply.header('ratelimit', `"default";r=${narrowest?.left};t=${narrowest?.freeIn}`);
    }
    const refusing = windows.find((_, place) => !allowances[place]?.admitted);
    if (refusing && narrowest) throw rateLimited(narrowest.freeIn, refusing.which);
  }

  return {
    name: NAME,
    identify,
    headers: closedPage,
    acceptBodies: acceptJson,
    ownsPath: (path) => UNDER_API.test(path),
    unknownPath: () => notFound('Path', '/docs lists all paths'),
    errorResponse: jsonError,
    namesIgnored: true,
    takesIdempotencyKeys: true,
    describe: (access) => describeKeyAccess(access as KeyAccess, limits),
  };
}

const policyOf = (limit: number) => `"default";q=${limit};w=${WINDOW_MS / 1000}`;

function describeKeyAccess({ scope }: KeyAccess, { key: limit }: KeyLimits): DescribedAccess {
  return {
    needs: `Needs the scope \`${scope}\`.`,
    headers: {
      ...(limit > 0 && {
        'RateLimit-Policy': `The quota and its window in seconds: \`${policyOf(limit)}\`.`,
        RateLimit: `Requests left, and seconds until one more is free: \`"default";r=${limit - 1};t=60\`.`,
      }),
      [IGNORED_HEADER]:
        'Present when the request held parameters or fields that the operation does not know: ' +
        '`query.limt, body.context.titel`. They were ignored.',
    },
    refusals: [
      ['unauthorized', invalidKey().message],
      ['forbidden', missingScope(scope).message],
      ['rate_limited', rateLimited(1).message],
      ['unavailable', withRequestId(unavailable(undefined).message, 'req_…')],
    ],
  };
}
