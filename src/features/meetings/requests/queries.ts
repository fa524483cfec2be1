import { firstIdAt } from '../../../ids.ts';
import type { Dialect, Reader, Transaction } from '../../../storage/database.ts';
import {
  idRows,
  insertRowLater,
  insertRowsLater,
  type Row,
  updateRowLater,
  wantedRows,
} from '../../../storage/rows.ts';
import { foldEmail } from '../../../text/emails.ts';
import { placeIn, placeText } from '../../workspace/locations/place.ts';
import { locationIn, locationText } from '../../workspace/locations/rules.ts';
import { answersText } from '../meeting-types/questions.ts';
import type { MeetingRequest, Participant } from './rules.ts';

/** Columns that never change. */
const fixed = [
  'id',
  'team_id',
  'meeting_type_id',
  'title',
  'purpose',
  'description',
  'description_is_shared',
  'include_introduction',
  'notify_participants',
  'reminders',
  'timeframe_start',
  'timeframe_end',
  'created_at',
] as const satisfies (keyof MeetingRequest)[];

/** Columns that change after the request is made. */
const mutable = [
  'organizer_id',
  'organizer_name',
  'organizer_timezone',
  'status',
  'duration_minutes',
  'location',
  'place',
  'calendar_event_id',
  'starts_at',
  'ends_at',
  'notify',
  'round',
  'introduction',
  'attention_reason',
  'attention_since',
  'no_show_by',
  'no_show_places',
  'no_show_at',
  'no_show_returned_turn',
  'updated_at',
  'booked_at',
  'cancelled_at',
  'paused_at',
] as const satisfies (keyof MeetingRequest)[];

type Converted =
  | 'description_is_shared'
  | 'location'
  | 'place'
  | 'include_introduction'
  | 'notify_participants'
  | 'reminders'
  | 'notify'
  | 'no_show_places'
  | 'no_show_returned_turn'
  | 'participant_emails'
  | 'team_host_emails';
export type MeetingRequestRow = Omit<MeetingRequest, Converted> & {
  description_is_shared: number;
  location: string | null;
  place: string | null;
  include_introduction: number;
  notify_participants: number;
  reminders: string | null;
  notify: number | null;
  no_show_places: string;
  no_show_returned_turn: number;
  participant_emails: string | null;
  team_host_emails: string | null;
};

const own = [...fixed, ...mutable].map((column) => `meeting_requests.${column}`).join(', ');

// Subselects instead of joins: locking a request must not lock rows of other tables.
function columns({ list }: Dialect): string {
  return `${own},
    (select email from members where members.workspace_id = meeting_requests.workspace_id
       and members.id = meeting_requests.organizer_id) as organizer_email,
    (select ${list('email order by place')} from meeting_request_participants as participants
     where participants.workspace_id = meeting_requests.workspace_id
       and participants.request_id = meeting_requests.id) as participant_emails,
    (select ${list('members.email order by place')} from meeting_request_hosts as hosts
     join members on members.workspace_id = hosts.workspace_id and members.id = hosts.member_id
     where hosts.workspace_id = meeting_requests.workspace_id and hosts.request_id = meeting_requests.id
       and members.deactivated_at is null) as team_host_emails`;
}

function fromRow(row: MeetingRequestRow): MeetingRequest {
  return {
    ...row,
    description_is_shared: row.description_is_shared === 1,
    location: locationIn(row.location),
    place: placeIn(row.place),
    include_introduction: row.include_introduction === 1,
    notify_participants: row.notify_participants === 1,
    reminders: row.reminders === null ? null : JSON.parse(row.reminders),
    notify: row.notify === null ? null : row.notify === 1,
    no_show_places: JSON.parse(row.no_show_places),
    no_show_returned_turn: row.no_show_returned_turn === 1,
    participant_emails: JSON.parse(row.participant_emails ?? '[]'),
    team_host_emails: JSON.parse(row.team_host_emails ?? '[]'),
  };
}

/** For statements in other files that select requests. */
export const requestRows = { columns, fromRow };

export async function countRequestsOf(
  reader: Reader,
  workspaceId: string,
  participantFolded: string,
  since: number,
  limit: number,
): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `select count(*) as count from (
       select 1 from meeting_request_participants
       where workspace_id = $1 and email_folded = $2 and request_id >= $3 limit $4) as recent`,
    [workspaceId, participantFolded, firstIdAt('meetingRequest', since), limit],
  );
  return row?.count ?? 0;
}

const oneRequest = (dialect: Dialect) =>
  `select ${columns(dialect)} from meeting_requests where workspace_id = $1 and id = $2`;

export async function selectRequest(reader: Reader, workspaceId: string, id: string) {
  const row = await reader.get<MeetingRequestRow>(oneRequest(reader.dialect), [workspaceId, id]);
  return row && fromRow(row);
}

export async function selectRequestForUpdate(tx: Transaction, workspaceId: string, id: string) {
  const sql = `${oneRequest(tx.dialect)} ${tx.dialect.forUpdate}`;
  const row = await tx.get<MeetingRequestRow>(sql, [workspaceId, id]);
  return row && fromRow(row);
}

