import { requireFewHosts } from '../../caps.ts';
import type { Context } from '../../context.ts';
import { invalidRequest, notFound, validationError } from '../../errors.ts';
import { timeOf } from '../../ids.ts';
import { type Page, type PageRequest, takePage } from '../../pages.ts';
import { type Removal, removeInBatches } from '../../storage/batches.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { DAY_MS, formatTimestamp } from '../../timestamps.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { changesFromNothing } from '../audit-log/rules.ts';
import { countEveryActiveMember, holdActiveMember, type MemberRow } from '../members/operations.ts';
import {
  findAlwaysApplied,
  findTeam,
  lockTeam,
  type MembershipRow,
  type RoutedTeam,
  readMemberships,
  recordLastTurn,
  recordTurnMadeUp,
} from '../memberships/operations.ts';
import { candidatesOf, fromMembership, hostsOf, lastTurnsOf } from './candidates.ts';
import {
  deleteTurns,
  insertTurn,
  type ListedTurnRow,
  selectLastNumbers,
  selectTeamsWithTurns,
  selectTurn,
  selectTurns,
  selectTurnsSince,
  type TurnFilter,
  type TurnRow,
} from './queries.ts';
import { type Candidate, type Decision, MAX_IN_REPORT, queueOf, tellingOf, whoseTurn } from './rules.ts';

const THIRTY_DAYS_MS = 30 * DAY_MS;

export type Turn = ReturnType<typeof presentTurn>;
export type ListedTurn = ReturnType<typeof presentListedTurn>;

/** What a turn is for, where Rota knows it, and whom it was given to by name. */
export interface Purpose {
  meetingRequestId: string | null;
  named: MemberRow | undefined;
}

/**
 * Decides who takes the team's next turn, and records it with everybody who was considered and why it fell on
 * this one. The caller holds the team's row until `tx` ends, so what the turn is for commits with it, and no other
 * node can take the same one.
 */
export async function assign(context: Context, tx: Transaction, team: RoutedTeam, purpose: Purpose) {
  const { caller, ids } = context;
  if (team.deactivated_at !== null) throw validationError('The team is deactivated');
  if (team.mode === 'manual') throw invalidRequest('A team in manual mode assigns nobody');

  const memberships = await readMemberships(context, tx, team.id);
  const candidates = await candidatesOf(context, tx, team, memberships);
  const { chosen, reason } = purpose.named
    ? findNamed(candidates, purpose.named)
    : await decide(context, tx, candidates);
  const last = await selectLastNumbers(tx, caller.workspaceId, team.id, chosen.memberId);
  const id = ids('turn');
  const turn: TurnRow = {
    id,
    team_id: team.id,
    number: last.number + 1,
    member_id: chosen.memberId,
    membership_id: chosen.membershipId,
    reason,
    candidates: JSON.stringify(tellingOf(candidates, (each) => each === chosen).map(presentCandidate)),
    candidates_total: candidates.length,
    candidates_eligible: candidates.filter(isAvailable).length,
    meeting_request_id: purpose.meetingRequestId,
    // The time in the id: lists filter by the one through the other.
    created_at: timeOf(id),
    returned_at: null,
    email: chosen.email,
    name: chosen.name,
  };
  await insertTurn(tx, caller.workspaceId, { ...turn, member_number: last.member_number + 1 });
  if (chosen.owedSince !== null) await recordTurnMadeUp(context, tx, team.id, chosen.memberId);
  const membership = memberships.find(({ id }) => id === chosen.membershipId);
  if (team.mode === 'pool' && membership) {
    await recordLastTurn(context, tx, membership, { number: turn.number, at: turn.created_at });
  }
  return { turn: presentTurn(turn), candidates };
}

/** Somebody else may be deactivating the one whose turn it is: then it is the next one's. */
async function decide(context: Context, tx: Transaction, candidates: Candidate[]): Promise<Decision> {
  for (;;) {
    const decision = whoseTurn(candidates);
    if (!decision) throw validationError('The team has no member who could take the turn');
    if (await holdActiveMember(context, tx, decision.chosen.memberId)) return decision;
    decision.chosen.status = 'deactivated';
  }
}

function findNamed(candidates: Candidate[], member: MemberRow): Decision {
  const chosen = candidates.find(({ memberId }) => memberId === member.id);
  if (!chosen) throw validationError('organizer_email is not a member of the team');
  return { chosen, reason: 'named' };
}

/** Refuses a team that would bring more hosts than a request may have, before they are all read. */
export async function requireFewInTeam(context: Context, reader: Reader, team: RoutedTeam): Promise<void> {
  if (team.mode === 'stack' && team.include_all_members === 1) {
    requireFewHosts(context, await countEveryActiveMember(context, reader));
  }
}

