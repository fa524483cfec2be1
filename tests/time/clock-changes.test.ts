// Hours on days on which the clock is put forward or back, day by day, for zones that people know.
import assert from 'node:assert/strict';
import type { Hours } from '../../src/time/hosts.ts';
import { findSlots } from '../../src/time/slots.ts';
import { firstMinuteAt } from '../../src/time/zones.ts';
import { describe, test } from '../support/lanes.ts';
import { minuteOf } from './searches.ts';

const timestamp = (minute: number) => new Date(minute * 60_000).toISOString().replace(':00.000Z', 'Z');
const time = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** Every half hour at which somebody with these hours on every day can start a meeting of half an hour. */
function startsIn(timezone: string, hours: string, from: string, to: string): string[] {
  const daily: Hours[] = [...hours.matchAll(/(\S+)-(\S+)/g)].map(([, start = '', end = '']) => ({
    start: time(start),
    end: time(end),
  }));
  const { slots } = findSlots({
    hosts: [
      {
        email: 'ada@example.com',
        availability: {
          timezone,
          weekly: Array.from({ length: 7 }, () => daily),
          overrides: new Map(),
          holidays: new Set(),
          buffer_before_minutes: 0,
          buffer_after_minutes: 0,
          minimum_notice_minutes: 0,
          maximum_per_day: null,
        },
        busy: [],
        bookings: [],
        is_paused: false,
        lacks_seat: false,
      },
    ],
    range: { start: minuteOf(from), end: minuteOf(to) },
    now: minuteOf(from),
    duration_minutes: 30,
    interval_minutes: 30,
    limit: 1_000,
  });
  return slots.map(({ start }) => timestamp(start));
}

/** The minute at which the clock first shows a local date and time, or a later one. */
const first = (timezone: string, local: string) =>
  timestamp(firstMinuteAt(timezone, minuteOf(`${local}:00Z`)));

describe('Berlin', () => {
  test('has an hour less on 29 March 2026: 02:00 to 03:00 does not happen', () => {
    const starts = startsIn('Europe/Berlin', '01:00-04:00', '2026-03-29T00:00Z', '2026-03-29T10:00Z');
    assert.deepEqual(starts, [
      '2026-03-29T00:00Z',
      '2026-03-29T00:30Z',
      '2026-03-29T01:00Z',
      '2026-03-29T01:30Z',
    ]);
    assert.deepEqual(startsIn('Europe/Berlin', '02:00-03:00', '2026-03-29T00:00Z', '2026-03-29T22:00Z'), []);
    assert.equal(first('Europe/Berlin', '2026-03-29T02:30'), '2026-03-29T01:00Z');
  });

  test('has an hour more on 25 October 2026: 02:00 to 03:00 happens twice, and both belong to the hours', () => {
    const starts = startsIn('Europe/Berlin', '02:00-03:00', '2026-10-24T22:00Z', '2026-10-25T10:00Z');
    assert.deepEqual(starts, [
      '2026-10-25T00:00Z',
      '2026-10-25T00:30Z',
      '2026-10-25T01:00Z',
      '2026-10-25T01:30Z',
    ]);
  });

  test('ends hours at the first 02:30 of that night, and begins them there', () => {
    const night = ['2026-10-24T22:00Z', '2026-10-25T10:00Z'] as const;
    assert.deepEqual(startsIn('Europe/Berlin', '02:00-02:30', ...night), ['2026-10-25T00:00Z']);
    const later = ['2026-10-25T00:30Z', '2026-10-25T01:00Z', '2026-10-25T01:30Z'];
    assert.deepEqual(startsIn('Europe/Berlin', '02:30-03:00', ...night), later);
    assert.equal(first('Europe/Berlin', '2026-10-25T02:30'), '2026-10-25T00:30Z');
  });

  test('has the same hours of work in winter and in summer, an hour apart in UTC', () => {
    const at = (day: string) => startsIn('Europe/Berlin', '09:00-09:30', `${day}T00:00Z`, `${day}T23:00Z`);
    assert.deepEqual(['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25'].flatMap(at), [
      '2026-03-28T08:00Z',
      '2026-03-29T07:00Z',
      '2026-10-24T07:00Z',
      '2026-10-25T08:00Z',
    ]);
  });
});

describe('New York', () => {
  test('has no 02:00 to 03:00 on 8 March 2026, and two on 1 November', () => {
    const starts = (from: string, to: string) => startsIn('America/New_York', '01:30-03:30', from, to);
    assert.deepEqual(starts('2026-03-08T05:00Z', '2026-03-08T12:00Z'), [
      '2026-03-08T06:30Z',
      '2026-03-08T07:00Z',
    ]);
    assert.deepEqual(starts('2026-11-01T04:00Z', '2026-11-01T12:00Z'), [
      '2026-11-01T05:30Z',
      '2026-11-01T06:00Z',
      '2026-11-01T06:30Z',
      '2026-11-01T07:00Z',
      '2026-11-01T07:30Z',
      '2026-11-01T08:00Z',
    ]);
  });
});

