import { deleteExpired } from '../storage/batches.ts';
import type { Reader, Transaction } from '../storage/database.ts';

// What workspaces have taken in on a day. A mail can go to several of them.

/** Adds to the day, and returns what it has then. The row is the lock: two nodes never take more than the limit between them. */
export function addBytes(
  tx: Transaction,
  day: number,
  added: { workspace_id: string; bytes: number }[],
): Promise<{ workspace_id: string; bytes: number }[]> {
  const given = tx.dialect.rows('$1', { workspace_id: 'text', bytes: 'bigint' });
  return tx.all(
    `insert into inbox_days (workspace_id, day, bytes)
     select workspace_id, cast($2 as bigint), bytes from (select * from ${given}) as added where true order by workspace_id
     on conflict (workspace_id, day) do update set bytes = inbox_days.bytes + excluded.bytes
     returning workspace_id, bytes`,
    [JSON.stringify(added), day],
  );
}

export async function selectBytes(reader: Reader, workspaceId: string, day: number): Promise<number> {
  const row = await reader.get<{ bytes: number }>(
    'select bytes from inbox_days where workspace_id = $1 and day = $2',
    [workspaceId, day],
  );
  return row?.bytes ?? 0;
}

export function deleteOldDays(tx: Transaction, before: number): Promise<{ id: string }[]> {
  const days = { table: 'inbox_days', key: ['workspace_id', 'day'], until: 'day', id: 'workspace_id' };
  return deleteExpired(tx, days, before);
}
