import type { Context } from '../../../context.ts';
import { invalidRequest, notFound, validationError } from '../../../errors.ts';
import type { Static } from '../../../shapes/type.ts';
import { onDuplicate, type Reader, type Transaction } from '../../../storage/database.ts';
import { formatTimestamp, readTimestamp } from '../../../time/timestamps.ts';
import { findActiveMembers, type MemberRow } from '../../people/members/operations.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { type Changes, changesBetween, changesFromNothing } from '../../workspace/audit-log/rules.ts';
import {
  countMemberships,
  deleteMembershipRow,
  insertMemberships,
  type MembershipRow,
  selectMembership,
  selectPlaces,
  updateMembershipRow,
} from './membership-queries.ts';
import { deleteOwedTurn } from './queries.ts';
import { lockTeam } from './routed-teams.ts';
import { paused, requireRoomInTeam, type TeamRole, unpaused, withPauseEnded } from './rules.ts';
import type { MembershipChange, NewMembership, Pause } from './shapes.ts';

export type Membership = ReturnType<typeof presentMembership>;

export async function addMembership(
  context: Context,
  teamId: string,
  body: Static<typeof NewMembership>,
): Promise<Membership> {
  return context.database.transaction(async (tx) => {
    await lockTeam(context, tx, teamId);
    const ids = [body.workspace_membership_id];
    const members = await findActiveMembers(context, tx, ids, () => 'workspace_membership_id');
    const [membership] = (await insertInto(context, tx, teamId, members, body.role)) as [Membership];
    const { team_id, workspace_membership_id, role } = membership;
    const changes = changesFromNothing({ team_id, workspace_membership_id, role });
    await recordChange(context, tx, 'added', membership.id, changes);
    return membership;
  });
}

/** The members of a new team. The audit entry of the team lists them. */
export function addFirstMemberships(context: Context, tx: Transaction, teamId: string, members: MemberRow[]) {
  return insertInto(context, tx, teamId, members);
}

export function updateMembership(
  context: Context,
  teamId: string,
  id: string,
  { role }: Static<typeof MembershipChange>,
) {
  return change(context, teamId, id, 'updated', (before) => ({ ...before, role }));
}

/** Keeps a member out of the rotation until `until`, or until somebody ends the pause. */
export function pauseMembership(context: Context, teamId: string, id: string, body: Static<typeof Pause>) {
  const now = context.clock.now();
  const until = readTimestamp(body.until);
  return change(context, teamId, id, 'paused', (before) => {
    if (until !== null && until <= now)
      throw validationError('until must be in the future', {
        field: 'until',
        plain: 'Choose a time in the future.',
      });
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
  const { workspaceId } = context.caller;
  await context.database.transaction(async (tx) => {
    await lockTeam(context, tx, teamId);
    const { member_id, role } = await findMembership(context, tx, teamId, id);
    await deleteMembershipRow(tx, workspaceId, id);
    await deleteOwedTurn(tx, workspaceId, teamId, member_id);
    await recordChange(context, tx, 'removed', id, {
      team_id: [teamId, null],
      workspace_membership_id: [member_id, null],
      role: [role, null],
    });
  });
}

export async function getMembership(context: Context, teamId: string, id: string): Promise<Membership> {
  return presentMembership(await findMembership(context, context.database, teamId, id));
}

/** The member and the team of each of these memberships. */
export function findPlaces({ database, caller }: Context, ids: string[]) {
  return selectPlaces(database, caller.workspaceId, ids);
}

export function presentMembership(row: Omit<MembershipRow, 'lacks_seat' | 'meeting_url' | 'calendar'>) {
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

async function findMembership({ caller, clock }: Context, reader: Reader, teamId: string, id: string) {
  const row = await selectMembership(reader, caller.workspaceId, teamId, id);
  if (!row) throw notFound('Team membership');
  return withPauseEnded(row, clock.now());
}

async function insertInto(
  context: Context,
  tx: Transaction,
  teamId: string,
  members: MemberRow[],
  role: TeamRole = 'member',
): Promise<Membership[]> {
  if (members.length === 0) return [];
  const { caller, clock, config, ids } = context;
  const before = await countMemberships(tx, caller.workspaceId, teamId);
  requireRoomInTeam(before + members.length, config.maxTeamMembers);
  const now = clock.now();
  const rows = members.map(({ id, email, name }) => ({
    id: ids('membership'),
    team_id: teamId,
    member_id: id,
    role,
    paused_at: null,
    paused_until: null,
    unpaused_at: null,
    last_turn: null,
    last_assigned_at: null,
    created_at: now,
    email,
    name,
    member_deactivated_at: null,
    owed_since: null,
  }));
  const isTaken = () =>
    validationError('workspace_membership_id is in the team already', {
      field: 'workspace_membership_id',
      plain: 'They are already in the team.',
    });
  await onDuplicate('team_memberships_member', isTaken, () =>
    insertMemberships(tx, caller.workspaceId, rows),
  );
  return rows.map(presentMembership);
}

function recordChange(context: Context, tx: Transaction, action: string, id: string, changes: Changes) {
  return recordAudit(context, tx, {
    action: `team_membership.${action}`,
    target: { type: 'team_membership', id },
    changes,
  });
}
