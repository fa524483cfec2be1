import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../context.ts';
import {
  invalidKey,
  missingScope,
  notFound,
  type RotaError,
  rateLimited,
  unavailable,
} from '../../errors.ts';
import type { KeyLimits } from '../../limits/limits.ts';
import type { RateLimiter } from '../../limits/rate-windows.ts';
import type { Scope } from '../../scopes.ts';
import type { Clock } from '../../time/clock.ts';
import { OPERATOR_KEY_PREFIX } from '../../tokens/raw-keys.ts';
import { acceptJson } from '../content-types.ts';
import { jsonError, withRequestId } from '../error-response.ts';
import { closedPage } from '../headers.ts';
import { ignoredHeader } from '../ignored.ts';
import type { Access, AccessKind, DescribedAccess, Visitor } from './access.ts';
import { createKeyLookUp, type KeyFinder, limitHeaders, takeRequest } from './bearer-keys.ts';

const NAME = 'api_key';
const UNDER_API = /^\/api\/v1(?:[/?]|$)/;

export interface GivenByKey {
  caller: Caller;
  /** The IP address the call came from. */
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

/** Callers with any API key. What they may do depends on what they ask for. */
export const anyKey: Access<GivenByKey> = { kind: NAME, authorize() {} };

interface FoundKey {
  caller: Caller;
  /** Why the key can't be used right now, although it is valid. */
  refusal: RotaError | undefined;
  /** How many requests all keys of the workspace may make together in any 60 seconds. Null: the limit from the settings. */
  workspaceLimit: number | null;
}

/** Finds the callers behind raw keys. Implemented by the feature `api-keys`. */
interface KeyRing extends KeyFinder<FoundKey> {
  /** Called for every request with a valid key. */
  used(caller: Caller): void;
  /** Called for every request that is within the limits and not refused for another reason. */
  admitted(caller: Caller): void;
}

const WORKSPACE_LIMIT = 'the keys of this workspace have together used up its limit';

const FOR_OPERATORS = 'This is an operator key: it is for paths under /api/v1/operator, and no others';

/** Access with an API key. Checks the key first (401), then the rate limits (429). */
export function createKeyAccess(
  keys: KeyRing,
  clock: Clock,
  limiter: RateLimiter,
  limits: KeyLimits,
): AccessKind {
  const lookUp = createKeyLookUp(keys, clock, limits.key, (rawKey) =>
    rawKey.startsWith(OPERATOR_KEY_PREFIX) ? FOR_OPERATORS : undefined,
  );

  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<Visitor<GivenByKey>> {
    const { rawKey, digest, address, found } = await lookUp(request);
    const { caller } = found;
    keys.used(caller);
    const workspaceLimit = found.workspaceLimit ?? limits.workspace;
    await takeRequest(
      limiter,
      clock,
      [
        { subject: caller.actor.id, limit: limits.key },
        { subject: caller.workspaceId, limit: workspaceLimit, which: WORKSPACE_LIMIT },
      ],
      reply,
    );
    if (found.refusal) throw found.refusal;
    keys.admitted(caller);
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

  return {
    name: NAME,
    identify,
    headers: closedPage,
    acceptBodies: acceptJson,
    ownsPath: (path) => UNDER_API.test(path),
    unknownPath: () => notFound('Path', '/docs lists all paths'),
    errorResponse: jsonError,
    namesIgnored: true,
    keepsAnswersIn: { table: 'idempotent_answers', keyColumn: 'api_key_id' },
    describe: (access) => describeKeyAccess(access as KeyAccess, limits),
  };
}

function describeKeyAccess({ scope }: KeyAccess, { key: limit }: KeyLimits): DescribedAccess {
  return {
    needs: `Needs the scope \`${scope}\`.`,
    headers: { ...limitHeaders(limit), ...ignoredHeader },
    refusals: [
      ['unauthorized', invalidKey().message],
      ['forbidden', missingScope(scope).message],
      ['rate_limited', rateLimited(1).message],
      ['unavailable', withRequestId(unavailable(undefined).message, 'req_…')],
    ],
  };
}
