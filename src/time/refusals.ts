// When a host can't start a meeting, reason by reason. Each reason is a list of starts, so that all are combined alike.
import type { Availability, Host, Interval, RefusalReason, SlotSearch } from './hosts.ts';
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
  const { window, duration_minutes: duration, now } = search;
  const days = dayParts(availability.timezone, starts);
  const daysOff = daysOffAmong(availability, days);
  const withinHours = hoursDuring(availability, window).map(({ start, end }) => ({
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
    paused: host.is_paused ? [starts] : [],
    not_that_day: daysOff,
    outside_hours: without(without([starts], merged(withinHours)), daysOff),
    notice: merged([{ start: starts.start, end: now + availability.minimum_notice_minutes }]),
    busy,
    buffer: without(close, busy),
    daily_maximum: fullDaysAmong(host, days),
  };
}

/** The hours of all days that the window meets, as far as they lie in it. */
function hoursDuring({ timezone, weekly, overrides }: Availability, window: Interval): Interval[] {
  const hours: Interval[] = [];
  // A clock that is put back may show a date once more when the hours of the next have begun.
  const last = dayOf(localMinute(timezone, window.end)) + 1;
  for (let day = dayOf(localMinute(timezone, window.start)); day <= last; day++) {
    const override = overrides.size > 0 ? overrides.get(dateOf(day)) : undefined;
    const midnight = day * MINUTES_OF_DAY;
    for (const { start, end } of override ?? weekly[weekdayOf(day)] ?? []) {
      hours.push({
        start: Math.max(firstMinuteAt(timezone, midnight + start), window.start),
        end: Math.min(firstMinuteAt(timezone, midnight + end), window.end),
      });
    }
  }
  return merged(hours);
}

function daysOffAmong({ overrides }: Availability, days: readonly DayPart[]): Interval[] {
  if (overrides.size === 0) return [];
  return merged(days.filter(({ local }) => overrides.get(dateOf(dayOf(local)))?.length === 0));
}

function fullDaysAmong({ availability, bookings }: Host, days: readonly DayPart[]): Interval[] {
  const { timezone, maximum_per_day } = availability;
  if (maximum_per_day === null) return [];
  const counts = new Map<number, number>();
  for (const { start } of bookings) {
    const day = dayOf(localMinute(timezone, start));
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return merged(days.filter(({ local }) => (counts.get(dayOf(local)) ?? 0) >= maximum_per_day));
}

/** Starts of meetings that would overlap what is taken, with buffers before and after the meeting. */
function startsOver(taken: readonly Interval[], duration: number, before: number, after: number): Interval[] {
  return merged(taken.map(({ start, end }) => ({ start: start - duration - after + 1, end: end + before })));
}
