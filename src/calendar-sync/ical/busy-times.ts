import { MAX_BUSY_TIMES, Unreadable } from './bounds.ts';
import type { BusySpan, Window } from './series.ts';

export interface BusyTime {
  starts_at: number;
  ends_at: number;
}

/** Many more are found than are left when they are joined. They are joined whenever so many have come. */
const JOINED_AT_ONCE = 100_000;

/** Busy times cut to the window, in order, joined where they overlap or touch. */
export function collectBusyTimes({ from, until }: Window) {
  let found: BusyTime[] = [];
  return {
    add({ start, end }: BusySpan) {
      if (start >= end || start >= until || end <= from) return;
      found.push({ starts_at: Math.max(start, from), ends_at: Math.min(end, until) });
      if (found.length >= JOINED_AT_ONCE) found = joined(found);
    },
    list() {
      return joined(found);
    },
  };
}

function joined(times: BusyTime[]): BusyTime[] {
  times.sort((a, b) => a.starts_at - b.starts_at);
  const result: BusyTime[] = [];
  for (const next of times) {
    const last = result.at(-1);
    if (last && next.starts_at <= last.ends_at) last.ends_at = Math.max(last.ends_at, next.ends_at);
    else result.push(next);
  }
  if (result.length > MAX_BUSY_TIMES) {
    throw new Unreadable(`The calendar has more than ${MAX_BUSY_TIMES} busy times.`);
  }
  return result;
}
