import { invalidRequest } from '../../../errors.ts';
import { formatCount } from '../../../limits/limits.ts';
import type { Availability as HostAvailability, Hours } from '../../../time/hosts.ts';
import { minuteOfDay } from '../../../time/timestamps.ts';
import { type Weekday, weekdays } from '../../../time/zones.ts';

/** Part of a day, in local time: `09:00` to `17:00`. `24:00` ends the day. */
export interface Part {
  start: string;
  end: string;
}

/** When a member can be booked in principle, as in the API. */
export interface Availability {
  /** Null: the member's, and if that is null, the workspace's. */
  timezone: string | null;
  /** Sorted by day and start. */
  weekly: (Part & { day: Weekday })[];
  /** Sorted by date. A date without parts is a day off. */
  overrides: { date: string; hours: Part[] }[];
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  minimum_notice_minutes: number;
  maximum_per_day: number | null;
}

/** The availability of a member who has set none. */
export const defaults: Availability = {
  timezone: null,
  weekly: weekdays.slice(0, 5).map((day) => ({ day, start: '09:00', end: '17:00' })),
  overrides: [],
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  minimum_notice_minutes: 240,
  maximum_per_day: null,
};

export const fields = Object.keys(defaults) as (keyof Availability)[];

export const MAX_PARTS_PER_DAY = 10;
export const MAX_OVERRIDES = 400;
/** Each search for slots reads them all. */
export const MAX_PARTS_OF_OVERRIDES = 1_000;

/** Sorts the weekly hours. Refuses parts that end before they start, overlap, or are too many. */
export function sortWeekly(weekly: Availability['weekly']): Availability['weekly'] {
  const named = weekly.map((part, place) => ({ part, name: `weekly[${place}]` }));
  return weekdays.flatMap((day) => {
    const ofDay = sortParts(named.filter(({ part }) => part.day === day));
    if (ofDay.length > MAX_PARTS_PER_DAY) {
      throw invalidRequest(`weekly must have at most ${MAX_PARTS_PER_DAY} items for ${day}`, {
        field: 'weekly',
        plain: `A day can have at most ${MAX_PARTS_PER_DAY} spans of time.`,
      });
    }
    return ofDay;
  });
}

/** Sorts the overrides. Refuses what `sortWeekly` refuses, and a date that is given twice. */
export function sortOverrides(overrides: Availability['overrides']): Availability['overrides'] {
  const dates = new Set<string>();
  let parts = 0;
  const checked = overrides.map(({ date, hours }, place) => {
    if (dates.has(date))
      throw invalidRequest(`overrides[${place}].date is given twice`, {
        field: `overrides[${place}].date`,
        plain: 'This day is there twice.',
      });
    dates.add(date);
    parts += hours.length;
    const named = hours.map((part, inside) => ({ part, name: `overrides[${place}].hours[${inside}]` }));
    return { date, hours: sortParts(named) };
  });
  if (parts > MAX_PARTS_OF_OVERRIDES) {
    const max = formatCount(MAX_PARTS_OF_OVERRIDES);
    throw invalidRequest(`overrides must have at most ${max} hours in all`, {
      field: 'overrides',
      plain: `All exceptions together can have at most ${max} spans of time. Remove some first.`,
    });
  }
  return checked.sort((one, other) => (one.date < other.date ? -1 : 1));
}

/** Sorts the parts of one day by start. They may touch. */
function sortParts<Each extends Part>(parts: { part: Each; name: string }[]): Each[] {
  for (const { part, name } of parts) {
    if (part.start >= part.end)
      throw invalidRequest(`${name}.end must be after ${name}.start`, {
        field: `${name}.end`,
        plain: 'The end has to be later than the start.',
      });
  }
  const ordered = [...parts].sort((one, other) => (one.part.start < other.part.start ? -1 : 1));
  for (const [place, { part, name }] of ordered.entries()) {
    const previous = ordered[place - 1];
    if (previous && previous.part.end > part.start)
      throw invalidRequest(`${name} overlaps ${previous.name}`, {
        field: name,
        plain: 'These times overlap.',
      });
  }
  return ordered.map(({ part }) => part);
}

/**
 * Converts an availability for a search: minutes instead of strings. `timezone` is the one that applies after all fallbacks, and
 * `holidays` are those of the workspace.
 */
export function inMinutes(
  availability: Availability | undefined,
  { timezone, holidays }: Pick<HostAvailability, 'timezone' | 'holidays'>,
): HostAvailability {
  return { ...(availability ? converted(availability) : byDefault), timezone, holidays };
}

function converted({ timezone, weekly, overrides, ...limits }: Availability) {
  return {
    ...limits,
    weekly: weekdays.map((day) => weekly.filter((part) => part.day === day).map(hoursFrom)),
    overrides: new Map(overrides.map(({ date, hours }) => [date, hours.map(hoursFrom)])),
  };
}

/** Most members have the defaults, so these are converted only once. */
const byDefault = converted(defaults);

function hoursFrom({ start, end }: Part): Hours {
  return { start: minuteOfDay(start), end: minuteOfDay(end) };
}
