import type { Reader } from '../../storage/database.ts';
import { idRows, wantedRows } from '../../storage/rows.ts';
import { DAY_MS } from '../../timestamps.ts';

export interface TakenRow {
  member_id: string;
  starts_at: number;
  ends_at: number;
  /** 0 or 1. Else it is a busy time of a calendar. */
  is_booking: number;
}

/**
 * The busy times and bookings of these members that overlap the time, without those of one request; no more than `limit`.
 *
 * Busy times of up to a day are found by their end, which is near. Longer ones have an index of their own: else each search
 * would read everything that a calendar has after the time. A cross join keeps SQLite from reading that index as a whole.
 */
export function selectTaken(
  reader: Reader,
  workspaceId: string,
  memberIds: string[],
  { from, to, except_request_id }: { from: number; to: number; except_request_id: string | null },
  limit: number,
): Promise<TakenRow[]> {
  const ofWanted = 'taken.workspace_id = wanted.workspace_id and taken.member_id = wanted.wanted_id';
  const columns = 'taken.member_id, taken.starts_at, taken.ends_at';
  return reader.all<TakenRow>(
    `with ${wantedRows(reader.dialect)}
     select ${columns}, 0 as is_booking from wanted cross join busy_times as taken
     where ${ofWanted} and taken.ends_at > $3 and taken.ends_at <= $5 and taken.starts_at < $4
     union all
     select ${columns}, 0 from wanted cross join busy_times as taken
     where ${ofWanted} and taken.ends_at - taken.starts_at > ${DAY_MS} and taken.ends_at > $5 and taken.starts_at < $4
     union all
     select ${columns}, 1 from wanted cross join bookings as taken
     where ${ofWanted} and taken.starts_at > $6 and taken.starts_at < $4 and taken.ends_at > $3
       ${except_request_id === null ? '' : 'and taken.request_id <> $7'}
     limit ${limit}`,
    [
      workspaceId,
      idRows(memberIds),
      from,
      to,
      to + DAY_MS,
      from - DAY_MS,
      ...(except_request_id === null ? [] : [except_request_id]),
    ],
  );
}
