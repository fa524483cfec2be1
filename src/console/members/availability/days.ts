// Days whose hours differ from the weekly ones.
import { invalidRequest } from '../../../errors.ts';
import {
  type Availability,
  MAX_OVERRIDES,
  type Part,
} from '../../../features/calendar/availability/rules.ts';
import { check } from '../../../shapes/check.ts';
import { DateOnly } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import { dateOf } from '../../../time/zones.ts';
import { type SentFields, text, textIfAny } from '../../fields.ts';
import { partsIn } from './hours.ts';

type Overrides = Availability['overrides'];

/** A run of days and their hours; null for the weekly ones. */
interface Days {
  from: string;
  until: string;
  hours: Part[] | null;
}

const Dates = Type.Object({
  date: DateOnly('The first day.', '2026-12-24'),
  until: DateOnly('The last day.', '2027-01-02'),
});

export const dayNumber = (date: string) => Date.parse(date) / DAY_MS;

/** Reads the form. For a single day, no last day is sent. */
export function daysIn(fields: SentFields): Days {
  const given = { date: text(fields, 'date'), until: textIfAny(fields, 'until') ?? text(fields, 'date') };
  const { date, until } = check(Dates, given);
  if (until < date)
    throw invalidRequest('until must not be before date', {
      field: 'until',
      plain: 'The last day can’t be before the first.',
    });
  if (dayNumber(until) - dayNumber(date) >= MAX_OVERRIDES) {
    throw invalidRequest(`until must be less than ${MAX_OVERRIDES} days after date`, {
      field: 'until',
      plain: `Choose fewer than ${MAX_OVERRIDES} days at a time.`,
    });
  }
  return { from: date, until, hours: hoursIn(fields) };
}

function hoursIn(fields: SentFields): Part[] | null {
  const kind = text(fields, 'kind');
  if (!['off', 'hours', 'weekly'].includes(kind)) {
    throw invalidRequest('kind must be one of off, hours, weekly', {
      field: 'kind',
      plain: 'Choose what these days should have.',
    });
  }
  const hours = partsIn(fields, 'day');
  // Silently dropping hours that somebody typed would book or block the wrong times.
  if (kind !== 'hours' && hours.length > 0) {
    throw invalidRequest('kind must be hours if there are some', {
      field: 'kind',
      plain: 'You gave hours: choose that these days have them, or empty them.',
    });
  }
  if (kind !== 'hours') return kind === 'weekly' ? null : [];
  if (hours.length === 0) {
    throw invalidRequest('kind needs hours: give at least one time from and until', {
      field: 'kind',
      plain: 'Enter at least one time, from and until.',
    });
  }
  return hours;
}

/** Changes those days, and drops days before `today`, which are over. */
export function withDays(overrides: Overrides, { from, until, hours }: Days, today: string): Overrides {
  const others = overrides.filter(({ date }) => date >= today && (date < from || date > until));
  if (hours === null) return others;
  const count = dayNumber(until) - dayNumber(from) + 1;
  const wanted = Array.from({ length: count }, (_, place) => ({
    date: dateOf(dayNumber(from) + place),
    hours,
  }));
  return [...others, ...wanted];
}

/** From `today` on. Merges consecutive days with the same hours. */
export function runsOf(overrides: Overrides, today: string): (Days & { hours: Part[] })[] {
  const runs: (Days & { hours: Part[] })[] = [];
  for (const { date, hours } of overrides) {
    if (date < today) continue;
    const last = runs.at(-1);
    const continues = last && dayNumber(date) === dayNumber(last.until) + 1 && isSame(hours, last.hours);
    if (continues) last.until = date;
    else runs.push({ from: date, until: date, hours });
  }
  return runs;
}

const isSame = (one: Part[], other: Part[]) => JSON.stringify(one) === JSON.stringify(other);
