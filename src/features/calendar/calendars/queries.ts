import type { PageRequest } from '../../../pagination.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { selectNewestFirst } from '../../../storage/newest-first.ts';
import { idRows, insertRow, type Row, updateRow, wantedRows } from '../../../storage/rows.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import type { healths } from './rules.ts';
import type { AnyCalendarType } from './types.ts';

type ConnectionStatus = 'connected' | 'broken';

export interface CalendarRow {
  id: string;
  member_id: string;
  type: AnyCalendarType;
  name: string | null;
  url: string | null;
  username: string | null;
  sealed_password: string | null;
  receives_bookings: number;
  /** The connected account that it comes with; null for one that was added by itself. */
  connection_id: string | null;
  account_email: string | null;
  connection_status: ConnectionStatus | null;
  is_primary: number;
  is_writable: number;
  is_read: number;
  created_at: number;
  updated_at: number;
  health: (typeof healths)[number];
  last_synced_at: number | null;
  last_error: string | null;
  /** Events that could not be understood when it was last read. */
  doubtful: number;
  failing_since: number | null;
  /** When it will be read next; null if it won't be. */
  due_at: number | null;
}

/** A connected calendar is stored with the type `pushed`, which all versions know, and its real one beside it. */
const TYPE = 'coalesce(calendars.service, calendars.type) as type';
const columns = `calendars.id, calendars.member_id, ${TYPE}, calendars.name, url, username, sealed_password,
  receives_bookings, connection_id, account_email, calendar_connections.status as connection_status, is_primary, is_writable,
  is_read, calendars.created_at, calendars.updated_at, health, last_synced_at, last_error, doubtful, failing_since,
  calendar_syncs.due_at`;
const withConnection = `left join calendar_connections
  on calendar_connections.workspace_id = calendars.workspace_id and calendar_connections.id = calendars.connection_id`;
const withSync = `join calendar_syncs
    on calendar_syncs.workspace_id = calendars.workspace_id and calendar_syncs.calendar_id = calendars.id
  ${withConnection}`;

export function selectCalendars(
  reader: Reader,
  workspaceId: string,
  memberId: string,
  page: PageRequest,
): Promise<CalendarRow[]> {
  return selectNewestFirst<CalendarRow>(reader, workspaceId, page, {
    columns,
    table: 'calendars',
    where: [['calendars.member_id = ?', memberId]],
    found: 'calendars',
    beside: withSync,
  });
}

export function selectCalendar(reader: Reader, workspaceId: string, id: string) {
  return reader.get<CalendarRow>(
    `select ${columns} from calendars ${withSync} where calendars.workspace_id = $1 and calendars.id = $2`,
    [workspaceId, id],
  );
}

/** Locks the calendar but not its sync, so that a sync under way can go on. */
export function selectCalendarForUpdate(tx: Transaction, workspaceId: string, id: string) {
  return tx.get<CalendarRow>(
    `select ${columns} from calendars ${withSync} where calendars.workspace_id = $1 and calendars.id = $2
     ${tx.dialect.forUpdateOf('calendars')}`,
    [workspaceId, id],
  );
}

/** Locks all calendars of an account, and the one that gets the member's bookings, in the order of their ids. */
export function selectChoicesForUpdate(
  tx: Transaction,
  workspaceId: string,
  { member_id, connection_id }: { member_id: string; connection_id: string },
): Promise<CalendarRow[]> {
  return tx.all<CalendarRow>(
    `select ${columns} from calendars ${withSync}
     where calendars.workspace_id = $1 and calendars.member_id = $2 and (connection_id = $3 or receives_bookings = 1)
     order by calendars.id ${tx.dialect.forUpdateOf('calendars')}`,
    [workspaceId, member_id, connection_id],
  );
}

/** Any calendar of the workspace. */
export function selectAnyCalendar(reader: Reader, workspaceId: string) {
  return reader.get<{ id: string }>('select id from calendars where workspace_id = $1 limit 1', [
    workspaceId,
  ]);
}

/** Without those of connected accounts. */
export async function countCalendars(reader: Reader, workspaceId: string, memberId: string): Promise<number> {
  const row = await reader.get<{ count: number }>(
    'select count(*) as count from calendars where workspace_id = $1 and member_id = $2 and connection_id is null',
    [workspaceId, memberId],
  );
  return row?.count ?? 0;
}

export function insertCalendar(tx: Transaction, workspaceId: string, row: Row): Promise<void> {
  return insertRow(tx, 'calendars', { workspace_id: workspaceId, ...row });
}

