import type { Context } from '../../../context.ts';
import type { Reader } from '../../../storage/database.ts';
import type { MembershipRow } from './membership-queries.ts';
import { readMemberships } from './memberships.ts';
import { selectEverybody } from './queries.ts';
import { type Candidate, includesEverybody, isAvailable, MAX_CANDIDATES, type RoutedTeam } from './rules.ts';
import { selectLastTurns } from './turn-queries.ts';

/** Everybody who is considered for the team's next turn, oldest first, available or not. */
export async function candidatesOf(context: Context, reader: Reader, team: RoutedTeam): Promise<Candidate[]> {
  if (team.mode === 'manual') return [];
  if (team.mode === 'pool') return (await readMemberships(context, reader, team.id)).map(candidateFrom);
  const everybody = await everybodyIn(context, reader, team);
  const lastTurns = await lastTurnsOf(context, reader, team, everybody);
  return everybody.map((candidate) => {
    const last = lastTurns.get(candidate.member_id);
    return { ...candidate, ...queuePlace(last?.number ?? null, last?.owed_since ?? null) };
  });
}

/** Everybody who takes part in a stack team, oldest first. */
export async function hostsOf(context: Context, reader: Reader, team: RoutedTeam): Promise<Candidate[]> {
  return (await everybodyIn(context, reader, team)).filter(isAvailable);
}

/**
 * The active members of a stack team, oldest first, or with `include_all_members` those of the workspace. Who lacks a seat takes no
 * part. A pause does not matter here: it is about turns.
 */
async function everybodyIn(context: Context, reader: Reader, team: RoutedTeam): Promise<Candidate[]> {
  const memberships = await readMemberships(context, reader, team.id);
  const present = (lacks_seat: number) =>
    ({ status: lacks_seat === 1 ? 'no_seat' : 'available', paused_until: null, unpaused_at: null }) as const;
  if (!includesEverybody(team)) {
    const active = memberships.filter(({ member_deactivated_at }) => member_deactivated_at === null);
    return active.map((membership) => ({ ...candidateFrom(membership), ...present(membership.lacks_seat) }));
  }
  const membershipIds = new Map(memberships.map(({ member_id, id }) => [member_id, id]));
  const members = await selectEverybody(reader, context.caller.workspaceId, MAX_CANDIDATES);
  return members.map(({ id, email, name, lacks_seat }) => ({
    member_id: id,
    membership_id: membershipIds.get(id) ?? null,
    email,
    name,
    ...present(lacks_seat),
    ...queuePlace(null, null),
  }));
}

/** The last turn of each candidate in the team, by member id. */
export async function lastTurnsOf(
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

/** What would have to end last comes first: whoever has no seat does not take turns once the pause is over. */
function statusOf({ member_deactivated_at, lacks_seat, paused_at }: MembershipRow): Candidate['status'] {
  if (member_deactivated_at !== null) return 'deactivated';
  if (lacks_seat === 1) return 'no_seat';
  return paused_at === null ? 'available' : 'paused';
}

/** While a turn is owed, earlier turns do not count. */
function queuePlace(last_turn: number | null, owed_since: number | null) {
  return { owed_since, last_turn: owed_since === null ? last_turn : null };
}
