import type { Context, Services } from '../../context.ts';
import { invalidRequest, notFound, validationError } from '../../errors.ts';
import { announce } from '../../events/announce.ts';
import type { Static } from '../../shapes/type.ts';
import type { Transaction } from '../../storage/database.ts';
import { formatTimestamp } from '../../timestamps.ts';
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
import type { Deactivation } from './shapes.ts';

/** Ends the member's part in everything. Memberships and history stay, for a reactivation. */
export async function deactivateMember(context: Context, id: string, body: Static<typeof Deactivation>) {
  const { database, clock } = context;
  return database.transaction(async (tx) => {
    const { member, heir } = await lockBoth(context, tx, id, body.transfer_to ?? null);
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
 * Gives the member's open requests, and those that are still being handed over to the member, to the heir: one batch now,
 * the rest in the background. Refuses when there are open requests and no heir.
 */
async function handOver(context: Context, tx: Transaction, member: MemberRow, heir: MemberRow | undefined) {
  const incoming = await findHandingOverTo(context, tx, member.id);
  if (heir) {
    if (incoming.length > 0) await redirectHandOvers(context, tx, member.id, heir.id);
    const isDone = await handOverRequests(context, tx, member, heir);
    if (!isDone) await beginHandOver(context, tx, member, heir);
    return;
  }
  const open = await countOpenRequests(context, tx, [member.id, ...incoming]);
  if (open > 0) {
    throw validationError(
      `transfer_to is required: the member organizes ${open} active or paused meeting ${open === 1 ? 'request' : 'requests'}`,
    );
  }
  for (const memberId of incoming) await endHandOver(context, tx, memberId);
}

/** Hands over the next batch of a deactivated member. False when there is nothing to do for now. */
export async function handOverNextBatch(services: Services, workspaceId: string, memberId: string) {
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

/** Both members with one statement: two transactions that lock the same two do not deadlock. */
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
