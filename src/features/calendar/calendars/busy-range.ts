import { invalidRequest } from '../../../errors.ts';
import type { Interval } from '../../../time/hosts.ts';
import { DAY_MS, parseTimestamp } from '../../../time/timestamps.ts';
import type { BusyRange } from './shapes.ts';

const MAX_RANGE_DAYS = 366;

/** A range with its busy times, in milliseconds. The texts have the format of a time already. */
export function readBusyRange(input: BusyRange): {
  range: Interval;
  busy: Interval[];
} {
  const range = { start: timeIn(input.from), end: timeIn(input.to) };
  if (range.end <= range.start) throw invalidRequest('to must be after from');
  if (range.end - range.start > MAX_RANGE_DAYS * DAY_MS) {
    throw invalidRequest(`to must be at most ${MAX_RANGE_DAYS} days after from`);
  }
  const busy = input.busy.map(({ start, end }, place) => {
    const interval = { start: timeIn(start), end: timeIn(end) };
    if (interval.end <= interval.start) throw invalidRequest(`busy[${place}].end must be after its start`);
    if (interval.end <= range.start || interval.start >= range.end) {
      throw invalidRequest(`busy[${place}] must not lie outside of from and to`);
    }
    return interval;
  });
  return { range, busy };
}

const timeIn = (text: string) => parseTimestamp(text) as number;
