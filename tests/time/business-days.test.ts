// Business days are counted on the clock of a place, and end between 9 and 17 there.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterBusinessDays, type BusinessCalendar, nextBusinessTime } from '../../src/time/business-days.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/time/timestamps.ts';
import { runs } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';
import { shownAt } from './oracle.ts';

const at = (text: string) => Date.parse(text);
const text = (ms: number) => new Date(ms).toISOString();
const london: BusinessCalendar = { timezone: 'Europe/London', holidays: [] };

describe('After business days', () => {
  const after = (from: string, days: number, calendar = london) =>
    text(afterBusinessDays(at(from), days, calendar));

  test('it is the same time on the clock', () => {
    assert.equal(after('2026-11-16T10:20:30.456Z', 2), '2026-11-18T10:20:30.456Z');
  });

  test('Saturdays, Sundays and holidays do not count', () => {
    assert.equal(after('2026-11-13T15:00:00Z', 1), '2026-11-16T15:00:00.000Z');
    assert.equal(after('2026-11-14T15:00:00Z', 1), '2026-11-16T15:00:00.000Z');
    const holidays = ['2026-11-16', '2026-11-18'];
    assert.equal(after('2026-11-13T15:00:00Z', 2, { ...london, holidays }), '2026-11-19T15:00:00.000Z');
  });

  test('it is 9 where it would be earlier, and the next business day where it would be 17 or later', () => {
    assert.equal(after('2026-11-16T03:00:00Z', 1), '2026-11-17T09:00:00.000Z');
    assert.equal(after('2026-11-16T16:59:59.999Z', 1), '2026-11-17T16:59:59.999Z');
    assert.equal(after('2026-11-16T17:00:00Z', 1), '2026-11-18T09:00:00.000Z');
    assert.equal(after('2026-11-12T22:00:00Z', 1), '2026-11-16T09:00:00.000Z');
  });

  test('the clock counts, not the hours: a change of it makes a day of 23 or 25 hours', () => {
    const berlin = { timezone: 'Europe/Berlin', holidays: [] };
    assert.equal(after('2026-03-27T10:00:00Z', 1, berlin), '2026-03-30T09:00:00.000Z');
    assert.equal(after('2026-10-23T10:00:00Z', 1, berlin), '2026-10-26T11:00:00.000Z');
  });

  test('a day that a place left out does not count', () => {
    // Samoa went from Thursday 29 to Saturday 31 December 2011. It is Thursday, 10:00 there.
    const apia = { timezone: 'Pacific/Apia', holidays: [] };
    assert.equal(after('2011-12-29T20:00:00Z', 1, apia), '2012-01-01T20:00:00.000Z');
  });

  test('without any, it is the next business time', () => {
    assert.equal(after('2026-11-14T15:00:00Z', 0), '2026-11-16T09:00:00.000Z');
    assert.equal(after('2026-11-16T15:00:00Z', 0), '2026-11-16T15:00:00.000Z');
  });
});

describe('The next business time', () => {
  const next = (from: string, calendar = london) => text(nextBusinessTime(at(from), calendar));

  test('is the time itself from 9 until just before 17', () => {
    for (const time of ['2026-11-16T09:00:00.000Z', '2026-11-16T12:34:56.789Z', '2026-11-16T16:59:59.999Z']) {
      assert.equal(next(time), time);
    }
  });

  test('else is 9 o’clock, on the same day or the next business day', () => {
    assert.equal(next('2026-11-16T08:59:59.999Z'), '2026-11-16T09:00:00.000Z');
    assert.equal(next('2026-11-16T17:00:00.000Z'), '2026-11-17T09:00:00.000Z');
    assert.equal(next('2026-11-13T17:00:00.000Z'), '2026-11-16T09:00:00.000Z');
    assert.equal(
      next('2026-11-16T10:00:00.000Z', { ...london, holidays: ['2026-11-16'] }),
      '2026-11-17T09:00:00.000Z',
    );
    assert.equal(
      next('2026-11-16T10:00:00.000Z', { ...london, timezone: 'Asia/Tokyo' }),
      '2026-11-17T00:00:00.000Z',
    );
  });
});

