import type { Context } from '../../../context.ts';
import { invalidRequest } from '../../../errors.ts';
import type { Transaction } from '../../../storage/database.ts';
import { existsMembership } from './membership-queries.ts';
import { upsertOwedTurn } from './queries.ts';
import { lockTeam } from './routed-teams.ts';
import { includesEverybody, type RoutedTeam } from './rules.ts';
import { selectTurnOfRequest, updateReturnedAt } from './turn-queries.ts';

/** A turn that can be returned. Its team's row is locked. */
export interface ReturnableTurn {
  id: string;
  member_id: string;
  meeting_request_id: string;
  team: RoutedTeam;
}

/** The turn that the request took, with its team locked. Call it before the request is locked. */
export async function lockTurnOf(
  context: Context,
  tx: Transaction,
  meetingRequestId: string,
): Promise<ReturnableTurn> {
  const turn = await selectTurnOfRequest(tx, context.caller.workspaceId, meetingRequestId);
  if (!turn)
    throw invalidRequest('The request took no turn', {
      plain: 'This request took no turn, so there’s none to give back.',
    });
  const team = await lockTeam(context, tx, turn.team_id);
  return { id: turn.id, member_id: turn.member_id, meeting_request_id: meetingRequestId, team };
}

/** Moves the member who took the turn to the front of the queue, whoever organizes the request now. */
export async function returnTurn(
  { caller: { workspaceId } }: Context,
  tx: Transaction,
  { meeting_request_id, member_id, team }: ReturnableTurn,
  at: number,
): Promise<void> {
  await updateReturnedAt(tx, workspaceId, meeting_request_id, at);
  // A member who has left the team is owed nothing.
  if (!includesEverybody(team) && !(await existsMembership(tx, workspaceId, team.id, member_id))) return;
  await upsertOwedTurn(tx, workspaceId, { team_id: team.id, member_id, owed_since: at });
}
