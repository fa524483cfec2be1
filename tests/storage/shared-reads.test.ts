// Reads that share a connection, and a `begin` that shares a write: none suffers from what another meets.
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import pg from 'pg';
import type { TemporaryDatabase } from '../../scripts/postgres/databases.ts';
import { RotaError } from '../../src/errors.ts';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { run } from '../../src/storage/postgres-connection.ts';
import { Statement } from '../../src/storage/postgres-statement.ts';
import { describe, test } from '../support/lanes.ts';
import { emptyPostgresDatabase } from '../support/server/databases.ts';

const isUnavailable = (error: unknown) => error instanceof RotaError && error.type === 'unavailable';
const codeOf = (result: PromiseSettledResult<unknown> | undefined) =>
  result?.status === 'rejected' ? (result.reason as pg.DatabaseError).code : undefined;

describe('reads that share connections', () => {
  let place: TemporaryDatabase;
  let admin: pg.Client;
  let database: OpenDatabase;

  before(async () => {
    place = await emptyPostgresDatabase();
    admin = new pg.Client({ connectionString: place.url });
    await admin.connect();
    // Two of them for reads.
    database = await openPostgres({ url: place.url, poolSize: 6 });
  });
  beforeEach(() => several(20));
  after(async () => {
    await database.close();
    await admin.end();
    await place.drop();
  });

  const one = (number: number) => database.get<{ n: number }>('select $1::int as n', [number]);
  const several = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => one(n)));
  const ofNode = "from pg_stat_activity where datname = current_database() and application_name = 'rota'";

  test('use as many connections as the settings say', () => {
    const counts = database.use().map(({ work, open }) => [work, open]);
    assert.deepEqual(counts.at(-1), ['reads', 2]);
  });

  test('a slow one holds up none of the others, whether they come before it is known to be slow or after', async () => {
    let isOver = false;
    const slow = assert.rejects(database.all('select pg_sleep(30)'), isUnavailable).finally(() => {
      isOver = true;
    });
    for (let round = 0; round < 5; round += 1) {
      const rows = await several(40);
      assert.deepEqual(
        rows,
        rows.map((_, n) => ({ n })),
      );
    }
    assert.equal(isOver, false);
    await admin.query(`select pg_cancel_backend(pid) ${ofNode} and wait_event = 'PgSleep'`);
    await slow;
  });

  test('one that fails fails alone', async () => {
    const divide = (by: number) => database.get('select 10 / $1::int as n', [by]);
    const unknown = () => database.get('select n from nowhere');
    const results = await Promise.allSettled([divide(2), divide(0), divide(5), unknown(), unknown(), one(1)]);
    assert.deepEqual(results.map(codeOf), [undefined, '22012', undefined, '42P01', '42P01', undefined]);
    assert.deepEqual(await Promise.all([divide(1), one(2)]), [{ n: 10 }, { n: 2 }]);
  });

  test('when a connection is lost, each is answered or fails as unavailable, and the next use opens another', async () => {
    const inFlight = Array.from({ length: 40 }, (_, n) =>
      database.get('select $1::int as n, pg_sleep(0.05)', [n]),
    );
    const settled = Promise.allSettled(inFlight);
    await admin.query(`select pg_terminate_backend(pid, 5000) ${ofNode}`);
    const results = await settled;
    const failures = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    assert.ok(failures.length > 0);
    assert.ok(failures.every(isUnavailable), String(failures.find((each) => !isUnavailable(each))));
    assert.deepEqual(await one(3), { n: 3 });
  });

  test('see the new columns of a table that has changed', async () => {
    await admin.query("create table notes (id text); insert into notes values ('a')");
    const read = () => Promise.all(Array.from({ length: 10 }, () => database.get('select * from notes')));
    const inTransaction = () => database.transaction((tx) => tx.get('select * from notes'));
    await read();
    await inTransaction();
    await admin.query(
      'alter table notes add column rank int not null default 5, alter column id type char(2)',
    );
    assert.deepEqual(await read(), Array(10).fill({ id: 'a ', rank: 5 }));
    await assert.rejects(inTransaction(), isUnavailable, 'it may have done something, so it is not repeated');
    assert.deepEqual(await inTransaction(), { id: 'a ', rank: 5 });
  });
});

describe('a first statement that begins its transaction', () => {
  let place: TemporaryDatabase;
  let client: pg.Client;
  const insert = () => new Statement(undefined, "insert into notes values ('a')", []);
  const beginning = () => Object.assign(insert(), { begins: true });
  const stored = async () => (await client.query('select id from notes')).rows.length;

  before(async () => {
    place = await emptyPostgresDatabase();
    client = new pg.Client({ connectionString: place.url });
    await client.connect();
    await client.query('create table notes (id text)');
  });
  after(async () => {
    await client.end();
    await place.drop();
  });

  test('runs inside of it', async () => {
    assert.equal((await run(client, beginning())).count, 1);
    assert.equal(client.getTransactionStatus(), 'T');
    await client.query('rollback');
    assert.equal(await stored(), 0);
  });

  test('does not run when `begin` fails', async () => {
    await assert.rejects(client.query('begin; select 1 / 0'));
    await assert.rejects(run(client, beginning()), { code: '25P02' });
    await client.query('rollback');
    assert.equal(await stored(), 0);
  });
});
