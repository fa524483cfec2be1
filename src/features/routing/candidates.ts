import type { Context } from '../../context.ts';
import type { Reader } from '../../storage/database.ts';
import { findEveryActiveMember, type MemberRow } from '../members/operations.ts';
import type { MembershipRow, RoutedTeam } from '../memberships/operations.ts';
import { selectLastTurns } from './queries.ts';
import { type Candidate, whoHosts } from './rules.ts';

/** Everybody who comes into question for the team's next turn, oldest first, whether they can take it or not. */
export async function candidatesOf(
  context: Context,
  reader: Reader,
  team: RoutedTeam,
  memberships: MembershipRow[],
): Promise<Candidate[]> {
  if (team.mode === 'manual') return [];
  if (team.mode === 'pool') return memberships.map(fromMembership);
  const hosts = await hostsOf(context, reader, team, memberships);
  const lastTurns = await lastTurnsOf(context, reader, team, hosts);
  return hosts.map((host) => {
    const last = lastTurns.get(host.memberId);
    return { ...host, ...inQueue(last?.number ?? null, last?.owed_since ?? null) };
  });
}

/** Everybody who takes part together in a stack team, oldest first. */
export async function hostsOf(
  context: Context,
  reader: Reader,
  team: RoutedTeam,
  memberships: MembershipRow[],
): Promise<Candidate[]> {
  const includeAllMembers = team.include_all_members === 1;
  const membershipOf = new Map(memberships.map((membership) => [membership.member_id, membership.id]));
  const everyone = includeAllMembers ? await findEveryActiveMember(context, reader) : [];
  return whoHosts(
    { includeAllMembers },
    memberships.map(fromMembership),
    everyone.map((member) => fromMember(member, membershipOf.get(member.id) ?? null)),
  );
}

/** The last turn that each of them took in the team, by member id. */
export async function lastTurnsOf(
  { caller }: Context,
  reader: Reader,
  team: RoutedTeam,
  candidates: Candidate[],
) {
  const memberIds = candidates.map(({ memberId }) => memberId);
  const rows = await selectLastTurns(reader, caller.workspaceId, team.id, memberIds);
  return new Map(rows.map((row) => [row.member_id, row]));
}

export function fromMembership(membership: MembershipRow): Candidate {
  return {
    memberId: membership.member_id,
    membershipId: membership.id,
    email: membership.email,
    name: membership.name,
    status:
      membership.member_deactivated_at !== null
        ? 'deactivated'
        : membership.paused_at !== null
          ? 'paused'
          : 'available',
    pausedUntil: membership.paused_until,
    unpausedAt: membership.unpaused_at,
    ...inQueue(membership.last_turn, membership.owed_since),
  };
}

/** While a turn is owed, those that were taken do not count. */
function inQueue(lastTurn: number | null, owedSince: number | null) {
  return { owedSince, lastTurn: owedSince === null ? lastTurn : null };
}

function fromMember(member: MemberRow, membershipId: string | null): Candidate {
  return {
    memberId: member.id,
    membershipId,
    email: member.email,
    name: member.name,
    status: 'available',
    pausedUntil: null,
    unpausedAt: null,
    ...inQueue(null, null),
  };
}
