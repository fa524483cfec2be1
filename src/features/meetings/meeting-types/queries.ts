import type { PageRequest } from '../../../pagination.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { optional, selectNewestFirst } from '../../../storage/newest-first.ts';
import { insertRow, type Row, selectByIds, updateRow } from '../../../storage/rows.ts';
import { locationIn, locationText } from '../../workspace/locations/rules.ts';
import type { MeetingType } from './rules.ts';

type Converted = 'location' | 'questions' | 'reminders' | 'confirm_email' | 'is_public' | 'active';
type TypeRow = Omit<MeetingType, Converted> & {
  location: string | null;
  questions: string;
  reminders: string | null;
  confirm_email: number;
  is_public: number;
  active: number;
};

// The handle is a subselect: locking the type must not lock the workspace.
const columns = `meeting_types.id, name, meeting_types.slug, description, team_id, member_id, duration_minutes, location,
  minimum_notice_minutes, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, booking_window_days, maximum_per_day,
  questions, reminders, confirm_email, choose_host, is_public, active, created_at, updated_at, deleted_at,
  (select handle from workspaces where workspaces.id = meeting_types.workspace_id) as handle`;

function fromRow(row: TypeRow): MeetingType {
  return {
    ...row,
    location: locationIn(row.location),
    questions: JSON.parse(row.questions),
    reminders: row.reminders === null ? null : JSON.parse(row.reminders),
    confirm_email: row.confirm_email === 1,
    is_public: row.is_public === 1,
    active: row.active === 1,
  };
}

function toRow({ handle: _, ...type }: MeetingType): Row {
  return {
    ...type,
    location: locationText(type.location),
    questions: JSON.stringify(type.questions),
    reminders: type.reminders && JSON.stringify(type.reminders),
    confirm_email: Number(type.confirm_email),
    is_public: Number(type.is_public),
    active: Number(type.active),
  };
}

export interface TypeFilter {
  team_id?: string | undefined;
  workspace_membership_id?: string | undefined;
  active?: boolean | undefined;
}

export async function selectTypes(
  reader: Reader,
  workspaceId: string,
  { team_id, workspace_membership_id, active }: TypeFilter,
  page: PageRequest,
): Promise<MeetingType[]> {
  const rows = await selectNewestFirst<TypeRow>(reader, workspaceId, page, {
    columns,
    table: 'meeting_types',
    where: [
      'deleted_at is null',
      ['team_id = ?', team_id],
      ['member_id = ?', workspace_membership_id],
      optional('cast(active as text) = ?', active === undefined ? undefined : String(Number(active))),
    ],
  });
  return rows.map(fromRow);
}

/** Whether somebody can take its meetings: each read by its key, for few types as for many. */
const canBeBooked = `case when team_id is null
  then (select deactivated_at is null from members
        where members.workspace_id = meeting_types.workspace_id and members.id = member_id)
  else (select mode <> 'manual' and deactivated_at is null from teams
        where teams.workspace_id = meeting_types.workspace_id and teams.id = team_id) end`;

/** Those that the public page of the workspace lists, by name. */
export async function selectPublicTypes(
  reader: Reader,
  workspaceId: string,
  limit: number,
): Promise<MeetingType[]> {
  const rows = await reader.all<TypeRow>(
    `select ${columns} from meeting_types
     where workspace_id = $1 and deleted_at is null and is_public = 1 and active = 1 and ${canBeBooked}
     order by name, id limit ${limit}`,
    [workspaceId],
  );
  return rows.map(fromRow);
}

/** Those that aren't deleted, newest first. */
export function selectNamedTypes(reader: Reader, workspaceId: string, limit: number) {
  return reader.all<Pick<TypeRow, 'id' | 'name' | 'is_public' | 'active'>>(
    `select id, name, is_public, active from meeting_types
     where workspace_id = $1 and deleted_at is null order by id desc limit ${limit}`,
    [workspaceId],
  );
}

