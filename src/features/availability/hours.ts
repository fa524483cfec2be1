import type { Availability as HostAvailability, Hours } from '../../time/hosts.ts';
import { type Availability, type Part, weekdays } from './rules.ts';

/** The same availability for a search: minutes instead of texts, in the time zone that counts in the end. */
export function inMinutes(availability: Availability, timezone: string): HostAvailability {
  const { weekly, overrides, ...limits } = availability;
  return {
    ...limits,
    timezone,
    weekly: weekdays.map((day) => weekly.filter((part) => part.day === day).map(hoursFrom)),
    overrides: new Map(overrides.map(({ date, hours }) => [date, hours.map(hoursFrom)])),
  };
}

const hoursFrom = ({ start, end }: Part): Hours => ({ start: minuteOfDay(start), end: minuteOfDay(end) });

/** 570 for `09:30`. */
function minuteOfDay(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}
