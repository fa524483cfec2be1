// When a host can't start a meeting, reason by reason. Every reason is a list of starts, so that they combine in the
// same way. Why: docs/decisions/0021-slots-from-lists-of-starts.md.
import type { Availability, Host, Hours, Interval, RefusalReason, SlotSearch } from './hosts.ts';
import { merged, without } from './intervals.ts';
import {
  type DayPart,
  dateOf,
  dayOf,
  dayParts,
  firstMinuteAt,
  localMinute,
  MINUTES_OF_DAY,
  weekdayOf,
} from './zones.ts';

/** The starts at which each reason holds, as merged lists. */
export type Refusals = Record<RefusalReason, readonly Interval[]>;

export function refusalsOf(host: Host, search: SlotSearch, starts: Interval): Refusals {
  const { availability } = host;
  const { range, duration_minutes: duration, now } = search;
  const holidays = holidaysDuring(availability, starts);
  const daysOff = daysOffDuring(availability, starts);
  const withinHours = hoursDuring(availability, range).map(({ start, end }) => ({
    start,
    end: end - duration + 1,
  }));
  const taken = merged([...host.busy, ...host.bookings]);
  const busy = startsOver(taken, duration, 0, 0);
  const close = startsOver(
    taken,
    duration,
    availability.buffer_before_minutes,
    availability.buffer_after_minutes,
  );
  return {
    no_seat: host.lacks_seat ? [starts] : [],
    paused: host.is_paused ? [starts] : [],
    holiday: holidays,
    not_that_day: daysOff,
    outside_hours: without([starts], merged([...withinHours, ...holidays, ...daysOff])),
    notice: merged([{ start: starts.start, end: now + availability.minimum_notice_minutes }]),
    busy,
    buffer: without(close, busy),
    daily_maximum: fullDaysDuring(host, starts),
  };
}

/** The working hours of every day that the search range touches, clipped to it. */
function hoursDuring(availability: Availability, range: Interval): Interval[] {
  const { timezone } = availability;
  const hours: Interval[] = [];
  // When the clock is put back, a date may reappear after the hours of the next have begun.
  const last = dayOf(localMinute(timezone, range.end)) + 1;
  for (let day = dayOf(localMinute(timezone, range.start)); day <= last; day++) {
    const midnight = day * MINUTES_OF_DAY;
    for (const { start, end } of hoursOn(day, availability)) {
      hours.push({
        start: Math.max(firstMinuteAt(timezone, midnight + start), range.start),
        end: Math.min(firstMinuteAt(timezone, midnight + end), range.end),
      });
    }
  }
  return merged(hours);
}

function hoursOn(day: number, { weekly, overrides, holidays }: Availability): readonly Hours[] {
  const ofWeek = weekly[weekdayOf(day)] ?? [];
  if (overrides.size === 0 && holidays.size === 0) return ofWeek;
  const date = dateOf(day);
  return overrides.get(date) ?? (holidays.has(date) ? [] : ofWeek);
}

function holidaysDuring({ timezone, overrides, holidays }: Availability, starts: Interval): Interval[] {
  if (holidays.size === 0) return [];
  const isHoliday = ({ local }: DayPart) => {
    const date = dateOf(dayOf(local));
    return holidays.has(date) && !overrides.has(date);
  };
  return merged(dayParts(timezone, starts).filter(isHoliday));
}

function daysOffDuring({ timezone, overrides }: Availability, starts: Interval): Interval[] {
  if (overrides.size === 0) return [];
  const isOff = ({ local }: DayPart) => overrides.get(dateOf(dayOf(local)))?.length === 0;
  return merged(dayParts(timezone, starts).filter(isOff));
}

function fullDaysDuring({ availability, bookings }: Host, starts: Interval): Interval[] {
  const { timezone, maximum_per_day } = availability;
  if (maximum_per_day === null) return [];
  const counts = new Map<number, number>();
  for (const { start } of bookings) {
    const day = dayOf(localMinute(timezone, start));
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const isFull = ({ local }: DayPart) => (counts.get(dayOf(local)) ?? 0) >= maximum_per_day;
  return merged(dayParts(timezone, starts).filter(isFull));
}

/** Starts whose meeting would overlap something taken, including the buffers before and after the meeting. */
function startsOver(taken: readonly Interval[], duration: number, before: number, after: number): Interval[] {
  return merged(taken.map(({ start, end }) => ({ start: start - duration - after + 1, end: end + before })));
}
