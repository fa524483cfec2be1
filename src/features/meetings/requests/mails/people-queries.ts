import type { Reader } from '../../../../storage/database.ts';
import { idRows, wantedRows } from '../../../../storage/rows.ts';
import { answersIn } from '../../meeting-types/questions.ts';
import { hasOptedOut } from '../participants/participant-queries.ts';
import type { Attendance, MeetingRequest, Participant } from '../rules.ts';

/** A host, with the request. */
export interface HostRow {
  request_id: string;
  id: string;
  email: string;
  name: string | null;
  title: string | null;
  timezone: string | null;
  deactivated_at: number | null;
}

/**
 * The hosts of these requests: for each, the organizer first, then hosts from stack teams, who may include the organizer. During
 * a hand-over, the successor has the organizer's place. Cross joins keep SQLite from reading all hosts and all members.
 */
export function selectPeopleOf(
  reader: Reader,
  workspaceId: string,
  requests: Pick<MeetingRequest, 'id' | 'organizer_id'>[],
): Promise<HostRow[]> {
  const given = reader.dialect.rows('$2', { id: 'text', organizer_id: 'text' });
  return reader.all<HostRow>(
    `with wanted as materialized (select cast($1 as text) as workspace_id, id as request_id, organizer_id from ${given}),
     hosts as (
       select workspace_id, request_id, -1 as place, coalesce((select heir_id from hand_overs
         where hand_overs.workspace_id = wanted.workspace_id and hand_overs.member_id = organizer_id), organizer_id) as member_id
       from wanted
       union all
       select others.workspace_id, others.request_id, place, member_id from wanted
       cross join meeting_request_hosts as others
         where others.workspace_id = wanted.workspace_id and others.request_id = wanted.request_id)
     select request_id, members.id, email, name, title, timezone, deactivated_at from hosts
     cross join members where members.workspace_id = hosts.workspace_id and members.id = hosts.member_id
     order by request_id, place`,
    [workspaceId, JSON.stringify(requests.map(({ id, organizer_id }) => ({ id, organizer_id })))],
  );
}

export interface ParticipantRow extends Participant {
  request_id: string;
  place: number;
  attendance: Attendance;
  /** What they said with their last answer. */
  comment: string | null;
  /** 0 or 1. */
  unproven: number;
  /** 0 or 1. */
  opted_out: number;
}

/** The participants of these requests, in the order of their places. */
export async function selectParticipantsOf(
  reader: Reader,
  workspaceId: string,
  requestIds: string[],
): Promise<ParticipantRow[]> {
  const rows = await reader.all<Omit<ParticipantRow, 'answers'> & { answers: string | null }>(
    `with ${wantedRows(reader.dialect)}
     select request_id, place, email, name, timezone, locale, phone_number, attendance, comment, answers, unproven,
       ${hasOptedOut} as opted_out from wanted
     join meeting_request_participants as participants
       on participants.workspace_id = wanted.workspace_id and participants.request_id = wanted.wanted_id
     order by request_id, place`,
    [workspaceId, idRows(requestIds)],
  );
  return rows.map((row) => ({ ...row, answers: answersIn(row.answers) }));
}

/** The booking link that a request came from, if something can still be booked there. */
export async function selectOpenLinkOf(
  reader: Reader,
  workspaceId: string,
  requestId: string,
  now: number,
): Promise<string | undefined> {
  const row = await reader.get<{ id: string }>(
    `select links.id from booking_link_uses as used
     join booking_links as links on links.workspace_id = used.workspace_id and links.id = used.link_id
     where used.request_id = $2 and used.workspace_id = $1
       and (links.expires_at is null or links.expires_at > $3) and (max_uses is null or uses < max_uses)`,
    [workspaceId, requestId, now],
  );
  return row?.id;
}

/** The address of the meeting type on whose page a request was booked, if something can still be booked there. */
export async function selectOpenPageOf(
  reader: Reader,
  workspaceId: string,
  requestId: string,
): Promise<string | undefined> {
  const row = await reader.get<{ path: string }>(
    `select '/' || handle || '/' || types.slug as path from meeting_type_uses as used
     join meeting_types as types on types.workspace_id = used.workspace_id and types.id = used.meeting_type_id
     join workspaces on workspaces.id = used.workspace_id
     where used.request_id = $2 and used.workspace_id = $1 and active = 1 and deleted_at is null and handle is not null`,
    [workspaceId, requestId],
  );
  return row?.path;
}
