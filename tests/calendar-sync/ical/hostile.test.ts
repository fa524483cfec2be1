// Full lane, because it tries many hostile servers and files: Hostile calendars and large ones: each ends, with its busy times or a sentence.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { createCalendarReader } from '../../../src/calendar-sync/ical/reader.ts';
import { describe, test } from '../../support/lanes.ts';
import { USUAL } from './fixture-cases.ts';
import { calendarOf, calendarOfMany, optionsFor, written } from './reading.ts';

// The limits decide here, also on a slow machine. The deadline has its own test.
const reader = createCalendarReader({ deadline_ms: 120_000 });
after(() => reader.close());
const read = async (body: string) =>
  written(await reader.read({ workspace_id: 'wks_1', body, ...optionsFor(USUAL) }));

const SMALL_TIMES = ['DTSTART:20260303T090000Z', 'DTEND:20260303T100000Z'];
const SMALL = ['UID:small', ...SMALL_TIMES];
const SMALL_TIME = '2026-03-03T09:00Z/2026-03-03T10:00Z';
const MIB = 1024 ** 2;
const times = <T>(count: number, make: (number: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));
const basic = (ms: number) => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
const every = (day: string, rule: string) => [`DTSTART:${day}T120000Z`, 'DURATION:PT1S', `RRULE:${rule}`];
/** At noon on each day of the range. */
const noons = times(61, (n) => {
  const noon = new Date(Date.UTC(2026, 2, 1 + n, 12)).toISOString().slice(0, 16);
  return `${noon}Z/${noon}:01Z`;
});

const REFUSED = /^the calendar has (?:too many repeating events|more than 20000 busy times)/;

/** Bodies are made when they are needed: some have 10 MiB. */
const hostile: [string, () => string, string[] | RegExp][] = [
  ['a rule for every other second', () => calendarOf(every('20200101', 'FREQ=SECONDLY;INTERVAL=2')), REFUSED],
  [
    'seconds to be counted from the year 1',
    () => calendarOf(every('00010101', 'FREQ=SECONDLY;BYSECOND=0,30;COUNT=1000000000')),
    REFUSED,
  ],
  ['more busy times than are kept', () => calendarOf(every('20260301', 'FREQ=MINUTELY')), REFUSED],
  ['days since the year 1', () => calendarOf(every('00010101', 'FREQ=DAILY')), noons],
  [
    'days to be counted since the year 1',
    () => calendarOf(every('00010101', 'FREQ=DAILY;COUNT=1000000000')),
    noons,
  ],
  [
    'days until the year 9999',
    () => calendarOf(every('20260101', 'FREQ=DAILY;UNTIL=99991231T235959Z')),
    noons,
  ],
  [
    'rules that never match',
    () =>
      calendarOf(
        SMALL,
        ...['YEARLY', 'MONTHLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'].map((frequency) => [
          `UID:${frequency}`,
          ...every('19700101', `FREQ=${frequency};BYMONTH=2;BYMONTHDAY=30`),
        ]),
      ),
    [SMALL_TIME],
  ],
  [
    'all seconds of a year, to choose the last',
    () => {
      const list = (most: number) => times(most, String).join(',');
      const all = `BYHOUR=${list(24)};BYMINUTE=${list(60)};BYSECOND=${list(60)};BYSETPOS=-1`;
      return calendarOf(every('20260101', `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${all}`));
    },
    REFUSED,
  ],
  [
    'thousands of rules in one event',
    () =>
      calendarOf([
        ...['DTSTART:20260301T120000Z', 'DURATION:PT1S'],
        ...times(5_000, () => 'RRULE:FREQ=DAILY'),
      ]),
    noons,
  ],
  [
    '100,000 exceptions',
    () =>
      calendarOf([
        ...every('20260301', 'FREQ=DAILY'),
        ...times(100_000, (n) => `EXDATE:${basic(Date.UTC(2026, 2, 2 + n, 12))}Z`),
      ]),
    noons.slice(0, 1),
  ],
  [
    '50,000 changes of the same instance',
    () =>
      calendarOfMany([
        ['UID:same', ...every('20260301', 'FREQ=DAILY;COUNT=1')],
        ...times(50_000, (n) => [
          'UID:same',
          `SEQUENCE:${n}`,
          'RECURRENCE-ID:20260301T120000Z',
          ...SMALL_TIMES,
        ]),
      ]),
    [SMALL_TIME],
  ],
  [
    '5,000 series that can not be told apart, each changed 5,000 times',
    () =>
      calendarOfMany([
        ...times(5_000, () => ['UID:same', ...every('20260301', 'FREQ=DAILY')]),
        ...times(5_000, (n) => ['UID:same', `RECURRENCE-ID:${basic(n * 86_400_000)}Z`, ...SMALL_TIMES]),
      ]),
    REFUSED,
  ],
  [
    'components inside each other',
    () => `BEGIN:VCALENDAR\n${'BEGIN:X\n'.repeat(500_000)}`,
    /^the calendar is nested too deeply$/,
  ],
  ['ends of nothing', () => calendarOf([...times(200_000, () => 'END:VALARM'), ...SMALL]), [SMALL_TIME]],
  ['a line of 9 MiB', () => calendarOf([`SUMMARY:${'x'.repeat(9 * MIB)}`, ...SMALL]), [SMALL_TIME]],
  [
    'a line of 9 MiB in pieces',
    () => calendarOf([`DESCRIPTION:${'x\r\n '.repeat((9 * MIB) / 4)}`, ...SMALL]),
    [SMALL_TIME],
  ],
  [
    'a parameter of 9 MiB',
    () => calendarOf([`ATTENDEE${';x="'.repeat((9 * MIB) / 4)}:mailto:a@b`, ...SMALL]),
    [SMALL_TIME],
  ],
  [
    'a zone with a name of 9 MiB',
    () => calendarOf([`DTSTART;TZID=/${'a'.repeat(9 * MIB)}:20260303T100000`, 'DURATION:PT1H']),
    [SMALL_TIME],
  ],
  [
    'thousands of unknown zones',
    () =>
      calendarOfMany(
        times(5_000, (n) => [`DTSTART;TZID=Zone${n % 2 ? '/' : ' '}${n}:20260303T100000`, 'DURATION:PT1H']),
      ),
    [SMALL_TIME],
  ],
  [
    'a zone that changes every second',
    () => {
      const changes = [
        'DTSTART:20000101T000000',
        'TZOFFSETFROM:+0100',
        'TZOFFSETTO:+0000',
        'RRULE:FREQ=SECONDLY',
      ];
      const zone = [
        'BEGIN:VTIMEZONE',
        'TZID:Odd',
        'BEGIN:STANDARD',
        ...changes,
        'END:STANDARD',
        'END:VTIMEZONE',
      ];
      const event = calendarOf(['DTSTART;TZID=Odd:20260303T090000', 'DURATION:PT1H']);
      return event.replace('BEGIN:VEVENT', `${zone.join('\n')}\nBEGIN:VEVENT`);
    },
    REFUSED,
  ],
  ['9 MiB of empty events', () => calendarOfMany([...times(350_000, () => []), SMALL]), [SMALL_TIME]],
  [
    'the longest time there is',
    () =>
      calendarOf(
        ['DTSTART:00010101T000000Z', 'DTEND:99991231T235959Z'],
        ['DTSTART:00010101T000000Z', 'DURATION:P99999W'],
      ),
    ['2026-03-01T00:00Z/2026-05-01T00:00Z'],
  ],
];

