// Others find the same instances: python-dateutil for rules of any kind, node-ical for plain events.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import ical from 'node-ical';
import { readBusyTimes } from '../../../src/calendar-sync/ical/read-busy-times.ts';
import { describe, test } from '../../support/lanes.ts';
import { fixtureCases, USUAL } from './fixture-cases.ts';
import { calendarOf, optionsFor, written } from './reading.ts';

/** What python-dateutil 2.9 gave for random rules, within a range and its last minute. Each start is an instance itself. */
interface RecordedRule {
  rule: string;
  start: string;
  from: string;
  until: string;
  instances: string[];
}

const here = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const basic = (time: string) => time.replace('Z', ':00Z').replaceAll(/[-:]/g, '');

describe('A rule of any kind', () => {
  for (const recorded of JSON.parse(here('./dateutil-rules.json')) as RecordedRule[]) {
    test(`gives what dateutil gives: ${recorded.rule} from ${recorded.start}`, () => {
      const rule = recorded.rule.replace(/UNTIL=\w+/, '$&Z');
      const event = [`DTSTART:${basic(recorded.start)}`, 'DURATION:PT1M', `RRULE:${rule}`];
      const options = optionsFor({ ...USUAL, from: recorded.from, until: recorded.until });
      const result = readBusyTimes(calendarOf(event), { ...options, until: options.until + 60_000 });
      assert.ok('busy' in result);
      assert.deepEqual(
        result.busy.map(({ starts_at }) => starts_at),
        recorded.instances.map((instance) => Date.parse(instance)),
      );
    });
  }
});

describe('A plain calendar', () => {
  // Those that need nothing of the machine's zone, and none of what node-ical does otherwise (docs/internals/dependencies.md).
  const files = [
    ...['google-single', 'google-weekly-across-dst', 'google-exceptions', 'exchange-windows-zone'],
    ...['outlook-quoted-windows-zone', 'outlook-customized-zone', 'nextcloud-several-weekdays'],
    ...['moved-into-the-range', 'monthly-rules', 'until-includes-the-last', 'several-times-a-day'],
  ];
  for (const file of files) {
    test(`gives what node-ical gives: ${file}`, () => {
      const expected = fixtureCases.find((fixture) => fixture.file === file);
      const busy = instancesByNodeIcal(here(`./fixtures/${file}.ics`));
      assert.deepEqual(written({ busy, doubtful: 0, unknown_zones: [] }), {
        busy: expected?.busy,
        doubtful: 0,
      });
    });
  }
});

function instancesByNodeIcal(text: string) {
  const range = { from: new Date(USUAL.from), to: new Date(USUAL.until) };
  return Object.values(ical.sync.parseICS(text))
    .flatMap((event) => (event?.type === 'VEVENT' ? ical.expandRecurringEvent(event, range) : []))
    .map(({ start, end }) => ({ starts_at: start.getTime(), ends_at: end.getTime() }))
    .sort((a, b) => a.starts_at - b.starts_at);
}
