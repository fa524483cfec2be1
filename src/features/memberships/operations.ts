import { requireRoomInTeam } from '../../caps.ts';
import type { Context } from '../../context.ts';
import { invalidRequest, notFound, validationError } from '../../errors.ts';
import { onDuplicate, type Reader, type Transaction } from '../../storage/database.ts';
import { formatTimestamp } from '../../timestamps.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { type Changes, changesBetween, changesFromNothing } from '../audit-log/rules.ts';
import { findActiveMembers, type MemberRow } from '../members/operations.ts';
import {
  countMemberships,
  deleteMembershipRow,
  deleteOwedTurn,
  insertMemberships,
  type MembershipRow,
  type RoutedTeam,
  selectAlwaysApplied,
  selectHasMembership,
  selectMembership,
  selectMemberships,
  selectRoutedTeam,
  selectRoutedTeamForUpdate,
  updateMembershipRow,
  upsertOwedTurn,
} from './queries.ts';
import { paused, settle, type TeamRole, unpaused } from './rules.ts';

export type { MembershipRow, RoutedTeam };
export type Membership = ReturnType<typeof presentMembership>;

export async function addMembership(
  context: Context,
  teamId: string,
  input: { memberId: string; role: TeamRole },
): Promise<Membership> {
  return context.database.transaction(async (tx) => {
    await lockTeam(context, tx, teamId);
    const members = await findActiveMembers(context, tx, [input.memberId], () => 'workspace_membership_id');
    const [row] = await insertInto(context, tx, teamId, members, input.role);
    const membership = presentMembership(row as MembershipRow);
    const { team_id, workspace_membership_id, role } = membership;
    const changes = changesFromNothing({ team_id, workspace_membership_id, role });
    await recordChange(context, tx, 'added', membership.id, changes);
    return membership;
  });
}

/** For a new team, whose audit entry tells of its members. */
export function addFirstMemberships(
  context: Context,
  tx: Transaction,
  teamId: string,
  members: MemberRow[],
): Promise<MembershipRow[]> {
  return insertInto(context, tx, teamId, members, 'member');
}

export function changeRole(context: Context, teamId: string, id: string, role: TeamRole) {
  return change(context, teamId, id, 'updated', (before) => ({ ...before, role }));
}

/** Keeps a member out of the rotation, until somebody ends it or its end comes. */
export function pauseMembership(context: Context, teamId: string, id: string, until: number | null) {
  const now = context.clock.now();
  return change(context, teamId, id, 'paused', (before) => {
    if (until !== null && until <= now) throw validationError('until must be in the future');
    if (before.paused_at !== null) throw invalidRequest('The member is already paused');
    return paused(before, now, until);
  });
}

export function unpauseMembership(context: Context, teamId: string, id: string) {
  return change(context, teamId, id, 'unpaused', (before) => {
    if (before.paused_at === null) throw invalidRequest('The member is not paused');
    return unpaused(before, context.clock.now());
  });
}

export async function removeMembership(context: Context, teamId: string, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    await lockTeam(context, tx, teamId);
    const { member_id, role } = await findMembership(context, tx, teamId, id);
    await deleteMembershipRow(tx, context.caller.workspaceId, id);
    await deleteOwedTurn(tx, context.caller.workspaceId, { teamId, memberId: member_id });
    await recordChange(context, tx, 'removed', id, {
      team_id: [teamId, null],
      workspace_membership_id: [member_id, null],
      role: [role, null],
    });
  });
}

export async function findTeam({ caller }: Context, reader: Reader, id: string): Promise<RoutedTeam> {
  const team = await selectRoutedTeam(reader, caller.workspaceId, id);
  if (!team) throw notFound('Team');
  return team;
}

/**
 * Waits for the team's row and holds it: until the transaction ends, nobody else changes who takes turns in it.
 * Throws what `explain` returns when there is no such team.
 */
export async function lockTeam(
  { caller }: Context,
  tx: Transaction,
  id: string,
  explain = () => notFound('Team'),
): Promise<RoutedTeam> {
  const team = await selectRoutedTeamForUpdate(tx, caller.workspaceId, id);
  if (!team) throw explain();
  return team;
}

/** The teams that take part in every request of the workspace, oldest first. */
export function findAlwaysApplied({ caller }: Context, reader: Reader): Promise<RoutedTeam[]> {
  return selectAlwaysApplied(reader, caller.workspaceId);
}

