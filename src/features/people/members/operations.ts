import type { Context, Services } from '../../../context.ts';
import { forbidden, missingScope, notFound, validationError } from '../../../errors.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import { onDuplicate, type Reader, type Transaction } from '../../../storage/database.ts';
import { within } from '../../../storage/within.ts';
import { foldEmail } from '../../../text/emails.ts';
import { likePattern } from '../../../text/like-pattern.ts';
import { asTyped } from '../../../text/plain-text.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { lockMaker } from '../../workspace/api-keys/operations.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { changesBetween, changesFromNothing } from '../../workspace/audit-log/rules.ts';
import { httpsAddress } from '../../workspace/locations/rules.ts';
import { requireRoom } from '../../workspace/workspaces/limits.ts';
import {
  countActiveMembers,
  insertMember,
  type MemberFilter,
  type MemberRow,
  selectActiveMembersEverywhere,
  selectAdmins,
  selectFreeMemberForShare,
  selectMatchingMembers,
  selectMember,
  selectMemberByEmail,
  selectMemberForShare,
  selectMembers,
  selectMembersByEmail,
  selectMembersById,
  selectMembersForUpdate,
  updateDeactivatedAt,
  updateInvitedAt,
  updateLastSignedInAt,
  updateMemberRow,
} from './queries.ts';
import { changesAdmin } from './rules.ts';
import type { MemberUpdate, NewMember } from './shapes.ts';

export type { MemberRow };

export async function listMembers(
  { database, caller }: Context,
  query: PageRequest & Omit<MemberFilter, 'email_folded'> & { email: string | undefined },
): Promise<Page<ReturnType<typeof presentMember>>> {
  const email_folded = query.email === undefined ? undefined : foldEmail(query.email);
  const rows = await selectMembers(database, caller.workspaceId, { ...query, email_folded }, query);
  return takePage(rows, query, presentMember);
}

export async function getMember(context: Context, id: string) {
  const row = await findMember(context, context.database, id);
  if (!row) throw notFound('Workspace member');
  return presentMember(row);
}

export function findMember({ caller }: Context, reader: Reader, id: string): Promise<MemberRow | undefined> {
  return selectMember(reader, caller.workspaceId, id);
}

/** Those of these members that exist, active or deactivated, oldest first. */
export function findMembers({ caller }: Context, reader: Reader, ids: string[]): Promise<MemberRow[]> {
  return selectMembersById(reader, caller.workspaceId, ids);
}

/** Active members by a part of their name or address. */
export function searchMembers(
  { caller, database }: Context,
  text: string,
  limit: number,
): Promise<MemberRow[]> {
  return selectMatchingMembers(database, caller.workspaceId, likePattern(text), limit);
}

export async function createMember(context: Context, input: NewMember) {
  const { database, caller, clock, ids } = context;
  const fields = { email: input.email, name: input.name || null, role: input.role ?? 'member' };
  const details = {
    timezone: input.timezone ?? null,
    title: input.title || null,
    introduction: input.introduction || null,
    meeting_url: input.meeting_url ? httpsAddress(input.meeting_url, 'meeting_url') : null,
  };
  const row = {
    id: ids('member'),
    ...fields,
    ...details,
    invited_at: null,
    last_signed_in_at: null,
    deactivated_at: null,
    created_at: clock.now(),
  };
  await onDuplicate('members_email', emailIsTaken, () =>
    database.transaction(async (tx) => {
      if (row.role === 'admin') await requireMayChangeAdmins(context, tx);
      await requireRoom(context, tx, 'members', countActiveMembers);
      await insertMember(tx, caller.workspaceId, { ...row, email_folded: foldEmail(input.email) });
      await recordAudit(context, tx, {
        action: 'member.created',
        target: { type: 'member', id: row.id },
        changes: changesFromNothing({ ...fields, ...withoutNulls(details) }),
      });
    }),
  );
  return presentMember(row);
}

