// When a host can't start a meeting, reason by reason. Each reason is a list of starts, so that all of them can be combined alike.
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

/** The starts at which each reason holds. The lists are merged. */
export type Refusals = Record<RefusalReason, readonly Interval[]>;

export function refusalsOf(host: Host, search: SlotSearch, starts: Interval): Refusals {
  const { availability } = host;
  const { timezone, buffer_before_minutes, buffer_after_minutes } = availability;
  const days = dayParts(timezone, starts);
  const taken = merged([...host.busy, ...host.bookings]);
  const daysOff = daysOffAmong(availability, days);
  const inHours = hoursWithin(availability, search.window).map(({ start, end }) => ({
    start,
    end: end - search.duration_minutes + 1,
  }));
  const busy = startsThatTouch(taken, search.duration_minutes, 0, 0);
  const close = startsThatTouch(taken, search.duration_minutes, buffer_before_minutes, buffer_after_minutes);
  return {
    paused: host.is_paused ? [starts] : [],
    not_that_day: daysOff,
    outside_hours: without(without([starts], merged(inHours)), daysOff),
    notice: merged([{ start: starts.start, end: search.now + availability.minimum_notice_minutes }]),
    busy,
    buffer: without(close, busy),
    daily_maximum: fullDaysAmong(host, days),
  };
}

/** Hours of all days that a window meets, those that touch joined. */
function hoursWithin({ timezone, weekly, overrides }: Availability, window: Interval): Interval[] {
  const hours: Interval[] = [];
  // A clock that is put back by most of a day shows the date before once more.
  const last = dayOf(localMinute(timezone, window.end)) + 1;
  for (let day = dayOf(localMinute(timezone, window.start)); day <= last; day++) {
    const midnight = day * MINUTES_OF_DAY;
    for (const { start, end } of hoursOf(day, weekly, overrides)) {
      hours.push({
        start: Math.max(firstMinuteAt(timezone, midnight + start), window.start),
        end: Math.min(firstMinuteAt(timezone, midnight + end), window.end),
      });
    }
  }
  return merged(hours);
}

function hoursOf(day: number, weekly: Availability['weekly'], overrides: Availability['overrides']) {
  const other = overrides.size > 0 ? overrides.get(dateOf(day)) : undefined;
  return other ?? weekly[weekdayOf(day)] ?? [];
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

/** Starts of meetings that overlap one of `intervals`, with so many minutes kept free before and after them. */
function startsThatTouch(
  intervals: readonly Interval[],
  duration: number,
  before: number,
  after: number,
): Interval[] {
  return merged(
    intervals.map(({ start, end }) => ({ start: start - duration - after + 1, end: end + before })),
  );
}
