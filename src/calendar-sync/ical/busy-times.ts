import type { Interval } from '../../time/hosts.ts';
import { merged } from '../../time/intervals.ts';
import { MAX_BUSY_TIMES, Unreadable } from './bounds.ts';
import type { BusySpan, Range } from './series.ts';

export interface BusyTime {
  starts_at: number;
  ends_at: number;
}

/** Many more are found than are left when they are merged. They are merged whenever so many have come. */
const MERGED_AT_ONCE = 100_000;

/** Busy times cut to the range, in order, merged where they overlap or touch. */
export function collectBusyTimes({ from, until }: Range) {
  let found: Interval[] = [];
  return {
    /** Whether it is in the range. */
    add({ start, end }: BusySpan): boolean {
      if (start >= end || start >= until || end <= from) return false;
      found.push({ start: Math.max(start, from), end: Math.min(end, until) });
      if (found.length >= MERGED_AT_ONCE) found = mergedWithin(found);
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
