// Why operators have keys of their own: docs/decisions/0014-operators-and-suspended-workspaces.md.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../context.ts';
import { invalidKey, notFound, rateLimited, unavailable } from '../../errors.ts';
import type { RateLimiter } from '../../limits/rate-windows.ts';
import type { Clock } from '../../time/clock.ts';
import { OPERATOR_KEY_PREFIX } from '../../tokens/raw-keys.ts';
import { acceptJson } from '../content-types.ts';
import { jsonError, withRequestId } from '../error-response.ts';
import { closedPage } from '../headers.ts';
import { ignoredHeader } from '../ignored.ts';
import type { Access, AccessKind, DescribedAccess, Visitor } from './access.ts';
import { createKeyLookUp, type KeyFinder, limitHeaders, takeRequest } from './bearer-keys.ts';

const NAME = 'operator_key';
const UNDER_OPERATOR = /^\/api\/v1\/operator(?:[/?]|$)/;
/** For the queue of a call: operators only wait for the rows that their route names. */
const NO_WORKSPACE = 'operator';

const NEEDED = `These paths need an operator key, which begins with ${OPERATOR_KEY_PREFIX}: create one with rota operator-key create`;

interface GivenByOperatorKey {
  operator: Actor;
}

/** Callers with an operator key. It may do everything operators can do. */
export const operatorKey: Access<GivenByOperatorKey> = { kind: NAME, authorize() {} };

/** The name of the security scheme in the API description. */
export const OPERATOR_SCHEME = 'operatorKey';

/** Finds the operators behind raw keys. Implemented by the feature `operator-keys`. */
interface OperatorKeyRing extends KeyFinder<{ id: string }> {
  /** Called for every request with a valid key. */
  used(key: { id: string }): void;
}

/** Access with an operator key. `limit` is how many requests a key may make in any 60 seconds; 0 means no limit. */
export function createOperatorKeyAccess(
  keys: OperatorKeyRing,
  clock: Clock,
  limiter: RateLimiter,
  limit: number,
): AccessKind {
  const lookUp = createKeyLookUp(keys, clock, limit, (rawKey) =>
    rawKey.startsWith(OPERATOR_KEY_PREFIX) ? undefined : NEEDED,
  );

  async function identify(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Visitor<GivenByOperatorKey>> {
    const { rawKey, digest, address, found } = await lookUp(request);
    keys.used(found);
    await takeRequest(limiter, clock, [{ subject: found.id, limit }], reply);
    return {
      given: { operator: { type: 'operator', id: found.id } },
      logged: { operator_key_id: found.id },
      identity: {
        id: found.id,
        workspaceId: NO_WORKSPACE,
        secret: rawKey,
        isStillGood: async () => (await keys.find(digest, address)) !== undefined,
      },
    };
  }

  return {
    name: NAME,
    identify,
    headers: closedPage,
    acceptBodies: acceptJson,
    ownsPath: (path) => UNDER_OPERATOR.test(path),
    unknownPath: () => notFound('Path', '/docs lists all paths'),
    errorResponse: jsonError,
    namesIgnored: true,
    keepsAnswersIn: { table: 'operator_answers', keyColumn: 'operator_key_id' },
    describe: () => describeOperatorAccess(limit),
  };
}

function describeOperatorAccess(limit: number): DescribedAccess {
  return {
    needs: 'Needs an operator key.',
    security: [{ [OPERATOR_SCHEME]: [] }],
    headers: { ...limitHeaders(limit), ...ignoredHeader },
    refusals: [
      ['unauthorized', invalidKey(NEEDED).message],
      ['rate_limited', rateLimited(1).message],
      ['unavailable', withRequestId(unavailable(undefined).message, 'req_…')],
    ],
  };
}
