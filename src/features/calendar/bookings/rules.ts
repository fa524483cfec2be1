// How two bookings at a time are prevented: docs/decisions/0022-no-double-booking.md.
import { invalidRequest } from '../../../errors.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { DAY_MS, formatTimestamp, isWritable, MINUTE_MS } from '../../../time/timestamps.ts';

/** Limited, so that whatever overlaps a time must start in a known range. */
export const MAX_MEETING_MS = DAY_MS;
export const MAX_MEETING_MINUTES = MAX_MEETING_MS / MINUTE_MS;

type BookedTime = MeetingTime & { request_id: string };

export function timeOf(startsAt: number, minutes: number): MeetingTime {
  const endsAt = startsAt + minutes * MINUTE_MS;
  if (!isWritable(endsAt))
    throw invalidRequest('starts_at must leave room for the meeting in the year 9999', {
      field: 'starts_at',
      plain: 'Choose an earlier date.',
    });
  return { starts_at: startsAt, ends_at: endsAt };
}

export function minutesOf({ starts_at, ends_at }: MeetingTime): number {
  return (ends_at - starts_at) / MINUTE_MS;
}

/** For messages: says when the other meeting is, but not what it's about. */
export function describeBooking({ starts_at, ends_at, request_id }: BookedTime): string {
  return `from ${formatTimestamp(starts_at)} to ${formatTimestamp(ends_at)} (${request_id})`;
}

/** `total` includes the collisions that the message doesn't name. */
export function successorNotFree(collisions: BookedTime[], total: number): string {
  const named = collisions.map(describeBooking).join(', ');
  const more = total > collisions.length ? ` and ${total - collisions.length} more` : '';
  return (
    `transfer_to has other bookings at the time of ${total} booked meeting ${total === 1 ? 'request' : 'requests'}: ` +
    `${named}${more}. Name somebody else, reschedule them, or set force to hand them over all the same`
  );
}
