// Reads bookings from the database, and makes them.
import type { MeetingRequest } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import type { Place } from './events.ts';
import { applyTransition, makeRequest } from './meeting-requests.ts';

export interface BookingRow {
  request_id: string;
  email: string;
  starts_at: number;
  ends_at: number;
}

/** All bookings of the workspace. */
export function bookingsIn({
  services: { database },
  workspaceId,
}: Pick<Place, 'workspaceId'> & {
  services: Pick<Place['services'], 'database'>;
}): Promise<BookingRow[]> {
  return database.all<BookingRow>(
    `select request_id, email, starts_at, ends_at from bookings
     join members on members.workspace_id = bookings.workspace_id and members.id = bookings.member_id
     where bookings.workspace_id = $1 order by email, starts_at, request_id`,
    [workspaceId],
  );
}

/** The bookings of the request: the time of each host, by email. */
export async function bookingsOf(
  node: Node,
  id: string,
): Promise<[email: string, from: string, to: string][]> {
  const rows = (await bookingsIn(node)).filter(({ request_id }) => request_id === id);
  return rows.map(({ email, starts_at, ends_at }) => [email, isoOf(starts_at), isoOf(ends_at)]);
}

export const isoOf = (ms: number) => new Date(ms).toISOString();

export const doOverlap = (
  one: Pick<BookingRow, 'starts_at' | 'ends_at'>,
  other: Pick<BookingRow, 'starts_at' | 'ends_at'>,
) => one.starts_at < other.ends_at && other.starts_at < one.ends_at;

/** Pairs of bookings of one member at the same time. */
export function doubleBookings(rows: BookingRow[]): [BookingRow, BookingRow][] {
  return rows.flatMap((one, place) =>
    rows
      .slice(place + 1)
      .filter((other) => other.email === one.email && doOverlap(one, other))
      .map((other): [BookingRow, BookingRow] => [one, other]),
  );
}

/** A new request, booked. `fields` are those of the request. */
export async function makeBooked(node: Node, fields: object, booking: object): Promise<MeetingRequest> {
  const { id } = await makeRequest(node, fields);
  return dataOf(await applyTransition(node, id, 'book', booking));
}

/** The message for a time that a host has no room for. */
export const notFree = ({ id, starts_at, ends_at }: MeetingRequest, email: string) =>
  `starts_at is not free: ${email} has another booking from ${starts_at} to ${ends_at} (${id}). Choose another time, or set force to take this one all the same`;
