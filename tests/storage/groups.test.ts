// SQLite commits waiting transactions together, and each is still all or nothing by itself.
import assert from 'node:assert/strict';
import type { RotaError } from '../../src/errors.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { test } from '../support/lanes.ts';
import { failure, inFreshFile } from '../support/server/storage.ts';

const NOTES = 'create table notes (text text primary key)';
const ALL = 'select text from notes order by text';
const INSERT = 'insert into notes values ($1)';

test('each sees what was done before it, and one that fails is undone alone', async () => {
  await inFreshFile(async (file) => {
    const database = await openSqlite({ file });
    await database.transaction((tx) => tx.script(NOTES));
    const before = await Promise.allSettled([
      database.transaction(async (tx) => {
        await tx.run(INSERT, ['first']);
        return tx.all(ALL);
      }),
      database.transaction(async (tx) => {
        await tx.run(INSERT, ['second']);
        throw failure;
      }),
      database.change(INSERT, ['first']),
      database.transaction(async (tx) => {
        await tx.run(INSERT, ['fourth']);
        return tx.all(ALL);
      }),
      database.change(`${INSERT} returning text`, ['fifth']),
    ]);
    assert.deepEqual(
      before.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message)),
      [
        [{ text: 'first' }],
        'on purpose',
        'unique violation of notes_pkey',
        [{ text: 'first' }, { text: 'fourth' }],
        [{ text: 'fifth' }],
      ],
    );
    assert.deepEqual(await database.all(ALL), [{ text: 'fifth' }, { text: 'first' }, { text: 'fourth' }]);
    await database.close();
  });
});

test('nothing is acknowledged before all of them are committed', async () => {
  await inFreshFile(async (file) => {
    const database = await openSqlite({ file });
    await database.transaction((tx) => tx.script(NOTES));
    const seen: unknown[] = [];
    const another = await openSqlite({ file });
    const acknowledged = (text: string) =>
      database.change(INSERT, [text]).then(async () => seen.push(await another.all(ALL)));
    await Promise.all([acknowledged('a'), acknowledged('b')]);
    const both = [{ text: 'a' }, { text: 'b' }];
    assert.deepEqual(seen, [both, both]);
    await another.close();
    await database.close();
  });
});

test('when the disk is full, those that were undone are told so, and only those', async () => {
  await inFreshFile(async (file) => {
    const database = await openSqlite({ file });
    await database.transaction((tx) => tx.script(`${NOTES}; pragma max_page_count = 20`));
    const large = (place: number) => `${place} ${'x'.repeat(place % 3 === 0 ? 40_000 : 300)}`;
    const texts = Array.from({ length: 60 }, (_, place) => large(place));
    const outcomes = await Promise.allSettled(texts.map((text) => database.change(INSERT, [text])));
    const kept = new Set((await database.all<{ text: string }>(ALL)).map(({ text }) => text));
    for (const [place, outcome] of outcomes.entries()) {
      assert.equal(outcome.status === 'fulfilled', kept.has(texts[place] as string), `the one at ${place}`);
      if (outcome.status === 'rejected') assert.equal((outcome.reason as RotaError).type, 'unavailable');
    }
    assert.ok(kept.size > 0 && kept.size < texts.length, `${kept.size} of ${texts.length} are kept`);
    await database.close();
  });
});

test('many more than fit into a group are all done, in their order', async () => {
  await inFreshFile(async (file) => {
    const database = await openSqlite({ file });
    await database.transaction((tx) => tx.script('create table notes (id integer primary key, text text)'));
    const texts = Array.from({ length: 205 }, (_, place) => String(place));
    await Promise.all(texts.map((text) => database.change('insert into notes (text) values ($1)', [text])));
    const rows = await database.all<{ text: string }>('select text from notes order by id');
    assert.deepEqual(
      rows.map(({ text }) => text),
      texts,
    );
    await database.close();
  });
});
