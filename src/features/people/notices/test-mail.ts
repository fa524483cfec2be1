import type { Context } from '../../../context.ts';
import { queueMessages } from '../../../mail-out/enqueue.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import { readWorkspace } from '../../workspace/workspaces/operations.ts';
import { workspaceAddress } from '../../workspace/workspaces/rules.ts';
import { lockMember } from '../members/operations.ts';

/** Sends the member who is signed in a mail like any other, so that they see whether mail goes out. */
export async function sendTestMail(context: Context): Promise<void> {
  const { database, caller, config } = context;
  await database.transaction(async (tx) => {
    const { name, email } = await lockMember(context, tx, caller.actor.id);
    const workspace = await readWorkspace(context, tx);
    const { sender_name } = await readSchedulingSettings(context, tx);
    const [id] = await queueMessages(context, tx, [
      {
        kind: 'test',
        meeting_request_id: null,
        place: null,
        from: { name: sender_name, address: workspaceAddress(workspace.handle, config.mailDomain) },
        to: { name, address: email },
        reply_to: null,
        timezone: workspace.timezone,
        // The signature is for participants.
        signature: null,
        invite: null,
        workspace: workspace.name,
      },
    ]);
    await recordAudit(context, tx, {
      action: 'message.test_sent',
      target: { type: 'message', id: id as string },
      changes: { recipient_address: [null, email] },
    });
  });
}
