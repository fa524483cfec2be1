// Turns that are given back, by a cancellation or because a guest didn't come: docs/decisions/0019-turns-and-booking-links.md.
import type { Context } from '../../../context.ts';
import { invalidRequest } from '../../../errors.ts';
import type { Transaction } from '../../../storage/database.ts';
import { existsMembership } from './membership-queries.ts';
import { deleteOwedTurn, updateOwedSince, upsertOwedTurn } from './queries.ts';
import { lockTeam } from './routed-teams.ts';
import { includesEverybody, type RoutedTeam } from './rules.ts';
import { selectLastReturn, selectLastTurns, selectTurnOfRequest, updateReturnedAt } from './turn-queries.ts';

/** A turn that can be returned, once. Its team's row is locked. */
export interface ReturnableTurn {
  id: string;
  member_id: string;
  meeting_request_id: string;
  returned_at: number | null;
  team: RoutedTeam;
}

/** The turn that the request took, with its team locked. Call it before the request is locked. */
export async function lockTurnOf(
  context: Context,
  tx: Transaction,
  meetingRequestId: string,
): Promise<ReturnableTurn> {
  const turn = await lockTurnIfAny(context, tx, meetingRequestId);
  if (!turn)
    throw invalidRequest('The request took no turn', {
      plain: 'This request took no turn, so there’s none to give back.',
    });
  return turn;
}

/** The same; undefined if the request took none, or if the turn was removed after its retention. */
export async function lockTurnIfAny(
  context: Context,
  tx: Transaction,
  meetingRequestId: string,
): Promise<ReturnableTurn | undefined> {
  const { workspaceId } = context.caller;
  const found = await selectTurnOfRequest(tx, workspaceId, meetingRequestId);
  if (!found) return undefined;
  const team = await lockTeam(context, tx, found.team_id);
  // Read again under the lock: somebody else may just have returned it.
  const turn = await selectTurnOfRequest(tx, workspaceId, meetingRequestId);
  return turn && { ...turn, meeting_request_id: meetingRequestId, team };
}

/**
 * Moves the member who took the turn to the front of the queue, whoever organizes the request now. False if the turn was returned
 * before: a meeting owes one turn at most.
 */
export async function returnTurn(
  { caller: { workspaceId } }: Context,
  tx: Transaction,
  { meeting_request_id, member_id, returned_at, team }: ReturnableTurn,
  at: number,
): Promise<boolean> {
  if (returned_at !== null) return false;
  await updateReturnedAt(tx, workspaceId, meeting_request_id, at);
  // A member who has left the team is owed nothing.
  const isOwed = includesEverybody(team) || (await existsMembership(tx, workspaceId, team.id, member_id));
  if (isOwed) await upsertOwedTurn(tx, workspaceId, { team_id: team.id, member_id, owed_since: at });
  return true;
}

/**
 * Undoes that the turn was returned. False if the member has taken a turn since, which made up for it: they keep that one, and the
 * turn stays returned, so that it can't be returned a second time.
 */
export async function takeTurnBack(
  { caller: { workspaceId } }: Context,
  tx: Transaction,
  { meeting_request_id, member_id, returned_at, team }: ReturnableTurn,
): Promise<boolean> {
  if (returned_at === null) return false;
  const [last] = await selectLastTurns(tx, workspaceId, team.id, [member_id]);
  const lastTaken = last?.created_at ?? 0;
  if (lastTaken > returned_at) return false;
  await updateReturnedAt(tx, workspaceId, meeting_request_id, null);
  // Two returned turns are owed as one, so another one may still be owed.
  const other = await selectLastReturn(tx, workspaceId, team.id, member_id);
  if (other !== null && other >= lastTaken) {
    await updateOwedSince(tx, workspaceId, { team_id: team.id, member_id, owed_since: other });
  } else await deleteOwedTurn(tx, workspaceId, team.id, member_id);
  return true;
}
