// Whatever the rule and wherever it happens, the instances are those that somebody would find who looks at each day in turn.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { readBusyTimes } from '../../../src/calendar-sync/ical/read-busy-times.ts';
import { calendarOf, OWN_UID } from './reading.ts';

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const MINUTES = 45;
/** Clocks that go forward and back by an hour or by half of one, in spring and in autumn, and some that never do. */
const ZONES = [
  ...['Europe/Berlin', 'America/New_York', 'America/St_Johns', 'America/Santiago', 'Australia/Lord_Howe'],
  ...['Pacific/Auckland', 'Asia/Beirut', 'Asia/Kathmandu', 'Africa/Cairo', 'UTC'],
];

type Kind = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'MONTHLY by weekday' | 'MONTHLY, the last' | 'YEARLY';

interface Series {
  zone: string;
  start: Temporal.PlainDateTime;
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
  start: fc
    .record({ day: fc.integer({ min: 0, max: 700 }), minute: fc.integer({ min: 0, max: 95 }) })
    .map(({ day, minute }) =>
      Temporal.PlainDateTime.from('2025-01-01T00:00').add({ days: day, minutes: minute * 15 }),
    ),
  kind: fc.constantFrom<Kind>(
    'DAILY',
    'WEEKLY',
    'MONTHLY',
    'MONTHLY by weekday',
    'MONTHLY, the last',
    'YEARLY',
  ),
  interval: fc.integer({ min: 1, max: 4 }),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
  end: fc.oneof(
    fc.constant(null),
    fc.record({ count: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ days: fc.integer({ min: 0, max: 500 }) }),
  ),
  exceptions: fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 3 }),
  isAllDay: fc.boolean(),
});

describe('A random rule', () => {
  test('gives what a look at each day gives, across the changes of clocks', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 0, max: 600 }), (series, day) => {
        const from = Temporal.PlainDate.from('2026-01-01').add({ days: day });
        const window = { from: instant(from, 'UTC'), until: instant(from.add({ days: 120 }), 'UTC') };
        const result = readBusyTimes(textOf(series), {
          ...window,
          timezone: series.zone,
          email: 'ada@example.com',
          own_uid: OWN_UID,
        });
        assert.ok('busy' in result);
        assert.deepEqual(result.busy, expected(series, window));
      }),
      { numRuns: 400 },
    );
  });
});

function textOf(series: Series): string {
  const { start, isAllDay, end } = series;
  const time = (at: Temporal.PlainDateTime) =>
    isAllDay ? `;VALUE=DATE:${basicDate(at)}` : `;TZID=${series.zone}:${basic(at)}`;
  const parts = [`FREQ=${series.kind.replace(/[ ,].*/, '')}`, `INTERVAL=${series.interval}`];
  if (series.kind === 'WEEKLY') {
    parts.push(`BYDAY=${weekdaysOf(series).map((weekday) => WEEKDAYS[weekday - 1])}`);
  }
  if (series.kind === 'MONTHLY by weekday') {
    parts.push(`BYDAY=${Math.ceil(start.day / 7)}${WEEKDAYS[start.dayOfWeek - 1]}`);
  }
  // The start is not always one of these. It is an instance all the same.
  if (series.kind === 'MONTHLY, the last') parts.push(`BYDAY=-1${WEEKDAYS[start.dayOfWeek - 1]}`);
  if (end && 'count' in end) parts.push(`COUNT=${end.count}`);
  if (end && 'days' in end) {
    const last = start.add({ days: end.days });
    parts.push(
      isAllDay
        ? `UNTIL=${basicDate(last)}`
        : `UNTIL=${basic(last.toZonedDateTime(series.zone).withTimeZone('UTC').toPlainDateTime())}Z`,
    );
  }
  const dates = datesOf(series);
  return calendarOf([
    `DTSTART${time(start)}`,
    isAllDay ? 'DURATION:P1D' : `DURATION:PT${MINUTES}M`,
    `RRULE:${parts.join(';')}`,
    ...series.exceptions.flatMap((number) => (dates[number] ? [`EXDATE${time(dates[number])}`] : [])),
  ]);
}

