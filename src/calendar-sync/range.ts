import { DAY_MS } from '../time/timestamps.ts';
import { PAST_MS } from './busy-times.ts';
import type { ClaimedSync } from './queries.ts';

/** How far recurring events are expanded: more than a year, because nothing is booked later. */
const AHEAD_MS = 400 * DAY_MS;
/** With less than this left, a calendar is read again even if it hasn't changed. */
const MIN_AHEAD_MS = 370 * DAY_MS;

/** The range of busy times to keep. In whole days, so that a long event isn't clipped differently in each sync. */
export function rangeToRead(now: number): { from: number; until: number } {
  return {
    from: Math.floor((now - PAST_MS) / DAY_MS) * DAY_MS,
    until: Math.ceil((now + AHEAD_MS) / DAY_MS) * DAY_MS,
  };
}

/** Increase it when the code reads the same calendar differently than before, so that all are read again. */
const READER_VERSION = 2;

/**
 * What busy times depend on: the zone of all-day events, whose declined invitations are free, whether the calendar counts at all, and the
 * version of the reader.
 */
export function readFor({
  timezone,
  email,
  is_read,
}: Pick<ClaimedSync, 'timezone' | 'email' | 'is_read'>): string {
  return `${timezone} ${email} ${READER_VERSION}${is_read === 0 ? ' unread' : ''}`;
}

/** Whether the last reading is still complete, provided that the calendar hasn't changed. */
export function isStillRead(item: ClaimedSync, now: number): boolean {
  return (
    item.expanded_until !== null &&
    item.expanded_until >= now + MIN_AHEAD_MS &&
    item.read_for === readFor(item)
  );
}
