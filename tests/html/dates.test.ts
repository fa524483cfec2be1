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
const NOW = Date.parse('2026-11-16T09:00Z');
const datesIn = (reader: typeof american, timezone: string, isOwn = false) =>
  datesFor(reader, { timezone, now: NOW, isOwn });
/** Intl writes narrow spaces, which differ by version. */
const plain = (text: string) => text.replace(/\s/g, ' ');

describe('A time on a page', () => {
  test('is said as in the region of the reader', () => {
    const saidTo = (language: string) =>
      plain(datesIn(readerOf(language, undefined), 'Europe/Berlin').whole(afternoon));
    assert.equal(saidTo('en-US'), 'Tuesday, November 17, 2:00 – 2:45 PM');
    assert.equal(saidTo('en-GB'), 'Tuesday, 17 November, 14:00–14:45');
    assert.equal(saidTo('en-AU'), 'Tuesday, 17 November, 2:00 – 2:45 pm');
    assert.equal(saidTo('de-DE'), 'Dienstag, 17. November, 14:00–14:45');
    const noon = span('2026-11-17T10:30Z', '2026-11-17T11:15Z');
    assert.equal(plain(datesIn(american, 'Europe/Berlin').clockSpan(noon)), '11:30 AM – 12:15 PM');
  });

  test('is on the clock of the region where somebody reads English who speaks another language', () => {
    const saidTo = (header: string) => {
      const reader = readerOf(header, 'en');
      return plain(datesIn(reader, 'Europe/Berlin').moment(afternoon.starts_at));
    };
    assert.equal(saidTo('de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7'), 'Tuesday, 17 November, 14:00');
    assert.equal(saidTo('pt-BR,pt;q=0.9,en-US;q=0.8'), 'Tuesday, 17 November, 14:00');
    assert.equal(saidTo('hi-IN,hi;q=0.9,en-US;q=0.8'), 'Tuesday, 17 November, 2:00 pm');
    assert.equal(saidTo('en-US,de-DE;q=0.9'), 'Tuesday, November 17, 2:00 PM');
    assert.equal(saidTo('nl'), 'Tuesday, 17 November, 14:00');
  });

  test('is in the zone of the reader, which is named by its place and what it is called then', () => {
    const { zone, place, whole } = datesIn(british, 'Asia/Kathmandu');
    assert.equal(whole(afternoon), 'Tuesday, 17 November, 18:45–19:30');
    assert.deepEqual([place, zone(NOW)], ['Kathmandu time', 'Kathmandu time (GMT+5:45)']);
    const zones = (timezone: string, at = '2026-11-17T13:00Z', reader = british) =>
      datesIn(reader, timezone).zone(Date.parse(at));
    assert.equal(zones('Europe/London'), 'London time (GMT)');
    assert.equal(zones('Europe/London', '2026-07-01T13:00Z'), 'London time (BST)');
    assert.equal(zones('America/Argentina/Buenos_Aires'), 'Buenos Aires time (GMT-3)');
    assert.equal(zones('UTC'), 'UTC');
    assert.equal(zones('Etc/GMT+5'), 'GMT-5');
    // As browsers call Kathmandu.
    assert.match(zones('Asia/Katmandu'), /^Kathmandu/);
  });

  test('is called theirs where the zone is known to be the reader’s own', () => {
    const { zone, place } = datesIn(british, 'Europe/Berlin', true);
    assert.deepEqual([place, zone(NOW)], ['your time', 'your time (Berlin, CET)']);
    assert.equal(datesIn(british, 'UTC', true).zone(NOW), 'your time (UTC)');
  });

  test('has its zone in the language of the reader', () => {
    const placeFor = (locale: string, timezone: string) =>
      datesFor({ ...german, locale }, { timezone, now: NOW }).place;
    assert.equal(placeFor('de-AT', 'Europe/Berlin'), 'Ortszeit Berlin');
    assert.equal(placeFor('fr-FR', 'Europe/Berlin'), 'heure de Berlin');
    assert.equal(placeFor('fr-FR', 'Europe/Amsterdam'), 'heure d’Amsterdam');
    assert.equal(placeFor('es-ES', 'Europe/Berlin'), 'hora de Berlín');
    assert.equal(placeFor('de-AT', 'Europe/Vienna'), 'Ortszeit Wien');
    assert.equal(placeFor('fr-FR', 'Europe/London'), 'heure de Londres');
    assert.equal(placeFor('fr-FR', 'Africa/Cairo'), 'heure du Caire');
    assert.equal(placeFor('fr-FR', 'Atlantic/Canary'), 'heure des Canaries');
    assert.equal(placeFor('fr-FR', 'Africa/Addis_Ababa'), 'heure d’Addis-Abeba');
    assert.equal(placeFor('es-MX', 'America/New_York'), 'hora de Nueva York');
    assert.equal(placeFor('de-DE', 'UTC'), 'UTC');
  });

  test('has a year only where it is neither this one nor within three months', () => {
    const { day, shortDay } = datesIn(british, 'Europe/Berlin');
    const days = (date: string) => [day(Date.parse(date)), shortDay(Date.parse(date))];
    assert.deepEqual(days('2026-01-05'), ['Monday, 5 January', 'Mon 5 Jan']);
    assert.deepEqual(days('2027-02-15'), ['Monday, 15 February', 'Mon 15 Feb']);
    assert.deepEqual(days('2027-02-17'), ['Wednesday, 17 February 2027', 'Wed 17 Feb 2027']);
    assert.deepEqual(days('2025-12-31T22:30Z'), ['Wednesday, 31 December 2025', 'Wed 31 Dec 2025']);
    // In Berlin, the year has begun.
    assert.equal(day(Date.parse('2025-12-31T23:30Z')), 'Thursday, 1 January');
  });

  test('names the second day when it ends on another', () => {
    const night = span('2026-12-31T22:30Z', '2026-12-31T23:30Z');
    assert.equal(datesIn(british, 'Europe/Berlin').clockSpan(night), '23:30 – Friday, 1 January, 00:30');
    assert.equal(datesIn(british, 'UTC').clockSpan(night), '22:30–23:30');
  });

  test('has two digits for the hour where the clock has 24', () => {
    const early = Date.parse('2026-11-17T08:05Z');
    assert.equal(datesIn(german, 'UTC').clock(early), '08:05');
    assert.equal(plain(datesIn(american, 'UTC').clock(early)), '8:05 AM');
  });

  test('has a week that says each month once, and the year only if it has to', () => {
    const week = (reader: typeof american, from: string, to: string) =>
      plain(datesIn(reader, 'UTC').range(Date.parse(from), Date.parse(to)));
    assert.match(week(german, '2026-11-16', '2026-11-22'), /^16\. ?– ?22\. November$/);
    assert.match(week(british, '2026-12-28', '2027-01-03'), /^28 December 2026 – 3 January 2027$/);
    assert.match(week(british, '2027-05-03', '2027-05-09'), /^3 ?– ?9 May 2027$/);
  });

  test('has a length in hours and minutes', () => {
    assert.deepEqual(
      [1, 45, 60, 90, 1440].map((minutes) => duration(minutes, german)),
      ['1 Minute', '45 Minuten', '1 Stunde', '1 Stunde 30 Minuten', '24 Stunden'],
    );
    assert.equal(duration(150, american), '2 hours 30 minutes');
  });
});