/** Everybody in the team as they stand now, oldest membership first; also those whose member is deactivated. */
export async function readMemberships(
  { caller, clock }: Context,
  reader: Reader,
  teamId: string,
): Promise<MembershipRow[]> {
  const now = clock.now();
  const rows = await selectMemberships(reader, caller.workspaceId, teamId);
  return rows.map((row) => settle(row, now));
}

/** The membership has taken this turn of the team. The caller holds the team's lock. */
export async function recordLastTurn(
  { caller }: Context,
  tx: Transaction,
  membership: MembershipRow,
  turn: { number: number; at: number },
): Promise<void> {
  await updateMembershipRow(tx, caller.workspaceId, {
    ...membership,
    last_turn: turn.number,
    last_assigned_at: turn.at,
  });
}

/** The member has given back a turn of the team, and comes to stand first. The caller holds the team's lock. */
export async function recordOwedTurn(
  { caller }: Context,
  tx: Transaction,
  team: RoutedTeam,
  memberId: string,
  since: number,
): Promise<void> {
  const includesEverybody = team.mode === 'stack' && team.include_all_members === 1;
  // Who has left the team is owed nothing in it.
  if (!includesEverybody && !(await selectHasMembership(tx, caller.workspaceId, team.id, memberId))) return;
  await upsertOwedTurn(tx, caller.workspaceId, { teamId: team.id, memberId, since });
}

/** A turn has been taken, and makes up for it. The caller holds the team's lock. */
export function recordTurnMadeUp({ caller }: Context, tx: Transaction, teamId: string, memberId: string) {
  return deleteOwedTurn(tx, caller.workspaceId, { teamId, memberId });
}

export function presentMembership(row: MembershipRow) {
  return {
    id: row.id,
    team_id: row.team_id,
    role: row.role,
    workspace_membership_id: row.member_id,
    email: row.email,
    name: row.name,
    paused_at: formatTimestamp(row.paused_at),
    last_assigned_at: formatTimestamp(row.last_assigned_at),
    created_at: formatTimestamp(row.created_at),
  };
}

async function change(
  context: Context,
  teamId: string,
  id: string,
  action: string,
  decide: (before: MembershipRow) => MembershipRow,
): Promise<Membership> {
  return context.database.transaction(async (tx) => {
    await lockTeam(context, tx, teamId);
    const before = await findMembership(context, tx, teamId, id);
    const after = decide(before);
    const changes = changesBetween(presentForAudit(before), presentForAudit(after), [
      'role',
      'paused_at',
      'paused_until',
      'last_assigned_at',
    ]);
    if (changes) {
      await updateMembershipRow(tx, context.caller.workspaceId, after);
      await recordChange(context, tx, action, id, changes);
    }
    return presentMembership(after);
  });
}

function presentForAudit(row: MembershipRow) {
  return { ...presentMembership(row), paused_until: formatTimestamp(row.paused_until) };
}

async function findMembership(context: Context, tx: Transaction, teamId: string, id: string) {
  const row = await selectMembership(tx, context.caller.workspaceId, teamId, id);
  if (!row) throw notFound('Team membership');
  return settle(row, context.clock.now());
}

async function insertInto(
  context: Context,
  tx: Transaction,
  teamId: string,
  members: MemberRow[],
  role: TeamRole,
): Promise<MembershipRow[]> {
  const { caller, clock, ids } = context;
  const before = await countMemberships(tx, caller.workspaceId, teamId);
  requireRoomInTeam(context, before + members.length);
  const now = clock.now();
  const rows = members.map((member) => ({
    id: ids('membership'),
    team_id: teamId,
    member_id: member.id,
    role,
    paused_at: null,
    paused_until: null,
    unpaused_at: null,
    last_turn: null,
    last_assigned_at: null,
    created_at: now,
    email: member.email,
    name: member.name,
    member_deactivated_at: null,
    owed_since: null,
  }));
  const isTaken = () => validationError('workspace_membership_id is in the team already');
  await onDuplicate('team_memberships_member', isTaken, () =>
    insertMemberships(tx, caller.workspaceId, rows),
  );
  return rows;
}

function recordChange(context: Context, tx: Transaction, action: string, id: string, changes: Changes) {
  return recordAudit(context, tx, {
    action: `team_membership.${action}`,
    target: { type: 'team_membership', id },
    changes,
  });
}
