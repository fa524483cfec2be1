// A team as turns see it: its row, and everybody who can be chosen or takes part.
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
 * Waits for the team's row and locks it: until the transaction ends, nobody else changes the members or takes a turn.
 * `explain` makes the error for a team that does not exist.
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

/** The memberships as they stand now, oldest first, with those of deactivated members. */
export async function readMemberships(
  { caller, clock }: Context,
  reader: Reader,
  teamId: string,
): Promise<MembershipRow[]> {
  const now = clock.now();
  const rows = await selectMemberships(reader, caller.workspaceId, teamId);
  return rows.map((row) => withPauseEnded(row, now));
}

/** Everybody who is considered for the team's next turn, oldest first, available or not. With `maxHosts`, refuses too many for a meeting. */
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

/** Everybody who takes part in a stack team, oldest first. Refuses a team with more than a meeting may have. */
export async function readHosts(context: Context, reader: Reader, team: RoutedTeam): Promise<Candidate[]> {
  return (await readEverybody(context, reader, team, context.config.maxHosts)).filter(isAvailable);
}

/** The members of the stack teams that take part in every request, without those who lack a seat. */
export async function readStandingHosts(context: Context, reader: Reader): Promise<Host[]> {
  const hosts = new Map<string, Host>();
  for (const team of await selectAlwaysApplied(reader, context.caller.workspaceId)) {
    for (const host of await readHosts(context, reader, team)) hosts.set(host.member_id, host);
    requireFewHosts(hosts.size, context.config.maxHosts);
  }
  return [...hosts.values()];
}

/**
 * The active members of a stack team, oldest first, or with `include_all_members` those of the workspace. Members without a seat
 * take no part. A pause does not matter here: it is about turns.
 */
async function readEverybody(
  context: Context,
  reader: Reader,
  team: RoutedTeam,
  maxHosts: number | undefined,
): Promise<Candidate[]> {
  const { workspaceId } = context.caller;
  // Counted before anybody is read: a whole workspace may be too large for that.
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
  const { id, member_id, email, name, paused_until, unpaused_at } = membership;
  return {
    member_id,
    membership_id: id,
    email,
    name,
    status: statusOf(membership),
    paused_until,
    unpaused_at,
    ...queuePlace(membership.last_turn, membership.owed_since),
  };
}

/** What would have to end last comes first: a member without a seat takes no turns once the pause is over. */
function statusOf({ member_deactivated_at, lacks_seat, paused_at }: MembershipRow): Candidate['status'] {
  if (member_deactivated_at !== null) return 'deactivated';
  if (lacks_seat === 1) return 'no_seat';
  return paused_at === null ? 'available' : 'paused';
}

/** While a turn is owed, earlier turns do not count. */
function queuePlace(last_turn: number | null, owed_since: number | null) {
  return { owed_since, last_turn: owed_since === null ? last_turn : null };
}
