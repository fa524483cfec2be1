import type { Interval } from '../../time/hosts.ts';
import { merged } from '../../time/intervals.ts';
import { MAX_BUSY_TIMES, Unreadable } from './bounds.ts';
import type { BusySpan, Range } from './series.ts';

export interface BusyTime {
  starts_at: number;
  ends_at: number;
}

/** Busy times are merged whenever this many have been found: far fewer are left after that. */
const MERGE_AFTER = 100_000;

/** Busy times cut to the range, in order, merged where they overlap or touch. */
export function collectBusyTimes({ from, until }: Range) {
  let found: Interval[] = [];
  return {
    /** Returns whether it is in the range. */
    add({ start, end }: BusySpan): boolean {
      if (start >= end || start >= until || end <= from) return false;
      found.push({ start: Math.max(start, from), end: Math.min(end, until) });
      if (found.length >= MERGE_AFTER) found = mergedWithin(found);
      return true;
    },
    list(): BusyTime[] {
      return mergedWithin(found).map(({ start, end }) => ({ starts_at: start, ends_at: end }));
    },
  };
}

function mergedWithin(found: Interval[]): Interval[] {
  const busy = merged(found);
  if (busy.length > MAX_BUSY_TIMES) {
    throw new Unreadable(`the calendar has more than ${MAX_BUSY_TIMES} busy times`);
  }
  return busy;
}
