import type { Reader, Transaction } from '../../storage/database.ts';
import { insertRows } from '../../storage/rows.ts';
import { MAX_MEETING_MS, type Time } from './rules.ts';

export interface Booking extends Time {
  request_id: string;
  member_id: string;
}

/** Touching is no overlap. The range of starts is what the index is walked by. */
const overlaps = (starts: string, ends: string) =>
  `taken.starts_at > ${starts} - ${MAX_MEETING_MS} and taken.starts_at < ${ends} and taken.ends_at > ${starts}`;

/** A booking of these members that overlaps the time: of the first member who has one, the earliest. */
export function selectOverlap(
  reader: Reader,
  workspaceId: string,
  memberIds: string[],
  requestId: string,
  time: Time,
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
  time: Time,
): Promise<void> {
  const columns = { request_id: 'text', member_id: 'text', starts_at: 'bigint', ends_at: 'bigint' } as const;
  const rows = memberIds.map((member_id) => ({ ...time, member_id, request_id: requestId }));
  return insertRows(tx, 'bookings', workspaceId, columns, rows);
}

export async function deleteBookings(tx: Transaction, workspaceId: string, requestId: string): Promise<void> {
  await tx.run('delete from bookings where workspace_id = $1 and request_id = $2', [workspaceId, requestId]);
}
