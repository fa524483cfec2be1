// When a host can't start a meeting, reason by reason. Every reason is a list of starts, so that they combine in the
// same way. Why: docs/decisions/0021-slots-from-lists-of-starts.md.
import type { Availability, Host, Hours, Interval, RefusalReason, SlotSearch, TypeLimits } from './hosts.ts';
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
export interface Refusals {
  starts: Record<RefusalReason, readonly Interval[]>;
  /** For each limit that a meeting type can have: the starts at which its own limit counts. Undefined without a type. */
  by_type: Partial<Record<RefusalReason, readonly Interval[]>> | undefined;
}

export function refusalsOf(host: Host, search: SlotSearch, starts: Interval): Refusals {
  const { availability, bookings, bookings_of_type = [] } = host;
  const { range, duration_minutes: duration, now, limits } = search;
  const holidays = holidaysDuring(availability, starts);
  const daysOff = daysOffDuring(availability, starts);
  const withinHours = hoursDuring(availability, range).map(({ start, end }) => ({
    start,
    end: end - duration + 1,
  }));
  const taken = merged([...host.busy, ...bookings]);
  const busy = startsOver(taken, duration, 0, 0);
  const { before, after } = buffersOf(host, limits);
  const close = startsOver(taken, duration, before, after);
  const notice = Math.max(availability.minimum_notice_minutes, limits?.minimum_notice_minutes ?? 0);
  const full = fullDaysDuring(availability, bookings, availability.maximum_per_day, starts);
  const fullOfType = fullDaysDuring(availability, bookings_of_type, limits?.maximum_per_day ?? null, starts);
  const tooSoon = merged([{ start: starts.start, end: now + notice }]);
  const tooLate = limits ? startsAfterWindow(limits, now, starts) : [];
  return {
    starts: {
      no_seat: host.lacks_seat ? [starts] : [],
      paused: host.is_paused ? [starts] : [],
      holiday: holidays,
      not_that_day: daysOff,
      outside_hours: without([starts], merged([...withinHours, ...holidays, ...daysOff])),
      notice: tooSoon,
      booking_window: tooLate,
      busy,
      buffer: without(close, busy),
      daily_maximum: merged([...full, ...fullOfType]),
    },
    by_type: limits && {
      notice: notice > availability.minimum_notice_minutes ? tooSoon : [],
      booking_window: tooLate,
      buffer: without(
        startsOver(
          taken,
          duration,
          before > availability.buffer_before_minutes ? before : 0,
          after > availability.buffer_after_minutes ? after : 0,
        ),
        busy,
      ),
      daily_maximum: fullOfType,
    },
  };
}

/** The longer buffer on each side, of the host and of the meeting type. */
export function buffersOf(
  { availability }: Host,
  limits: SlotSearch['limits'],
): { before: number; after: number } {
  return {
    before: Math.max(availability.buffer_before_minutes, limits?.buffer_before_minutes ?? 0),
    after: Math.max(availability.buffer_after_minutes, limits?.buffer_after_minutes ?? 0),
  };
}

function startsAfterWindow({ booking_window_days }: TypeLimits, now: number, starts: Interval): Interval[] {
  if (booking_window_days === null) return [];
  const last = now + booking_window_days * MINUTES_OF_DAY;
  return merged([{ start: Math.max(starts.start, last + 1), end: starts.end }]);
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

/** The days with at least so many of these bookings. */
function fullDaysDuring(
  { timezone }: Availability,
  bookings: readonly Interval[],
  maximum: number | null,
  starts: Interval,
): Interval[] {
  if (maximum === null) return [];
  const counts = new Map<number, number>();
  for (const { start } of bookings) {
    const day = dayOf(localMinute(timezone, start));
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const isFull = ({ local }: DayPart) => (counts.get(dayOf(local)) ?? 0) >= maximum;
  return merged(dayParts(timezone, starts).filter(isFull));
}

/** Starts whose meeting would overlap something taken, including the buffers before and after the meeting. */
function startsOver(taken: readonly Interval[], duration: number, before: number, after: number): Interval[] {
  return merged(taken.map(({ start, end }) => ({ start: start - duration - after + 1, end: end + before })));
}
