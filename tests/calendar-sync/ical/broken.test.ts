// What is no calendar, or a broken one, is told in a sentence, or read as far as it can be.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { decoded, readBusyTimes } from '../../../src/calendar-sync/ical/read-busy-times.ts';
import { runs } from '../../support/chance.ts';
import { describe, test } from '../../support/lanes.ts';
import { USUAL } from './fixture-cases.ts';
import { calendarOf, optionsFor, written } from './reading.ts';

const options = optionsFor(USUAL);
const read = (body: string | Uint8Array) => written(readBusyTimes(decoded(body), options));

const GOOD = ['UID:good', 'DTSTART:20260303T090000Z', 'DTEND:20260303T100000Z'];
const GOOD_TIME = '2026-03-03T09:00Z/2026-03-03T10:00Z';
const CUT_OFF = 'the calendar ends in the middle: its last line is missing';
const NO_CALENDAR = 'this is not a calendar in iCalendar format';

describe('A text that is no calendar', () => {
  const cases: [string, string | Uint8Array, string][] = [
    ['nothing', '', 'the calendar is empty: it has no text at all'],
    ['white space', ' \r\n\r\n', 'the calendar is empty: it has no text at all'],
    [
      'a page to sign in',
      '<!DOCTYPE html>\n<html><body>Sign in</body></html>',
      'this is a web page, not a calendar: use the address of the calendar in iCalendar format',
    ],
    ['JSON', '{"error": "not found"}', NO_CALENDAR],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255, 254), NO_CALENDAR],
    ['an event alone', 'BEGIN:VEVENT\nDTSTART:20260303T090000Z\nDURATION:PT1H\nEND:VEVENT\n', NO_CALENDAR],
    ['a half of it', calendarOf(GOOD).slice(0, 80), CUT_OFF],
    ['all but the last line', calendarOf(GOOD).replace('END:VCALENDAR', ''), CUT_OFF],
    ['a second one that is cut off', `${calendarOf(GOOD)}BEGIN:VCALENDAR\r\n`, CUT_OFF],
    [
      'only what nobody understands',
      calendarOf(['DTSTART:tomorrow', 'DURATION:PT1H'], ['SUMMARY:When?']),
      'none of the events in the calendar could be understood',
    ],
  ];
  for (const [name, body, error] of cases) {
    test(`is told in a sentence: ${name}`, () => assert.deepEqual(read(body), { error }));
  }
});

