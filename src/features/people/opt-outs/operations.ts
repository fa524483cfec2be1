import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { foldEmail } from '../../../text/emails.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import {
  deleteOptOutRow,
  insertOptOut,
  type OptOut,
  selectOptOut,
  selectOptOutOf,
  selectOptOuts,
} from './queries.ts';

/** False if they have opted out before. */
export async function optOut(context: Context, tx: Transaction, email: string): Promise<boolean> {
  const { caller, clock, ids } = context;
  const row = { id: ids('optOut'), email, created_at: clock.now() };
  if (!(await insertOptOut(tx, caller.workspaceId, row, foldEmail(email)))) return false;
  await recordAudit(context, tx, {
    action: 'opt_out.created',
    target: { type: 'opt_out', id: row.id },
    changes: { email: [null, email] },
  });
  return true;
}

/** Allows the workspace to write to them again. */
export async function optIn(context: Context, tx: Transaction, email: string): Promise<void> {
  const found = await findOptOut(context, tx, email);
  if (found) await remove(context, tx, found);
}

export function findOptOut({ caller }: Context, reader: Reader, email: string): Promise<OptOut | undefined> {
  return selectOptOutOf(reader, caller.workspaceId, foldEmail(email));
}

export async function listOptOuts(
  { database, caller }: Context,
  page: PageRequest,
  { email }: { email: string | undefined },
): Promise<Page<ReturnType<typeof present>>> {
  const folded = email === undefined ? undefined : foldEmail(email);
  return takePage(await selectOptOuts(database, caller.workspaceId, page, folded), page, present);
}

export async function deleteOptOut(context: Context, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const found = await selectOptOut(tx, context.caller.workspaceId, id);
    if (!found || !(await remove(context, tx, found))) throw notFound('Opt-out');
  });
}

/** False if somebody else was faster. */
async function remove(context: Context, tx: Transaction, { id, email }: OptOut): Promise<boolean> {
  if (!(await deleteOptOutRow(tx, context.caller.workspaceId, id))) return false;
  await recordAudit(context, tx, {
    action: 'opt_out.deleted',
    target: { type: 'opt_out', id },
    changes: { email: [email, null] },
  });
  return true;
}

const present = ({ id, email, created_at }: OptOut) => ({
  id,
  email,
  created_at: formatTimestamp(created_at),
});
