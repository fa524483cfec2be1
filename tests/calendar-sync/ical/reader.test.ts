// Calendars are read in threads: a hostile one is given up after a deadline, and nobody else waits for it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after } from 'node:test';
import { promisify } from 'node:util';
import {
  type CalendarJob,
  type CalendarReader,
  createCalendarReader,
  type ReaderSettings,
} from '../../../src/calendar-sync/ical/reader.ts';
import { describe, test } from '../../support/lanes.ts';
import { eventually } from '../../support/makers/webhooks.ts';
import { ManualClock } from '../../support/server/manual-clock.ts';
import { USUAL } from './fixture-cases.ts';
import { calendarOf, optionsFor, written } from './reading.ts';

const DEADLINE_MS = 5_000;
const EVENT = ['UID:one', 'DTSTART:20260303T090000Z', 'DTEND:20260303T100000Z', 'SUMMARY:Secret title'];
const TIMES = { busy: ['2026-03-03T09:00Z/2026-03-03T10:00Z'], doubtful: 0 };
const TOO_LONG = { error: 'the calendar takes too long to read' };

const good = (workspace_id = 'wks_1'): CalendarJob => ({
  workspace_id,
  body: calendarOf(EVENT),
  ...optionsFor(USUAL),
});

/** No calendar that is known takes for ever. So the pattern does, which a caller hands in. */
const endless = (workspace_id = 'wks_1'): CalendarJob => ({
  ...good(workspace_id),
  own_uid: /^(a+)+$/,
  body: calendarOf([...EVENT, `UID:${'a'.repeat(60)}!`].slice(1)),
});

const opened: CalendarReader[] = [];
after(() => Promise.all(opened.map((reader) => reader.close())));

function openReader(settings: ReaderSettings = {}) {
  const clock = new ManualClock();
  const reader = createCalendarReader({ clock, deadline_ms: DEADLINE_MS, ...settings });
  opened.push(reader);
  const read = async (job: CalendarJob) => written(await reader.read(job));
  return {
    reader,
    read,
    /** Lets the time of whatever is read now run out. */
    async runOut() {
      await eventually(async () => clock.isAwaited(DEADLINE_MS));
      clock.advance(DEADLINE_MS);
    },
  };
}

describe('A reader of calendars', () => {
  test('gives intervals and nothing else, from text and from bytes', async () => {
    const { reader, read } = openReader();
    assert.deepEqual(await read(good()), TIMES);
    const result = await reader.read({ ...good(), body: Buffer.from(calendarOf(EVENT)) });
    assert.deepEqual(result, {
      busy: [{ starts_at: Date.parse('2026-03-03T09:00Z'), ends_at: Date.parse('2026-03-03T10:00Z') }],
      doubtful: 0,
      unknown_zones: [],
    });
  });

  test('tells why a calendar can not be read', async () => {
    const { read } = openReader();
    assert.deepEqual(await read({ ...good(), body: 'hello' }), {
      error: 'this is not a calendar in iCalendar format',
    });
  });

  test('gives a calendar up after the deadline, and reads the next one of the workspace', async () => {
    const { read, runOut } = openReader({ threads: 1 });
    const results = [read(endless()), read(good()), read(good())];
    await runOut();
    assert.deepEqual(await Promise.all(results), [TOO_LONG, TIMES, TIMES]);
  });

  test('serves others while a workspace has endless calendars only', async () => {
    const { read, runOut } = openReader({ threads: 2 });
    const endlessOnes = [read(endless('wks_1')), read(endless('wks_1'))];
    assert.deepEqual(await read(good('wks_2')), TIMES);
    assert.deepEqual(await read(good('wks_3')), TIMES);
    await runOut();
    await runOut();
    assert.deepEqual(await Promise.all(endlessOnes), [TOO_LONG, TOO_LONG]);
  });

  test('takes workspaces in turn, whoever asks more', async () => {
    const { read, runOut } = openReader({ threads: 1 });
    const order: string[] = [];
    const ask = async (name: string, job: CalendarJob) => {
      await read(job);
      order.push(name);
    };
    const asked = [
      ask('first of one', endless('wks_1')),
      ask('second of one', good('wks_1')),
      ask('third of one', good('wks_1')),
      ask('first of two', good('wks_2')),
      ask('second of two', good('wks_2')),
      ask('first of three', good('wks_3')),
    ];
    await runOut();
    await Promise.all(asked);
    assert.deepEqual(order, [
      ...['first of one', 'first of two', 'first of three'],
      ...['second of one', 'second of two', 'third of one'],
    ]);
  });

  test('gives up a calendar that takes too much memory, and reads the next', async () => {
    const { read } = openReader({ threads: 1, memory_mb: 16 });
    const body = calendarOf(...Array.from({ length: 100_000 }, (_, number) => [`UID:${number}`, ...EVENT]));
    const results = await Promise.all([read({ ...good(), body }), read(good())]);
    assert.deepEqual(results, [{ error: 'the calendar takes too much memory to read' }, TIMES]);
  });

  test('leaves nothing open when it is closed, and reads no more', async () => {
    const { reader } = openReader({ threads: 1 });
    const pending = [reader.read(endless()), reader.read(good())];
    const refused = pending.map((promise) => assert.rejects(promise, /closed/));
    await reader.close();
    await Promise.all(refused);
    await assert.rejects(reader.read(good()), /closed/);
  });

  test('does not keep a process alive, and is not forgotten while it reads', async () => {
    const source = new URL('../../../src/calendar-sync/ical/reader.ts', import.meta.url);
    const program = `
      const { createCalendarReader } = await import(${JSON.stringify(source.href)});
      const { own_uid, ...job } = ${JSON.stringify(good())};
      createCalendarReader().read({ ...job, own_uid: /^mr_/ }).then(({ busy }) => console.log(busy.length));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    assert.equal(stdout, '1\n');
  });
});