/** Who takes part in every request of the workspace, because a stack team always applies; each once. */
export async function findStandingHosts(context: Context, reader: Reader): Promise<Candidate[]> {
  const hosts = new Map<string, Candidate>();
  for (const team of await findAlwaysApplied(context, reader)) {
    await requireFewInTeam(context, reader, team);
    const memberships = await readMemberships(context, reader, team.id);
    for (const host of await hostsOf(context, reader, team, memberships)) hosts.set(host.memberId, host);
    requireFewHosts(context, hosts.size);
  }
  return [...hosts.values()];
}

/** A turn for something that Rota does not know of: a lead, a ticket, a call. */
export async function takeTurn(context: Context, teamId: string): Promise<Turn> {
  return context.database.transaction(async (tx) => {
    const team = await lockTeam(context, tx, teamId);
    const { turn } = await assign(context, tx, team, { meetingRequestId: null, named: undefined });
    await recordAudit(context, tx, {
      action: 'turn.taken',
      target: { type: 'turn', id: turn.id },
      changes: changesFromNothing({
        team_id: turn.team_id,
        number: turn.number,
        workspace_membership_id: turn.workspace_membership_id,
      }),
    });
    return turn;
  });
}

/** Whom `assign` would choose for a pool team with these memberships; its rule decides, so they can't disagree. */
export function nextAssignee(memberships: MembershipRow[]): MembershipRow | undefined {
  const next = whoseTurn(memberships.map(fromMembership))?.chosen;
  return memberships.find(({ id }) => id === next?.membershipId);
}

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

/** One turn, with who was considered. */
export async function getTurn(context: Context, teamId: string, id: string): Promise<Turn> {
  const { database, caller } = context;
  const team = await findTeam(context, database, teamId);
  const row = await selectTurn(database, caller.workspaceId, team.id, id);
  if (!row) throw notFound('Assignment');
  return presentTurn(row);
}

/** Removes turns that are older than the id, but for the last of each member in each team; false when it was ended before. */
export async function removeTurns(removal: Removal, workspaceId: string, before: string): Promise<boolean> {
  for (const teamId of await selectTeamsWithTurns(removal.database, workspaceId)) {
    const isDone = await removeInBatches(removal, (tx, after) =>
      deleteTurns(tx, workspaceId, teamId, { after, before }),
    );
    if (!isDone) return false;
  }
  return true;
}

/** The fairness report: the queue in order, then those who are not in it, and why; so many of them at most. */
export async function getRotation(context: Context, teamId: string) {
  const { database, caller, clock } = context;
  const team = await findTeam(context, database, teamId);
  const memberships = await readMemberships(context, database, team.id);
  const candidates = await candidatesOf(context, database, team, memberships);
  const queue = queueOf(candidates);
  const others = candidates.filter((candidate) => !isAvailable(candidate));
  const shown = [...queue, ...others].slice(0, MAX_IN_REPORT);
  const lastTurns = await lastTurnsOf(context, database, team, shown);
  const counts = await selectTurnsSince(
    database,
    caller.workspaceId,
    team.id,
    shown.map(({ memberId }) => memberId),
    clock.now() - THIRTY_DAYS_MS,
  );
  const countOf = new Map(counts.map(({ member_id, turns }) => [member_id, turns]));
  const entry = (candidate: Candidate, index: number) => {
    const last = lastTurns.get(candidate.memberId);
    return {
      place: isAvailable(candidate) ? index + 1 : null,
      eligible: isAvailable(candidate),
      team_membership_id: candidate.membershipId,
      workspace_membership_id: candidate.memberId,
      email: candidate.email,
      name: candidate.name,
      status: candidate.status,
      paused_until: formatTimestamp(candidate.pausedUntil),
      owed_since: formatTimestamp(candidate.owedSince),
      last_turn: last ? { number: last.number, assigned_at: formatTimestamp(last.created_at) } : null,
      turns_last_30_days: countOf.get(candidate.memberId) ?? 0,
    };
  };
  return {
    team_id: team.id,
    mode: team.mode,
    active: team.deactivated_at === null,
    queue: shown.map(entry),
    queue_total: candidates.length,
  };
}

const isAvailable = ({ status }: Pick<Candidate, 'status'>) => status === 'available';

function presentCandidate({ memberId, membershipId, status, lastTurn }: Candidate) {
  return { team_membership_id: membershipId, workspace_membership_id: memberId, status, last_turn: lastTurn };
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

/** A turn from before there was a limit may have been kept with more candidates than are shown. */
function presentTurn(row: TurnRow) {
  const kept = JSON.parse(row.candidates) as ReturnType<typeof presentCandidate>[];
  const standing = kept.map((shown) => ({
    ...shown,
    lastTurn: shown.last_turn,
    unpausedAt: null,
    owedSince: null,
  }));
  return {
    ...presentListedTurn(row),
    candidates: tellingOf(standing, (each) => each.workspace_membership_id === row.member_id),
    candidates_total: row.candidates_total ?? kept.length,
    candidates_eligible: row.candidates_eligible ?? kept.filter(isAvailable).length,
  };
}
