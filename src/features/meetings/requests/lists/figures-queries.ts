import type { Reader } from '../../../../storage/database.ts';
import { optional } from '../../../../storage/newest-first.ts';
import { withoutIndex } from '../../../../storage/rows.ts';

interface Since {
  week: number;
  lastWeek: number;
  thenLastWeek: number;
  month: number;
  monthBefore: number;
}

interface FiguresRow {
  open: number;
  /** How many of the open ones wait for the answer of a participant. */
  waiting: number;
  this_week: number;
  /** Until as far into the last week as it is into this one. */
  last_week: number;
  /** Of the 30 days, and of the 30 days before them. */
  median: number | null;
  median_before: number | null;
  booked: number;
  /** How many of these were cancelled since. */
  cancelled: number;
}

/**
 * All of them in one statement. Open requests are found by their state, booked ones by their time, and of each at most `limit` are
 * looked at, the latest first: so it costs the same however much was booked before.
 */
export async function selectFigures(
  reader: Reader,
  workspaceId: string,
  since: Since,
  memberId: string | undefined,
  limit: number,
): Promise<FiguresRow> {
  const [ofMember, member] = optional(`${withoutIndex('organizer_id')} = ?`, memberId);
  const isOwn = ofMember.replaceAll('?', '$7');
  const own = memberId === undefined ? '' : 'and organizer_id = $7';
  const median = (range: string) =>
    `(select min(took) from
        (select took, row_number() over (order by took) as place, count(*) over () as total from recent where ${range}) as ranked
      where 2 * place >= total)`;
  const row = await reader.get<FiguresRow>(
    `with open as materialized (
       select id from meeting_requests where workspace_id = $1 and status = 'active' ${own} order by id desc limit ${limit}
     ), recent as materialized (
       select booked_at, took, status from
         (select booked_at, booked_at - created_at as took, status, organizer_id from meeting_requests
          where workspace_id = $1 and booked_at >= $6 order by booked_at desc limit ${2 * limit}) as latest
       where ${isOwn}
     )
     select (select count(*) from open) as open,
       (select count(*) from open where (select count(*) from meeting_request_participants as participants
          where participants.workspace_id = $1 and participants.request_id = open.id
            and response = 'none' and asked_at is not null) > 0) as waiting,
       (select count(*) from recent where booked_at >= $2) as this_week,
       (select count(*) from recent where booked_at >= $3 and booked_at < $4) as last_week,
       ${median('booked_at >= $5')} as median, ${median('booked_at < $5')} as median_before,
       (select count(*) from recent where booked_at >= $5) as booked,
       (select count(*) from recent where booked_at >= $5 and status = 'cancelled') as cancelled`,
    [workspaceId, since.week, since.lastWeek, since.thenLastWeek, since.month, since.monthBefore, member],
  );
  return row as FiguresRow;
}
