// Days to choose from: five weeks at a time on the reader's clock, and none outside of the span that is searched.
import assert from 'node:assert/strict';
import { calendarPage, dateAt } from '../../src/time/calendar-pages.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/timestamps.ts';
import { weekStart } from '../../src/time/wording.ts';
import { describe, test } from '../support/lanes.ts';

/** A Thursday. */
const NOW = Date.parse('2026-11-19T15:00:00Z');
const span = (days: number) => ({ from: NOW, to: NOW + days * DAY_MS });
const page = (days: number, date?: string, timezone = 'Europe/Berlin', start = 0) =>
  calendarPage({ timezone, span: span(days), weekStart: start }, date);
const ends = ({ days }: ReturnType<typeof page>) => [days[0]?.date, days.at(-1)?.date];

describe('A page of days', () => {
  test('begins today, and has all of the usual four weeks, whatever the day of the week', () => {
    for (let shift = 0; shift < 7; shift += 1) {
      const from = NOW + shift * DAY_MS;
      const whole = calendarPage(
        { timezone: 'Europe/Berlin', span: { from, to: from + 28 * DAY_MS }, weekStart: 0 },
        undefined,
      );
      assert.equal(whole.days.length, 29);
      assert.deepEqual([whole.offset, whole.before, whole.after], [(3 + shift) % 7, null, null]);
    }
    assert.deepEqual(ends(page(28)), ['2026-11-19', '2026-12-17']);
  });

  test('goes on to the next and back, where there is more to see', () => {
    const first = page(62);
    assert.deepEqual(
      [...ends(first), first.before, first.after],
      ['2026-11-19', '2026-12-20', null, '2026-12-21'],
    );
    const second = page(62, '2026-12-24');
    assert.deepEqual(
      [...ends(second), second.before, second.after, second.offset],
      ['2026-12-21', '2027-01-20', '2026-11-19', null, 0],
    );
  });

  test('is the nearest one for a date outside', () => {
    for (const date of ['0000-01-01', '2020-02-29']) assert.deepEqual(page(62, date), page(62));
    for (const date of ['2027-06-01', '9999-12-31']) assert.deepEqual(page(62, date), page(62, '2027-01-20'));
  });

  test('has days on the clock of the reader, also where it is changed', () => {
    assert.equal(page(28, undefined, 'Pacific/Auckland').days[0]?.date, '2026-11-20');
    assert.equal(dateAt('Pacific/Auckland', NOW), '2026-11-20');
    const spring = { from: Date.parse('2027-03-27T12:00Z'), to: Date.parse('2027-03-30T12:00Z') };
    const { days } = calendarPage({ timezone: 'Europe/Berlin', span: spring, weekStart: 0 }, undefined);
    assert.deepEqual(
      days.map(({ from, to }) => (to - from) / HOUR_MS),
      [24, 23, 24, 24],
    );
  });

  test('begins its weeks as is usual where the reader is', () => {
    assert.deepEqual(['en-GB', 'de-DE', 'en-US', 'ar-EG'].map(weekStart), [0, 0, 6, 5]);
    assert.equal(page(28, undefined, 'Europe/Berlin', 6).offset, 4);
  });

  test('is one day where the span is over', () => {
    assert.deepEqual(ends(page(0)), ['2026-11-19', '2026-11-19']);
  });
});
