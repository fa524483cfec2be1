import type { PageRequest } from '../../../pagination.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { selectNewestFirst } from '../../../storage/newest-first.ts';

/** Somebody who asked the workspace not to write to them any more. What they have agreed to is told to them all the same. */
export interface OptOut {
  id: string;
  email: string;
  created_at: number;
}

const columns = 'id, email, created_at';

/** False if the address is already there. */
export async function insertOptOut(
  tx: Transaction,
  workspaceId: string,
  { id, email, created_at }: OptOut,
  folded: string,
): Promise<boolean> {
  const inserted = await tx.run(
    `insert into opt_outs (workspace_id, id, email, email_folded, created_at) values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, email_folded) do nothing`,
    [workspaceId, id, email, folded, created_at],
  );
  return inserted > 0;
}

export function selectOptOuts(
  reader: Reader,
  workspaceId: string,
  page: PageRequest,
  folded: string | undefined,
): Promise<OptOut[]> {
  return selectNewestFirst<OptOut>(reader, workspaceId, page, {
    columns,
    table: 'opt_outs',
    where: [['email_folded = ?', folded]],
  });
}

export function selectOptOutOf(
  reader: Reader,
  workspaceId: string,
  folded: string,
): Promise<OptOut | undefined> {
  return reader.get<OptOut>(`select ${columns} from opt_outs where workspace_id = $1 and email_folded = $2`, [
    workspaceId,
    folded,
  ]);
}

export function selectOptOut(reader: Reader, workspaceId: string, id: string): Promise<OptOut | undefined> {
  return reader.get<OptOut>(`select ${columns} from opt_outs where workspace_id = $1 and id = $2`, [
    workspaceId,
    id,
  ]);
}

/** False if it is already gone. */
export async function deleteOptOutRow(tx: Transaction, workspaceId: string, id: string): Promise<boolean> {
  const deleted = await tx.run('delete from opt_outs where workspace_id = $1 and id = $2', [workspaceId, id]);
  return deleted > 0;
}
