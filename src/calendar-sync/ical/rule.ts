// Parses and checks a recurrence rule (RRULE).
import { readTime, type WrittenTime } from '../../icalendar/written-times.ts';

/** From the longest period to the shortest. */
export const FREQUENCIES = [
  'YEARLY',
  'MONTHLY',
  'WEEKLY',
  'DAILY',
  'HOURLY',
  'MINUTELY',
  'SECONDLY',
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Enough to list all days of a year. */
const LONGEST_RULE = 5_000;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

interface RuleWeekday {
  /** 0 for Monday. */
  weekday: number;
  /** 2 for the second one, -1 for the last, null for all of them. */
  nth: number | null;
}

export interface Rule {
  frequency: Frequency;
  interval: number;
  count: number | null;
  until: WrittenTime | null;
  /** 0 for Monday. */
  week_start: number;
  months: readonly number[] | null;
  weeks: readonly number[] | null;
  year_days: readonly number[] | null;
  month_days: readonly number[] | null;
  weekdays: readonly RuleWeekday[] | null;
  hours: readonly number[] | null;
  minutes: readonly number[] | null;
  seconds: readonly number[] | null;
  positions: readonly number[] | null;
}

/** Undefined if the rule is invalid or unsupported. */
export function readRule(text: string): Rule | undefined {
  if (text.length > LONGEST_RULE) return undefined;
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const [name = '', value = ''] = part.split('=');
    if (name !== '') parts.set(name.trim(), value.trim());
  }
  const frequency = FREQUENCIES.find((name) => name === parts.get('FREQ'));
  // Calendars other than the Gregorian have different months.
  if (!frequency || (parts.get('RSCALE') ?? 'GREGORIAN') !== 'GREGORIAN') return undefined;

  let isBroken = false;
  const take = <T>(name: string, read: (value: string) => T | undefined): T | null => {
    const value = parts.get(name);
    if (value === undefined) return null;
    const found = read(value);
    if (found === undefined) isBroken = true;
    return found ?? null;
  };
  const rule: Rule = {
    frequency,
    interval: take('INTERVAL', readCount) ?? 1,
    count: take('COUNT', readCount),
    until: take('UNTIL', readTime),
    week_start: take('WKST', readWeekday) ?? 0,
    months: take('BYMONTH', (value) => readNumbers(value, 1, 12)),
    weeks: take('BYWEEKNO', (value) => readSigned(value, 53)),
    year_days: take('BYYEARDAY', (value) => readSigned(value, 366)),
    month_days: take('BYMONTHDAY', (value) => readSigned(value, 31)),
    weekdays: take('BYDAY', readWeekdays),
    hours: take('BYHOUR', (value) => readNumbers(value, 0, 23)),
    minutes: take('BYMINUTE', (value) => readNumbers(value, 0, 59)),
    seconds: take('BYSECOND', (value) => readNumbers(value, 0, 59)),
    positions: take('BYSETPOS', (value) => readSigned(value, 366)),
  };
  return isBroken ? undefined : rule;
}

function readCount(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

function readNumbers(text: string, least: number, most: number): number[] | undefined {
  const numbers = new Set<number>();
  for (const item of text.split(',')) {
    const number = /^[+-]?\d{1,3}$/.test(item) ? Number(item) : Number.NaN;
    if (!(number >= least && number <= most)) return undefined;
    numbers.add(number);
  }
  return [...numbers].sort((a, b) => a - b);
}

/** -1 is the last one, and there is no 0. */
function readSigned(text: string, most: number): number[] | undefined {
  const numbers = readNumbers(text, -most, most);
  return numbers?.includes(0) ? undefined : numbers;
}

function readWeekday(text: string): number | undefined {
  const weekday = WEEKDAYS.indexOf(text);
  return weekday === -1 ? undefined : weekday;
}

function readWeekdays(text: string): RuleWeekday[] | undefined {
  const found = new Map<string, RuleWeekday>();
  for (const item of text.split(',')) {
    const [, nth, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item) ?? [];
    const weekday = readWeekday(name);
    if (weekday === undefined || Number(nth) === 0 || Math.abs(Number(nth)) > 53) return undefined;
    found.set(item, { weekday, nth: nth === undefined ? null : Number(nth) });
  }
  return [...found.values()];
}
