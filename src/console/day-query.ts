import { invalidRequest } from '../errors.ts';
import type { QueryParameter } from '../http/query.ts';
import { formatsInWords } from '../shapes/check.ts';
import { DateOnly } from '../shapes/fields.ts';
import { DAY_MS, isDate, MINUTE_MS } from '../time/timestamps.ts';
import { firstMinuteAt, MINUTES_OF_DAY } from '../time/zones.ts';

/** A filter by a day on the clock of the member, such as `2026-11-17`. */
export function dayQuery(description: string): QueryParameter<string | undefined> {
  return {
    schema: DateOnly(description, '2026-11-17'),
    description,
    parse(raw, name) {
      if (raw !== undefined && !isDate(raw)) throw invalidRequest(`${name} must be ${formatsInWords.date}`);
      return raw;
    },
  };
}

/** When a day begins in a zone, so many days after it; in milliseconds. */
export function startOfDay(date: string, timezone: string, daysAfter = 0): number {
  const day = Date.parse(date) / DAY_MS + daysAfter;
  return firstMinuteAt(timezone, day * MINUTES_OF_DAY) * MINUTE_MS;
}
