import { firstIdAt } from '../../ids.ts';
import type { PageRequest } from '../../pages.ts';
import type { Dialect, Reader, Transaction } from '../../storage/database.ts';
import { selectNewestFirst } from '../../storage/newest-first.ts';
import {
  idRows,
  insertRow,
  insertRows,
  type Row,
  updateRow,
  wantedRows,
  withoutIndex,
} from '../../storage/rows.ts';
import type { MeetingRequest, Participant, Status } from './rules.ts';

/** Columns that never change. */
const fixed = [
  'id',
  'team_id',
  'title',
  'purpose',
  'description',
  'include_introduction',
  'notify_participants',
  'timeframe_start',
  'timeframe_end',
  'created_at',
] as const satisfies (keyof MeetingRequest)[];

/** Columns that moves change. */
const moving = [
  'organizer_id',
  'organizer_name',
  'organizer_timezone',
  'status',
  'duration_minutes',
  'calendar_event_id',
  'starts_at',
  'ends_at',
  'notify',
  'round',
  'introduction',
  'attention_reason',
  'attention_since',
  'updated_at',
  'booked_at',
  'cancelled_at',
  'paused_at',
] as const satisfies (keyof MeetingRequest)[];

type Converted =
  | 'include_introduction'
  | 'notify_participants'
  | 'notify'
  | 'participant_emails'
  | 'team_host_emails';
type MeetingRequestRow = Omit<MeetingRequest, Converted> & {
  include_introduction: number;
  notify_participants: number;
  notify: number | null;
  participant_emails: string;
  team_host_emails: string | null;
};

// Subselects instead of joins: locking a request must not lock rows of other tables.
function columns({ list }: Dialect): string {
  const own = [...fixed, ...moving].map((column) => `meeting_requests.${column}`).join(', ');
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
    include_introduction: row.include_introduction === 1,
    notify_participants: row.notify_participants === 1,
    notify: row.notify === null ? null : row.notify === 1,
    participant_emails: JSON.parse(row.participant_emails),
    team_host_emails: JSON.parse(row.team_host_emails ?? '[]'),
  };
}

export interface RequestFilter {
  status: Status | undefined;
  organizer_id: string | undefined;
  participant_folded: string | undefined;
  team_id: string | undefined;
  /** Both inclusive. */
  created_after: number | undefined;
  created_before: number | undefined;
}

const everyRequest = { table: 'meeting_requests', id: 'meeting_requests.id' };
const byParticipant = {
  table: 'meeting_request_participants',
  // Makes PostgreSQL look up each request by id. Else it may walk all requests, newest first, which is slow when the
  // matches are old.
  join: `join meeting_requests on meeting_requests.workspace_id = meeting_request_participants.workspace_id
         and meeting_requests.id = ${withoutIndex('meeting_request_participants.request_id')}`,
  id: 'meeting_request_participants.request_id',
};

