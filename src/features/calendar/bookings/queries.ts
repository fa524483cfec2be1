import type { Dialect, Reader, Transaction, Value } from '../../../storage/database.ts';
import { idRows, insertRows } from '../../../storage/rows.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { MAX_MEETING_MS } from './rules.ts';

interface Booking extends MeetingTime {
  request_id: string;
  member_id: string;
}

/** Times that only touch don't overlap. The index needs both bounds of the start. */
const overlaps = (starts: string, ends: string) =>
  `taken.starts_at > ${starts} - ${MAX_MEETING_MS} and taken.starts_at < ${ends} and taken.ends_at > ${starts}`;

/** Of the first of these members with a booking that overlaps the time: the earliest. */
export function selectOverlap(
  reader: Reader,
  workspaceId: string,
  memberIds: string[],
  requestId: string,
  time: MeetingTime,
): Promise<Booking | undefined> {
  const given = reader.dialect.rows('$2', { member_id: 'text', place: 'bigint' });
  return reader.get<Booking>(
    `with wanted as materialized (select cast($1 as text) as workspace_id, member_id, place from ${given})
     select taken.request_id, taken.member_id, taken.starts_at, taken.ends_at from wanted
     join bookings as taken on taken.workspace_id = wanted.workspace_id and taken.member_id = wanted.member_id
     where taken.request_id <> $3 and ${overlaps('cast($4 as bigint)', 'cast($5 as bigint)')}
     order by place, taken.starts_at, taken.request_id limit 1`,
    [
      workspaceId,
      JSON.stringify(memberIds.map((member_id, place) => ({ member_id, place }))),
      requestId,
      time.starts_at,
      time.ends_at,
    ],
  );
}

export function insertBookings(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  memberIds: string[],
  time: MeetingTime,
): Promise<void> {
  const columns = { request_id: 'text', member_id: 'text', starts_at: 'bigint', ends_at: 'bigint' } as const;
  const rows = memberIds.map((member_id) => ({ ...time, member_id, request_id: requestId }));
  return insertRows(tx, 'bookings', workspaceId, columns, rows);
}

export async function deleteBookings(tx: Transaction, workspaceId: string, requestId: string): Promise<void> {
  await tx.run('delete from bookings where workspace_id = $1 and request_id = $2', [workspaceId, requestId]);
}

/** Somebody leaves, and a successor takes over the bookings for meetings of these organizers that start after a time. */
export interface Leaving {
  from: string;
  to: string;
  organizers: string[];
  after: number;
}

/**
 * The bookings that are taken over, as `leaving`. A subselect for each row, because a join may read everything that these members
 * have ever organized.
 */
const isLeaving = (
  dialect: Dialect,
) => `leaving.workspace_id = $1 and leaving.member_id = $2 and leaving.starts_at > $3
  and (select organizer_id from meeting_requests where meeting_requests.workspace_id = leaving.workspace_id
         and meeting_requests.id = leaving.request_id) in (select id from ${dialect.rows('$4', { id: 'text' })})`;
const valuesOf = (workspaceId: string, { from, organizers, after }: Omit<Leaving, 'to'>): Value[] => [
  workspaceId,
  from,
  after,
  idRows(organizers),
];

export async function existsLeaving(
  reader: Reader,
  workspaceId: string,
  leaving: Omit<Leaving, 'to'>,
): Promise<boolean> {
  const row = await reader.get(
    `select 1 as found from bookings as leaving where ${isLeaving(reader.dialect)} limit 1`,
    valuesOf(workspaceId, leaving),
  );
  return row !== undefined;
}

/** The first bookings that can't be taken over because the successor has another one then, each with the total. */
export function selectCollisions(reader: Reader, workspaceId: string, leaving: Leaving, limit: number) {
  return reader.all<Booking & { total: number }>(
    `select request_id, member_id, starts_at, ends_at, count(*) over () as total from bookings as leaving
     where ${isLeaving(reader.dialect)} and exists (select 1 from bookings as taken
       where taken.workspace_id = $1 and taken.member_id = $5 and taken.request_id <> leaving.request_id
         and ${overlaps('leaving.starts_at', 'leaving.ends_at')})
     order by starts_at, request_id limit ${limit}`,
    [...valuesOf(workspaceId, leaving), leaving.to],
  );
}

/** The successor may be a host of the same meeting already. */
export async function insertTakenOver(tx: Transaction, workspaceId: string, leaving: Leaving): Promise<void> {
  await tx.run(
    `insert into bookings (workspace_id, request_id, member_id, starts_at, ends_at)
     select workspace_id, request_id, $5, starts_at, ends_at from bookings as leaving where ${isLeaving(tx.dialect)}
     on conflict do nothing`,
    [...valuesOf(workspaceId, leaving), leaving.to],
  );
}

/** Keeps bookings for meetings where the member is also a host as part of a stack team. */
export async function deleteTakenOver(tx: Transaction, workspaceId: string, leaving: Leaving): Promise<void> {
  await tx.run(
    `delete from bookings as leaving where ${isLeaving(tx.dialect)}
       and leaving.member_id not in (select hosts.member_id from meeting_request_hosts as hosts
         where hosts.workspace_id = leaving.workspace_id and hosts.request_id = leaving.request_id)`,
    valuesOf(workspaceId, leaving),
  );
}
