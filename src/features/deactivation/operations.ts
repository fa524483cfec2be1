import type { Context } from '../../context.ts';
import { invalidRequest, notFound, validationError } from '../../errors.ts';
import { announce } from '../../events/announce.ts';
import type { Transaction } from '../../storage/database.ts';
import { formatTimestamp } from '../../timestamps.ts';
import { handOverRequests } from '../meeting-requests/operations.ts';
import { findMemberByEmail, lockMembers, type MemberRow, recordDeactivation } from '../members/operations.ts';
import { endSeatOf } from '../seats/operations.ts';

/**
 * The member stays, with memberships and history, and takes part in nothing until reactivated: what is still to be
 * organized goes to the heir, and the seat is free.
 */
export async function deactivateMember(context: Context, id: string, input: { transferTo: string | null }) {
  const { database, clock } = context;
  return database.transaction(async (tx) => {
    const { member, heir } = await lockBoth(context, tx, id, input.transferTo);
    await handOverRequests(context, tx, member, heir);
    await endSeatOf(context, tx, member);
    const now = clock.now();
    const deactivated = await recordDeactivation(context, tx, member, now);
    await announce(context, tx, {
      event: 'member.deactivated',
      id: member.id,
      email: member.email,
      name: member.name,
      deactivated_at: formatTimestamp(now),
      transferred_to: heir?.email ?? null,
    });
    return deactivated;
  });
}

/** Members before anything else that they take part in, and both in one go, so that no two wait for each other. */
async function lockBoth(
  context: Context,
  tx: Transaction,
  id: string,
  heirEmail: string | null,
): Promise<{ member: MemberRow; heir: MemberRow | undefined }> {
  const named = heirEmail === null ? undefined : await findMemberByEmail(context, tx, heirEmail);
  const locked = await lockMembers(context, tx, named ? [id, named.id] : [id]);
  const member = locked.find((row) => row.id === id);
  if (!member) throw notFound('Workspace member');
  if (member.deactivated_at !== null) throw invalidRequest('The member is already deactivated');
  const heir = locked.find((row) => row.id === named?.id && row.id !== id && row.deactivated_at === null);
  if (heirEmail !== null && !heir) {
    throw validationError('transfer_to must be the email of another active member');
  }
  return { member, heir };
}
