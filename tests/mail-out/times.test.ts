// Times in messages can't be misread: the reader's zone and its name, the day in words, 24 hours.
import assert from 'node:assert/strict';
import { durationOf, momentOf, spanOf, spanWithZone, startOf } from '../../src/mail-out/times.ts';
import { describe, test } from '../support/lanes.ts';

const span = (from: string, to: string) => ({ starts_at: Date.parse(from), ends_at: Date.parse(to) });
const afternoon = span('2026-11-17T13:00Z', '2026-11-17T13:30Z');

describe('A time', () => {
  const inZones: [timezone: string, said: string][] = [
    ['Europe/Berlin', 'Tuesday, 17 November 2026, 14:00–14:30 (Central European Standard Time, Berlin)'],
    ['America/New_York', 'Tuesday, 17 November 2026, 08:00–08:30 (Eastern Standard Time, New York)'],
    ['Asia/Kolkata', 'Tuesday, 17 November 2026, 18:30–19:00 (India Standard Time, Kolkata)'],
    ['Pacific/Apia', 'Wednesday, 18 November 2026, 02:00–02:30 (Samoa Standard Time, Apia)'],
    [
      'America/Argentina/Buenos_Aires',
      'Tuesday, 17 November 2026, 10:00–10:30 (Argentina Standard Time, Buenos Aires)',
    ],
    ['UTC', 'Tuesday, 17 November 2026, 13:00–13:30 (Coordinated Universal Time)'],
    // The sign in such a name is the other way round, and would confuse.
    ['Etc/GMT+5', 'Tuesday, 17 November 2026, 08:00–08:30 (GMT-05:00)'],
  ];
  for (const [timezone, said] of inZones) {
    test(`is said in the zone of the reader: ${timezone}`, () => {
      assert.equal(spanWithZone(afternoon, timezone), said);
    });
  }

  test('names the zone as it is called on that day', () => {
    const summer = span('2026-07-01T13:00Z', '2026-07-01T13:30Z');
    assert.match(
      spanWithZone(summer, 'Europe/Berlin'),
      /15:00–15:30 \(Central European Summer Time, Berlin\)$/,
    );
  });

  test('tells the two hours apart that a clock shows twice', () => {
    const first = span('2026-10-25T00:30Z', '2026-10-25T00:45Z');
    const second = span('2026-10-25T01:30Z', '2026-10-25T01:45Z');
    assert.equal(spanOf(first, 'Europe/Berlin'), spanOf(second, 'Europe/Berlin'));
    assert.notEqual(spanWithZone(first, 'Europe/Berlin'), spanWithZone(second, 'Europe/Berlin'));
  });

  test('names both days when it goes over midnight', () => {
    const night = span('2026-12-31T22:30Z', '2026-12-31T23:30Z');
    assert.equal(
      spanOf(night, 'Europe/Berlin'),
      'Thursday, 31 December 2026, 23:30 – Friday, 1 January 2027, 00:30',
    );
    assert.equal(spanOf(night, 'UTC'), 'Thursday, 31 December 2026, 22:30–23:30');
  });

  test('is short in a subject, and whole as a moment', () => {
    assert.equal(startOf(afternoon, 'Europe/Berlin'), '17 November 2026, 14:00');
    assert.equal(momentOf(afternoon.starts_at, 'UTC'), 'Tuesday, 17 November 2026, 13:00');
    assert.equal(momentOf(Date.parse('2026-11-17T00:05Z'), 'UTC'), 'Tuesday, 17 November 2026, 00:05');
  });

  test('has a length in hours and minutes', () => {
    assert.deepEqual([1, 45, 60, 90, 121, 1440].map(durationOf), [
      '1 minute',
      '45 minutes',
      '1 hour',
      '1 hour 30 minutes',
      '2 hours 1 minute',
      '24 hours',
    ]);
  });
});
