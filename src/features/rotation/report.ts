import type { Context } from '../../context.ts';
import type { Reader } from '../../storage/database.ts';
import { DAY_MS, formatTimestamp } from '../../timestamps.ts';
import { candidateFrom, candidatesOf, lastTurnsOf } from './candidates.ts';
import { presentMembership, readMemberships } from './memberships.ts';
import { findTeam } from './routed-teams.ts';
import { type Candidate, isAvailable, MAX_IN_REPORT, type Mode, queueOf, whoseTurn } from './rules.ts';
import { selectTurnsSince } from './turn-queries.ts';

const THIRTY_DAYS_MS = 30 * DAY_MS;

/** The fairness report: the queue in order, then those who are not in it. */
export async function getRotation(context: Context, teamId: string) {
  const { database, caller, clock } = context;
  const team = await findTeam(context, database, teamId);
  const candidates = await candidatesOf(context, database, team);
  const unavailable = candidates.filter((candidate) => !isAvailable(candidate));
  const listed = [...queueOf(candidates), ...unavailable].slice(0, MAX_IN_REPORT);
  const lastTurns = await lastTurnsOf(context, database, team, listed);
  const memberIds = listed.map(({ member_id }) => member_id);
  const since = clock.now() - THIRTY_DAYS_MS;
  const counts = await selectTurnsSince(database, caller.workspaceId, team.id, memberIds, since);
  const countOf = new Map(counts.map(({ member_id, turns }) => [member_id, turns]));
  const presentPlace = (candidate: Candidate, index: number) => {
    const last = lastTurns.get(candidate.member_id);
    return {
      place: isAvailable(candidate) ? index + 1 : null,
      eligible: isAvailable(candidate),
      team_membership_id: candidate.membership_id,
      workspace_membership_id: candidate.member_id,
      email: candidate.email,
      name: candidate.name,
      status: candidate.status,
      paused_until: formatTimestamp(candidate.paused_until),
      owed_since: formatTimestamp(candidate.owed_since),
      last_turn: last ? { number: last.number, assigned_at: formatTimestamp(last.created_at) } : null,
      turns_last_30_days: countOf.get(candidate.member_id) ?? 0,
    };
  };
  return {
    team_id: team.id,
    mode: team.mode,
    active: team.deactivated_at === null,
    queue: listed.map(presentPlace),
    queue_total: candidates.length,
  };
}

/** A team's active members, oldest first, and who gets its next turn: the rule that assigns also decides this. */
export async function membersOf(
  context: Context,
  reader: Reader,
  team: { id: string; mode: Mode; deactivated_at: number | null },
) {
  const memberships = await readMemberships(context, reader, team.id);
  const assigns = team.mode === 'pool' && team.deactivated_at === null;
  const next = assigns ? whoseTurn(memberships.map(candidateFrom))?.chosen : undefined;
  const members = memberships
    .filter(({ member_deactivated_at }) => member_deactivated_at === null)
    .map(presentMembership);
  return { members, next_assignee: members.find(({ id }) => id === next?.membership_id) ?? null };
}