export async function selectRequests(
  reader: Reader,
  workspaceId: string,
  filter: RequestFilter,
  page: PageRequest,
): Promise<MeetingRequest[]> {
  const { status, organizer_id, participant_folded, team_id, created_after, created_before } = filter;
  const isByParticipant = participant_folded !== undefined;
  const source = isByParticipant ? byParticipant : everyRequest;
  // The order of filters is fixed: the planners do not know that a participant has fewer requests than an organizer, and an
  // organizer fewer than a team. Only the status shares an index with another filter.
  const leads = (column: string, isLeading: boolean) => `${isLeading ? column : withoutIndex(column)} = ?`;
  const rows = await selectNewestFirst<MeetingRequestRow>(reader, workspaceId, page, {
    columns: columns(reader.dialect),
    ...source,
    found: 'meeting_requests',
    where: [
      ['meeting_request_participants.email_folded = ?', participant_folded],
      [leads('organizer_id', !isByParticipant), organizer_id],
      [leads('team_id', !isByParticipant && organizer_id === undefined), team_id],
      [leads('status', !isByParticipant), status],
      // The id begins with the time: a range of times is a range in the index on ids.
      [
        `${source.id} >= ?`,
        created_after === undefined ? undefined : firstIdAt('meetingRequest', created_after),
      ],
    ],
    before: created_before === undefined ? undefined : firstIdAt('meetingRequest', created_before + 1),
  });
  return rows.map(fromRow);
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

export function insertRequest(tx: Transaction, workspaceId: string, request: MeetingRequest): Promise<void> {
  return insertRow(tx, 'meeting_requests', {
    workspace_id: workspaceId,
    ...columnsOf(request, [...fixed, ...moving]),
  });
}

const inPlace = { request_id: 'text', place: 'bigint' } as const;

export function insertParticipants(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  participants: (Participant & { email_folded: string })[],
): Promise<void> {
  const columns = {
    ...inPlace,
    email: 'text',
    email_folded: 'text',
    name: 'text',
    timezone: 'text',
  } as const;
  const rows = participants.map((participant, place) => ({ ...participant, request_id: requestId, place }));
  return insertRows(tx, 'meeting_request_participants', workspaceId, columns, rows);
}

export function insertHosts(
  tx: Transaction,
  workspaceId: string,
  requestId: string,
  memberIds: string[],
): Promise<void> {
  const rows = memberIds.map((member_id, place) => ({ member_id, request_id: requestId, place }));
  return insertRows(tx, 'meeting_request_hosts', workspaceId, { ...inPlace, member_id: 'text' }, rows);
}

/**
 * Who takes part: the organizer first, then the hosts of stack teams, who may include the organizer. While the organizer is
 * handing over, the heir has the organizer's place: the heir's time is taken already.
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

/** Writes every column that can change. */
export async function updateRequest(
  tx: Transaction,
  workspaceId: string,
  request: MeetingRequest,
): Promise<void> {
  const key = { workspace_id: workspaceId, id: request.id };
  await updateRow(tx, 'meeting_requests', key, columnsOf(request, moving));
}

type Column = (typeof fixed)[number] | (typeof moving)[number];

function columnsOf(request: MeetingRequest, columns: readonly Column[]): Row {
  return Object.fromEntries(
    columns.map((column) => {
      const value = request[column];
      return [column, typeof value === 'boolean' ? Number(value) : value];
    }),
  );
}

/** What was said of an organizer does not hold for the next one. */
const unnamed = 'organizer_name = null, organizer_timezone = null';

/**
 * Gives the oldest requests of one organizer in one state to another; returns their ids. One state at a time: for several,
 * PostgreSQL may read everything that the member ever organized. Up to an id instead of a list of ids: a request that has
 * left the state meanwhile is skipped.
 */
export async function updateOrganizer(
  tx: Transaction,
  workspaceId: string,
  status: Status,
  change: { from: string; to: string; at: number },
  limit: number,
): Promise<string[]> {
  const ofMember = 'workspace_id = $1 and status = $2 and organizer_id = $3';
  const last = await tx.get<{ id: string }>(
    `select id from meeting_requests where ${ofMember} order by id limit 1 offset ${limit - 1}`,
    [workspaceId, status, change.from],
  );
  const rows = await tx.all<{ id: string }>(
    `update meeting_requests set organizer_id = $4, ${unnamed}, updated_at = $5, introduction = null,
       attention_reason = null, attention_since = null
     where ${ofMember} and id <= $6 returning id`,
    [workspaceId, status, change.from, change.to, change.at, last?.id ?? AFTER_ALL_IDS],
  );
  return rows.map(({ id }) => id);
}

/** An id has 48 bits for the time. */
const AFTER_ALL_IDS = firstIdAt('meetingRequest', 2 ** 48 - 1);

/** From whom, to whom, and since when: what begins later is still to come. */
export interface Inheritance {
  from: string;
  to: string;
  since: number;
}

/**
 * The booked requests that are still to be handed over. The heir has taken their times already: so few rows are read,
 * whatever the leaver has ever organized.
 */
const bookedToCome = (heir: string, since: string, leaver: string) =>
  `from bookings where bookings.workspace_id = $1 and bookings.member_id = ${heir} and bookings.starts_at > ${since}
     and (select organizer_id from meeting_requests where meeting_requests.workspace_id = bookings.workspace_id
       and meeting_requests.id = bookings.request_id and status = 'booked') = ${leaver}`;

/** Gives the next booked requests of the leaver to the heir; returns their ids. */
export async function updateOrganizerOfBooked(
  tx: Transaction,
  workspaceId: string,
  { from, to, since, at }: Inheritance & { at: number },
  limit: number,
): Promise<string[]> {
  const next = await tx.all<{ id: string }>(
    `select request_id as id ${bookedToCome('$2', '$3', '$4')} order by starts_at limit ${limit}`,
    [workspaceId, to, since, from],
  );
  if (next.length === 0) return [];
  const rows = await tx.all<{ id: string }>(
    `with ${wantedRows(tx.dialect)}
     update meeting_requests set organizer_id = $3, ${unnamed}, updated_at = $4 from wanted
     where meeting_requests.workspace_id = wanted.workspace_id and meeting_requests.id = wanted.wanted_id
       and ${withoutIndex('status')} = 'booked' and ${withoutIndex('organizer_id')} = $5
     returning id`,
    [workspaceId, idRows(next.map(({ id }) => id)), to, at, from],
  );
  return rows.map(({ id }) => id);
}

/**
 * Whether there is anything left to hand over: a request in one of these states, or a booked one that is still to come. One
 * statement: else a request that changes between two of them may be missed.
 */
export async function hasMoreToHandOver(
  reader: Reader,
  workspaceId: string,
  statuses: readonly Status[],
  { from, to, since }: Inheritance,
): Promise<boolean> {
  const inState = (place: number) => `exists (select 1 from meeting_requests
    where workspace_id = $1 and organizer_id = $2 and status = $${place})`;
  const open = statuses.map((_, place) => inState(place + 5)).join(' or ');
  const row = await reader.get<{ found: number }>(
    `select case when ${open} or exists (select 1 ${bookedToCome('$3', '$4', '$2')}) then 1 else 0 end as found`,
    [workspaceId, from, to, since, ...statuses],
  );
  return row?.found === 1;
}

export async function countRequests(
  reader: Reader,
  workspaceId: string,
  status: Status,
  organizerId: string,
): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `select count(*) as count from meeting_requests
     where workspace_id = $1 and status = $2 and organizer_id = $3`,
    [workspaceId, status, organizerId],
  );
  return row?.count ?? 0;
}
