// Concurrent transactions, locks, nodes and processes lose no update.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { describe, test } from '../support/lanes.ts';
import { onEachEngine } from '../support/server/rota.ts';
import { failure, freshPlace, inFreshFile, type Place, startOther } from '../support/server/storage.ts';

const SCHEMA = `
  create table counters (id text primary key, total bigint not null);
  create table entries (id text primary key, counter_id text not null, amount bigint not null);
`;

onEachEngine.fast((engine) => {
  describe(`storage, used at the same time (${engine})`, () => {
    let database: OpenDatabase;
    let place: Place;

    before(async () => {
      place = await freshPlace(engine);
      database = await place.open();
      await database.transaction((tx) => tx.script(SCHEMA));
    });
    after(async () => {
      await database.close();
      await place.remove();
    });

    test('concurrent transactions that read, then write, lose nothing', async () => {
      await database.change("insert into counters (id, total) values ('one', 0)");
      const read = `select total from counters where id = 'one' ${database.dialect.forUpdate}`;
      const increment = () =>
        database.transaction(async (tx) => {
          const { total } = (await tx.get<{ total: number }>(read)) as { total: number };
          await tick();
          await tx.run("update counters set total = $1 where id = 'one'", [total + 1]);
        });
      await Promise.all(Array.from({ length: 60 }, increment));
      assert.deepEqual(await database.get(read), { total: 60 });
    });

    test('a thousand interleaved transactions, some of which fail, come to the right totals', async () => {
      const counters = ['a', 'b', 'c', 'd', 'e'];
      for (const id of counters) await database.change('insert into counters values ($1, 0)', [id]);
      const read = `select total from counters where id = $1 ${database.dialect.forUpdate}`;
      const fails = (number: number) => number % 7 === 3;
      async function add(number: number): Promise<void> {
        const id = counters[number % counters.length] as string;
        await database.transaction(async (tx) => {
          const { total } = (await tx.get<{ total: number }>(read, [id])) as { total: number };
          await tick();
          await tx.run('insert into entries values ($1, $2, $3)', [`entry-${number}`, id, number]);
          await tx.run('update counters set total = $2 where id = $1', [id, total + number]);
          if (fails(number)) throw failure;
        });
      }
      // As many at a time as on a busy node. All at once would test the pool's timeout.
      const numbers = Array.from({ length: 1_000 }, (_, at) => at);
      const left = numbers.values();
      const failed: number[] = [];
      const lane = async () => {
        for (const number of left) {
          await add(number).catch((error) => {
            assert.equal(error, failure);
            failed.push(number);
          });
        }
      };
      await Promise.all(Array.from({ length: 40 }, lane));

      assert.deepEqual(
        failed.sort((one, other) => one - other),
        numbers.filter(fails),
      );
      const kept = numbers.filter((number) => !fails(number));
      assert.deepEqual(
        await database.all('select id, counter_id, amount from entries order by amount'),
        kept.map((amount) => ({ id: `entry-${amount}`, counter_id: counters[amount % 5], amount })),
      );
      assert.deepEqual(
        await database.all("select id, total from counters where id <> 'one' order by id"),
        counters.map((id, place) => ({
          id,
          total: kept.filter((number) => number % 5 === place).reduce((sum, number) => sum + number, 0),
        })),
      );
    });

    /** Another node on PostgreSQL. On SQLite, transactions on the same object exclude one another. */
    async function withOtherNode(work: (other: OpenDatabase) => Promise<void>): Promise<void> {
      const other = engine === 'postgres' ? await place.open() : database;
      await work(other);
      if (other !== database) await other.close();
    }

    test('a lock is held by one transaction at a time, until its end', async () => {
      await withOtherNode(async (other) => {
        const events: string[] = [];
        const everybody = Promise.withResolvers<void>();
        let arrived = 0;
        const take = (node: OpenDatabase, name: string) =>
          node.transaction(async (tx) => {
            arrived += 1;
            if (arrived === 3) everybody.resolve();
            await tx.lock('the lock');
            events.push(`${name} begins`);
            // All the others wait for the lock, and have time to take it, if they could.
            if (engine === 'postgres') await everybody.promise;
            for (let round = 0; round < 10; round++) await database.get('select 1');
            events.push(`${name} ends`);
            if (name === 'first') throw failure;
          });
        const first = take(database, 'first');
        await Promise.allSettled([first, take(other, 'second'), take(other, 'third')]);
        const order = events.filter((event) => event.endsWith('begins')).map((event) => event.split(' ')[0]);
        assert.deepEqual(
          events,
          order.flatMap((name) => [`${name} begins`, `${name} ends`]),
        );
        assert.deepEqual(order.toSorted(), ['first', 'second', 'third']);
      });
    });

    test('a lock can be tried: it is free when nobody holds it', async () => {
      await withOtherNode(async (other) => {
        const tryOn = (name: string) => other.transaction((tx) => tx.tryLock(name));
        let waiting: Promise<boolean> | undefined;
        await database.transaction(async (tx) => {
          assert.equal(await tx.tryLock('tried'), true);
          if (engine === 'sqlite') {
            waiting = tryOn('tried');
            await tick();
            assert.match(await Promise.race([waiting.then(() => 'got in'), tick('has to wait')]), /wait/);
          } else {
            assert.equal(await tryOn('tried'), false);
            assert.equal(await tryOn('another'), true);
          }
        });
        assert.equal(await (waiting ?? tryOn('tried')), true);
      });
    });
  });
});

