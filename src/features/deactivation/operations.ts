import type { Context, Services } from '../../context.ts';
import { invalidRequest, notFound, validationError } from '../../errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { formatTimestamp } from '../../timestamps.ts';
import { announce } from '../events/announce.ts';
import { countOpenRequests, handOverRequests } from '../meeting-requests/hand-over.ts';
import {
  beginHandOver,
  endHandOver,
  findHandingOverTo,
  holdHandOver,
  redirectHandOvers,
} from '../members/hand-overs.ts';
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
    await handOver(context, tx, member, heir);
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

/**
 * What the member still has to organize, and what is on its way to the member, goes to the heir: as much as can be written
 * without holding up others now, the rest in steps. Refuses when there is something and nobody to take it.
 */
async function handOver(context: Context, tx: Transaction, member: MemberRow, heir: MemberRow | undefined) {
  const coming = await findHandingOverTo(context, tx, member.id);
  if (heir) {
    if (coming.length > 0) await redirectHandOvers(context, tx, member.id, heir.id);
    const isDone = await handOverRequests(context, tx, member, heir);
    if (!isDone) await beginHandOver(context, tx, member, heir);
    return;
  }
  const open = await countOpenRequests(context, tx, [member.id, ...coming]);
  if (open > 0) {
    throw validationError(
      `transfer_to is required: the member organizes ${open} active or paused meeting ${open === 1 ? 'request' : 'requests'}`,
    );
  }
  for (const memberId of coming) await endHandOver(context, tx, memberId);
}

/** The next step of what one who was deactivated still has to hand over; false when there is nothing to do for now. */
export async function goOnHandingOver(services: Services, workspaceId: string, memberId: string) {
  return services.database.transaction(async (tx) => {
    const actor = { type: 'system', id: 'hand-over' } as const;
    const system: Context = { ...services, caller: { workspaceId, actor, scopes: [] } };
    const held = await holdHandOver(system, tx, memberId);
    if (!held) return false;
    const context = { ...system, caller: { ...system.caller, actor: held.actor } };
    if (await handOverRequests(context, tx, held.member, held.heir)) await endHandOver(context, tx, memberId);
    return true;
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
