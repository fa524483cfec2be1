// Rules of repetition give what RFC 5545 lists for its own examples (section 3.8.5.3).
import assert from 'node:assert/strict';
import { readBusyTimes } from '../../../src/calendar-sync/ical/read-busy-times.ts';
import { describe, test } from '../../support/lanes.ts';
import { calendarOf, optionsFor } from './reading.ts';

const days = (month: string, ...dates: number[]) =>
  dates.map((date) => `${month}-${String(date).padStart(2, '0')}`);
const through = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step);
const at = (day: string, ...times: string[]) => times.map((time) => `${day} ${time}`);

/** The first instance is at 09:00 in New York, and so are the others unless they say another time. */
const examples: { start?: string; rule: string; until?: string; lines?: string[]; instances: string[] }[] = [
  { rule: 'FREQ=DAILY;COUNT=10', instances: days('1997-09', ...through(2, 11)) },
  {
    rule: 'FREQ=DAILY;UNTIL=19971224T000000Z',
    instances: [
      ...days('1997-09', ...through(2, 30)),
      ...days('1997-10', ...through(1, 31)),
      ...days('1997-11', ...through(1, 30)),
      ...days('1997-12', ...through(1, 23)),
    ],
  },
  {
    rule: 'FREQ=DAILY;INTERVAL=2',
    until: '1997-09-12',
    instances: days('1997-09', 2, 4, 6, 8, 10),
  },
  {
    rule: 'FREQ=DAILY;INTERVAL=10;COUNT=5',
    instances: [...days('1997-09', 2, 12, 22), ...days('1997-10', 2, 12)],
  },
  ...[
    'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
    'FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1',
  ].map((rule) => ({
    start: '1998-01-01',
    rule,
    instances: ['1998-01', '1999-01', '2000-01'].flatMap((month) => days(month, ...through(1, 31))),
  })),
  {
    rule: 'FREQ=WEEKLY;COUNT=10',
    instances: [...days('1997-09', 2, 9, 16, 23, 30), ...days('1997-10', 7, 14, 21, 28), '1997-11-04'],
  },
  {
    rule: 'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    until: '1998-01-15',
    instances: [
      ...days('1997-09', 2, 16, 30),
      ...days('1997-10', 14, 28),
      ...days('1997-11', 11, 25),
      ...days('1997-12', 9, 23),
      '1998-01-06',
    ],
  },
  ...[
    'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
    'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
  ].map((rule) => ({
    rule,
    instances: [...days('1997-09', 2, 4, 9, 11, 16, 18, 23, 25, 30), '1997-10-02'],
  })),
  {
    start: '1997-09-01',
    rule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    instances: [
      ...days('1997-09', 1, 3, 5, 15, 17, 19, 29),
      ...days('1997-10', 1, 3, 13, 15, 17, 27, 29, 31),
      ...days('1997-11', 10, 12, 14, 24, 26, 28),
      ...days('1997-12', 8, 10, 12, 22),
    ],
  },
  {
    rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    instances: [...days('1997-09', 2, 4, 16, 18, 30), ...days('1997-10', 2, 14, 16)],
  },
  {
    start: '1997-09-05',
    rule: 'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    instances: [
      ...['1997-09-05', '1997-10-03', '1997-11-07', '1997-12-05', '1998-01-02'],
      ...['1998-02-06', '1998-03-06', '1998-04-03', '1998-05-01', '1998-06-05'],
    ],
  },
  {
    start: '1997-09-05',
    rule: 'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
    instances: ['1997-09-05', '1997-10-03', '1997-11-07', '1997-12-05'],
  },
  {
    start: '1997-09-07',
    rule: 'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    instances: [
      ...days('1997-09', 7, 28),
      ...days('1997-11', 2, 30),
      ...days('1998-01', 4, 25),
      ...days('1998-03', 1, 29),
      ...days('1998-05', 3, 31),
    ],
  },
  {
    start: '1997-09-22',
    rule: 'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    instances: ['1997-09-22', '1997-10-20', '1997-11-17', '1997-12-22', '1998-01-19', '1998-02-16'],
  },
  {
    start: '1997-09-28',
    rule: 'FREQ=MONTHLY;BYMONTHDAY=-3',
    until: '1998-03-01',
    instances: ['1997-09-28', '1997-10-29', '1997-11-28', '1997-12-29', '1998-01-29', '1998-02-26'],
  },
  {
    rule: 'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    instances: ['1997-09', '1997-10', '1997-11', '1997-12', '1998-01'].flatMap((month) => days(month, 2, 15)),
  },
  {
    start: '1997-09-30',
    rule: 'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    instances: [
      '1997-09-30',
      ...days('1997-10', 1, 31),
      ...days('1997-11', 1, 30),
      ...days('1997-12', 1, 31),
      ...days('1998-01', 1, 31),
      '1998-02-01',
    ],
  },
  {
    start: '1997-09-10',
    rule: 'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    instances: [...days('1997-09', ...through(10, 15)), ...days('1999-03', ...through(10, 13))],
  },
  {
    rule: 'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    until: '1998-04-30',
    instances: [
      ...days('1997-09', 2, 9, 16, 23, 30),
      ...days('1997-11', 4, 11, 18, 25),
      ...days('1998-01', 6, 13, 20, 27),
      ...days('1998-03', 3, 10, 17, 24, 31),
    ],
  },
  {
    start: '1997-06-10',
    rule: 'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    instances: through(1997, 2001).flatMap((year) => [`${year}-06-10`, `${year}-07-10`]),
  },
  {
    start: '1997-03-10',
    rule: 'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    instances: [
      '1997-03-10',
      ...[1999, 2001, 2003].flatMap((year) => [`${year}-01-10`, `${year}-02-10`, `${year}-03-10`]),
    ],
  },
  {
    start: '1997-01-01',
    rule: 'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    instances: [
      ...['1997-01-01', '1997-04-10', '1997-07-19', '2000-01-01', '2000-04-09'],
      ...['2000-07-18', '2003-01-01', '2003-04-10', '2003-07-19', '2006-01-01'],
    ],
  },
  {
    start: '1997-05-19',
    rule: 'FREQ=YEARLY;BYDAY=20MO',
    until: '2000-01-01',
    instances: ['1997-05-19', '1998-05-18', '1999-05-17'],
  },
  {
    start: '1997-05-12',
    rule: 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
    until: '2000-01-01',
    instances: ['1997-05-12', '1998-05-11', '1999-05-17'],
  },
  {
    start: '1997-03-13',
    rule: 'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    until: '2000-01-01',
    instances: [
      ...days('1997-03', 13, 20, 27),
      ...days('1998-03', 5, 12, 19, 26),
      ...days('1999-03', 4, 11, 18, 25),
    ],
  },
  {
    start: '1997-06-05',
    rule: 'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    until: '1998-01-01',
    instances: [
      ...days('1997-06', 5, 12, 19, 26),
      ...days('1997-07', 3, 10, 17, 24, 31),
      ...days('1997-08', 7, 14, 21, 28),
    ],
  },
  {
    rule: 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    lines: ['EXDATE;TZID=America/New_York:19970902T090000'],
    until: '2001-01-01',
    instances: ['1998-02-13', '1998-03-13', '1998-11-13', '1999-08-13', '2000-10-13'],
  },
  {
    start: '1997-09-13',
    rule: 'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    until: '1998-07-01',
    instances: [
      ...['1997-09-13', '1997-10-11', '1997-11-08', '1997-12-13', '1998-01-10'],
      ...['1998-02-07', '1998-03-07', '1998-04-11', '1998-05-09', '1998-06-13'],
    ],
  },
  {
    start: '1996-11-05',
    rule: 'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    until: '2005-01-01',
    instances: ['1996-11-05', '2000-11-07', '2004-11-02'],
  },
  {
    start: '1997-09-04',
    rule: 'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
    instances: ['1997-09-04', '1997-10-07', '1997-11-06'],
  },
  {
    start: '1997-09-29',
    rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    until: '1998-04-01',
    instances: [
      ...['1997-09-29', '1997-10-30', '1997-11-27', '1997-12-30'],
      ...['1998-01-29', '1998-02-26', '1998-03-30'],
    ],
  },
  {
    rule: 'FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z',
    instances: at('1997-09-02', '09:00', '12:00', '15:00'),
  },
  {
    rule: 'FREQ=MINUTELY;INTERVAL=15;COUNT=6',
    instances: at('1997-09-02', '09:00', '09:15', '09:30', '09:45', '10:00', '10:15'),
  },
  {
    rule: 'FREQ=MINUTELY;INTERVAL=90;COUNT=4',
    instances: at('1997-09-02', '09:00', '10:30', '12:00', '13:30'),
  },
  ...[
    'FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40',
    'FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16',
  ].map((rule) => ({
    rule,
    until: '1997-09-04',
    instances: ['1997-09-02', '1997-09-03'].flatMap((day) =>
      through(9, 16).flatMap((hour) =>
        ['00', '20', '40'].map((minute) => `${day} ${String(hour).padStart(2, '0')}:${minute}`),
      ),
    ),
  })),
  {
    start: '1997-08-05',
    rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
    instances: days('1997-08', 5, 10, 19, 24),
  },
  {
    start: '1997-08-05',
    rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
    instances: days('1997-08', 5, 17, 19, 31),
  },
  {
    start: '2007-01-15',
    rule: 'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    instances: ['2007-01-15', '2007-01-30', '2007-02-15', '2007-03-15', '2007-03-30'],
  },
];

describe('An example of RFC 5545', () => {
  for (const { start = '1997-09-02', rule, lines = [], until = '2010-01-01', instances } of examples) {
    test(`${rule} from ${start}`, () => {
      const text = calendarOf([
        `DTSTART;TZID=America/New_York:${start.replaceAll('-', '')}T090000`,
        'DURATION:PT1M',
        `RRULE:${rule}`,
        ...lines,
      ]);
      const range = { from: '1996-01-01', until, timezone: 'Europe/Berlin' };
      const result = readBusyTimes(text, optionsFor(range));
      assert.ok('busy' in result);
      assert.deepEqual(
        result.busy.map(({ starts_at }) => clockInNewYork(starts_at)),
        instances.map((instance) => (instance.includes(' ') ? instance : `${instance} 09:00`)),
      );
    });
  }
});

function clockInNewYork(time: number): string {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return format.format(time);
}
