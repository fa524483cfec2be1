// SQLite reads are cached between two commits, and every commit is seen by the next read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/storage/database.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { inFreshFile, startOther } from '../support/server/storage.ts';

const TEXTS = 'select text from notes order by text';

async function inNotes(work: (database: Database, file: string) => Promise<void>): Promise<void> {
  await inFreshFile(async (file) => {
    const database = await openSqlite({ file });
    await database.transaction((tx) =>
      tx.script("create table notes (text text); insert into notes values ('a')"),
    );
    await work(database, file);
    await database.close();
  });
}

test('two reads between two commits get the same rows, which nobody can change', async () => {
  await inNotes(async (database) => {
    const rows = await database.all<{ text: string }>(TEXTS);
    assert.equal(await database.all(TEXTS), rows);
    assert.throws(() => Object.assign(rows[0] as object, { text: 'b' }), TypeError);
    assert.throws(() => rows.push({ text: 'b' }), TypeError);
  });
});

test('other values are another read, whatever they look like as text', async () => {
  await inNotes(async (database) => {
    const echo = async (...values: (string | number | null)[]) =>
      (await database.get<{ one: unknown; two: unknown }>('select $1 as one, $2 as two', values)) ?? {};
    for (const [one, two] of [
      ['1', null],
      [1, null],
      [null, '1'],
      ['null', ''],
      ['1,', ''],
      ['1', ','],
    ] as const) {
      assert.deepEqual(await echo(one, two), { one, two });
    }
  });
});

test('a commit is seen by the next read, also in the same turn of the event loop', async () => {
  await inNotes(async (database) => {
    for (let number = 1; number <= 20; number += 1) {
      const count = (await database.all(TEXTS)).length;
      assert.equal(count, number);
      await database.change("insert into notes values ('b')");
    }
  });
});

test('a transaction that was undone changes nothing of what is read', async () => {
  await inNotes(async (database) => {
    await database.all(TEXTS);
    const undone = database.transaction(async (tx) => {
      await tx.run("insert into notes values ('b')");
      assert.deepEqual(await database.all(TEXTS), [{ text: 'a' }]);
      assert.deepEqual(await tx.all(TEXTS), [{ text: 'a' }, { text: 'b' }]);
      throw new Error('on purpose');
    });
    await assert.rejects(undone, /on purpose/);
    assert.deepEqual(await database.all(TEXTS), [{ text: 'a' }]);
  });
});

test('what another process has committed is seen, too', async () => {
  await inNotes(async (database, file) => {
    assert.deepEqual(await database.all(TEXTS), [{ text: 'a' }]);
    await using other = await startOther(
      file,
      `const database = await openSqlite({ file });
       await database.change("insert into notes values ('b')");
       await pause('committed');`,
    );
    assert.equal(other.said, 'committed');
    assert.deepEqual(await database.all(TEXTS), [{ text: 'a' }, { text: 'b' }]);
  });
});

test('however much is read, all of it is right', async () => {
  await inNotes(async (database) => {
    const read = (number: number) => database.get<{ n: number }>('select $1 as n', [number]);
    for (let round = 0; round < 2; round += 1) {
      for (let number = 0; number < 12_000; number += 1) assert.equal((await read(number))?.n, number);
    }
    const long = await database.all(
      'with recursive series (n) as (select 1 union all select n + 1 from series where n < 500) select n from series',
    );
    assert.equal(long.length, 500);
  });
});
