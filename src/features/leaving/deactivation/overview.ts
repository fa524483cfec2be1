import type { Context } from '../../../context.ts';
import { countToHandOver } from '../../meetings/requests/lifecycle/hand-over.ts';
import { findMember } from '../../people/members/operations.ts';
import { selectHandOver } from './queries.ts';

/** What an active member would leave to a successor. */
export function countLeft(context: Context, memberId: string) {
  return countToHandOver(context, { from: memberId, to: memberId, since: context.clock.now() });
}

export type Left = Awaited<ReturnType<typeof countLeft>>;

/** The hand-over that is under way, and what is left of it. Undefined once it is done. */
export async function readHandOver(context: Context, memberId: string) {
  const { database, caller } = context;
  const row = await selectHandOver(database, caller.workspaceId, memberId);
  const successor = row && (await findMember(context, database, row.heir_id));
  if (!successor) return undefined;
  const left = await countToHandOver(context, { from: memberId, to: successor.id, since: row.created_at });
  return {
    successor: { id: successor.id, email: successor.email, name: successor.name },
    started_at: row.created_at,
    left,
  };
}

export type HandOver = NonNullable<Awaited<ReturnType<typeof readHandOver>>>;
