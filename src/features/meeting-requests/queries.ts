import { firstIdAt } from '../../ids.ts';
import type { PageRequest } from '../../pages.ts';
import type { Dialect, Reader, Transaction } from '../../storage/database.ts';
import { selectNewestFirst } from '../../storage/newest-first.ts';
import { insertRow, insertRows, type Row, updateRow, withoutIndex } from '../../storage/rows.ts';
import type { MeetingRequest, Participant, Status } from './rules.ts';

/** What is written once. */
const fixed = [
  'id',
  'team_id',
  'title',
  'purpose',
  'description',
  'include_introduction',
  'timeframe_start',
  'timeframe_end',
  'created_at',
] as const satisfies (keyof MeetingRequest)[];

/** What moves change. */
const moving = [
  'organizer_id',
  'status',
  'duration_minutes',
  'calendar_event_id',
  'starts_at',
  'notify',
  'updated_at',
  'booked_at',
  'cancelled_at',
  'paused_at',
] as const satisfies (keyof MeetingRequest)[];

type Converted = 'include_introduction' | 'notify' | 'participant_emails' | 'team_host_emails';
type MeetingRequestRow = Omit<MeetingRequest, Converted> & {
  include_introduction: number;
  notify: number | null;
  participant_emails: string;
  team_host_emails: string | null;
};

// What other tables hold through selects of their own, so that locking a request leaves them alone.
function shown({ list }: Dialect): string {
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
    notify: row.notify === null ? null : row.notify === 1,
    participant_emails: JSON.parse(row.participant_emails),
    team_host_emails: JSON.parse(row.team_host_emails ?? '[]'),
  };
}

export interface MeetingRequestFilter {
  status: Status | undefined;
  organizerId: string | undefined;
  participantFolded: string | undefined;
  teamId: string | undefined;
  /** Both are part of it. */
  createdFrom: number | undefined;
  createdUntil: number | undefined;
}

const everyRequest = { table: 'meeting_requests', id: 'meeting_requests.id' };
const byParticipant = {
  table: 'meeting_request_participants',
  // So that each request is looked up by its id: else PostgreSQL may go through all requests beside the
  // participants, newest first, which is long when those that are found are old.
  join: `join meeting_requests on meeting_requests.workspace_id = meeting_request_participants.workspace_id
         and meeting_requests.id = ${withoutIndex('meeting_request_participants.request_id')}`,
  id: 'meeting_request_participants.request_id',
};

export async function selectRequests(
  reader: Reader,
  workspaceId: string,
  filter: MeetingRequestFilter,
  page: PageRequest,
): Promise<MeetingRequest[]> {
  const { createdFrom, createdUntil, participantFolded, organizerId } = filter;
  const isByParticipant = participantFolded !== undefined;
  const source = isByParticipant ? byParticipant : everyRequest;
  // Which filter leads is written down, because the planners do not know that a guest has fewer
  // requests than an organizer, and an organizer fewer than a team. Only the state goes along, in the same index.
  const leads = (column: string, isLeading: boolean) => `${isLeading ? column : withoutIndex(column)} = ?`;
  const rows = await selectNewestFirst<MeetingRequestRow>(reader, workspaceId, page, {
    columns: shown(reader.dialect),
    ...source,
    found: 'meeting_requests',
    where: [
      ['meeting_request_participants.email_folded = ?', participantFolded],
      [leads('organizer_id', !isByParticipant), organizerId],
      [leads('team_id', !isByParticipant && organizerId === undefined), filter.teamId],
      [leads('status', !isByParticipant), filter.status],
      // The time is part of the id, so that a time is a place in the index that is walked anyway.
      [`${source.id} >= ?`, createdFrom === undefined ? undefined : firstIdAt('meetingRequest', createdFrom)],
    ],
    before: createdUntil === undefined ? undefined : firstIdAt('meetingRequest', createdUntil + 1),
  });
  return rows.map(fromRow);
}

const oneRequest = (dialect: Dialect) =>
  `select ${shown(dialect)} from meeting_requests where workspace_id = $1 and id = $2`;

export async function selectRequest(reader: Reader, workspaceId: string, id: string) {
  const row = await reader.get<MeetingRequestRow>(oneRequest(reader.dialect), [workspaceId, id]);
  return row && fromRow(row);
}

export async function selectRequestForUpdate(tx: Transaction, workspaceId: string, id: string) {
  const sql = `${oneRequest(tx.dialect)} ${tx.dialect.forUpdate}`;
  const row = await tx.get<MeetingRequestRow>(sql, [workspaceId, id]);
  return row && fromRow(row);
}

/** What is known of the organizer besides the member. */
export interface OrganizerDetails {
  organizer_name: string | null;
  organizer_timezone: string | null;
}

export function insertRequest(
  tx: Transaction,
  workspaceId: string,
  request: MeetingRequest,
  details: OrganizerDetails,
): Promise<void> {
  return insertRow(tx, 'meeting_requests', {
    workspace_id: workspaceId,
    ...columnsOf(request, [...fixed, ...moving]),
    ...details,
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

/** Writes everything about the request that can change. */
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

/**
 * Gives the oldest requests in one state that one member organizes to another; their ids. One state at a time: of
 * several, PostgreSQL may think that it is cheaper to read all that the member has ever organized. Up to an id, and not those
 * of a list: what has been moved on meanwhile is no longer in that state, and stays.
 */
export async function updateOrganizer(
  tx: Transaction,
  workspaceId: string,
  status: Status,
  change: { from: string; to: string; at: number },
  most: number,
): Promise<string[]> {
  const ofMember = 'workspace_id = $1 and status = $2 and organizer_id = $3';
  const last = await tx.get<{ id: string }>(
    `select id from meeting_requests where ${ofMember} order by id limit 1 offset ${most - 1}`,
    [workspaceId, status, change.from],
  );
  const rows = await tx.all<{ id: string }>(
    `update meeting_requests set organizer_id = $4, updated_at = $5 where ${ofMember} and id <= $6 returning id`,
    [workspaceId, status, change.from, change.to, change.at, last?.id ?? AFTER_ALL_IDS],
  );
  return rows.map(({ id }) => id);
}

/** An id has 48 bits for the time. */
const AFTER_ALL_IDS = firstIdAt('meetingRequest', 2 ** 48 - 1);

/** Whether the member organizes anything in one of these states. One statement: what changes from one to another is in one of them. */
export async function hasRequests(
  reader: Reader,
  workspaceId: string,
  statuses: readonly Status[],
  organizerId: string,
): Promise<boolean> {
  const inState = (place: number) => `exists (select 1 from meeting_requests
    where workspace_id = $1 and organizer_id = $2 and status = $${place})`;
  const row = await reader.get<{ found: number }>(
    `select case when ${statuses.map((_, place) => inState(place + 3)).join(' or ')} then 1 else 0 end as found`,
    [workspaceId, organizerId, ...statuses],
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