export async function countTypes(reader: Reader, workspaceId: string): Promise<number> {
  const row = await reader.get<{ count: number }>(
    'select count(*) as count from meeting_types where workspace_id = $1 and deleted_at is null',
    [workspaceId],
  );
  return row?.count ?? 0;
}

const one = `select ${columns} from meeting_types where workspace_id = $1 and id = $2 and deleted_at is null`;

export async function selectType(reader: Reader, workspaceId: string, id: string) {
  const row = await reader.get<TypeRow>(one, [workspaceId, id]);
  return row && fromRow(row);
}

export async function selectTypeForUpdate(tx: Transaction, workspaceId: string, id: string) {
  const row = await tx.get<TypeRow>(`${one} ${tx.dialect.forUpdate}`, [workspaceId, id]);
  return row && fromRow(row);
}

/** The type that has or had this slug. */
export async function selectTypeBySlug(reader: Reader, workspaceId: string, slug: string) {
  const row = await reader.get<TypeRow>(
    `select ${columns} from meeting_type_slugs
     join meeting_types on meeting_types.workspace_id = meeting_type_slugs.workspace_id
       and meeting_types.id = meeting_type_slugs.meeting_type_id
     where meeting_type_slugs.workspace_id = $1 and meeting_type_slugs.slug = $2 and deleted_at is null`,
    [workspaceId, slug],
  );
  return row && fromRow(row);
}

/** The names of these types, including deleted ones. */
export function selectTypeNames(reader: Reader, workspaceId: string, ids: string[]) {
  return selectByIds<{ id: string; name: string; deleted_at: number | null }>(reader, workspaceId, {
    table: 'meeting_types',
    columns: 'id, name, deleted_at',
    ids,
  });
}

export async function insertType(tx: Transaction, workspaceId: string, type: MeetingType): Promise<void> {
  await insertRow(tx, 'meeting_types', { workspace_id: workspaceId, ...toRow(type) });
}

export async function updateTypeRow(tx: Transaction, workspaceId: string, type: MeetingType): Promise<void> {
  const { id, ...row } = toRow(type);
  await updateRow(tx, 'meeting_types', { workspace_id: workspaceId, id: type.id }, row);
}

/** The highest number of a slug with this base; 0 when there is none. */
export async function selectLastSlugNumber(tx: Transaction, workspaceId: string, base: string) {
  const row = await tx.get<{ number: number }>(
    'select number from meeting_type_slugs where workspace_id = $1 and base = $2 order by number desc limit 1',
    [workspaceId, base],
  );
  return row?.number ?? 0;
}

/** The slug with this base that the type has or had. */
export async function selectOwnSlug(tx: Transaction, workspaceId: string, typeId: string, base: string) {
  const row = await tx.get<{ slug: string }>(
    'select slug from meeting_type_slugs where workspace_id = $1 and meeting_type_id = $2 and base = $3 limit 1',
    [workspaceId, typeId, base],
  );
  return row?.slug;
}

/** False when another type has or had the slug. Waits for another transaction that is about to take it. */
export async function insertSlug(
  tx: Transaction,
  workspaceId: string,
  row: { slug: string; base: string; number: number; meeting_type_id: string },
): Promise<boolean> {
  const owner = await tx.get<{ meeting_type_id: string }>(
    `insert into meeting_type_slugs (workspace_id, slug, base, number, meeting_type_id) values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, slug) do update set slug = meeting_type_slugs.slug
     returning meeting_type_id`,
    [workspaceId, row.slug, row.base, row.number, row.meeting_type_id],
  );
  return owner?.meeting_type_id === row.meeting_type_id;
}

export async function deleteSlugs(tx: Transaction, workspaceId: string, typeId: string): Promise<void> {
  await tx.run('delete from meeting_type_slugs where workspace_id = $1 and meeting_type_id = $2', [
    workspaceId,
    typeId,
  ]);
}
