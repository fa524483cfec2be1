import type { Reader } from '../../storage/database.ts';
import type { MeetingRequest, Participant, Respondent } from './rules.ts';

type OfRequest =
  | 'id'
  | 'status'
  | 'title'
  | 'purpose'
  | 'duration_minutes'
  | 'timeframe_start'
  | 'timeframe_end'
  | 'round'
  | 'starts_at'
  | 'ends_at'
  | 'cancelled_at';

/** A request as one of its participants sees it. No address of anybody else is read, so that none can be shown. */
export interface VisitRow
  extends Pick<MeetingRequest, OfRequest>,
    Pick<Participant, 'email' | 'timezone'>,
    Pick<Respondent, 'response'> {
  workspace_id: string;
  /** 0 or 1. */
  notify_participants: number;
  /** What the organizer is called; null for somebody without a name. */
  organizer: string | null;
  organizer_title: string | null;
  organizer_timezone: string | null;
  /** 0 or 1. */
  timezone_chosen: number;
  /** How many there are, and how many of them have answered. */
  participants: number;
  answered: number;
}

/** While the organizer is handing over, it is the heir's meeting already. */
export function selectVisit(reader: Reader, id: string, place: number): Promise<VisitRow | undefined> {
  const others = `meeting_request_participants as others
        where others.workspace_id = visited.workspace_id and others.request_id = visited.id`;
  // Cross joins keep SQLite from reading all members.
  return reader.get<VisitRow>(
    `select visited.workspace_id, visited.id, status, visited.title, purpose, notify_participants, duration_minutes,
       timeframe_start, timeframe_end, round, starts_at, ends_at, cancelled_at, coalesce(organizer_name, members.name) as organizer,
       members.title as organizer_title, coalesce(organizer_timezone, members.timezone) as organizer_timezone,
       own.email, own.timezone, own.timezone_chosen, own.response,
       (select count(*) from ${others}) as participants,
       (select count(*) from ${others} and others.response <> 'none') as answered
     from meeting_requests as visited
     cross join meeting_request_participants as own
     cross join members
     where visited.id = $1
       and own.workspace_id = visited.workspace_id and own.request_id = visited.id and own.place = $2
       and members.workspace_id = visited.workspace_id
       and members.id = coalesce((select heir_id from hand_overs where hand_overs.workspace_id = visited.workspace_id
         and hand_overs.member_id = visited.organizer_id), visited.organizer_id)`,
    [id, place],
  );
}
