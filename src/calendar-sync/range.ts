import { DAY_MS } from '../time/timestamps.ts';
import { PAST_MS } from './busy-times.ts';
import type { ClaimedSync } from './queries.ts';

/** How far recurring events are followed. A year and more: nothing is booked later. */
const AHEAD_MS = 400 * DAY_MS;
/** With less than this left, a calendar is read again though it has not changed. */
const LEAST_AHEAD_MS = 370 * DAY_MS;

/** From when to when busy times are kept. Whole days, so that a long event is not cut anew with each sync. */
export function rangeToRead(now: number): { from: number; until: number } {
  return {
    from: Math.floor((now - PAST_MS) / DAY_MS) * DAY_MS,
    until: Math.ceil((now + AHEAD_MS) / DAY_MS) * DAY_MS,
  };
}

/** Grows when the same calendar is read otherwise than before, so that all are read anew. */
const RULES = 2;

/** All decide what is busy: the zone of whole days, whose refusal of an invitation counts, and how calendars are read. */
export function readFor({ timezone, email }: Pick<ClaimedSync, 'timezone' | 'email'>): string {
  return `${timezone} ${email} ${RULES}`;
}

/** Whether what was read last still says all there is to know, as long as the calendar has not changed. */
export function isStillRead(item: ClaimedSync, now: number): boolean {
  return (
    item.expanded_until !== null &&
    item.expanded_until >= now + LEAST_AHEAD_MS &&
    item.read_for === readFor(item)
  );
}
