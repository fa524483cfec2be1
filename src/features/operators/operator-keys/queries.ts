// Keys of operators, which belong to no workspace.
import type { Reader, Transaction } from '../../../storage/database.ts';
import { insertRow } from '../../../storage/rows.ts';

export interface OperatorKeyRow {
  id: string;
  name: string;
  key_prefix: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
}

const columns = 'id, name, key_prefix, created_at, last_used_at, expires_at';

/** Includes expired keys. There are few: only the command line makes them. */
export function selectOperatorKeys(reader: Reader): Promise<OperatorKeyRow[]> {
  return reader.all<OperatorKeyRow>(
    `select ${columns} from operator_keys where revoked_at is null order by id desc`,
  );
}

/** Runs for every call of an operator. */
export function selectOperatorKeyByHash(reader: Reader, keyHash: string) {
  return reader.get<{ id: string; expires_at: number | null }>(
    'select id, expires_at from operator_keys where key_hash = $1 and revoked_at is null',
    [keyHash],
  );
}

export function insertOperatorKey(tx: Transaction, row: OperatorKeyRow & { key_hash: string }) {
  return insertRow(tx, 'operator_keys', { ...row });
}

/** False if there is no such key, or if it was revoked before. */
export async function revokeOperatorKeyRow(tx: Transaction, id: string, now: number): Promise<boolean> {
  const changed = await tx.run(
    'update operator_keys set revoked_at = $2 where id = $1 and revoked_at is null',
    [id, now],
  );
  return changed === 1;
}

export async function updateOperatorKeysUsed(
  tx: Transaction,
  uses: { id: string; at: number }[],
): Promise<void> {
  const given = tx.dialect.rows('$1', { id: 'text', at: 'bigint' });
  await tx.run(
    `update operator_keys set last_used_at = used.at from (select id, at from ${given}) as used
     where operator_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`,
    [JSON.stringify(uses)],
  );
}
