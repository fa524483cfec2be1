// Full lane, because it waits for real time-outs: A slow PostgreSQL costs each caller a limited time and at most one connection.
import assert from 'node:assert/strict';
import { RotaError } from '../../src/errors.ts';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { systemClock } from '../../src/time/clock.ts';
import { describe, test } from '../support/lanes.ts';
import { startCutProxy } from '../support/server/cut-proxy.ts';
import { emptyPostgresDatabase } from '../support/server/databases.ts';

const QUERY_TIMEOUT_MS = 15_000;
/** A margin for a busy machine. */
const SLACK_MS = 4_000;

async function timeToFail(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await assert.rejects(work, (error) => error instanceof RotaError && error.type === 'unavailable');
  return performance.now() - start;
}

const use = (database: OpenDatabase, work: string) => database.use().find((each) => each.work === work);

// In parallel, because the tests mostly wait.
describe('a statement that takes long', { concurrency: 3 }, () => {
  test('is ended by the server when it is too long for a caller, undone, and its connection used again', async (t) => {
    const place = await emptyPostgresDatabase();
    t.after(place.drop);
    const database = await openPostgres({ ...place, poolSize: 1 });
    t.after(database.close);
    await database.transaction((tx) => tx.script('create table notes (id text)'));
    const waited = await timeToFail(
      database.transaction(async (tx) => {
        await tx.run("insert into notes values ('undone')");
        await tx.run('select pg_sleep(60)');
      }),
    );
    assert.ok(waited < QUERY_TIMEOUT_MS + SLACK_MS, `it took ${waited} ms`);
    assert.deepEqual(await database.transaction((tx) => tx.all('select id from notes')), []);
    assert.equal(use(database, 'transactions')?.open, 1);
  });

  test('without an answer costs its caller no more than that, and its connection', async (t) => {
    const place = await emptyPostgresDatabase();
    t.after(place.drop);
    const proxy = await startCutProxy(place.url);
    t.after(proxy.stop);
    const database = await openPostgres({ url: proxy.url, poolSize: 1 });
    t.after(database.close);
    await database.transaction((tx) => tx.script('create table notes (id text)'));
    await database.all('select 1');
    const failing = [
      timeToFail(
        database.transaction(async (tx) => {
          await tx.run("insert into notes values ('undone')");
          proxy.freeze();
          await tx.all('select id from notes');
        }),
      ),
      timeToFail(database.all('select pg_sleep(60)')),
    ];
    for (const waited of await Promise.all(failing)) {
      assert.ok(waited < QUERY_TIMEOUT_MS + SLACK_MS, `it took ${waited} ms`);
    }
    assert.equal(use(database, 'transactions')?.open, 0);
    proxy.restore();
    assert.deepEqual(await database.transaction((tx) => tx.all('select id from notes')), []);
    assert.deepEqual(await database.all('select 1 as one'), [{ one: 1 }]);
  });

  test('may be part of a migration, and other nodes wait for it', async (t) => {
    const place = await emptyPostgresDatabase();
    t.after(place.drop);
    const nodes = await Promise.all([openPostgres(place), openPostgres(place)]);
    for (const node of nodes) t.after(node.close);
    const old = { name: '0001-old', sql: 'create table notes (id text)' };
    await migrate(nodes[0], systemClock, { known: [old] });
    const slow = { name: '0002-slow', sql: `select pg_sleep(${QUERY_TIMEOUT_MS / 1_000 + 2})` };
    const told: string[][] = [[], []];
    const applied = await Promise.all(
      nodes.map((node, place) =>
        migrate(node, systemClock, { known: [old, slow], report: (message) => told[place]?.push(message) }),
      ),
    );
    assert.deepEqual(applied.flat(), ['0002-slow']);
    const [one, other] = told.toSorted((some, more) => some.length - more.length);
    assert.deepEqual(one, ['Waiting for another process to migrate the database']);
    const without = new Set(other?.map((message) => message.replace(/[\d.]+ s/, '… s')));
    assert.deepEqual(
      [...without],
      ['Applying 0002-slow', 'Still applying 0002-slow, for … s so far', 'Applied 0002-slow in … s'],
    );
  });
});
