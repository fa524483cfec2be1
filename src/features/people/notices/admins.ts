import type { Context } from '../../../context.ts';
import type { Draft, Notice } from '../../../mail-out/drafts.ts';
import { queueMessages } from '../../../mail-out/enqueue.ts';
import { type Asked, countOutsider, markTold, type Reached } from '../../../mail-out/outsider-limit.ts';
import type { Transaction } from '../../../storage/database.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import { readWorkspace } from '../../workspace/workspaces/operations.ts';
import { workspaceAddress } from '../../workspace/workspaces/rules.ts';
import { findAdmins } from '../members/operations.ts';

/** The maximum of admins who get a mail, so that a transaction stays small. */
const MAX_TOLD = 20;

/** Writes to the admins of the workspace, in the transaction of what caused it. The mail belongs to no request. */
export async function tellAdmins(context: Context, tx: Transaction, notice: Notice): Promise<void> {
  const admins = await findAdmins(context, tx, MAX_TOLD);
  if (admins.length === 0) return;
  const workspace = await readWorkspace(context, tx);
  const { sender_name } = await readSchedulingSettings(context, tx);
  const address = workspaceAddress(workspace.handle, context.config.mailDomain);
  const drafts = admins.map(
    ({ name, email, timezone }): Draft => ({
      ...notice,
      workspace: workspace.name,
      meeting_request_id: null,
      place: null,
      from: { name: sender_name, address },
      to: { name, address: email },
      reply_to: null,
      timezone: timezone ?? workspace.timezone,
      // The signature is for participants.
      signature: null,
      invite: null,
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
    const url = `${context.address.url}/console/messages?status=ignored`;
    await tellAdmins(context, tx, { kind: 'outsiders_limited', limit, of, url });
    await markTold(context, tx);
  }
  return reached;
}