/** What the clock shows: the date, the day of the week (0 for Sunday), and the minute of the day. */
function shown(timezone: string, ms: number) {
  const date = new Date(shownAt(timezone, Math.floor(ms / MINUTE_MS)) * MINUTE_MS);
  return {
    date: date.toISOString().slice(0, 10),
    weekday: date.getUTCDay(),
    minute: date.getUTCHours() * 60 + date.getUTCMinutes(),
  };
}

describe.inBothLanes('In any zone', () => {
  const zones = [
    ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia'],
    ...['America/St_Johns', 'Pacific/Chatham', 'Africa/Cairo', 'Pacific/Kiritimati', 'America/Sao_Paulo'],
  ];
  const times = fc.oneof(
    fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z') }),
    // Around the day that Samoa left out, and a change in Brazil at midnight.
    fc.integer({ min: at('2011-12-20T00:00:00Z'), max: at('2012-01-10T00:00:00Z') }),
    fc.integer({ min: at('2018-10-25T00:00:00Z'), max: at('2018-11-15T00:00:00Z') }),
  );
  const cases = fc.record({
    from: times,
    days: fc.integer({ min: 0, max: 12 }),
    timezone: fc.constantFrom(...zones),
    /** Days after `from`. */
    off: fc.array(fc.integer({ min: -1, max: 15 }), { maxLength: 8 }),
  });

  function isOpen(calendar: BusinessCalendar, ms: number): boolean {
    const { date, weekday, minute } = shown(calendar.timezone, ms);
    const isDay = weekday > 0 && weekday < 6 && !calendar.holidays.includes(date);
    return isDay && minute >= 9 * 60 && minute < 17 * 60;
  }

  /** Walks on by quarters of an hour: in every zone it is 9 o'clock at one of them. */
  function nextByWalking(calendar: BusinessCalendar, from: number): number {
    const STEP = 15 * MINUTE_MS;
    for (let ms = from; ; ms = Math.floor(ms / STEP + 1) * STEP) if (isOpen(calendar, ms)) return ms;
  }

  /** Walks on, and counts the dates that it meets. Then it looks for the time of day on the last one. */
  function afterByWalking(calendar: BusinessCalendar, from: number, days: number): number {
    if (days === 0) return nextByWalking(calendar, from);
    const { timezone } = calendar;
    const start = shown(timezone, from);
    let { date } = start;
    let ms = from;
    for (let left = days; left > 0; ) {
      ms += 4 * HOUR_MS;
      const now = shown(timezone, ms);
      if (now.date === date) continue;
      date = now.date;
      if (now.weekday > 0 && now.weekday < 6 && !calendar.holidays.includes(date)) left--;
    }
    for (let minute = Math.floor((ms - 4 * HOUR_MS) / MINUTE_MS); ; minute++) {
      const now = shown(timezone, minute * MINUTE_MS);
      if (now.date > date) return nextByWalking(calendar, minute * MINUTE_MS);
      if (now.date === date && now.minute >= start.minute) {
        return nextByWalking(calendar, minute * MINUTE_MS + (from % MINUTE_MS));
      }
    }
  }

  const holds = (count: number, property: (calendar: BusinessCalendar, from: number, days: number) => void) =>
    fc.assert(
      fc.property(cases, ({ from, days, timezone, off }) => {
        const holidays = off.map((day) => shown(timezone, from + day * DAY_MS).date);
        property({ timezone, holidays }, from, days);
      }),
      runs(count),
    );

  test('the next business time is the one that a walk finds', () => {
    holds(500, (calendar, from) => {
      assert.equal(text(nextBusinessTime(from, calendar)), text(nextByWalking(calendar, from)));
    });
  });

  test('business days are those that a walk counts', () => {
    holds(300, (calendar, from, days) => {
      assert.equal(text(afterBusinessDays(from, days, calendar)), text(afterByWalking(calendar, from, days)));
    });
  });

  test('more days are never sooner, and all are business times', () => {
    holds(300, (calendar, from, days) => {
      const first = afterBusinessDays(from, days, calendar);
      assert.ok(isOpen(calendar, first) && first >= from);
      assert.ok(afterBusinessDays(from, days + 1, calendar) >= first);
    });
  });
});
