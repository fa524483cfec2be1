import { deleteExpired } from '../../../storage/batches.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { insertRow } from '../../../storage/rows.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import type { BrandRow } from '../../workspace/branding/rules.ts';
import { brandColumns, brandJoin } from '../../workspace/branding/shown.ts';
import type { Closable } from '../../workspace/workspaces/rules.ts';
import type { MemberRole } from '../members/rules.ts';
import type { LinkState } from './rules.ts';

interface NewLink {
  id: string;
  member_id: string;
  email_folded: string;
  mailed: number;
  /** 1 for the link of an invitation. */
  invitation: number;
  created_at: number;
  expires_at: number;
  used_at: null;
}

/** With the member and the workspace as they are now. */
export interface LinkRow extends LinkState, Closable, BrandRow {
  workspace_id: string;
  id: string;
  member_id: string;
  email: string;
  role: MemberRole;
  invitation: number;
  workspace_name: string;
}

export async function insertLink(tx: Transaction, workspaceId: string, link: NewLink): Promise<void> {
  await insertRow(tx, 'sign_in_links', { workspace_id: workspaceId, ...link });
}

/** Not scoped to a workspace, because the address of the page names only the link. */
export function selectLink(reader: Reader, id: string) {
  return reader.get<LinkRow>(
    `select sign_in_links.workspace_id, sign_in_links.id, sign_in_links.member_id, sign_in_links.email_folded,
       sign_in_links.invitation, sign_in_links.expires_at, sign_in_links.used_at, members.email, members.email_folded as member_email_folded,
       members.deactivated_at, members.role, workspaces.name as workspace_name, suspended_at, suspended_reason, delete_at,
       ${brandColumns}
     from sign_in_links
     join members on members.workspace_id = sign_in_links.workspace_id and members.id = sign_in_links.member_id
     join workspaces on workspaces.id = sign_in_links.workspace_id
     ${brandJoin('sign_in_links.workspace_id')}
     where sign_in_links.id = $1`,
    [id],
  );
}

/** Invitations and other links are counted apart. */
export async function countMailedSince(
  reader: Reader,
  workspaceId: string,
  memberId: string,
  { since, invitation }: { since: number; invitation: number },
): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `select count(*) as count from sign_in_links
     where member_id = $2 and workspace_id = $1 and created_at > $3 and mailed = 1 and invitation = $4`,
    [workspaceId, memberId, since, invitation],
  );
  return row?.count ?? 0;
}

/** False if somebody has used it already, or if it has expired. */
export async function updateUsed(
  tx: Transaction,
  workspaceId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(
    'update sign_in_links set used_at = $3 where workspace_id = $1 and id = $2 and used_at is null and expires_at > $3',
    [workspaceId, id, now],
  );
  return changed === 1;
}

/** Ends the member's invitations that nobody has used. */
export async function endInvitations(
  tx: Transaction,
  workspaceId: string,
  memberId: string,
  now: number,
): Promise<void> {
  await tx.run(
    `update sign_in_links set expires_at = $3
     where member_id = $2 and workspace_id = $1 and invitation = 1 and used_at is null and expires_at > $3`,
    [workspaceId, memberId, now],
  );
}

/** Expired links are kept for a day, so that their page can still say what happened. */
export function deleteExpiredLinks(tx: Transaction, now: number): Promise<{ id: string }[]> {
  const links = { table: 'sign_in_links', key: ['workspace_id', 'id'], until: 'expires_at', id: 'id' };
  return deleteExpired(tx, links, now - DAY_MS);
}
