import type { Context } from '../../../context.ts';
import type { Reader } from '../../../storage/database.ts';
import { DAY_MS, formatTimestamp } from '../../../time/timestamps.ts';
import { type MembershipRow, selectMembershipsOfTeams } from './membership-queries.ts';
import { presentMembership } from './memberships.ts';
import { candidateFrom, findTeam, readCandidates, readLastTurns, readMemberships } from './routed-teams.ts';
import {
  type Candidate,
  isAvailable,
  MAX_IN_REPORT,
  type Mode,
  queueOf,
  reasonFor,
  whoseTurn,
  withPauseEnded,
} from './rules.ts';
import { selectTurnsSince } from './turn-queries.ts';

const THIRTY_DAYS_MS = 30 * DAY_MS;

export type Rotation = Awaited<ReturnType<typeof getRotation>>;
export type Place = Rotation['queue'][number];

/** The fairness report: the queue in order, then everybody who is not in it. */
export async function getRotation(context: Context, teamId: string) {
  const { database, caller, clock } = context;
  const team = await findTeam(context, database, teamId);
  const candidates = await readCandidates(context, database, team);
  const unavailable = candidates.filter((candidate) => !isAvailable(candidate));
  const listed = [...queueOf(candidates), ...unavailable].slice(0, MAX_IN_REPORT);
  const lastTurns = await readLastTurns(context, database, team, listed);
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
      reason: isAvailable(candidate) ? reasonFor(candidate) : null,
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

/** A team's active members, oldest first, and who gets its next turn, decided by the same rule that assigns turns. */
export async function membersOf(
  context: Context,
  reader: Reader,
  team: { id: string; mode: Mode; deactivated_at: number | null },
) {
  const memberships = await readMemberships(context, reader, team.id);
  const members = memberships
    .filter(({ member_deactivated_at }) => member_deactivated_at === null)
    .map(presentMembership);
  const next = nextOf(team, memberships);
  return { members, next_assignee: members.find(({ id }) => id === next?.membership_id) ?? null };
}

function nextOf(
  { mode, deactivated_at }: { mode: Mode; deactivated_at: number | null },
  memberships: MembershipRow[],
): Candidate | undefined {
  const assigns = mode === 'pool' && deactivated_at === null;
  return assigns ? whoseTurn(memberships.map(candidateFrom))?.chosen : undefined;
}

/** Who gets the next turn of each of these teams, by team id. Leaves out teams where nobody can. */
export async function nextAssigneesOf(
  { caller, clock }: Context,
  reader: Reader,
  teams: { id: string; mode: Mode; deactivated_at: number | null }[],
): Promise<Map<string, Candidate>> {
  const now = clock.now();
  const rows = await selectMembershipsOfTeams(reader, caller.workspaceId, idsOf(teams));
  const byTeam = Map.groupBy(rows, ({ team_id }) => team_id);
  return new Map(
    teams.flatMap((team) => {
      const memberships = (byTeam.get(team.id) ?? []).map((row) => withPauseEnded(row, now));
      const next = nextOf(team, memberships);
      return next ? [[team.id, next] as const] : [];
    }),
  );
}

const idsOf = (teams: { id: string }[]) => teams.map(({ id }) => id);