describe('A hostile calendar', () => {
  for (const [name, make, expected] of hostile) {
    test(name, async () => {
      const body = make();
      assert.ok(body.length <= 10 * MIB);
      const result = await read(body);
      if (expected instanceof RegExp) assert.match('error' in result ? result.error : 'read', expected);
      else assert.deepEqual('busy' in result ? result.busy : result, expected);
      // The next one is read, whatever became of this one.
      assert.deepEqual(await read(calendarOf(SMALL)), { busy: [SMALL_TIME], doubtful: 0 });
    });
  }
});

describe('A large calendar', () => {
  test('of 10,000 events is read whole', async () => {
    const body = calendarOfMany(
      times(10_000, (n) => [
        `UID:${n}@google.com`,
        `DTSTART:${basic(Date.parse(USUAL.from) + n * 3_600_000)}Z`,
        'DURATION:PT30M',
        `SUMMARY:Event ${n}`,
        `ATTENDEE;PARTSTAT=${n % 2 ? 'DECLINED' : 'ACCEPTED'}:mailto:ada@example.com`,
      ]),
    );
    const result = await read(body);
    assert.ok('busy' in result);
    // 61 days, every other hour.
    assert.equal(result.busy.length, (61 * 24) / 2);
    assert.equal(result.busy.at(-1), '2026-04-30T22:00Z/2026-04-30T22:30Z');
  });

  test('of 1,000 series since 2005 is read whole', async () => {
    const body = calendarOfMany(
      times(1_000, (n) => [
        `UID:${n}`,
        'DTSTART;TZID=Europe/Berlin:20050103T090000',
        'DTEND;TZID=Europe/Berlin:20050103T100000',
        `RRULE:FREQ=DAILY${n % 2 ? '' : ';COUNT=20000'}`,
      ]),
    );
    const result = await read(body);
    assert.ok('busy' in result);
    assert.equal(result.busy.length, 61);
    assert.equal(result.busy.at(-1), '2026-04-30T07:00Z/2026-04-30T08:00Z');
  });
});
