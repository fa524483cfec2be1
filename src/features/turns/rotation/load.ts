// Who is next in each of several pool teams, and how many turns everybody had lately: a few statements, whatever happened before.
import type { Context } from '../../../context.ts';
import { DAY_MS, formatTimestamp } from '../../../time/timestamps.ts';
import { type MembershipRow, selectMembershipsOfTeams } from './membership-queries.ts';
import { candidateFrom } from './routed-teams.ts';
import { type Candidate, queueOf, reasonFor, withPauseEnded } from './rules.ts';
import { selectTurnsSince } from './turn-queries.ts';

const THIRTY_DAYS_MS = 30 * DAY_MS;
/** The most people of a team whose turns are counted, the next ones first. */
const MAX_COUNTED = 25;

export type Load = Awaited<ReturnType<typeof readLoads>>[number];

/** In the order of the ids, without teams that have no active members. */
export async function readLoads(context: Context, teamIds: string[]) {
  if (teamIds.length === 0) return [];
  const { database, caller, clock } = context;
  const now = clock.now();
  const rows = await selectMembershipsOfTeams(database, caller.workspaceId, teamIds);
  const byTeam = Map.groupBy(rows, ({ team_id }) => team_id);
  const loads = await Promise.all(teamIds.map((id) => loadOf(context, id, byTeam.get(id) ?? [], now)));
  return loads.filter(({ people }) => people.length > 0);
}

async function loadOf(
  { database, caller }: Context,
  teamId: string,
  memberships: MembershipRow[],
  now: number,
) {
  const candidates = memberships
    .map((row) => candidateFrom(withPauseEnded(row, now)))
    .filter(({ status }) => status !== 'deactivated');
  const queue = queueOf(candidates);
  const others = candidates.filter(({ status }) => status !== 'available');
  const listed = [...queue, ...others].slice(0, MAX_COUNTED);
  const ids = listed.map(({ member_id }) => member_id);
  const counts = await selectTurnsSince(database, caller.workspaceId, teamId, ids, now - THIRTY_DAYS_MS);
  const turns = new Map(counts.map((count) => [count.member_id, count.turns ?? 0]));
  const person = (candidate: Candidate) => ({
    member_id: candidate.member_id,
    email: candidate.email,
    name: candidate.name,
    status: candidate.status,
    /** Why they have their place; null for somebody who isn't in the queue. */
    reason: candidate.status === 'available' ? reasonFor(candidate) : null,
    paused_until: formatTimestamp(candidate.paused_until),
    turns_last_30_days: turns.get(candidate.member_id) ?? 0,
  });
  return { team_id: teamId, total: candidates.length, people: listed.map(person) };
}
