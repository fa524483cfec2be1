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

/** The channel on which it is told that there is something to hand over. */
export const HAND_OVERS_DUE = 'hand_overs_due';

/** Writes down that more is to be handed over than was so far. The caller holds both members' rows. */
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

/** Whose requests are on their way to this member. */
export function findHandingOverTo({ caller }: Context, reader: Reader, heirId: string): Promise<string[]> {
  return selectHandingOverTo(reader, caller.workspaceId, heirId);
}

/** What is on its way to one member goes to another. The caller holds both members' rows. */
export async function redirectHandOvers({ caller }: Context, tx: Transaction, from: string, to: string) {
  await updateHeir(tx, caller.workspaceId, { from, to });
  tx.notify(HAND_OVERS_DUE);
}

export function endHandOver({ caller }: Context, tx: Transaction, memberId: string): Promise<void> {
  return deleteHandOver(tx, caller.workspaceId, memberId);
}

/** All that there are, of every workspace. */
export function listHandOvers({ database }: Services) {
  return selectHandOvers(database);
}

/**
 * The hand-over with its members, as it stays until the transaction ends; undefined when it is done, when another node is
 * at it, or when the heir has just changed. The heir's row comes before the hand-over's own, as everywhere.
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