describe('A broken event', () => {
  const cases: [string, string[], string[]][] = [
    ['no start', ['DTEND:20260304T100000Z'], []],
    ['a month that does not exist', ['DTSTART:20261304T090000Z', 'DURATION:PT1H'], []],
    ['an hour that does not exist', ['DTSTART:20260304T250000Z', 'DURATION:PT1H'], []],
    ['an end that is no time', ['DTSTART:20260304T090000Z', 'DTEND:later'], []],
    ['a duration that is none', ['DTSTART:20260304T090000Z', 'DURATION:P1M'], []],
    ['a duration without a number', ['DTSTART:20260304T090000Z', 'DURATION:PT'], []],
    ['a negative duration', ['DTSTART:20260304T090000Z', 'DURATION:-PT1H'], []],
    ...[
      ...['FREQ=DAILY;INTERVAL=0', 'FREQ=DAILY;COUNT=0', 'FREQ=DAILY;COUNT=-3', 'COUNT=3', 'FREQ=', ''],
      ...[
        'FREQ=DAILY;UNTIL=soon',
        'FREQ=YEARLY;BYMONTH=13',
        'FREQ=MONTHLY;BYMONTHDAY=0',
        'FREQ=WEEKLY;BYDAY=XX',
      ],
      ...['FREQ=DAILY;BYHOUR=24', 'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0', 'FREQ=YEARLY;RSCALE=HEBREW'],
    ].map((rule): [string, string[], string[]] => [
      `the rule "${rule}", of which the first instance is known`,
      ['DTSTART:20260304T090000Z', 'DURATION:PT1H', `RRULE:${rule}`],
      ['2026-03-04T09:00Z/2026-03-04T10:00Z'],
    ]),
    [
      'an instance of nobody knows when',
      ['DTSTART:20260304T090000Z', 'DURATION:PT1H', 'RECURRENCE-ID:then'],
      ['2026-03-04T09:00Z/2026-03-04T10:00Z'],
    ],
  ];
  for (const [name, event, busy] of cases) {
    test(`is counted, and does not hide the others: ${name}`, () => {
      assert.deepEqual(read(calendarOf(GOOD, event)), { busy: [GOOD_TIME, ...busy], doubtful: 1 });
    });
  }

  test('counts as far as it is understood, also if it is the only one', () => {
    assert.deepEqual(read(calendarOf([...GOOD, 'RRULE:FREQ=FORTNIGHTLY'])), {
      busy: [GOOD_TIME],
      doubtful: 1,
    });
  });

  test('is not made of lines that nobody needs', () => {
    const odd = [
      'no colon here',
      ':no name',
      ';;;=',
      'DTSTART',
      '__proto__:x',
      'constructor;a=b:c',
      'X-\u0000:\u0001',
    ];
    assert.deepEqual(read(calendarOf([...odd, ...GOOD, ...odd])), { busy: [GOOD_TIME], doubtful: 0 });
  });

  test('has a name that means something to JavaScript', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const events = names.map((name, hour) => [
      `UID:${name}`,
      `DTSTART;TZID=${name}:2026030${hour + 3}T090000`,
      'DURATION:PT1H',
      `${name}:${name}`,
    ]);
    assert.deepEqual(read(calendarOf(...events)), {
      busy: [3, 4, 5].map((day) => `2026-03-0${day}T08:00Z/2026-03-0${day}T09:00Z`),
      doubtful: 3,
      unknown_zones: names,
    });
  });
});

describe('Bytes', () => {
  const text = calendarOf(['SUMMARY:Frühstück', ...GOOD]);
  for (const [name, bytes] of [
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['Latin-1', Buffer.from(text, 'latin1')],
  ] as const) {
    test(`are read as ${name}`, () => assert.deepEqual(read(bytes), { busy: [GOOD_TIME], doubtful: 0 }));
  }

  test('are read with any end of line', () => {
    for (const end of ['\r\n', '\n', '\r']) {
      assert.deepEqual(read(text.replaceAll('\r\n', end)), { busy: [GOOD_TIME], doubtful: 0 });
    }
  });
});

describe.inBothLanes('Any calendar with something wrong', () => {
  const folder = new URL('./fixtures/', import.meta.url);
  const lines = readdirSync(folder).map((file) =>
    decoded(readFileSync(new URL(file, folder))).split(/\r?\n/),
  );
  const anyDamage = fc.record({
    file: fc.constantFrom(...lines),
    changes: fc.array(
      fc.record({
        at: fc.nat(200),
        with: fc.constantFrom(
          '',
          'BEGIN:VEVENT',
          'END:VCALENDAR',
          'RRULE:FREQ=HOURLY',
          'DURATION:P99999W',
          ' ',
          '"',
        ),
        cut: fc.nat(60),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  });

  test('gives busy times in order inside the range, or a sentence', () => {
    fc.assert(
      fc.property(anyDamage, ({ file, changes }) => {
        const damaged = [...file];
        for (const change of changes) {
          const line = damaged[change.at % damaged.length] ?? '';
          damaged[change.at % damaged.length] = line.slice(0, change.cut) + change.with;
        }
        const result = readBusyTimes(damaged.join('\r\n'), options);
        if ('error' in result) return assert.match(result.error, /^[a-z].*[^.]$/);
        let last = options.from - 1;
        for (const { starts_at, ends_at } of result.busy) {
          assert.ok(last < starts_at && starts_at < ends_at && ends_at <= options.until);
          last = ends_at;
        }
      }),
      runs(500),
    );
  });
});
