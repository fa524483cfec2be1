import type { Services } from '../../../context.ts';
import { notFound, validationError } from '../../../errors.ts';
import { formatTimestamp, readTimestamp } from '../../../time/timestamps.ts';
import { hashKey, isExpired } from '../../../tokens/raw-keys.ts';
import {
  insertOperatorKey,
  type OperatorKeyRow,
  revokeOperatorKeyRow,
  selectOperatorKeys,
} from './queries.ts';
import { operatorKeyForm } from './rules.ts';
import type { OperatorKeyInput } from './shapes.ts';

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

/** Those that were not revoked, newest first. */
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
