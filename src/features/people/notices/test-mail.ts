import type { Context } from '../../../context.ts';
import { queueMessages } from '../../../mail-out/enqueue.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { readLetterhead, toMember } from '../../workspace/letterhead/operations.ts';
import { lockMember } from '../members/operations.ts';

/** Sends the member who is signed in a mail like any other, so that they see whether mail goes out. */
export async function sendTestMail(context: Context): Promise<void> {
  const { database, caller } = context;
  await database.transaction(async (tx) => {
    const member = await lockMember(context, tx, caller.actor.id);
    const letterhead = await readLetterhead(context, tx);
    const { workspace } = letterhead;
    const [id] = await queueMessages(context, tx, [
      { kind: 'test', workspace, ...toMember(letterhead, member, {}) },
    ]);
    await recordAudit(context, tx, {
      action: 'message.test_sent',
      target: { type: 'message', id: id as string },
      changes: { recipient_address: [null, member.email] },
    });
  });
}
