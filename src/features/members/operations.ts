import type { Context } from '../../context.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { insertMember } from './queries.ts';

/** Adds a person to the workspace. So far only the first start does: the owner. */
export async function createMember(
  context: Context,
  input: { email: string; name: string | null; role: 'member' | 'admin' },
): Promise<{ id: string }> {
  const { database, caller, clock, ids } = context;
  const id = ids('member');
  await database.transaction(async (tx) => {
    await insertMember(tx, caller.workspaceId, {
      id,
      ...input,
      email_folded: input.email.toLowerCase(),
      deactivated_at: null,
      created_at: clock.now(),
    });
    await recordAudit(context, tx, {
      action: 'member.created',
      target: { type: 'member', id },
      changes: { email: [null, input.email], name: [null, input.name], role: [null, input.role] },
    });
  });
  return { id };
}
