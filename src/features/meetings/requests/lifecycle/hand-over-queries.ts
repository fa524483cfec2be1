import type { Reader, Transaction } from '../../../../storage/database.ts';
import { idRows, wantedRows, withoutIndex } from '../../../../storage/rows.ts';
import type { Status } from '../rules.ts';

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

/** These describe one organizer and would be wrong for the next. */
const unnamed = 'organizer_name = null, organizer_timezone = null';

/** The next request to hand over. */
export interface NextRequest {
  id: string;
  /** How many people the hand-over sends an invitation to; 0 without a booked time. */
  invited: number;
}

const invited = `case when starts_at is null then 0 else 2
    + (select count(*) from meeting_request_participants as participants
       where participants.workspace_id = meeting_requests.workspace_id and participants.request_id = meeting_requests.id)
    + (select count(*) from meeting_request_hosts as hosts
       where hosts.workspace_id = meeting_requests.workspace_id and hosts.request_id = meeting_requests.id)
  end`;

const ofMember = 'workspace_id = $1 and status = $2 and organizer_id = $3';

/**
 * The oldest requests of one organizer in one state. One state at a time: with several, PostgreSQL may read everything the member
 * ever organized.
 */
export function selectNextOpen(
  reader: Reader,
  workspaceId: string,
  status: Status,
  memberId: string,
  limit: number,
): Promise<NextRequest[]> {
  return reader.all<NextRequest>(
    `select id, ${invited} as invited from meeting_requests where ${ofMember} order by id limit ${limit}`,
    [workspaceId, status, memberId],
  );
}

/**
 * Moves the requests of one organizer in one state to another, up to an id; returns their ids. An id as the limit instead of a
 * list of ids skips requests that have left the state meanwhile.
 */
export async function updateOrganizer(
  tx: Transaction,
  workspaceId: string,
  status: Status,
  change: { from: string; to: string; at: number },
  lastId: string,
): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(
    `update meeting_requests set organizer_id = $4, ${unnamed}, updated_at = $5, introduction = null,
       attention_reason = null, attention_since = null
     where ${ofMember} and id <= $6 returning id`,
    [workspaceId, status, change.from, change.to, change.at, lastId],
  );
  return rows.map(({ id }) => id);
}

/** Only booked requests that begin after `since` are still to come. */
export interface Transfer {
  from: string;
  to: string;
  since: number;
}

/**
 * The booked requests still to hand over. The successor already has their times, so this reads few rows, whatever the leaver ever
 * organized.
 */
const bookedToCome = (successor: string, since: string, leaver: string) =>
  `from bookings where bookings.workspace_id = $1 and bookings.member_id = ${successor} and bookings.starts_at > ${since}
     and (select organizer_id from meeting_requests where meeting_requests.workspace_id = bookings.workspace_id
       and meeting_requests.id = bookings.request_id and status = 'booked') = ${leaver}`;

/** Counted up to `limit`. */
export async function countBookedToCome(
  reader: Reader,
  workspaceId: string,
  { from, to, since }: Transfer,
  limit: number,
): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `select count(*) as count from (select 1 ${bookedToCome('$2', '$3', '$4')} limit ${limit}) as counted`,
    [workspaceId, to, since, from],
  );
  return row?.count ?? 0;
}

/** The next booked requests of the leaver to hand over. */
export function selectNextBooked(
  reader: Reader,
  workspaceId: string,
  { from, to, since }: Transfer,
  limit: number,
): Promise<NextRequest[]> {
  return reader.all<NextRequest>(
    `select next.id, (select ${invited} from meeting_requests
       where meeting_requests.workspace_id = $1 and meeting_requests.id = next.id) as invited
     from (select request_id as id, starts_at as at ${bookedToCome('$2', '$3', '$4')} order by starts_at limit ${limit}) as next
     order by next.at`,
    [workspaceId, to, since, from],
  );
}

/** Moves these booked requests from the leaver to the successor; returns the ids of those still booked. */
export async function updateOrganizerOfBooked(
  tx: Transaction,
  workspaceId: string,
  { from, to, at }: { from: string; to: string; at: number },
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all<{ id: string }>(
    `with ${wantedRows(tx.dialect)}
     update meeting_requests set organizer_id = $3, ${unnamed}, updated_at = $4 from wanted
     where meeting_requests.workspace_id = wanted.workspace_id and meeting_requests.id = wanted.wanted_id
       and ${withoutIndex('status')} = 'booked' and ${withoutIndex('organizer_id')} = $5
     returning id`,
    [workspaceId, idRows(ids), to, at, from],
  );
  return rows.map(({ id }) => id);
}

/**
 * Whether anything is left to hand over: a request in one of these states, or a booked one still to come. One statement, because
 * two could miss a request that changes in between.
 */
export async function hasMoreToHandOver(
  reader: Reader,
  workspaceId: string,
  statuses: readonly Status[],
  { from, to, since }: Transfer,
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
