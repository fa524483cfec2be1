import type { Reader, Transaction } from '../../../storage/database.ts';
import {
  idRows,
  insertRows,
  selectByIds,
  updateRow,
  updateRowLater,
  wantedRows,
} from '../../../storage/rows.ts';
import type { ReceivingType } from '../../calendar/calendars/means.ts';
import { receivingType } from '../../calendar/calendars/receiving.ts';
import { lacksSeat } from '../../people/seats/needed.ts';
import type { Mode, TeamRole, TurnColumns } from './rules.ts';

export interface MembershipRow extends TurnColumns {
  id: string;
  team_id: string;
  member_id: string;
  role: TeamRole;
  created_at: number;
  /** Of the workspace member. */
  email: string;
  name: string | null;
  member_deactivated_at: number | null;
  /** 0 or 1: is given no meetings. */
  lacks_seat: number;
  meeting_url: string | null;
  /** The type of the calendar that bookings are written to. */
  calendar: ReceivingType | null;
  /** Since when the team owes the member a turn. */
  owed_since: number | null;
}

const columns = `team_memberships.id, team_id, member_id, team_memberships.role, paused_at, paused_until, unpaused_at,
  last_turn, last_assigned_at, team_memberships.created_at, members.email, members.name,
  members.deactivated_at as member_deactivated_at, ${lacksSeat('members.id')} as lacks_seat,
  members.meeting_url, ${receivingType('members.id')} as calendar,
  (select owed_since from owed_turns where owed_turns.workspace_id = team_memberships.workspace_id
     and owed_turns.team_id = team_memberships.team_id
     and owed_turns.member_id = team_memberships.member_id) as owed_since`;
const source = `team_memberships join members
  on members.workspace_id = team_memberships.workspace_id and members.id = team_memberships.member_id`;

const ofTeam = `select ${columns} from ${source}
  where team_memberships.workspace_id = $1 and team_id = $2 order by team_memberships.id`;

/** Oldest first, including those of deactivated members. */
export function selectMemberships(reader: Reader, workspaceId: string, teamId: string) {
  return reader.all<MembershipRow>(ofTeam, [workspaceId, teamId]);
}

/** The same for several teams. */
export function selectMembershipsOfTeams(reader: Reader, workspaceId: string, teamIds: string[]) {
  return reader.all<MembershipRow>(
    `with ${wantedRows(reader.dialect)}
     select ${columns} from wanted
     join team_memberships on team_memberships.workspace_id = wanted.workspace_id and team_id = wanted.wanted_id
     join members on members.workspace_id = team_memberships.workspace_id and members.id = team_memberships.member_id
     order by team_memberships.id`,
    [workspaceId, idRows(teamIds)],
  );
}

/** Includes those of deactivated members. */
export async function countMemberships(reader: Reader, workspaceId: string, teamId: string): Promise<number> {
  const row = await reader.get<{ count: number }>(
    'select count(*) as count from team_memberships where workspace_id = $1 and team_id = $2',
    [workspaceId, teamId],
  );
  return row?.count ?? 0;
}

export function selectMembership(reader: Reader, workspaceId: string, teamId: string, id: string) {
  return reader.get<MembershipRow>(
    `select ${columns} from ${source}
     where team_memberships.workspace_id = $1 and team_id = $2 and team_memberships.id = $3`,
    [workspaceId, teamId, id],
  );
}

/** The member and the team of each of these memberships. */
export function selectPlaces(reader: Reader, workspaceId: string, ids: string[]) {
  return selectByIds<{ id: string; team_id: string; member_id: string }>(reader, workspaceId, {
    table: 'team_memberships',
    columns: 'id, team_id, member_id',
    ids,
  });
}

export async function existsMembership(
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

/** A team that somebody is in. */
export interface OwnTeamRow extends TurnColumns {
  team_id: string;
  team_name: string;
  mode: Mode;
  /** Null in a team that includes everybody without naming the member. */
  membership_id: string | null;
  role: TeamRole | null;
  /** 0 or 1: is given no meetings. */
  lacks_seat: number;
}

/** The active teams that the member is in, and those that include everybody, ordered by name. */
export function selectTeamsOf(reader: Reader, workspaceId: string, memberId: string) {
  return reader.all<OwnTeamRow>(
    `with own as materialized (
       select * from team_memberships where workspace_id = $1 and member_id = $2
     )
     select teams.id as team_id, teams.name as team_name, mode, own.id as membership_id, own.role, paused_at, paused_until,
       unpaused_at, last_turn, last_assigned_at, ${lacksSeat('$2')} as lacks_seat
     from own join teams on teams.workspace_id = own.workspace_id and teams.id = own.team_id
     where teams.deactivated_at is null
     union all
     select id, name, mode, null, null, null, null, null, null, null, ${lacksSeat('$2')} from teams
     where workspace_id = $1 and include_all_members = 1 and deactivated_at is null and mode = 'stack'
       and id not in (select team_id from own)
     order by team_name, team_id`,
    [workspaceId, memberId],
  );
}

const ofNew = { id: 'text', team_id: 'text', member_id: 'text', role: 'text', created_at: 'bigint' } as const;

export function insertMemberships(
  tx: Transaction,
  workspaceId: string,
  rows: Omit<MembershipRow, 'lacks_seat' | 'meeting_url' | 'calendar'>[],
): Promise<void> {
  return insertRows(tx, 'team_memberships', workspaceId, ofNew, rows);
}

/** Writes every column that can change. */
export async function updateMembershipRow(
  tx: Transaction,
  workspaceId: string,
  row: MembershipRow,
): Promise<void> {
  const { id, role, paused_at, paused_until, unpaused_at, last_turn, last_assigned_at } = row;
  await updateRow(
    tx,
    'team_memberships',
    { workspace_id: workspaceId, id },
    { role, paused_at, paused_until, unpaused_at, last_turn, last_assigned_at },
  );
}

/** Somebody who takes a turn is not paused. If a pause has run out, this is where its end is written. */
export function updateLastTurn(
  tx: Transaction,
  workspaceId: string,
  id: string,
  turn: Pick<TurnColumns, 'unpaused_at' | 'last_turn' | 'last_assigned_at'>,
): void {
  const { unpaused_at, last_turn, last_assigned_at } = turn;
  updateRowLater(
    tx,
    'team_memberships',
    { workspace_id: workspaceId, id },
    { paused_at: null, paused_until: null, unpaused_at, last_turn, last_assigned_at },
  );
}

export async function deleteMembershipRow(tx: Transaction, workspaceId: string, id: string) {
  await tx.run('delete from team_memberships where workspace_id = $1 and id = $2', [workspaceId, id]);
}
