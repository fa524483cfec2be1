import type { Interval } from './hosts.ts';

/** When a meeting is: from `starts_at` until just before `ends_at`, in milliseconds. */
export interface MeetingTime {
  starts_at: number;
  ends_at: number;
}

/** The same minutes as a sorted list, in which no two intervals overlap or touch. Empty ones are dropped. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const inOrder = intervals.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start);
  const result: Interval[] = [];
  let last: Interval | undefined;
  for (const { start, end } of inOrder) {
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else {
      last = { start, end };
      result.push(last);
    }
  }
  return result;
}

/** `intervals` minus `taken`. Both are merged lists, and so is the result. */
export function without(intervals: readonly Interval[], taken: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  let next = 0;
  for (const { start, end } of intervals) {
    let rest = start;
    while ((taken[next]?.end ?? Number.POSITIVE_INFINITY) <= rest) next++;
    for (let at = next; rest < end; at++) {
      const hole = taken[at];
      if (!hole || hole.start >= end) {
        result.push({ start: rest, end });
        break;
      }
      if (hole.start > rest) result.push({ start: rest, end: hole.start });
      rest = hole.end;
    }
  }
  return result;
}

/** Tells whether minutes lie in a merged list. Ask in ascending order: it never looks back. */
export function ascending(intervals: readonly Interval[]): (minute: number) => boolean {
  let next = 0;
  return (minute) => {
    while ((intervals[next]?.end ?? Number.POSITIVE_INFINITY) <= minute) next++;
    return (intervals[next]?.start ?? Number.POSITIVE_INFINITY) <= minute;
  };
}
