// Times in messages can't be misread: the reader's zone and its name, the day in words, the clock of their region.
import assert from 'node:assert/strict';
import {
  datesFor,
  dayAheadOf,
  momentWithZone,
  reminderEnd,
  rowOf,
  spanWithZone,
  startOf,
} from '../../src/mail-out/times.ts';
import { localeOf } from '../../src/text/languages.ts';
import { describe, test } from '../support/lanes.ts';

const NOW = Date.parse('2026-11-16T09:30Z');
const span = (from: string, to: string) => ({ starts_at: Date.parse(from), ends_at: Date.parse(to) });
const afternoon = span('2026-11-17T13:00Z', '2026-11-17T13:30Z');
const datesIn = (timezone: string, tag = 'en-GB') => datesFor({ timezone, locale: localeOf(tag) }, NOW);

describe('A time', () => {
  const inZones: [timezone: string, said: string][] = [
    ['Europe/Berlin', 'Tuesday, 17 November, 14:00–14:30 (Berlin time)'],
    ['America/New_York', 'Tuesday, 17 November, 08:00–08:30 (New York time)'],
    ['Asia/Kolkata', 'Tuesday, 17 November, 18:30–19:00 (Kolkata time)'],
    ['Pacific/Apia', 'Wednesday, 18 November, 02:00–02:30 (Apia time)'],
    ['America/Argentina/Buenos_Aires', 'Tuesday, 17 November, 10:00–10:30 (Buenos Aires time)'],
    ['UTC', 'Tuesday, 17 November, 13:00–13:30 (UTC)'],
    // The sign in such a name is the other way round, and would confuse.
    ['Etc/GMT+5', 'Tuesday, 17 November, 08:00–08:30 (GMT-5)'],
  ];
  for (const [timezone, said] of inZones) {
    test(`is said in the zone of the reader: ${timezone}`, () => {
      assert.equal(spanWithZone(afternoon, datesIn(timezone)), said);
    });
  }

  const inLocales: [tag: string, said: string][] = [
    ['en-US', 'Tuesday, November 17, 2:00 – 2:30 PM (Berlin time)'],
    ['de', 'Dienstag, 17. November, 14:00–14:30 (Ortszeit Berlin)'],
    ['fr', 'mardi 17 novembre, 14:00–14:30 (heure de Berlin)'],
    ['es', 'martes 17 de noviembre, 14:00–14:30 (hora de Berlín)'],
  ];
  for (const [tag, said] of inLocales) {
    test(`is said in the language and on the clock of the reader: ${tag}`, () => {
      assert.equal(spanWithZone(afternoon, datesIn('Europe/Berlin', tag)), said);
    });
  }

  test('has a year where it is another one', () => {
    const summer = span('2027-07-01T13:00Z', '2027-07-01T13:30Z');
    assert.equal(
      spanWithZone(summer, datesIn('Europe/Berlin')),
      'Thursday, 1 July 2027, 15:00–15:30 (Berlin time)',
    );
  });

  test('tells the two hours apart that a clock shows twice', () => {
    const dates = datesIn('Europe/Berlin');
    const first = spanWithZone(span('2026-10-25T00:30Z', '2026-10-25T00:45Z'), dates);
    const second = spanWithZone(span('2026-10-25T01:30Z', '2026-10-25T01:45Z'), dates);
    assert.match(first, /02:30–02:45 \(Berlin time \(.+\)\)$/);
    assert.notEqual(first, second);
  });

  test('names both days when it goes over midnight', () => {
    const night = span('2026-12-31T22:30Z', '2026-12-31T23:30Z');
    assert.equal(
      spanWithZone(night, datesIn('Europe/Berlin')),
      'Thursday, 31 December, 23:30 – Friday, 1 January, 00:30 (Berlin time)',
    );
  });

  test('is short in a subject and in a row, and whole as a moment', () => {
    const dates = datesIn('Europe/Berlin');
    assert.equal(startOf(afternoon, dates), 'Tue 17 Nov 14:00');
    assert.equal(rowOf(afternoon, dates, false), 'Tue 17 Nov, 14:00–14:30');
    assert.equal(rowOf(afternoon, dates, true), 'Tue 17 Nov, 14:00–14:30 (Berlin time)');
    assert.equal(momentWithZone(afternoon.starts_at, dates), 'Tuesday, 17 November, 14:00 (Berlin time)');
  });
});

describe('A reminder', () => {
  const night = span('2026-11-16T23:30Z', '2026-11-17T00:00Z');
  const later = span('2026-11-18T13:00Z', '2026-11-18T13:30Z');

  test('calls a day as it is on the clock of the reader', () => {
    const dayOf = ({ starts_at }: typeof night, timezone: string) => dayAheadOf(starts_at, timezone, NOW);
    assert.deepEqual(
      [dayOf(night, 'UTC'), dayOf(night, 'Europe/Berlin'), dayOf(afternoon, 'UTC'), dayOf(later, 'UTC')],
      ['today', 'tomorrow', 'tomorrow', 'later'],
    );
  });

  test('is true until the meeting begins, and "tomorrow" until midnight', () => {
    const endOf = (time: typeof night, timezone: string) =>
      new Date(reminderEnd(time, timezone, NOW)).toISOString();
    assert.equal(endOf(night, 'UTC'), '2026-11-16T23:30:00.000Z');
    assert.equal(endOf(night, 'Europe/Berlin'), '2026-11-16T23:00:00.000Z');
    assert.equal(endOf(later, 'Europe/Berlin'), '2026-11-18T13:00:00.000Z');
  });
});
