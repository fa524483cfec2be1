import type { Reader, Value } from '../../../../storage/database.ts';
import { idRows, selectByIds, wantedRows, withoutIndex } from '../../../../storage/rows.ts';
import { type MeetingRequestRow, requestRows } from '../queries.ts';
import type { Attendance, MeetingRequest, Response } from '../rules.ts';
import { takesPart } from './list-queries.ts';

export interface MeetingSpan {
  /** Meetings that begin at `from` or later, and before `to`. */
  from: number;
  to: number;
  /** Only those that end later than this. */
  ends_after?: number | undefined;
  /** Only those that the member hosts. */
  member_id?: string | undefined;
  team_id?: string | undefined;
}

/** Booked requests by their start. */
export async function selectMeetings(
  reader: Reader,
  workspaceId: string,
  { from, to, ends_after, member_id, team_id }: MeetingSpan,
  limit: number,
): Promise<MeetingRequest[]> {
  const values: Value[] = [workspaceId, from, to];
  const given = (condition: string, value: Value | undefined) =>
    value === undefined ? '' : `and ${condition} $${values.push(value)}`;
  const ending = given('ends_at >', ends_after);
  // The member's bookings are few, and indexed. Without a member, the index of booked requests is used.
  const found =
    member_id === undefined
      ? `select workspace_id, id, starts_at from meeting_requests
         where workspace_id = $1 and status || '' = 'booked' and starts_at >= $2 and starts_at < $3 ${ending}
           ${given(`${withoutIndex('team_id')} =`, team_id)}
         order by starts_at, id limit ${limit}`
      : `select workspace_id, request_id as id, starts_at from bookings
         where workspace_id = $1 and starts_at >= $2 and starts_at < $3 ${ending} ${given('member_id =', member_id)}
           and (select count(*) from meeting_requests where meeting_requests.workspace_id = bookings.workspace_id
             and meeting_requests.id = bookings.request_id and status = 'booked' ${given('team_id =', team_id)}) > 0
         order by starts_at, request_id limit ${limit}`;
  const rows = await reader.all<MeetingRequestRow>(
    `with found as materialized (${found})
     select ${requestRows.columns(reader.dialect)} from found
     join meeting_requests on meeting_requests.workspace_id = found.workspace_id and meeting_requests.id = found.id
     order by found.starts_at, found.id`,
    values,
  );
  return rows.map(requestRows.fromRow);
}

/** Counted up to `limit`. */
export async function countNeedingAttention(
  reader: Reader,
  workspaceId: string,
  memberId: string | undefined,
  limit: number,
): Promise<number> {
  const values: Value[] = [workspaceId, ...(memberId === undefined ? [] : [memberId])];
  const row = await reader.get<{ count: number }>(
    `select count(*) as count from (
       select 1 from meeting_requests where workspace_id = $1 and attention_since is not null
         ${memberId === undefined ? '' : `and ${takesPart.replaceAll('?', '$2')}`}
       limit ${limit}) as waiting`,
    values,
  );
  return row?.count ?? 0;
}

interface PeopleRow {
  id: string;
  host_name: string | null;
  host_email: string;
  /** JSON lists in the order of the participants. */
  emails: string;
  names: string;
  responses: string;
  attendances: string;
}

/** Who meets whom in these requests, by name, and what the participants have said. */
export async function selectPeople(reader: Reader, workspaceId: string, ids: string[]) {
  const { list } = reader.dialect;
  const ofParticipants = (value: string) =>
    `(select ${list(`${value} order by place`)} from meeting_request_participants as participants
      where participants.workspace_id = wanted.workspace_id and participants.request_id = wanted.wanted_id)`;
  const rows = await reader.all<PeopleRow>(
    `with ${wantedRows(reader.dialect)}
     select meeting_requests.id, members.name as host_name, members.email as host_email, ${ofParticipants('email')} as emails,
       ${ofParticipants("coalesce(name, '')")} as names, ${ofParticipants('response')} as responses,
       ${ofParticipants('attendance')} as attendances
     from wanted
     join meeting_requests on meeting_requests.workspace_id = wanted.workspace_id
       and meeting_requests.id = wanted.wanted_id
     join members on members.workspace_id = meeting_requests.workspace_id and members.id = organizer_id`,
    [workspaceId, idRows(ids)],
  );
  return rows.map(({ id, host_name, host_email, emails, names, responses, attendances }) => {
    const [given, said, came] = [names, responses, attendances].map((texts) => JSON.parse(texts) as string[]);
    const participants = (JSON.parse(emails) as string[]).map((email, place) => ({
      email,
      name: given?.[place] || null,
      response: said?.[place] as Response,
      attendance: came?.[place] as Attendance,
    }));
    return { id, host: { name: host_name, email: host_email }, participants };
  });
}

/** During a hand-over, the successor takes part, too. */
export async function selectWhoHosts(reader: Reader, workspaceId: string, requestId: string) {
  const row = await reader.get<{
    team_id: string | null;
    organizer_id: string;
    heir_id: string | null;
    host_ids: string | null;
  }>(
    `select team_id, organizer_id,
       (select heir_id from hand_overs where hand_overs.workspace_id = meeting_requests.workspace_id
          and hand_overs.member_id = organizer_id) as heir_id,
       (select ${reader.dialect.list('member_id order by place')} from meeting_request_hosts as hosts
        where hosts.workspace_id = meeting_requests.workspace_id
          and hosts.request_id = meeting_requests.id) as host_ids
     from meeting_requests where workspace_id = $1 and id = $2`,
    [workspaceId, requestId],
  );
  if (!row) return undefined;
  const hosts = JSON.parse(row.host_ids ?? '[]') as string[];
  const ids = [row.organizer_id, ...(row.heir_id === null ? [] : [row.heir_id]), ...hosts];
  return { team_id: row.team_id, member_ids: [...new Set(ids)] };
}

export function selectRequestTitles(reader: Reader, workspaceId: string, ids: string[]) {
  return selectByIds<{ id: string; title: string | null }>(reader, workspaceId, {
    table: 'meeting_requests',
    columns: 'id, title',
    ids,
  });
}
