// The examples in docs/internals/replies.md do what the page says, and its rules are those that there are.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { understand } from '../../src/replies/understand.ts';
import type { Understanding } from '../../src/replies/understanding.ts';
import type { Wishes } from '../../src/time/wishes.ts';
import { weekdays } from '../../src/time/zones.ts';
import { describe, test } from '../support/lanes.ts';
import { questionOf } from './corpus.ts';

const page = readFileSync(new URL('../../docs/internals/replies.md', import.meta.url), 'utf8');
const question = questionOf('three');
/** As many as the page has at least of each kind. */
const MANY = 30;

/** The rows of the table below a heading, without their backticks. */
function rowsBelow(heading: string): string[][] {
  const [, below] = page.split(`# ${heading}\n`);
  assert.ok(below, heading);
  const [section = ''] = below.split(/\n#+ /);
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
  );
}

const listed = new Intl.ListFormat('en-GB');
const dayNamed = (date: string) =>
  new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const DAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];

/** Wishes as the page writes them. */
function worded(wishes: Wishes | null): string {
  if (!wishes) return 'any time';
  const { days, parts_of_day, earliest_date, latest_date, earliest_time, latest_time, except_dates } = wishes;
  const named = (isWished: boolean) =>
    listed.format(
      DAYS.filter((_, place) => days.includes(weekdays[place] as Wishes['days'][number]) === isWished),
    );
  const between = (from: string | undefined, to: string | undefined) =>
    from && to ? [`${from} to ${to}`] : from ? [`from ${from}`] : to ? [`until ${to}`] : [];
  return [
    ...(days.length > DAYS.length / 2 ? [`not on ${named(false)}`] : days.length > 0 ? [named(true)] : []),
    ...(parts_of_day.length > 0 ? [listed.format(parts_of_day.map((part) => `${part}s`))] : []),
    ...between(earliest_date && dayNamed(earliest_date), latest_date && dayNamed(latest_date)),
    ...between(earliest_time, latest_time),
    ...(except_dates ? [`not on ${listed.format(except_dates.map(dayNamed))}`] : []),
  ].join(', ');
}

const kind = ({ meaning, rule }: Understanding) => `${meaning}, ${rule}`;

/** A row of the page as it would be if it said what the grammar does. */
const tables: Record<string, (row: string[], found: Understanding) => string[]> = {
  'Replies that choose': ([reply = ''], found) => [
    reply,
    found.meaning === 'options' ? listed.format(found.option_ids) : kind(found),
  ],
  'Replies that ask for other times': ([reply = ''], found) =>
    found.meaning === 'none'
      ? [reply, worded(found.wishes), found.tells_organizer ? 'gets the question' : '']
      : [reply, kind(found), ''],
  'Replies that go to a person': ([reply = '', why = ''], found) => [
    reply,
    why,
    found.meaning === 'unclear' ? found.rule : kind(found),
  ],
  'Thanks, which do nothing': ([reply = ''], found) => [
    found.meaning === 'courtesy' ? reply : `${reply}: ${kind(found)}`,
  ],
};

describe('The page on replies', () => {
  test('offers what the examples answer', () => {
    const format = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: question.timezone, weekday: 'long', day: 'numeric', month: 'long' },
      ...{ hour: '2-digit', minute: '2-digit' },
    });
    const offered = question.options.map(({ id, starts_at }) => {
      const parts = Object.fromEntries(
        format.formatToParts(starts_at).map(({ type, value }) => [type, value]),
      );
      return [id, `${parts.weekday}, ${parts.day} ${parts.month}, ${parts.hour}:${parts.minute}`];
    });
    assert.deepEqual(rowsBelow('Examples'), offered);
  });

  for (const [heading, rowOf] of Object.entries(tables)) {
    test(`says what becomes of each example: ${heading}`, () => {
      const rows = rowsBelow(heading);
      if (!heading.startsWith('Thanks')) assert.ok(rows.length >= MANY, `${rows.length} examples`);
      assert.ok(rows.length > 0);
      assert.deepEqual(
        rows,
        rows.map((row) => rowOf(row, understand(question, row[0] as string))),
      );
    });
  }

  test('explains each rule that there is, and no other', () => {
    const explained = rowsBelow('Rules').map(([rule]) => rule as string);
    const folder = new URL('../../src/replies/', import.meta.url);
    const source = readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
      .join('\n');
    const known = [...source.matchAll(/(?:unclear\(|problems\.push\(|rule: )'(\w+)'/g)].map(
      ([, rule]) => rule as string,
    );
    const found = Object.keys(tables)
      .flatMap(rowsBelow)
      .map(([reply = '']) => understand(question, reply).rule);
    const unexplained = new Set([...known, ...found]).difference(new Set(explained));
    assert.deepEqual([...unexplained], []);
    assert.deepEqual(
      explained.filter((rule) => !source.includes(`'${rule}'`)),
      [],
    );
  });
});
