import type { PageRequest } from '../../../pagination.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { selectNewestFirst } from '../../../storage/newest-first.ts';
import { insertRow, selectByIds, updateRow, withoutIndex } from '../../../storage/rows.ts';
import type { BrandRow } from '../../workspace/branding/rules.ts';
import { brandColumns, brandJoin } from '../../workspace/branding/shown.ts';
import { locationIn, locationText } from '../../workspace/locations/rules.ts';
import type { Closable } from '../../workspace/workspaces/rules.ts';
import type { BookingLink } from './rules.ts';

type LinkRow = Omit<BookingLink, 'verify_email' | 'location'> & {
  verify_email: number;
  location: string | null;
};

// The meeting type counts while it is there, and one of the team's. It is a subselect: locking the link must not lock the type.
const columns = `id, team_id, title, duration_minutes, verify_email, expires_at, max_uses, uses, location, created_at,
  (select id from meeting_types where meeting_types.workspace_id = booking_links.workspace_id
     and meeting_types.id = booking_links.meeting_type_id and meeting_types.team_id = booking_links.team_id
     and meeting_types.deleted_at is null) as meeting_type_id`;

const fromRow = (row: LinkRow): BookingLink => ({
  ...row,
  verify_email: row.verify_email === 1,
  location: locationIn(row.location),
});

export async function insertLink(tx: Transaction, workspaceId: string, link: BookingLink): Promise<void> {
  const row = { ...link, verify_email: Number(link.verify_email), location: locationText(link.location) };
  await insertRow(tx, 'booking_links', { workspace_id: workspaceId, ...row });
}

export async function selectLinks(
  reader: Reader,
  workspaceId: string,
  teamId: string,
  page: PageRequest,
): Promise<BookingLink[]> {
  const rows = await selectNewestFirst<LinkRow>(reader, workspaceId, page, {
    columns,
    table: 'booking_links',
    where: [['team_id = ?', teamId]],
  });
  return rows.map(fromRow);
}

export async function countLinks(reader: Reader, workspaceId: string, teamId: string): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `select count(*) as count from booking_links where ${withoutIndex('workspace_id')} = $1 and team_id = $2`,
    [workspaceId, teamId],
  );
  return row?.count ?? 0;
}

/** Any link of the workspace. */
export function selectAnyLink(reader: Reader, workspaceId: string) {
  return reader.get<{ id: string }>('select id from booking_links where workspace_id = $1 limit 1', [
    workspaceId,
  ]);
}

const one = `select ${columns} from booking_links where workspace_id = $1 and id = $2`;

export async function selectLink(reader: Reader, workspaceId: string, id: string) {
  const row = await reader.get<LinkRow>(one, [workspaceId, id]);
  return row && fromRow(row);
}

export function selectLinkTitles(reader: Reader, workspaceId: string, ids: string[]) {
  return selectByIds<{ id: string; title: string | null; team_id: string }>(reader, workspaceId, {
    table: 'booking_links',
    columns: 'id, title, team_id',
    ids,
  });
}

export async function selectLinkForUpdate(tx: Transaction, workspaceId: string, id: string) {
  const row = await tx.get<LinkRow>(`${one} ${tx.dialect.forUpdate}`, [workspaceId, id]);
  return row && fromRow(row);
}

/** Everything but its team, its uses and when it was created. The caller has locked the link. */
export async function updateLinkRow(tx: Transaction, workspaceId: string, link: BookingLink): Promise<void> {
  const { id, meeting_type_id, title, duration_minutes, expires_at, max_uses, verify_email, location } = link;
  const key = { workspace_id: workspaceId, id };
  const columns = {
    meeting_type_id,
    title,
    duration_minutes,
    expires_at,
    max_uses,
    verify_email: Number(verify_email),
    location: locationText(location),
  };
  await updateRow(tx, 'booking_links', key, columns);
}

/** The workspace of a link, with its brand, found by the id in the URL alone. */
export function selectWorkspaceOfLink(reader: Reader, id: string) {
  return reader.get<BrandRow & Closable & { workspace_id: string; workspace_name: string }>(
    `select booking_links.workspace_id, workspaces.name as workspace_name, ${brandColumns},
       suspended_at, suspended_reason, delete_at
     from booking_links join workspaces on workspaces.id = booking_links.workspace_id
     ${brandJoin('booking_links.workspace_id')} where booking_links.id = $1`,
    [id],
  );
}

/** The caller has locked the link. */
export async function countUse(tx: Transaction, workspaceId: string, id: string): Promise<void> {
  await tx.run('update booking_links set uses = uses + 1 where workspace_id = $1 and id = $2', [
    workspaceId,
    id,
  ]);
}

/** The caller has locked the link, and what was booked with it is forgotten. Meetings stay. */
export async function deleteLinkRow(tx: Transaction, workspaceId: string, id: string): Promise<void> {
  await tx.run('delete from booking_links where workspace_id = $1 and id = $2', [workspaceId, id]);
}
