import type { Services } from '../../../context.ts';
import { notFound, validationError } from '../../../errors.ts';
import { Clearable, Name } from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';
import { formatTimestamp, readTimestamp } from '../../../time/timestamps.ts';
import { hashKey, isExpired, OPERATOR_KEY_PREFIX, rawKeyForm } from '../../../tokens/raw-keys.ts';
import type { LastUsed } from '../../workspace/api-keys/last-used.ts';
import {
  insertOperatorKey,
  type OperatorKeyRow,
  revokeOperatorKeyRow,
  selectOperatorKeyByHash,
  selectOperatorKeys,
} from './queries.ts';

export const OperatorKeyInput = Type.Object({
  name: Name('Billing', 'What people will call the key: the program that uses it.'),
  expires_at: Clearable(Type.String({ format: 'date-time', description: 'When the key stops working.' })),
});
export type OperatorKeyInput = Static<typeof OperatorKeyInput>;

const operatorKeyForm = rawKeyForm(OPERATOR_KEY_PREFIX);

type OperatorKey = ReturnType<typeof present>;

/** The result is the only place where the raw key ever appears. */
export async function createOperatorKey(
  { database, clock, ids }: Services,
  input: OperatorKeyInput,
): Promise<OperatorKey & { key: string }> {
  const now = clock.now();
  const expires_at = readTimestamp(input.expires_at);
  if (isExpired(expires_at, now)) throw validationError('expires_at must be in the future');
  const key = operatorKeyForm.generate();
  const row = {
    id: ids('operatorKey'),
    name: input.name,
    key_prefix: operatorKeyForm.shown(key),
    created_at: now,
    last_used_at: null,
    expires_at,
  };
  await database.transaction((tx) => insertOperatorKey(tx, { ...row, key_hash: hashKey(key) }));
  return { ...present(row), key };
}

/** Lists the keys that were not revoked, newest first. */
export async function listOperatorKeys({ database }: Services): Promise<OperatorKey[]> {
  return (await selectOperatorKeys(database)).map(present);
}

/** Permanent. */
export async function revokeOperatorKey({ database, clock }: Services, id: string): Promise<void> {
  const isRevoked = await database.transaction((tx) => revokeOperatorKeyRow(tx, id, clock.now()));
  if (!isRevoked) throw notFound('Operator key');
}

function present(row: OperatorKeyRow) {
  return {
    id: row.id,
    name: row.name,
    key_prefix: row.key_prefix,
    expires_at: formatTimestamp(row.expires_at),
    last_used_at: formatTimestamp(row.last_used_at),
    created_at: formatTimestamp(row.created_at),
  };
}

/** Finds the operator of a raw key. */
export function createOperatorKeyRing({ database, clock }: Services, lastUsed: Pick<LastUsed, 'note'>) {
  return {
    digest: hashKey,
    failsChecksum: async (rawKey: string) => !operatorKeyForm.isWellFormed(rawKey),
    async find(digest: string): Promise<{ id: string } | undefined> {
      const row = await selectOperatorKeyByHash(database, digest);
      return row && !isExpired(row.expires_at, clock.now()) ? { id: row.id } : undefined;
    },
    used: ({ id }: { id: string }) => lastUsed.note(id),
  };
}
