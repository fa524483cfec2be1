import type { Availability as HostAvailability, Hours } from '../../../time/hosts.ts';
import { minuteOfDay } from '../../../time/timestamps.ts';
import { weekdays } from '../../../time/weekdays.ts';
import { type Availability, defaults, type Part } from './rules.ts';

/** An availability for a search: minutes instead of texts. The time zone is the one that counts in the end. */
export function inMinutes(availability: Availability | undefined, timezone: string): HostAvailability {
  return { ...(availability ? converted(availability) : byDefault), timezone };
}

function converted({ timezone, weekly, overrides, ...limits }: Availability) {
  return {
    ...limits,
    weekly: weekdays.map((day) => weekly.filter((part) => part.day === day).map(hoursFrom)),
    overrides: new Map(overrides.map(({ date, hours }) => [date, hours.map(hoursFrom)])),
  };
}

/** Most members have the defaults: they are converted once. */
const byDefault = converted(defaults);

function hoursFrom({ start, end }: Part): Hours {
  return { start: minuteOfDay(start), end: minuteOfDay(end) };
}
