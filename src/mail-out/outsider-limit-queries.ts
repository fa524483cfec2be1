// How many people a workspace has written to in a day because an outsider asked for it.
import { deleteExpired } from '../storage/batches.ts';
import type { Transaction } from '../storage/database.ts';

/** The network of the row that counts all of them together. */
export const ALL = '';

/** The row serves as the lock: two nodes never exceed the limit between them. */
export async function lockOutsiderDay(
  tx: Transaction,
  workspaceId: string,
  day: number,
): Promise<{ counted: number; told_at: number | null }> {
  const row = await tx.get<{ counted: number; told_at: number | null }>(
    `insert into outsider_days (workspace_id, day, network, counted) values ($1, $2, '${ALL}', 0)
     on conflict (workspace_id, day, network) do update set counted = outsider_days.counted
     returning counted, told_at`,
    [workspaceId, day],
  );
  return row as { counted: number; told_at: number | null };
}

export async function selectCounted(
  tx: Transaction,
  workspaceId: string,
  day: number,
  network: string,
): Promise<number> {
  const row = await tx.get<{ counted: number }>(
    'select counted from outsider_days where workspace_id = $1 and day = $2 and network = $3',
    [workspaceId, day, network],
  );
  return row?.counted ?? 0;
}

export async function addCounted(
  tx: Transaction,
  workspaceId: string,
  day: number,
  network: string,
  people: number,
): Promise<void> {
  await tx.run(
    `insert into outsider_days (workspace_id, day, network, counted) values ($1, $2, $3, $4)
     on conflict (workspace_id, day, network) do update set counted = outsider_days.counted + excluded.counted`,
    [workspaceId, day, network, people],
  );
}

export async function updateTold(
  tx: Transaction,
  workspaceId: string,
  day: number,
  now: number,
): Promise<void> {
  await tx.run(
    `update outsider_days set told_at = $3 where workspace_id = $1 and day = $2 and network = '${ALL}'`,
    [workspaceId, day, now],
  );
}

export function deleteOldOutsiderDays(tx: Transaction, before: number): Promise<{ id: string }[]> {
  const days = {
    table: 'outsider_days',
    key: ['workspace_id', 'day', 'network'],
    until: 'day',
    id: 'workspace_id',
  };
  return deleteExpired(tx, days, before);
}
