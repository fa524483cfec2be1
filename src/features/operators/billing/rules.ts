import { invalidRequest } from '../../../errors.ts';

/** An entitlement without a capacity would have no seat: most likely it was forgotten. `within` leads to the field. */
export function requireCapacity(
  {
    seat_capacity,
    seat_unlimited,
  }: { seat_capacity?: number | undefined; seat_unlimited?: boolean | undefined },
  within = '',
): void {
  if (seat_capacity !== undefined || seat_unlimited) return;
  throw invalidRequest(`${within}seat_capacity is required, unless seat_unlimited is true`);
}

/** A month in which nothing was counted. */
export function emptyMonth(month: string) {
  return {
    month,
    meeting_requests: 0,
    bookings: 0,
    messages_sent: 0,
    messages_received: 0,
    events: 0,
    api_requests: 0,
    members: 0,
    seats: 0,
    counted_until: null,
  };
}
