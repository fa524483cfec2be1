// Times on pages are in the reader's zone, language and clock, and can't be misread.
import assert from 'node:assert/strict';
import { datesFor, duration } from '../../src/html/dates.ts';
import { readerOf } from '../../src/html/reader.ts';
import { describe, test } from '../support/lanes.ts';

const american = readerOf('en-US', undefined);
const british = readerOf('en-GB', undefined);
const german = readerOf('de-DE', undefined);
const span = (from: string, to: string) => ({ starts_at: Date.parse(from), ends_at: Date.parse(to) });
const afternoon = span('2026-11-17T13:00Z', '2026-11-17T13:45Z');
/** Intl writes narrow spaces, which differ by version. */
const plain = (text: string) => text.replace(/\s/g, ' ');

describe('A time on a page', () => {
  test('is said as in the region of the reader', () => {
    const saidTo = (reader: typeof american) => plain(datesFor(reader, 'Europe/Berlin').whole(afternoon));
    assert.equal(saidTo(american), 'Tuesday, November 17, 2026, 2:00 – 2:45 PM');
    const noon = span('2026-11-17T10:30Z', '2026-11-17T11:15Z');
    assert.equal(plain(datesFor(american, 'Europe/Berlin').clockSpan(noon)), '11:30 AM – 12:15 PM');
    assert.equal(saidTo(british), 'Tuesday, 17 November 2026, 14:00–14:45');
    assert.equal(saidTo(german), 'Dienstag, 17. November 2026, 14:00–14:45');
  });

  test('is in the zone of the reader, which is named in their language', () => {
    const { zone, whole } = datesFor(british, 'Asia/Kathmandu');
    assert.equal(whole(afternoon), 'Tuesday, 17 November 2026, 18:45–19:30');
    assert.equal(zone(afternoon.starts_at), 'Nepal Time, Kathmandu');
    const zones = (timezone: string) => datesFor(german, timezone).zone(afternoon.starts_at);
    assert.equal(zones('Europe/Berlin'), 'Mitteleuropäische Normalzeit, Berlin');
    assert.equal(zones('UTC'), 'Koordinierte Weltzeit');
    // As browsers call Kathmandu.
    assert.match(zones('Asia/Katmandu'), /Kathmandu$/);
  });

  test('names the second day when it ends on another', () => {
    const night = span('2026-12-31T22:30Z', '2026-12-31T23:30Z');
    assert.equal(datesFor(british, 'Europe/Berlin').clockSpan(night), '23:30 – Friday 1 January, 00:30');
    assert.equal(datesFor(british, 'UTC').clockSpan(night), '22:30–23:30');
  });

  test('has two digits for the hour where the clock has 24', () => {
    const early = Date.parse('2026-11-17T08:05Z');
    assert.equal(datesFor(german, 'UTC').clock(early), '08:05');
    assert.equal(plain(datesFor(american, 'UTC').clock(early)), '8:05 AM');
  });

  test('has a week that says each month and year once', () => {
    const week = (reader: typeof american, from: string, to: string) =>
      plain(datesFor(reader, 'UTC').range(Date.parse(from), Date.parse(to)));
    assert.match(week(german, '2026-11-16', '2026-11-22'), /^16\. ?– ?22\. November 2026$/);
    assert.match(week(british, '2026-12-28', '2027-01-03'), /^28 December 2026 – 3 January 2027$/);
  });

  test('has a length in hours and minutes', () => {
    assert.deepEqual(
      [1, 45, 60, 90, 1440].map((minutes) => duration(minutes, german)),
      ['1 Minute', '45 Minuten', '1 Stunde', '1 Stunde 30 Minuten', '24 Stunden'],
    );
    assert.equal(duration(150, american), '2 hours 30 minutes');
  });
});
