import type { Reader, Transaction } from '../../../storage/database.ts';

export function selectSkipped(reader: Reader, workspaceId: string) {
  return reader.all<{ step: string }>('select step from skipped_first_steps where workspace_id = $1', [
    workspaceId,
  ]);
}

/** False if it was skipped before. */
export async function insertSkipped(
  tx: Transaction,
  workspaceId: string,
  step: string,
  now: number,
): Promise<boolean> {
  const written = await tx.run(
    `insert into skipped_first_steps (workspace_id, step, skipped_at) values ($1, $2, $3)
     on conflict (workspace_id, step) do nothing`,
    [workspaceId, step, now],
  );
  return written === 1;
}

/** False if it was not skipped. */
export async function deleteSkipped(tx: Transaction, workspaceId: string, step: string): Promise<boolean> {
  const removed = await tx.run('delete from skipped_first_steps where workspace_id = $1 and step = $2', [
    workspaceId,
    step,
  ]);
  return removed === 1;
}