/** Works for deactivated members, too. The new email and name show up everywhere at once. */
export async function updateMember(context: Context, id: string, input: MemberUpdate) {
  const { database, caller } = context;
  return onDuplicate('members_email', emailIsTaken, () =>
    database.transaction(async (tx) => {
      const before = await lockMember(context, tx, id);
      const after = {
        ...before,
        email: input.email ?? before.email,
        name: cleared(input.name, before.name),
        role: input.role ?? before.role,
        timezone: cleared(input.timezone, before.timezone),
        title: cleared(input.title, before.title),
        introduction: cleared(input.introduction, before.introduction),
        meeting_url: input.meeting_url
          ? httpsAddress(input.meeting_url, 'meeting_url')
          : cleared(input.meeting_url, before.meeting_url),
      };
      const fields = ['email', 'name', 'role', 'timezone', 'title', 'introduction', 'meeting_url'] as const;
      const changes = changesBetween(before, after, [...fields]);
      if (changes) {
        if (changesAdmin(before, after)) await requireMayChangeAdmins(context, tx);
        await updateMemberRow(tx, caller.workspaceId, { ...after, email_folded: foldEmail(after.email) });
        await recordAudit(context, tx, {
          action: 'member.updated',
          target: { type: 'member', id },
          changes,
        });
      }
      return presentMember(after);
    }),
  );
}

/**
 * An admin, or anybody who receives an admin's mail, can do everything in the console, for ever and from everywhere. So a key needs
 * a separate scope to make or change admins, and a key that is limited itself must not.
 */
async function requireMayChangeAdmins(context: Context, tx: Transaction): Promise<void> {
  const { scopes } = context.caller;
  if (!scopes.includes('members.admin')) throw missingScope('members.admin');
  const key = await lockMaker(context, tx);
  if (key && (key.expires_at !== null || key.allowed_networks !== null)) {
    throw forbidden("A key that expires or has allowed_networks can't create or change an admin");
  }
}

const withoutNulls = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** A missing field stays as before; null and an empty string clear it. */
const cleared = (input: string | null | undefined, before: string | null) =>
  input === undefined ? before : input || null;

const emailIsTaken = () =>
  validationError('email belongs to a member of this workspace already', {
    field: 'email',
    plain: 'A member of this workspace already has this address.',
  });

// These two change only the member's row, with its audit entry. The feature `deactivation` calls them, and does the rest.

export function markDeactivated(context: Context, tx: Transaction, member: MemberRow, at: number) {
  return changeActivity(context, tx, member, 'member.deactivated', at);
}

export async function markReactivated(context: Context, tx: Transaction, member: MemberRow) {
  if (member.role === 'admin') await requireMayChangeAdmins(context, tx);
  await requireRoom(context, tx, 'members', countActiveMembers);
  return changeActivity(context, tx, member, 'member.reactivated', null);
}

async function changeActivity(
  context: Context,
  tx: Transaction,
  before: MemberRow,
  action: string,
  deactivatedAt: number | null,
) {
  await updateDeactivatedAt(tx, context.caller.workspaceId, before.id, deactivatedAt);
  await recordAudit(context, tx, {
    action,
    target: { type: 'member', id: before.id },
    changes: { deactivated_at: [formatTimestamp(before.deactivated_at), formatTimestamp(deactivatedAt)] },
  });
  return presentMember({ ...before, deactivated_at: deactivatedAt });
}

/** Notes that an invitation was written to the member, who is locked. The feature `invitations` writes it. */
export async function markInvited(context: Context, tx: Transaction, before: MemberRow) {
  const { caller, clock } = context;
  const invited_at = clock.now();
  await updateInvitedAt(tx, caller.workspaceId, before.id, invited_at);
  await recordAudit(context, tx, {
    action: 'member.invited',
    target: { type: 'member', id: before.id },
    changes: { invited_at: [formatTimestamp(before.invited_at), formatTimestamp(invited_at)] },
  });
  return presentMember({ ...before, invited_at });
}

/** Notes that the member, who is locked, has signed in. The audit log has the session. */
export async function markSignedIn({ caller, clock }: Context, tx: Transaction, id: string): Promise<void> {
  await updateLastSignedInAt(tx, caller.workspaceId, id, clock.now());
}

/** The active members with these ids, each once, in the given order. Refuses other ids; `nameOf` names the field. */
export async function findActiveMembers(
  { caller }: Context,
  tx: Transaction,
  ids: string[],
  nameOf: (place: number) => string,
): Promise<MemberRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectMembersById(tx, caller.workspaceId, ids);
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const [place, id] of ids.entries()) {
    const row = found.get(id);
    if (!row)
      throw validationError(`${nameOf(place)} is not a member of this workspace`, {
        field: nameOf(place),
        plain: 'One of these people isn’t a member any more. Reload the page and choose again.',
      });
    if (row.deactivated_at !== null)
      throw validationError(`${nameOf(place)} is a deactivated member`, {
        field: nameOf(place),
        plain: `${row.name ?? row.email} is deactivated. Reactivate them first.`,
      });
  }
  return [...new Set(ids)].map((id) => found.get(id) as MemberRow);
}