function expected(series: Series, window: { from: number; until: number }) {
  const busy: { starts_at: number; ends_at: number }[] = [];
  for (const [number, date] of datesOf(series).entries()) {
    if (series.exceptions.includes(number)) continue;
    const starts_at = instant(series.isAllDay ? date.toPlainDate() : date, series.zone);
    const ends_at = series.isAllDay
      ? instant(date.toPlainDate().add({ days: 1 }), series.zone)
      : starts_at + MINUTES * 60_000;
    if (ends_at <= window.from || starts_at >= window.until) continue;
    const last = busy.at(-1);
    const span = { starts_at: Math.max(starts_at, window.from), ends_at: Math.min(ends_at, window.until) };
    if (last && span.starts_at <= last.ends_at) last.ends_at = span.ends_at;
    else busy.push(span);
  }
  return busy;
}

/** Looks at each day until the last one that any window shows. */
function datesOf(series: Series): Temporal.PlainDateTime[] {
  const { start, end, zone, isAllDay } = series;
  const found: Temporal.PlainDateTime[] = [];
  for (let days = 0; days < 1_800; days++) {
    const date = start.add({ days });
    if (end && 'count' in end && found.length === end.count) break;
    // Two times of one day can't be told apart by what clocks show: both were turned to UTC.
    const isOver =
      end &&
      'days' in end &&
      (isAllDay ? days > end.days : isAfter(date, start.add({ days: end.days }), zone));
    if (isOver && days > 0) break;
    if (days === 0 || isInstance(series, date)) found.push(date);
  }
  return found;
}

function isInstance({ kind, start, interval, ...series }: Series, date: Temporal.PlainDateTime): boolean {
  const months = (date.year - start.year) * 12 + date.month - start.month;
  const monday = (at: Temporal.PlainDateTime) => at.toPlainDate().subtract({ days: at.dayOfWeek - 1 });
  const isSameWeekday = date.dayOfWeek === start.dayOfWeek;
  switch (kind) {
    case 'DAILY':
      return start.until(date, { largestUnit: 'days' }).days % interval === 0;
    case 'WEEKLY':
      return (
        (monday(start).until(monday(date), { largestUnit: 'days' }).days / 7) % interval === 0 &&
        weekdaysOf({ start, weekdays: series.weekdays }).includes(date.dayOfWeek)
      );
    case 'MONTHLY':
      return months % interval === 0 && date.day === start.day;
    case 'MONTHLY by weekday':
      return months % interval === 0 && isSameWeekday && Math.ceil(date.day / 7) === Math.ceil(start.day / 7);
    case 'MONTHLY, the last':
      return months % interval === 0 && isSameWeekday && date.day + 7 > date.daysInMonth;
    case 'YEARLY':
      return (
        (date.year - start.year) % interval === 0 && date.month === start.month && date.day === start.day
      );
  }
}

const weekdaysOf = ({ start, weekdays }: Pick<Series, 'start' | 'weekdays'>) => [
  ...new Set([start.dayOfWeek, ...weekdays]),
];

const isAfter = (a: Temporal.PlainDateTime, b: Temporal.PlainDateTime, zone: string) =>
  instant(a, zone) > instant(b, zone);

function instant(at: Temporal.PlainDate | Temporal.PlainDateTime, zone: string): number {
  const time = at instanceof Temporal.PlainDate ? at.toPlainDateTime() : at;
  return time.toZonedDateTime(zone).epochMilliseconds;
}

const basicDate = (at: Temporal.PlainDateTime) => at.toPlainDate().toString().replaceAll('-', '');
const basic = (at: Temporal.PlainDateTime) => at.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
