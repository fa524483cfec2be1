import type { Context } from '../../context.ts';
import type { Reader } from '../../storage/database.ts';
import { findEveryActiveMember } from '../members/operations.ts';
import type { MembershipRow } from './membership-queries.ts';
import { readMemberships } from './memberships.ts';
import { type Candidate, includesEverybody, type RoutedTeam } from './rules.ts';
import { selectLastTurns } from './turn-queries.ts';

/** Everybody who is considered for the team's next turn, oldest first, available or not. */
export async function candidatesOf(context: Context, reader: Reader, team: RoutedTeam): Promise<Candidate[]> {
  if (team.mode === 'manual') return [];
  if (team.mode === 'pool') return (await readMemberships(context, reader, team.id)).map(candidateFrom);
  const hosts = await hostsOf(context, reader, team);
  const lastTurns = await lastTurnsOf(context, reader, team, hosts);
  return hosts.map((host) => {
    const last = lastTurns.get(host.member_id);
    return { ...host, ...queuePlace(last?.number ?? null, last?.owed_since ?? null) };
  });
}

/**
 * Everybody who takes part in a stack team, oldest first: its members or, with `include_all_members`, every active member
 * of the workspace. A pause does not matter here: it is about turns.
 */
export async function hostsOf(context: Context, reader: Reader, team: RoutedTeam): Promise<Candidate[]> {
  const memberships = await readMemberships(context, reader, team.id);
  const available = { status: 'available', paused_until: null, unpaused_at: null } as const;
  if (!includesEverybody(team)) {
    const inTeam = memberships.map(candidateFrom).filter(({ status }) => status !== 'deactivated');
    return inTeam.map((host) => ({ ...host, ...available }));
  }
  const membershipIds = new Map(memberships.map(({ member_id, id }) => [member_id, id]));
  const members = await findEveryActiveMember(context, reader);
  return members.map(({ id, email, name }) => ({
    member_id: id,
    membership_id: membershipIds.get(id) ?? null,
    email,
    name,
    ...available,
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
  const { id, member_id, email, name, paused_at, paused_until, unpaused_at } = membership;
  const isDeactivated = membership.member_deactivated_at !== null;
  return {
    member_id,
    membership_id: id,
    email,
    name,
    status: isDeactivated ? 'deactivated' : paused_at !== null ? 'paused' : 'available',
    paused_until,
    unpaused_at,
    ...queuePlace(membership.last_turn, membership.owed_since),
  };
}

/** While a turn is owed, earlier turns do not count. */
function queuePlace(last_turn: number | null, owed_since: number | null) {
  return { owed_since, last_turn: owed_since === null ? last_turn : null };
}