const AUTHORS = 'select author from notes order by rowid';

// Other processes on the same file.
const WRITE = `
  const database = await openSqlite({ file });
  await database.transaction(async (tx) => {
    await tx.run("insert into notes values ('child')");
    await pause('writing');
  });
  await database.close();`;
const OPEN_TWENTY = `
  await pause('ready');
  await Promise.all(Array.from({ length: 20 }, async () => {
    const database = await openSqlite({ file });
    await database.transaction(async (tx) => {
      await tx.script('create table if not exists openings (process bigint)');
      await tx.run('insert into openings values ($1)', [process.pid]);
    });
    await database.close();
  }));`;

describe('storage in a file', () => {
  test('each commit is on the disk before it is acknowledged, readers never wait, references are checked', async () => {
    await inFreshFile(async (file) => {
      const database = await openSqlite({ file });
      await database.transaction(async (tx) => {
        assert.deepEqual(await tx.get('pragma journal_mode'), { journal_mode: 'wal' });
        assert.deepEqual(await tx.get('pragma synchronous'), { synchronous: 2 });
        assert.deepEqual(await tx.get('pragma foreign_keys'), { foreign_keys: 1 });
      });
      await assert.rejects(
        database.all('create table sneaky (id text)'),
        ({ cause }) => cause instanceof Error && /readonly/.test(cause.message),
      );
      await database.close();
    });
  });

  test('another process that is writing is waited for', async () => {
    await inFreshFile(async (file) => {
      const database = await openSqlite({ file });
      await database.transaction((tx) => tx.script('create table notes (author text)'));
      await using other = await startOther(file, WRITE);
      assert.equal(other.said, 'writing');
      assert.deepEqual(await database.all(AUTHORS), [], 'the other process has not committed yet');
      const written = database.transaction(async (tx) => {
        assert.deepEqual(await tx.all(AUTHORS), [{ author: 'child' }]);
        await tx.run("insert into notes values ('parent')");
      });
      // The transaction has found the file locked by then.
      await Promise.all([written, tick().then(other.goOn)]);
      assert.deepEqual(await database.all(AUTHORS), [{ author: 'child' }, { author: 'parent' }]);
      assert.deepEqual(await other.exit, [0, null]);
      await database.close();
    });
  });

  test('while another process is waited for, reads are answered and timers fire', async () => {
    await inFreshFile(async (file) => {
      const database = await openSqlite({ file });
      await database.transaction((tx) => tx.script('create table notes (author text)'));
      await using other = await startOther(file, WRITE);
      const events: string[] = [];
      const written = database
        .transaction((tx) => tx.run("insert into notes values ('parent')"))
        .then(
          () => events.push('the transaction ends'),
          (error) => events.push(`the transaction fails: ${error.cause}`),
        );
      await sleep(1);
      events.push('a timer fires');
      assert.deepEqual(await database.get('select count(*) as count from notes'), { count: 0 });
      events.push('a read is answered');
      other.goOn();
      await written;
      assert.deepEqual(events, ['a timer fires', 'a read is answered', 'the transaction ends']);
      assert.deepEqual(await database.all(AUTHORS), [{ author: 'child' }, { author: 'parent' }]);
      assert.deepEqual(await other.exit, [0, null]);
      await database.close();
    });
  });

  test('a new file can be opened and written by many at once, in one process and in several', async () => {
    await inFreshFile(async (file) => {
      const others = await Promise.all(Array.from({ length: 3 }, () => startOther(file, OPEN_TWENTY)));
      await using ends = new AsyncDisposableStack();
      for (const other of others) ends.use(other);
      for (const other of others) other.goOn();
      assert.deepEqual(await Promise.all(others.map(({ exit }) => exit)), Array(3).fill([0, null]));
      const database = await openSqlite({ file });
      assert.deepEqual(await database.get('select count(*) as count from openings'), { count: 60 });
      await database.close();
    });
  });
});
