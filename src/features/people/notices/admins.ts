import type { Context } from '../../../context.ts';
import type { Draft, Notice } from '../../../mail-out/drafts.ts';
import { queueMessages } from '../../../mail-out/enqueue.ts';
import { type Asked, countOutsider, markTold, type Reached } from '../../../mail-out/outsider-limit.ts';
import type { Transaction } from '../../../storage/database.ts';
import { readLetterhead, toMember } from '../../workspace/letterhead/operations.ts';
import { findAdmins } from '../members/operations.ts';

/** The maximum of admins who get a mail, so that a transaction stays small. */
const MAX_TOLD = 20;

/**
 * Writes to the admins of the workspace, in the transaction of what caused it. The mail belongs to no request. `page` is the one of
 * the console that it leads to.
 */
export async function tellAdmins(
  context: Context,
  tx: Transaction,
  page: string,
  notice: Notice,
): Promise<void> {
  const admins = await findAdmins(context, tx, MAX_TOLD);
  if (admins.length === 0) return;
  const letterhead = await readLetterhead(context, tx);
  const drafts = admins.map(
    (admin): Draft => ({
      ...notice,
      workspace: letterhead.workspace,
      ...toMember(letterhead, admin, { console: `${context.address.url}/console/${page}` }),
    }),
  );
  await queueMessages(context, tx, drafts);
}

/** Counts a request from outside, and tells the admins once a day if there are too many. Undefined if there aren't. */
export async function admitOutsider(
  context: Context,
  tx: Transaction,
  asked: Asked,
): Promise<Reached | undefined> {
  const reached = await countOutsider(context, tx, asked);
  if (reached?.is_news) {
    const { limit, of } = reached;
    await tellAdmins(context, tx, 'messages?status=ignored', { kind: 'outsiders_limited', limit, of });
    await markTold(context, tx);
  }
  return reached;
}
