import type { Reader } from '../../storage/database.ts';
import { idRows, wantedRows } from '../../storage/rows.ts';
import { DAY_MS } from '../../timestamps.ts';

export interface TakenRow {
  member_id: string;
  starts_at: number;
  ends_at: number;
  /** 0 or 1. Else it is a busy time of a calendar, or kept free for an option. */
  is_booking: number;
}

export interface TakenDuring {
  from: number;
  to: number;
  /** Options whose hold is over by then do not count. */
  now: number;
  except_request_id: string | null;
}

/**
 * The busy times, bookings and held options of these members that overlap the time, without those of one request; no more
 * than `limit`.
 *
 * Busy times of up to a day are found by their end, which is near. Longer ones have an index of their own: else each search
 * would read everything that a calendar has after the time. A cross join keeps SQLite from reading that index as a whole.
 */
export function selectTaken(
  reader: Reader,
  workspaceId: string,
  memberIds: string[],
  { from, to, now, except_request_id }: TakenDuring,
  limit: number,
): Promise<TakenRow[]> {
  const ofWanted = 'taken.workspace_id = wanted.workspace_id and taken.member_id = wanted.wanted_id';
  const columns = 'taken.member_id, taken.starts_at, taken.ends_at';
  // No meeting is longer than a day.
  const isNear = 'taken.starts_at > $6 and taken.starts_at < $4 and taken.ends_at > $3';
  const ofOthers = except_request_id === null ? '' : 'and taken.request_id <> $8';
  return reader.all<TakenRow>(
    `with ${wantedRows(reader.dialect)}
     select ${columns}, 0 as is_booking from wanted cross join busy_times as taken
     where ${ofWanted} and taken.ends_at > $3 and taken.ends_at <= $5 and taken.starts_at < $4
     union all
     select ${columns}, 0 from wanted cross join busy_times as taken
     where ${ofWanted} and taken.ends_at - taken.starts_at > ${DAY_MS} and taken.ends_at > $5 and taken.starts_at < $4
     union all
     select ${columns}, 1 from wanted cross join bookings as taken
     where ${ofWanted} and ${isNear} ${ofOthers}
     union all
     select ${columns}, 0 from wanted cross join option_holds as taken
     where ${ofWanted} and taken.held_until > $7 and ${isNear} ${ofOthers}
     limit ${limit}`,
    [
      workspaceId,
      idRows(memberIds),
      from,
      to,
      to + DAY_MS,
      from - DAY_MS,
      now,
      ...(except_request_id === null ? [] : [except_request_id]),
    ],
  );
}
