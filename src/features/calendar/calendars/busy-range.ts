import { invalidRequest } from '../../../errors.ts';
import type { Interval } from '../../../time/hosts.ts';
import { DAY_MS, parseTimestamp } from '../../../time/timestamps.ts';
import type { BusyWindow } from './shapes.ts';

const MAX_WINDOW_DAYS = 366;

/** A window with its busy times, in milliseconds. The texts have the format of a time already. */
export function readWindow(input: BusyWindow): {
  window: Interval;
  busy: Interval[];
} {
  const window = { start: timeIn(input.from), end: timeIn(input.to) };
  if (window.end <= window.start) throw invalidRequest('to must be after from');
  if (window.end - window.start > MAX_WINDOW_DAYS * DAY_MS) {
    throw invalidRequest(`to must be at most ${MAX_WINDOW_DAYS} days after from`);
  }
  const busy = input.busy.map(({ start, end }, place) => {
    const interval = { start: timeIn(start), end: timeIn(end) };
    if (interval.end <= interval.start) throw invalidRequest(`busy[${place}].end must be after its start`);
    if (interval.end <= window.start || interval.start >= window.end) {
      throw invalidRequest(`busy[${place}] must not lie outside of from and to`);
    }
    return interval;
  });
  return { window, busy };
}

const timeIn = (text: string) => parseTimestamp(text) as number;
