import type { Reader, Value } from '../../../storage/database.ts';
import { idRows, wantedRows, withoutIndex } from '../../../storage/rows.ts';
import { DAY_MS } from '../../../time/timestamps.ts';

export interface TakenRow {
  member_id: string;
  starts_at: number;
  ends_at: number;
  /** 0 or 1. With 0, it is a busy time of a calendar, or a hold. */
  is_booking: number;
}

export interface TakenDuring {
  from: number;
  to: number;
  /** Holds that have expired by then don't count. */
  now: number;
  except_request_id: string | null;
}

/**
 * What the wanted members have in the range, in four parts.
 *
 * Busy times of up to a day are found by their end, which must be near. Longer ones have a separate index: without it, each search
 * would read everything that a calendar has after the range.
 */
function takenParts(except_request_id: string | null) {
  const ofWanted = 'taken.workspace_id = wanted.workspace_id and taken.member_id = wanted.wanted_id';
  // No meeting is longer than a day.
  const isNear = 'taken.starts_at > $6 and taken.starts_at < $4 and taken.ends_at > $3';
  const ofOthers = except_request_id === null ? '' : 'and taken.request_id <> $8';
  const isShort = 'taken.ends_at > $3 and taken.ends_at <= $5 and taken.starts_at < $4';
  const isLong = `taken.ends_at - taken.starts_at > ${DAY_MS} and taken.ends_at > $5 and taken.starts_at < $4`;
  return [
    { table: 'busy_times', is_booking: 0, where: `${ofWanted} and ${isShort}` },
    { table: 'busy_times', is_booking: 0, where: `${ofWanted} and ${isLong}` },
    { table: 'bookings', is_booking: 1, where: `${ofWanted} and ${isNear} ${ofOthers}` },
    {
      table: 'option_holds',
      is_booking: 0,
      where: `${ofWanted} and taken.held_until > $7 and ${isNear} ${ofOthers}`,
    },
  ];
}

const takenValues = (
  workspaceId: string,
  memberIds: string[],
  { from, to, now, except_request_id }: TakenDuring,
): Value[] => [
  workspaceId,
  idRows(memberIds),
  from,
  to,
  to + DAY_MS,
  from - DAY_MS,
  now,
  ...(except_request_id === null ? [] : [except_request_id]),
];

/**
 * The busy times, bookings and holds of these members that overlap the range, except those of one request; at most `limit`. The
 * cross join keeps SQLite from reading the whole index of long ones.
 */
export function selectTaken(
  reader: Reader,
  workspaceId: string,
  memberIds: string[],
  during: TakenDuring,
  limit: number,
): Promise<TakenRow[]> {
  const parts = takenParts(during.except_request_id).map(
    ({ table, is_booking, where }) =>
      `select taken.member_id, taken.starts_at, taken.ends_at, ${is_booking} as is_booking
       from wanted cross join ${table} as taken where ${where}`,
  );
  return reader.all<TakenRow>(
    `with ${wantedRows(reader.dialect)} ${parts.join(' union all ')} limit ${limit}`,
    takenValues(workspaceId, memberIds, during),
  );
}

/** Those of their bookings that are of a meeting type, in order. The state of requests is no matter: whoever has no time has no booking. */
export function selectTakenOfType(
  reader: Reader,
  workspaceId: string,
  memberIds: string[],
  { from, to, except_request_id }: TakenDuring,
  typeId: string,
): Promise<Pick<TakenRow, 'member_id' | 'starts_at' | 'ends_at'>[]> {
  return reader.all(
    `with ${wantedRows(reader.dialect)}
     select taken.member_id, taken.starts_at, taken.ends_at from wanted
     cross join bookings as taken
     cross join meeting_requests
     where taken.workspace_id = wanted.workspace_id and taken.member_id = wanted.wanted_id
       and taken.starts_at > $5 and taken.starts_at < $4 and taken.ends_at > $3
       and meeting_requests.workspace_id = taken.workspace_id and meeting_requests.id = taken.request_id
       and ${withoutIndex('meeting_requests.meeting_type_id')} = $6 and taken.request_id <> $7
     order by taken.starts_at`,
    [workspaceId, idRows(memberIds), from, to, from - DAY_MS, typeId, except_request_id ?? ''],
  );
}

/** How many rows `selectTaken` has for each of these members, counting up to `limit` in each part. Reads only indexes. */
export function countTaken(
  reader: Reader,
  workspaceId: string,
  memberIds: string[],
  during: TakenDuring,
  limit: number,
): Promise<{ member_id: string; taken: number }[]> {
  const counts = takenParts(during.except_request_id).map(
    ({ table, where }) =>
      `(select count(*) from (select 1 from ${table} as taken where ${where} limit ${limit}) as counted)`,
  );
  return reader.all<{ member_id: string; taken: number }>(
    `with ${wantedRows(reader.dialect)} select wanted_id as member_id, ${counts.join(' + ')} as taken from wanted`,
    takenValues(workspaceId, memberIds, during),
  );
}
