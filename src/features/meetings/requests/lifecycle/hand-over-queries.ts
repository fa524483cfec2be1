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

/** What was said of one organizer isn't true of the next. */
const unnamed = 'organizer_name = null, organizer_timezone = null';

/** The next request to hand over. */
export interface NextRequest {
  id: string;
  /** Who gets an invite because of it; 0 for one without a booked time. */
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
 * The oldest requests of one organizer in one state. One state at a time: for several, PostgreSQL may read everything that the
 * member ever organized.
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
 * Gives the requests of one organizer in one state to another, up to an id; returns their ids. Up to an id instead of a list of
 * ids: a request that has left the state meanwhile is skipped.
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

/** From whom, to whom, and since when: what begins later is still to come. */
export interface Transfer {
  from: string;
  to: string;
  since: number;
}

/**
 * The booked requests that are still to be handed over. The successor has taken their times already: so few rows are read,
 * whatever the leaver has ever organized.
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

/** Gives these booked requests of the leaver to the successor; returns the ids of those that are still booked. */
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
 * Whether there is anything left to hand over: a request in one of these states, or a booked one that is still to come. One
 * statement: else a request that changes between two of them may be missed.
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
