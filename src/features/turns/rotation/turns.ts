import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { timeOf } from '../../../ids.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import { type Removal, removeInBatches } from '../../../storage/batches.ts';
import type { Transaction } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { updateLastTurn } from './membership-queries.ts';
import { deleteOwedTurn } from './queries.ts';
import { findTeam } from './routed-teams.ts';
import {
  type Candidate,
  type Decision,
  explainingCandidates,
  isAvailable,
  type RoutedTeam,
} from './rules.ts';
import {
  deleteTurns,
  insertTurn,
  type LastNumbers,
  type ListedTurnRow,
  selectLastNumbers,
  selectTeamsWithTurns,
  selectTurn,
  selectTurnFor,
  selectTurns,
  type TurnFilter,
  type TurnRow,
} from './turn-queries.ts';

export type Turn = ReturnType<typeof presentTurn>;
export type ListedTurn = ReturnType<typeof presentListedTurn>;

export async function listTurns(
  context: Context,
  teamId: string,
  filter: TurnFilter,
  page: PageRequest,
): Promise<Page<ListedTurn>> {
  const { database, caller } = context;
  const team = await findTeam(context, database, teamId);
  const rows = await selectTurns(database, caller.workspaceId, team.id, filter, page);
  return takePage(rows, page, presentListedTurn);
}

/** With the candidates. */
export async function getTurn(context: Context, teamId: string, id: string): Promise<Turn> {
  const { database, caller } = context;
  const team = await findTeam(context, database, teamId);
  const row = await selectTurn(database, caller.workspaceId, team.id, id);
  if (!row) throw notFound('Assignment');
  return presentTurn(row);
}

/**
 * The turn that a meeting request took, with the candidates; undefined if it took none, or if the turn was removed after its
 * retention.
 */
export async function findTurnFor(
  { database, caller }: Context,
  meetingRequestId: string,
): Promise<Turn | undefined> {
  const row = await selectTurnFor(database, caller.workspaceId, meetingRequestId);
  return row && presentTurn(row);
}

/** Removes turns before the id, except each member's last one in each team. False if it was stopped early. */
export async function removeTurns(removal: Removal, workspaceId: string, before: string): Promise<boolean> {
  for (const teamId of await selectTeamsWithTurns(removal.database, workspaceId)) {
    const isDone = await removeInBatches(removal, (tx, after) =>
      deleteTurns(tx, workspaceId, teamId, { after, before }),
    );
    if (!isDone) return false;
  }
  return true;
}

/**
 * Writes the turn with its candidates. The caller has locked the team: the turn commits together with what it is for, and no
 * other node takes the same one.
 */
export async function writeTurn(
  context: Context,
  tx: Transaction,
  team: RoutedTeam,
  candidates: Candidate[],
  { chosen, reason, last }: Decision & { last?: LastNumbers },
  meetingRequestId: string | null,
): Promise<Turn> {
  const { workspaceId } = context.caller;
  const { member_id, membership_id, email, name } = chosen;
  const { number, member_number } = last ?? (await selectLastNumbers(tx, workspaceId, team.id, member_id));
  const id = context.ids('turn');
  const turn: TurnRow = {
    id,
    team_id: team.id,
    number: number + 1,
    member_id,
    membership_id,
    reason,
    candidates: JSON.stringify(
      explainingCandidates(candidates, (each) => each === chosen).map(presentCandidate),
    ),
    candidates_total: candidates.length,
    candidates_eligible: candidates.filter(isAvailable).length,
    meeting_request_id: meetingRequestId,
    // Lists filter by the time in the id.
    created_at: timeOf(id),
    returned_at: null,
    email,
    name,
  };
  insertTurn(tx, workspaceId, { ...turn, member_number: member_number + 1 });
  if (chosen.owed_since !== null) await deleteOwedTurn(tx, workspaceId, team.id, member_id);
  if (team.mode === 'pool' && membership_id !== null) {
    updateLastTurn(tx, workspaceId, membership_id, {
      unpaused_at: chosen.unpaused_at,
      last_turn: turn.number,
      last_assigned_at: turn.created_at,
    });
  }
  return presentTurn(turn);
}

/** A candidate as it is stored with the turn and shown. */
export function presentCandidate({ member_id, membership_id, status, last_turn }: Candidate) {
  return { team_membership_id: membership_id, workspace_membership_id: member_id, status, last_turn };
}

/** Turns older than the limit may have more candidates than are shown. */
export function presentTurn(row: TurnRow) {
  const stored = JSON.parse(row.candidates) as ReturnType<typeof presentCandidate>[];
  return {
    ...presentListedTurn(row),
    candidates: explainingCandidates(stored, (each) => each.workspace_membership_id === row.member_id),
    candidates_total: row.candidates_total ?? stored.length,
    candidates_eligible: row.candidates_eligible ?? stored.filter(isAvailable).length,
  };
}

function presentListedTurn(row: ListedTurnRow) {
  return {
    id: row.id,
    team_id: row.team_id,
    number: row.number,
    team_membership_id: row.membership_id,
    workspace_membership_id: row.member_id,
    email: row.email,
    name: row.name,
    meeting_request_id: row.meeting_request_id,
    reason: row.reason,
    created_at: formatTimestamp(row.created_at),
    returned_at: formatTimestamp(row.returned_at),
  };
}
