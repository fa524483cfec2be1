import type { Reader, Transaction } from '../../storage/database.ts';
import { insertRows, updateRow } from '../../storage/rows.ts';
import type { Availability, Mode, TeamRole } from './rules.ts';

export interface MembershipRow extends Availability {
  id: string;
  team_id: string;
  member_id: string;
  role: TeamRole;
  created_at: number;
  /** Of the workspace member. */
  email: string;
  name: string | null;
  member_deactivated_at: number | null;
  /** Since when the team owes the member a turn that was given back. */
  owed_since: number | null;
}

const shown = `team_memberships.id, team_id, member_id, team_memberships.role, paused_at, paused_until, unpaused_at,
  last_turn, last_assigned_at, team_memberships.created_at, members.email, members.name,
  members.deactivated_at as member_deactivated_at,
  (select owed_since from owed_turns where owed_turns.workspace_id = team_memberships.workspace_id
     and owed_turns.team_id = team_memberships.team_id
     and owed_turns.member_id = team_memberships.member_id) as owed_since`;
const source = `team_memberships join members
  on members.workspace_id = team_memberships.workspace_id and members.id = team_memberships.member_id`;

/** What memberships and routing need to know of a team. */
export interface RoutedTeam {
  id: string;
  mode: Mode;
  include_all_members: number;
  deactivated_at: number | null;
}

const routedTeams = 'select id, mode, include_all_members, deactivated_at from teams where workspace_id = $1';
const routedTeam = `${routedTeams} and id = $2`;

/** Active stack teams that take part in every request, oldest first. */
export function selectAlwaysApplied(reader: Reader, workspaceId: string) {
  return reader.all<RoutedTeam>(
    `${routedTeams} and stack_always_apply = 1 and deactivated_at is null order by id`,
    [workspaceId],
  );
}

export function selectRoutedTeam(reader: Reader, workspaceId: string, id: string) {
  return reader.get<RoutedTeam>(routedTeam, [workspaceId, id]);
}

/**
 * The team's row is the lock of its memberships and its rotation: whoever changes them, or takes a turn, holds
 * it. Always before the row of a member, so that no two wait for each other.
 */
export function selectRoutedTeamForUpdate(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<RoutedTeam>(`${routedTeam} ${tx.dialect.forUpdate}`, [workspaceId, id]);
}

/** Oldest first, those of deactivated members too. */
export function selectMemberships(reader: Reader, workspaceId: string, teamId: string) {
  return reader.all<MembershipRow>(
    `select ${shown} from ${source}
     where team_memberships.workspace_id = $1 and team_id = $2 order by team_memberships.id`,
    [workspaceId, teamId],
  );
}

/** Those of deactivated members too. */
export async function countMemberships(reader: Reader, workspaceId: string, teamId: string): Promise<number> {
  const row = await reader.get<{ count: number }>(
    'select count(*) as count from team_memberships where workspace_id = $1 and team_id = $2',
    [workspaceId, teamId],
  );
  return row?.count ?? 0;
}

export function selectMembership(reader: Reader, workspaceId: string, teamId: string, id: string) {
  return reader.get<MembershipRow>(
    `select ${shown} from ${source}
     where team_memberships.workspace_id = $1 and team_id = $2 and team_memberships.id = $3`,
    [workspaceId, teamId, id],
  );
}

const ofNew = { id: 'text', team_id: 'text', member_id: 'text', role: 'text', created_at: 'bigint' } as const;

export function insertMemberships(
  tx: Transaction,
  workspaceId: string,
  rows: MembershipRow[],
): Promise<void> {
  return insertRows(tx, 'team_memberships', workspaceId, ofNew, rows);
}

/** Writes everything about the row that can change. */
export async function updateMembershipRow(
  tx: Transaction,
  workspaceId: string,
  row: MembershipRow,
): Promise<void> {
  await updateRow(
    tx,
    'team_memberships',
    { workspace_id: workspaceId, id: row.id },
    {
      role: row.role,
      paused_at: row.paused_at,
      paused_until: row.paused_until,
      unpaused_at: row.unpaused_at,
      last_turn: row.last_turn,
      last_assigned_at: row.last_assigned_at,
    },
  );
}

export async function deleteMembershipRow(tx: Transaction, workspaceId: string, id: string) {
  await tx.run('delete from team_memberships where workspace_id = $1 and id = $2', [workspaceId, id]);
}

export async function selectHasMembership(
  reader: Reader,
  workspaceId: string,
  teamId: string,
  memberId: string,
): Promise<boolean> {
  const row = await reader.get(
    'select id from team_memberships where workspace_id = $1 and team_id = $2 and member_id = $3',
    [workspaceId, teamId, memberId],
  );
  return row !== undefined;
}

/** Once, however often a turn was given back: whoever is at the front already comes to stand before all others. */
export async function upsertOwedTurn(
  tx: Transaction,
  workspaceId: string,
  owed: { teamId: string; memberId: string; since: number },
): Promise<void> {
  await tx.run(
    `insert into owed_turns (workspace_id, team_id, member_id, owed_since) values ($1, $2, $3, $4)
     on conflict (workspace_id, team_id, member_id) do update set owed_since = excluded.owed_since`,
    [workspaceId, owed.teamId, owed.memberId, owed.since],
  );
}

export async function deleteOwedTurn(
  tx: Transaction,
  workspaceId: string,
  owed: { teamId: string; memberId: string },
): Promise<void> {
  await tx.run('delete from owed_turns where workspace_id = $1 and team_id = $2 and member_id = $3', [
    workspaceId,
    owed.teamId,
    owed.memberId,
  ]);
}
