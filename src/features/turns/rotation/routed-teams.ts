// A team as the rotation sees it: its row, its candidates and its hosts.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { type MembershipRow, selectMemberships } from './membership-queries.ts';
import {
  countEverybody,
  selectAlwaysApplied,
  selectEverybody,
  selectRoutedTeam,
  selectRoutedTeamForUpdate,
} from './queries.ts';
import {
  type Candidate,
  type Host,
  includesEverybody,
  isAvailable,
  MAX_CANDIDATES,
  type RoutedTeam,
  requireFewHosts,
  withPauseEnded,
} from './rules.ts';
import { selectLastTurns } from './turn-queries.ts';

export async function findTeam({ caller }: Context, reader: Reader, id: string): Promise<RoutedTeam> {
  const team = await selectRoutedTeam(reader, caller.workspaceId, id);
  if (!team) throw notFound('Team');
  return team;
}

/**
 * Locks the team's row, waiting if need be: until the transaction ends, nobody else changes its members or takes a turn.
 * `makeError` makes the error for a team that does not exist.
 */
export async function lockTeam(
  { caller }: Context,
  tx: Transaction,
  id: string,
  makeError = () => notFound('Team'),
): Promise<RoutedTeam> {
  const team = await selectRoutedTeamForUpdate(tx, caller.workspaceId, id);
  if (!team) throw makeError();
  return team;
}

/** The memberships as they stand now, oldest first, including those of deactivated members. */
export async function readMemberships(
  { caller, clock }: Context,
  reader: Reader,
  teamId: string,
): Promise<MembershipRow[]> {
  const now = clock.now();
  const rows = await selectMemberships(reader, caller.workspaceId, teamId);
  return rows.map((row) => withPauseEnded(row, now));
}

/**
 * Everybody considered for the team's next turn, oldest first, available or not. `maxHosts` refuses a team that is too large for
 * a meeting.
 */
export async function readCandidates(
  context: Context,
  reader: Reader,
  team: RoutedTeam,
  maxHosts?: number,
): Promise<Candidate[]> {
  if (team.mode === 'manual') return [];
  if (team.mode === 'pool') return (await readMemberships(context, reader, team.id)).map(candidateFrom);
  const everybody = await readEverybody(context, reader, team, maxHosts);
  const lastTurns = await readLastTurns(context, reader, team, everybody);
  return everybody.map((candidate) => {
    const last = lastTurns.get(candidate.member_id);
    return { ...candidate, ...queuePlace(last?.number ?? null, last?.owed_since ?? null) };
  });
}

/** The hosts from a stack team, oldest first. Refuses a team with more than a meeting may have. */
export async function readHosts(context: Context, reader: Reader, team: RoutedTeam): Promise<Candidate[]> {
  return (await readEverybody(context, reader, team, context.config.maxHosts)).filter(isAvailable);
}

/** The hosts from stack teams that join every request, without members who lack a seat. */
export async function readStandingHosts(context: Context, reader: Reader): Promise<Host[]> {
  const hosts = new Map<string, Host>();
  for (const team of await selectAlwaysApplied(reader, context.caller.workspaceId)) {
    for (const host of await readHosts(context, reader, team)) hosts.set(host.member_id, host);
    requireFewHosts(hosts.size, context.config.maxHosts);
  }
  return [...hosts.values()];
}

/**
 * The active members of a stack team, oldest first; with `include_all_members`, those of the whole workspace. Members without a
 * seat are marked and take no part. Pauses are ignored: they only concern turns.
 */
async function readEverybody(
  context: Context,
  reader: Reader,
  team: RoutedTeam,
  maxHosts: number | undefined,
): Promise<Candidate[]> {
  const { workspaceId } = context.caller;
  // Counted first, because a whole workspace may be too large to read.
  if (maxHosts !== undefined && includesEverybody(team)) {
    requireFewHosts(await countEverybody(reader, workspaceId), maxHosts);
  }
  const memberships = await readMemberships(context, reader, team.id);
  const seatStatus = (lacks_seat: number) =>
    ({ status: lacks_seat === 1 ? 'no_seat' : 'available', paused_until: null, unpaused_at: null }) as const;
  if (!includesEverybody(team)) {
    const active = memberships.filter(({ member_deactivated_at }) => member_deactivated_at === null);
    return active.map((membership) => ({
      ...candidateFrom(membership),
      ...seatStatus(membership.lacks_seat),
    }));
  }
  const membershipIds = new Map(memberships.map(({ member_id, id }) => [member_id, id]));
  const members = await selectEverybody(reader, workspaceId, MAX_CANDIDATES);
  return members.map(({ id, email, name, lacks_seat }) => ({
    member_id: id,
    membership_id: membershipIds.get(id) ?? null,
    email,
    name,
    ...seatStatus(lacks_seat),
    ...queuePlace(null, null),
  }));
}

/** The last turn of each candidate in the team, by member id. */
export async function readLastTurns(
  { caller }: Context,
  reader: Reader,
  team: RoutedTeam,
  candidates: Candidate[],
) {
  const memberIds = candidates.map(({ member_id }) => member_id);
  const rows = await selectLastTurns(reader, caller.workspaceId, team.id, memberIds);
  return new Map(rows.map((row) => [row.member_id, row]));
}

export function candidateFrom(membership: MembershipRow): Candidate {
  const { id, member_id, email, name, paused_until, unpaused_at, meeting_url, calendar } = membership;
  return {
    member_id,
    membership_id: id,
    email,
    name,
    status: statusOf(membership),
    paused_until,
    unpaused_at,
    means: { meeting_url, calendar },
    ...queuePlace(membership.last_turn, membership.owed_since),
  };
}

/** The obstacle that lasts longest wins: a member without a seat would get no turn even after a pause. */
function statusOf({ member_deactivated_at, lacks_seat, paused_at }: MembershipRow): Candidate['status'] {
  if (member_deactivated_at !== null) return 'deactivated';
  if (lacks_seat === 1) return 'no_seat';
  return paused_at === null ? 'available' : 'paused';
}

/** While the member is owed a turn, earlier ones do not count. */
function queuePlace(last_turn: number | null, owed_since: number | null) {
  return { owed_since, last_turn: owed_since === null ? last_turn : null };
}
