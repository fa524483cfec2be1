// Whatever the rule and the zone, the instances are those that checking each day finds.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { readBusyTimes } from '../../../src/calendar-sync/ical/read-busy-times.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/time/timestamps.ts';
import { runs } from '../../support/chance.ts';
import { describe, test } from '../../support/lanes.ts';
import { calendarOf, OWN_UID } from './reading.ts';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const LENGTH_MS = 45 * MINUTE_MS;
/** Clocks that go forward and back by an hour or by half of one, in spring and in autumn, and some that never do. */
const ZONES = [
  ...['Europe/Berlin', 'America/New_York', 'America/St_Johns', 'America/Santiago', 'Australia/Lord_Howe'],
  ...['Pacific/Auckland', 'Asia/Beirut', 'Asia/Kathmandu', 'Africa/Cairo', 'UTC'],
];

type Kind = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'MONTHLY by weekday' | 'MONTHLY, the last' | 'YEARLY';

interface Series {
  zone: string;
  /** Midnight of its first day, counted in UTC. */
  day: number;
  /** What the clock shows, in minutes since midnight. */
  minute: number;
  kind: Kind;
  interval: number;
  weekdays: number[];
  end: { count: number } | { days: number } | null;
  /** Instances that are taken out, by number. */
  exceptions: number[];
  isAllDay: boolean;
}

const anySeries: fc.Arbitrary<Series> = fc.record({
  zone: fc.constantFrom(...ZONES),
  day: fc.integer({ min: 0, max: 700 }).map((days) => Date.UTC(2025, 0, 1 + days)),
  minute: fc.integer({ min: 0, max: 95 }).map((quarters) => quarters * 15),
  kind: fc.constantFrom<Kind>(
    'DAILY',
    'WEEKLY',
    'MONTHLY',
    'MONTHLY by weekday',
    'MONTHLY, the last',
    'YEARLY',
  ),
  interval: fc.integer({ min: 1, max: 4 }),
  weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
  end: fc.oneof(
    fc.constant(null),
    fc.record({ count: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ days: fc.integer({ min: 0, max: 500 }) }),
  ),
  exceptions: fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 3 }),
  isAllDay: fc.boolean(),
});

describe.inBothLanes('A random rule', () => {
  test('gives what checking each day gives, across the changes of clocks', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 0, max: 600 }), (series, day) => {
        const range = { from: Date.UTC(2026, 0, 1 + day), until: Date.UTC(2026, 0, 121 + day) };
        const days = daysOf(series, range.until);
        const result = readBusyTimes(textOf(series, days), {
          ...range,
          timezone: series.zone,
          email: 'ada@example.com',
          own_uid: OWN_UID,
        });
        assert.ok('busy' in result);
        assert.deepEqual(result.busy, expected(series, days, range));
      }),
      runs(400),
    );
  });
});

function textOf(series: Series, days: number[]): string {
  const { day, isAllDay, end, kind } = series;
  const first = new Date(day);
  const weekday = WEEKDAYS[first.getUTCDay()];
  const time = (at: number) =>
    isAllDay
      ? `;VALUE=DATE:${basicDate(at)}`
      : `;TZID=${series.zone}:${basic(at + series.minute * MINUTE_MS)}`;
  const parts = [`FREQ=${kind.replace(/[ ,].*/, '')}`, `INTERVAL=${series.interval}`];
  if (kind === 'WEEKLY') parts.push(`BYDAY=${weekdaysOf(series).map((number) => WEEKDAYS[number])}`);
  if (kind === 'MONTHLY by weekday') parts.push(`BYDAY=${Math.ceil(first.getUTCDate() / 7)}${weekday}`);
  // The start is not always one of these. It is an instance all the same.
  if (kind === 'MONTHLY, the last') parts.push(`BYDAY=-1${weekday}`);
  if (end && 'count' in end) parts.push(`COUNT=${end.count}`);
  if (end && 'days' in end) {
    const last = day + end.days * DAY_MS;
    parts.push(`UNTIL=${isAllDay ? basicDate(last) : `${basic(instant(series, last))}Z`}`);
  }
  return calendarOf([
    `DTSTART${time(day)}`,
    isAllDay ? 'DURATION:P1D' : `DURATION:PT${LENGTH_MS / MINUTE_MS}M`,
    `RRULE:${parts.join(';')}`,
    ...series.exceptions.flatMap((number) => (days[number] ? [`EXDATE${time(days[number])}`] : [])),
  ]);
}

function expected(series: Series, days: number[], range: { from: number; until: number }) {
  const busy: { starts_at: number; ends_at: number }[] = [];
  for (const [number, day] of days.entries()) {
    if (series.exceptions.includes(number)) continue;
    const start = instant(series, day);
    const end = series.isAllDay ? instant(series, day + DAY_MS) : start + LENGTH_MS;
    if (end <= range.from || start >= range.until) continue;
    const last = busy.at(-1);
    const span = { starts_at: Math.max(start, range.from), ends_at: Math.min(end, range.until) };
    if (last && span.starts_at <= last.ends_at) last.ends_at = span.ends_at;
    else busy.push(span);
  }
  return busy;
}

/** Looks at each day, as far as the range reaches. */
function daysOf(series: Series, until: number): number[] {
  const { day: first, end } = series;
  const found: number[] = [];
  for (let day = first; day < until + 2 * DAY_MS; day += DAY_MS) {
    if (end && 'count' in end && found.length === end.count) break;
    if (end && 'days' in end && day > first + end.days * DAY_MS) break;
    if (day === first || isInstance(series, new Date(first), new Date(day))) found.push(day);
  }
  return found;
}

function isInstance(series: Series, first: Date, day: Date): boolean {
  const { kind, interval } = series;
  const years = day.getUTCFullYear() - first.getUTCFullYear();
  const months = years * 12 + day.getUTCMonth() - first.getUTCMonth();
  const isSameDate = day.getUTCDate() === first.getUTCDate();
  const isSameWeekday = day.getUTCDay() === first.getUTCDay();
  const nth = (at: Date) => Math.ceil(at.getUTCDate() / 7);
  const monday = (at: Date) => at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS;
  const isLast = new Date(day.getTime() + 7 * DAY_MS).getUTCMonth() !== day.getUTCMonth();
  switch (kind) {
    case 'DAILY':
      return ((day.getTime() - first.getTime()) / DAY_MS) % interval === 0;
    case 'WEEKLY':
      return (
        ((monday(day) - monday(first)) / (7 * DAY_MS)) % interval === 0 &&
        weekdaysOf(series).includes(day.getUTCDay())
      );
    case 'MONTHLY':
      return months % interval === 0 && isSameDate;
    case 'MONTHLY by weekday':
      return months % interval === 0 && isSameWeekday && nth(day) === nth(first);
    case 'MONTHLY, the last':
      return months % interval === 0 && isSameWeekday && isLast;
    case 'YEARLY':
      return years % interval === 0 && months % 12 === 0 && isSameDate;
  }
}

const weekdaysOf = ({ day, weekdays }: Series) => [...new Set([new Date(day).getUTCDay(), ...weekdays])];

/** When the clock of the place shows it: the first time if twice, as counted from before if never. */
function instant({ zone, minute, isAllDay }: Series, day: number): number {
  const wall = new Date(day + (isAllDay ? 0 : minute * MINUTE_MS)).toISOString().replace('Z', '');
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds;
}

const basic = (ms: number) =>
  new Date(ms)
    .toISOString()
    .replace(/\.000Z$/, '')
    .replaceAll(/[-:]/g, '');
const basicDate = (ms: number) => basic(ms).slice(0, 8);
