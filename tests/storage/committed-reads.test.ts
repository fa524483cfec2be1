// Reads on SQLite see what has been committed, at once, and nothing else.
import assert from 'node:assert/strict';
import { stat } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../../src/storage/database.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { test } from '../support/lanes.ts';
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

test('reads of the same turn see what was committed between them, also after one that failed', async () => {
  await inNotes(async (database) => {
    const before = database.all(TEXTS);
    const failed = database.all('select missing from notes');
    const committed = database.change("insert into notes values ('b')").then(() => database.all(TEXTS));
    await assert.rejects(failed, /no such column/);
    assert.deepEqual(await before, [{ text: 'a' }]);
    assert.deepEqual(await committed, [{ text: 'a' }, { text: 'b' }]);
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

test('what another process has committed is seen by whoever hears of it, in the same turn of the event loop', async () => {
  await inNotes(async (database, file) => {
    await database.all(TEXTS);
    using other = new DatabaseSync(file);
    const heard = new Promise<unknown[]>((resolve, reject) => {
      setImmediate(async () => {
        await database.all(TEXTS);
        other.exec("insert into notes values ('b')");
        // The file system answers before the next immediate.
        stat(file, () => database.all(TEXTS).then(resolve, reject));
      });
    });
    assert.deepEqual(await heard, [{ text: 'a' }, { text: 'b' }]);
  });
});