/** The requests that exist among these ids, in the order of ids. */
export async function selectRequestsById(reader: Reader, workspaceId: string, ids: string[]) {
  const rows = await reader.all<MeetingRequestRow>(
    `with ${wantedRows(reader.dialect)}
     select ${columns(reader.dialect)} from wanted
     join meeting_requests on meeting_requests.workspace_id = wanted.workspace_id
       and meeting_requests.id = wanted.wanted_id
     order by id`,
    [workspaceId, idRows(ids)],
  );
  return rows.map(fromRow);
}

export function insertRequest(tx: Transaction, workspaceId: string, request: MeetingRequest): void {
  insertRowLater(tx, 'meeting_requests', {
    workspace_id: workspaceId,
    ...columnsOf(request, [...fixed, ...mutable]),
  });
}

const inPlace = { request_id: 'text', place: 'bigint' } as const;

/** In places from `first` on. */
export function insertParticipants(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  participants: Participant[],
  { first = 0, unproven = false }: { first?: number; unproven?: boolean } = {},
): void {
  const columns = {
    ...inPlace,
    email: 'text',
    email_folded: 'text',
    name: 'text',
    timezone: 'text',
    locale: 'text',
    phone_number: 'text',
    answers: 'text',
    unproven: 'bigint',
  } as const;
  const rows = participants.map((participant, index) => ({
    ...participant,
    answers: answersText(participant.answers),
    email_folded: foldEmail(participant.email),
    unproven: Number(unproven),
    request_id: requestId,
    place: first + index,
  }));
  insertRowsLater(tx, 'meeting_request_participants', workspaceId, columns, rows);
}

export function insertHosts(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  memberIds: string[],
): void {
  const rows = memberIds.map((member_id, place) => ({ member_id, request_id: requestId, place }));
  insertRowsLater(tx, 'meeting_request_hosts', workspaceId, { ...inPlace, member_id: 'text' }, rows);
}

/**
 * The hosts: the organizer first, then hosts from stack teams, who may include the organizer. During a hand-over, the successor
 * has the organizer's place: the successor's time is taken already.
 */
export function selectHosts(reader: Reader, workspaceId: string, requestId: string) {
  return reader.all<{ member_id: string }>(
    `select coalesce((select heir_id from hand_overs where hand_overs.workspace_id = meeting_requests.workspace_id
       and hand_overs.member_id = organizer_id), organizer_id) as member_id, -1 as place
     from meeting_requests where workspace_id = $1 and id = $2
     union all
     select member_id, place from meeting_request_hosts where workspace_id = $1 and request_id = $2
     order by place`,
    [workspaceId, requestId],
  );
}

/** What says where a meeting should be, and its organizer. */
export async function selectLocations(
  reader: Reader,
  workspaceId: string,
  {
    team_id,
    meeting_type_id,
    organizer_id,
  }: Pick<MeetingRequest, 'team_id' | 'meeting_type_id' | 'organizer_id'>,
) {
  const row = await reader.get<{
    of_type: string | null;
    of_team: string | null;
    of_workspace: string | null;
    name: string | null;
    email: string;
    meeting_url: string | null;
  }>(
    `select name, email, meeting_url,
       (select location from meeting_types where meeting_types.workspace_id = $1 and meeting_types.id = $4
          and deleted_at is null) as of_type,
       (select location from teams where teams.workspace_id = $1 and teams.id = $3) as of_team,
       (select location from scheduling_settings where scheduling_settings.workspace_id = $1) as of_workspace
     from members where members.workspace_id = $1 and members.id = $2`,
    [workspaceId, organizer_id, team_id, meeting_type_id],
  );
  // The request has a reference to its organizer.
  return row as NonNullable<typeof row>;
}

/** Where the first participant can be called. */
export async function selectPhoneNumber(reader: Reader, workspaceId: string, requestId: string) {
  const row = await reader.get<{ phone_number: string | null }>(
    `select phone_number from meeting_request_participants
     where workspace_id = $1 and request_id = $2 order by place limit 1`,
    [workspaceId, requestId],
  );
  return row?.phone_number ?? null;
}

/** Writes every column that can change. */
export function updateRequest(tx: Transaction, workspaceId: string, request: MeetingRequest): void {
  const key = { workspace_id: workspaceId, id: request.id };
  updateRowLater(tx, 'meeting_requests', key, columnsOf(request, mutable));
}

type Column = (typeof fixed)[number] | (typeof mutable)[number];

function columnsOf(request: MeetingRequest, columns: readonly Column[]): Row {
  const stored = {
    ...request,
    location: locationText(request.location),
    place: placeText(request.place),
  };
  return Object.fromEntries(
    columns.map((column) => {
      const value = stored[column];
      if (Array.isArray(value)) return [column, JSON.stringify(value)];
      return [column, typeof value === 'boolean' ? Number(value) : value];
    }),
  );
}
