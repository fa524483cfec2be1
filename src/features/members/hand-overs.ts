import type { Actor, Context, Services } from '../../context.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import {
  deleteHandOver,
  insertHandOver,
  selectFreeHandOver,
  selectHandingOverTo,
  selectHandOver,
  selectHandOvers,
  updateHeir,
} from './heir-queries.ts';
import { findMember, holdActiveMember, type MemberRow } from './operations.ts';

/** Notified when there is something to hand over. */
export const HAND_OVERS_DUE = 'hand_overs_due';

/** Leaves the rest of a large hand-over to the worker. The caller holds both members' rows. */
export async function beginHandOver(
  { caller, clock }: Context,
  tx: Transaction,
  member: MemberRow,
  heir: MemberRow,
): Promise<void> {
  await insertHandOver(tx, caller.workspaceId, {
    member_id: member.id,
    heir_id: heir.id,
    actor_type: caller.actor.type,
    actor_id: caller.actor.id,
    created_at: clock.now(),
  });
  tx.notify(HAND_OVERS_DUE);
}

/** The members whose requests are on their way to this one. */
export function findHandingOverTo({ caller }: Context, reader: Reader, heirId: string): Promise<string[]> {
  return selectHandingOverTo(reader, caller.workspaceId, heirId);
}

/** Gives the hand-overs another heir. The caller holds both members' rows. */
export async function redirectHandOvers({ caller }: Context, tx: Transaction, from: string, to: string) {
  await updateHeir(tx, caller.workspaceId, { from, to });
  tx.notify(HAND_OVERS_DUE);
}

export function endHandOver({ caller }: Context, tx: Transaction, memberId: string): Promise<void> {
  return deleteHandOver(tx, caller.workspaceId, memberId);
}

/** The hand-overs of all workspaces. */
export function listHandOvers({ database }: Services) {
  return selectHandOvers(database);
}

/**
 * Locks the hand-over and its heir until the transaction ends. Undefined when it is done, when another node works on it,
 * or when the heir has just changed. The heir is locked before the hand-over, as everywhere.
 */
export async function holdHandOver(
  context: Context,
  tx: Transaction,
  memberId: string,
): Promise<{ member: MemberRow; heir: MemberRow; actor: Actor } | undefined> {
  const { workspaceId } = context.caller;
  const known = await selectHandOver(tx, workspaceId, memberId);
  const heir = known && (await holdActiveMember(context, tx, known.heir_id));
  const held = heir && (await selectFreeHandOver(tx, workspaceId, memberId));
  const member = held && (await findMember(context, tx, memberId));
  if (!member || held.heir_id !== heir.id) return undefined;
  return { member, heir, actor: { type: held.actor_type, id: held.actor_id } };
}