export async function updateCalendarRow(tx: Transaction, workspaceId: string, id: string, columns: Row) {
  await updateRow(tx, 'calendars', { workspace_id: workspaceId, id }, columns);
}

/** Everything that was read from it is deleted, too. */
export async function deleteCalendarRow(tx: Transaction, workspaceId: string, id: string): Promise<void> {
  await tx.run('delete from calendars where workspace_id = $1 and id = $2', [workspaceId, id]);
}

export function selectCalendarsOf(
  reader: Reader,
  workspaceId: string,
  memberIds: string[],
): Promise<{ id: string; receives_bookings: number; connection_status: ConnectionStatus | null }[]> {
  return reader.all(
    `with ${wantedRows(reader.dialect)}
     select calendars.id, receives_bookings, calendar_connections.status as connection_status from wanted
     join calendars on calendars.workspace_id = wanted.workspace_id and calendars.member_id = wanted.wanted_id
     ${withConnection}`,
    [workspaceId, idRows(memberIds)],
  );
}

export function selectCalendarNames(
  reader: Reader,
  workspaceId: string,
  ids: string[],
): Promise<{ id: string; name: string | null; member_id: string; account_email: string | null }[]> {
  return reader.all(
    `with ${wantedRows(reader.dialect)}
     select calendars.id, calendars.name, calendars.member_id, account_email from wanted
     join calendars on calendars.workspace_id = wanted.workspace_id and calendars.id = wanted.wanted_id
     ${withConnection}`,
    [workspaceId, idRows(ids)],
  );
}

export interface OwnedCalendar {
  name: string | null;
  url: string | null;
  account_email: string | null;
  member_id: string;
  email: string;
  member_name: string | null;
  timezone: string | null;
}

/** A calendar with its owner. */
export function selectWithOwner(reader: Reader, workspaceId: string, id: string) {
  return reader.get<OwnedCalendar>(
    `select calendars.name, url, account_email, calendars.member_id, email, members.name as member_name, timezone
     from calendars
     ${withConnection}
     join members on members.workspace_id = calendars.workspace_id and members.id = calendars.member_id
     where calendars.workspace_id = $1 and calendars.id = $2`,
    [workspaceId, id],
  );
}

interface FailingCalendarRow extends OwnedCalendar {
  id: string;
  last_error: string | null;
  failing_since: number | null;
  last_synced_at: number | null;
}

/** Calendars of active members that can't be read, newest first. */
export function selectFailing(reader: Reader, workspaceId: string, limit: number) {
  return reader.all<FailingCalendarRow>(
    `with failing as materialized (
       select workspace_id, calendar_id, last_error, failing_since, last_synced_at from calendar_syncs
       where workspace_id = $1 and health = 'failing' and due_at is not null order by calendar_id desc limit ${limit}
     )
     select calendars.id, calendars.name, url, account_email, calendars.member_id, email, members.name as member_name,
       timezone, last_error, failing_since, last_synced_at
     from failing
     join calendars on calendars.workspace_id = failing.workspace_id and calendars.id = failing.calendar_id
     ${withConnection}
     join members on members.workspace_id = calendars.workspace_id and members.id = calendars.member_id
     order by failing.calendar_id desc`,
    [workspaceId],
  );
}

export interface BusyTime {
  calendar_id: string;
  /** Milliseconds. */
  starts_at: number;
  ends_at: number;
}

/**
 * The busy times of a member that overlap the range, in order. Those of up to a day are found by their end, which must be near;
 * longer ones have a separate index.
 */
export function selectBusyTimes(
  reader: Reader,
  workspaceId: string,
  memberId: string,
  { from, to }: { from: number; to: number },
  limit: number,
): Promise<BusyTime[]> {
  const ofMember =
    'select calendar_id, starts_at, ends_at from busy_times where workspace_id = $1 and member_id = $2';
  return reader.all<BusyTime>(
    `select calendar_id, starts_at, ends_at from (
       select * from (${ofMember} and ends_at > $3 and ends_at <= $5 and starts_at < $4
         order by ends_at limit ${limit}) as short
       union all
       select * from (${ofMember} and ends_at - starts_at > ${DAY_MS} and ends_at > $5 and starts_at < $4
         order by ends_at limit ${limit}) as long
     ) as busy
     order by starts_at, ends_at, calendar_id limit ${limit}`,
    [workspaceId, memberId, from, to, to + DAY_MS],
  );
}