describe('A range to search', () => {
  test('that ends while an hour happens a second time ends there', () => {
    const starts = startsIn('Europe/Berlin', '00:00-24:00', '2026-10-25T00:00Z', '2026-10-25T01:45Z');
    assert.deepEqual(starts, ['2026-10-25T00:00Z', '2026-10-25T00:30Z', '2026-10-25T01:00Z']);
  });

  test('that ends or begins where the clock is put forward loses nothing and gains nothing', () => {
    const change = '2026-03-29T01:00Z';
    const until = startsIn('Europe/Berlin', '00:00-24:00', '2026-03-29T00:00Z', change);
    assert.deepEqual(until, ['2026-03-29T00:00Z', '2026-03-29T00:30Z']);
    assert.deepEqual(startsIn('Europe/Berlin', '00:00-24:00', change, '2026-03-29T02:00Z'), [
      '2026-03-29T01:00Z',
      '2026-03-29T01:30Z',
    ]);
  });
});

describe('Offsets that are no whole hours', () => {
  test('Lord Howe puts its clock by half an hour', () => {
    const starts = (from: string, to: string) => startsIn('Australia/Lord_Howe', '01:30-02:30', from, to);
    // 02:00 becomes 02:30 on 4 October, and 01:30 on 5 April.
    assert.deepEqual(starts('2026-10-03T13:00Z', '2026-10-03T20:00Z'), ['2026-10-03T15:00Z']);
    assert.deepEqual(starts('2026-04-04T13:00Z', '2026-04-04T20:00Z'), [
      '2026-04-04T14:30Z',
      '2026-04-04T15:00Z',
      '2026-04-04T15:30Z',
    ]);
  });

  test('Kathmandu starts its hours at a quarter past of UTC', () => {
    const starts = startsIn('Asia/Kathmandu', '09:00-10:00', '2026-11-16T00:00Z', '2026-11-16T12:00Z');
    assert.deepEqual(starts, ['2026-11-16T03:15Z', '2026-11-16T03:45Z']);
  });

  test('Monrovia had seconds until 1972', () => {
    // 44 minutes and 30 seconds behind UTC: a minute begins at its 30th second.
    assert.equal(first('Africa/Monrovia', '1971-06-01T09:00'), '1971-06-01T09:45Z');
    assert.equal(first('Africa/Monrovia', '1972-06-01T09:00'), '1972-06-01T09:00Z');
  });
});

describe('Midnight', () => {
  test('joins hours to midnight with those from midnight', () => {
    const starts = startsIn(
      'Europe/Berlin',
      '00:00-01:00 23:30-24:00',
      '2026-11-16T22:15Z',
      '2026-11-17T00:30Z',
    );
    assert.deepEqual(starts, ['2026-11-16T22:30Z', '2026-11-16T23:00Z', '2026-11-16T23:30Z']);
  });

  test("St John's put its clock back at 00:01 until 2011: the new day had begun, and is not begun again", () => {
    assert.equal(first('America/St_Johns', '2006-10-29T00:00'), '2006-10-29T02:30Z');
    const starts = startsIn('America/St_Johns', '22:30-24:00', '2006-10-29T00:00Z', '2006-10-29T12:00Z');
    assert.deepEqual(starts, ['2006-10-29T01:00Z', '2006-10-29T01:30Z', '2006-10-29T02:00Z']);
    // It is 23:59 on the day before once more when this range ends.
    const longer = startsIn('America/St_Johns', '00:00-24:00', '2006-10-29T02:00Z', '2006-10-29T03:29Z');
    assert.deepEqual(longer, ['2006-10-29T02:00Z', '2006-10-29T02:30Z']);
  });
});

describe('Days', () => {
  test('Apia had no 30 December 2011: no hours on that date', () => {
    const starts = startsIn('Pacific/Apia', '09:00-10:00', '2011-12-29T12:00Z', '2011-12-31T12:00Z');
    // 29 December at 09:00 was 19:00 in UTC. The next 09:00 was 31 December, and came a day later.
    assert.deepEqual(starts, [
      '2011-12-29T19:00Z',
      '2011-12-29T19:30Z',
      '2011-12-30T19:00Z',
      '2011-12-30T19:30Z',
    ]);
    assert.equal(first('Pacific/Apia', '2011-12-30T00:00'), '2011-12-30T10:00Z');
    assert.equal(first('Pacific/Apia', '2011-12-31T00:00'), '2011-12-30T10:00Z');
  });

  test('Kwajalein had no 21 August 1993', () => {
    assert.equal(
      first('Pacific/Kwajalein', '1993-08-21T09:00'),
      first('Pacific/Kwajalein', '1993-08-22T00:00'),
    );
  });

  test('Kwajalein had 30 September 1969 nearly twice: its hours are on the first', () => {
    const starts = startsIn('Pacific/Kwajalein', '09:00-09:30', '1969-09-29T00:00Z', '1969-10-03T00:00Z');
    assert.deepEqual(starts, ['1969-09-29T22:00Z', '1969-10-01T21:00Z', '1969-10-02T21:00Z']);
  });
});

describe('What is kept of clocks', () => {
  test('is forgotten in time, and found again', () => {
    const change = () => first('Europe/Berlin', '2026-03-29T02:30');
    const before = change();
    // More days than are kept, from 1970 on.
    for (let day = 0; day < 60_000; day++) firstMinuteAt('Asia/Tokyo', day * 1_440);
    assert.equal(change(), before);
    // More zones than are kept: names count in any spelling.
    const letters = 'europe/berlin';
    for (let spelling = 0; spelling < 1_100; spelling++) {
      const isLarge = (place: number) => (spelling >> place) % 2 === 1;
      const name = [...letters]
        .map((letter, place) => (isLarge(place) ? letter.toUpperCase() : letter))
        .join('');
      assert.equal(first(name, '2026-03-29T02:30'), before);
    }
  });
});
