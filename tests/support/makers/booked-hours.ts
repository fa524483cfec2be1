// Requests that are booked for an hour, moved and cancelled through the API.
import type { MeetingRequest } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { makeBooked } from './bookings.ts';
import { applyTransition } from './meeting-requests.ts';
import type { Member } from './team-members.ts';

/** A request of this organizer, booked for an hour. */
export function bookHour(
  node: Node,
  organizer: Member,
  starts_at: string,
  fields: object = {},
): Promise<MeetingRequest> {
  const request = { organizer_email: organizer.email, ...fields };
  return makeBooked(node, request, { starts_at, duration_minutes: 60 });
}

export async function rescheduleHour(node: Node, { id }: { id: string }, starts_at: string): Promise<void> {
  dataOf(await applyTransition(node, id, 'reschedule', { starts_at, duration_minutes: 60 }));
}

export async function cancelHour(node: Node, { id }: { id: string }): Promise<void> {
  dataOf(await applyTransition(node, id, 'cancel', {}));
}
