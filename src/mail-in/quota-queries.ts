import { deleteExpired } from '../storage/batches.ts';
import type { Reader, Transaction } from '../storage/database.ts';

// How much mail workspaces have taken in on a day.

/** Adds to the day's total and returns it. The row serves as the lock: two nodes never exceed the limit between them. */
export async function addBytes(
  tx: Transaction,
  workspaceId: string,
  day: number,
  bytes: number,
): Promise<number> {
  const row = await tx.get<{ bytes: number }>(
    `insert into inbox_days (workspace_id, day, bytes) values ($1, $2, $3)
     on conflict (workspace_id, day) do update set bytes = inbox_days.bytes + excluded.bytes
     returning bytes`,
    [workspaceId, day, bytes],
  );
  return row?.bytes ?? bytes;
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
