import type { Reader } from '../../../../storage/database.ts';
import { withoutIndex } from '../../../../storage/rows.ts';
import { brandColumns, brandJoin } from '../../../workspace/branding/shown.ts';
import type { Visit } from '../rules.ts';

/** While the organizer is handing over, the meeting is the successor's already. */
export function selectVisit(reader: Reader, id: string, place: number): Promise<Visit | undefined> {
  const others = `meeting_request_participants as others
        where others.workspace_id = visited.workspace_id and others.request_id = visited.id`;
  // Cross joins keep SQLite from reading all members. The id is found by an index on this very expression.
  return reader.get<Visit>(
    `select visited.workspace_id, visited.id, status, visited.title, purpose, notify_participants, duration_minutes,
       timeframe_start, timeframe_end, round, starts_at, ends_at, cancelled_at, visited.meeting_type_id, coalesce(organizer_name, members.name) as organizer,
       members.title as organizer_title, coalesce(organizer_timezone, members.timezone, workspaces.timezone) as organizer_timezone,
       workspaces.name as workspace_name, ${brandColumns}, suspended_at, suspended_reason, delete_at,
       visited.location, visited.place as booked_place,
       (select location from teams where teams.workspace_id = visited.workspace_id and teams.id = visited.team_id) as team_location,
       (select location from meeting_types where meeting_types.workspace_id = visited.workspace_id
          and meeting_types.id = visited.meeting_type_id and deleted_at is null) as type_location,
       own.email, own.phone_number, own.timezone, own.locale, own.timezone_chosen, own.response,
       (select count(*) from ${others}) as participants,
       (select count(*) from ${others} and others.response <> 'none') as answered
     from meeting_requests as visited
     cross join meeting_request_participants as own
     cross join members
     cross join workspaces
     ${brandJoin('visited.workspace_id')}
     where ${withoutIndex('visited.id')} = $1
       and own.workspace_id = visited.workspace_id and own.request_id = visited.id and own.place = $2
       and workspaces.id = visited.workspace_id and members.workspace_id = visited.workspace_id
       and members.id = coalesce((select heir_id from hand_overs where hand_overs.workspace_id = visited.workspace_id
         and hand_overs.member_id = visited.organizer_id), visited.organizer_id)`,
    [id, place],
  );
}