/** The first active admins, oldest first. */
export function findAdmins({ caller }: Context, reader: Reader, limit: number): Promise<MemberRow[]> {
  return selectAdmins(reader, caller.workspaceId, limit);
}

export async function lockMember(context: Context, tx: Transaction, id: string): Promise<MemberRow> {
  const [member] = await lockMembers(context, tx, [id]);
  if (!member) throw notFound('Workspace member');
  return member;
}

/** Locks these members until the transaction ends, always in the same order, so there are no deadlocks. */
export function lockMembers({ caller }: Context, tx: Transaction, ids: string[]): Promise<MemberRow[]> {
  return selectMembersForUpdate(tx, caller.workspaceId, ids);
}

/**
 * Returns the member if active, and locks the row so that they stay active until the transaction ends. The lock is shared: a turn in
 * one team does not wait for a turn in another.
 */
export async function lockActiveMember(
  context: Context,
  tx: Transaction,
  id: string,
): Promise<MemberRow | undefined> {
  const { workspaceId } = context.caller;
  const free = await selectFreeMemberForShare(tx, workspaceId, id);
  if (free) return free;
  // Somebody else has locked the row, perhaps to deactivate the member. A deactivated member does not stay locked: the savepoint
  // releases the row, so that a caller who tries another member next does not lock the two in the wrong order.
  try {
    return await within(tx).transaction(async (inner) => {
      const member = await selectMemberForShare(inner, workspaceId, id);
      if (member?.deactivated_at !== null) throw new NotActive();
      return member;
    });
  } catch (error) {
    if (error instanceof NotActive) return undefined;
    throw error;
  }
}

/** The same for the member with this email, whatever its case. If nobody active has it, refuses the field. */
/** Without a lock, for a caller who locks several at once. */
export async function findActiveMemberByEmail(
  context: Context,
  reader: Reader,
  email: string,
  field: string,
): Promise<MemberRow> {
  const found = await findMemberByEmail(context, reader, email);
  if (!found || found.deactivated_at !== null) throw notActive(field, email);
  return found;
}

export async function lockActiveMemberByEmail(
  context: Context,
  tx: Transaction,
  email: string,
  field: string,
): Promise<MemberRow> {
  const found = await findMemberByEmail(context, tx, email);
  const member = found && (await lockActiveMember(context, tx, found.id));
  if (!member) throw notActive(field, email);
  return member;
}

export const notActive = (field: string, email: string) =>
  validationError(`${field} is not an active member of this workspace`, {
    field,
    plain: email
      ? `${asTyped(email)} isn’t an active member of this workspace. Add or reactivate them first.`
      : 'Enter the email address of a member.',
  });

class NotActive extends Error {}

/** The member with this email, whatever its case, active or deactivated. */
export function findMemberByEmail(
  { caller }: Context,
  reader: Reader,
  email: string,
): Promise<MemberRow | undefined> {
  return selectMemberByEmail(reader, caller.workspaceId, foldEmail(email));
}

/** Undefined for an address that no member has. */
export async function readIdOfEmail(
  reader: Reader,
  workspaceId: string,
  email: string,
): Promise<string | undefined> {
  return (await selectMemberByEmail(reader, workspaceId, foldEmail(email)))?.id;
}

/** The active members with these addresses, by folded address. */
export async function findActiveByEmail(
  context: Context,
  reader: Reader,
  emails: string[],
): Promise<Map<string, MemberRow>> {
  const found = await findByEmail(context, reader, emails);
  return new Map([...found].filter(([, { deactivated_at }]) => deactivated_at === null));
}

/** The same, with deactivated members. */
export async function findByEmail(
  { caller }: Context,
  reader: Reader,
  emails: string[],
): Promise<Map<string, MemberRow>> {
  if (emails.length === 0) return new Map();
  const rows = await selectMembersByEmail(reader, caller.workspaceId, emails.map(foldEmail));
  return new Map(rows.map((row) => [foldEmail(row.email), row]));
}

/** The active members with this address, in the oldest workspaces that have one. */
export function findEverywhere({ database }: Services, email: string, limit: number) {
  return selectActiveMembersEverywhere(database, foldEmail(email), limit);
}

function presentMember(row: MemberRow) {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    timezone: row.timezone,
    title: row.title,
    introduction: row.introduction,
    meeting_url: row.meeting_url,
    invited_at: formatTimestamp(row.invited_at),
    last_signed_in_at: formatTimestamp(row.last_signed_in_at),
    deactivated_at: formatTimestamp(row.deactivated_at),
    created_at: formatTimestamp(row.created_at),
  };
}
