// PostgreSQL has statistics of a small database soon after the start.
import assert from 'node:assert/strict';
import type { Database } from '../../src/storage/database.ts';
import { refreshStatistics } from '../../src/storage/tables.ts';
import { test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { freshStorage, startNode } from '../support/server/rota.ts';
import { freshPlace } from '../support/server/storage.ts';

/** PostgreSQL's estimate of a table's rows; -1 before the first `analyze`. */
async function knownSize(database: Database, table: string): Promise<number | undefined> {
  const sql = 'select reltuples as size from pg_class where relname = $1';
  return (await database.get<{ size: number }>(sql, [table]))?.size;
}

test('a small database is looked at, a large one is left to PostgreSQL itself', async () => {
  const place = await freshPlace('postgres');
  const database = await place.open();
  await database.transaction((tx) =>
    tx.script('create table "Notes" (id bigint); insert into "Notes" select generate_series(1, 30)'),
  );
  assert.equal(await knownSize(database, 'Notes'), -1);
  await refreshStatistics(database);
  assert.equal(await knownSize(database, 'Notes'), 30);

  await database.change("update pg_class set reltuples = 20000 where relname = 'Notes'");
  await refreshStatistics(database);
  assert.equal(await knownSize(database, 'Notes'), 20_000);
  await database.close();
  await place.remove();
});

test('a node has it looked at two seconds after its start', async () => {
  const storage = await freshStorage('postgres');
  const node = await startNode(storage);
  const { database } = node.services;
  assert.equal(await knownSize(database, 'api_keys'), -1);
  node.clock.advance(2_000);
  await eventually(async () => (await knownSize(database, 'api_keys')) === 1);
  await node.stop();
  await storage.remove();
});

test('SQLite goes without', async () => {
  const place = await freshPlace('sqlite');
  const database = await place.open();
  await refreshStatistics(database);
  const tables = await database.all("select name from sqlite_master where name like 'sqlite_stat%'");
  assert.deepEqual(tables, []);
  await database.close();
  await place.remove();
});

test('rows that are given are looked up by an index, also in a table that was small when PostgreSQL looked at it', async () => {
  const place = await freshPlace('postgres');
  const database = await place.open();
  await database.transaction((tx) =>
    tx.script(
      'create table notes (id text primary key, text text); insert into notes select n, n from generate_series(1, 20) as n',
    ),
  );
  await refreshStatistics(database);
  const given = database.dialect.rows('$1', { id: 'text', text: 'text' });
  for (const sql of [
    `select notes.text from ${given} join notes on notes.id = given.id`,
    `select text from notes where id in (select id from ${given})`,
    `update notes set text = given.text from ${given} where notes.id = given.id`,
  ]) {
    const plan = await database.all<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${sql.replaceAll('$1', `'[]'`)}`,
    );
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(text, /Nested Loop/, text);
    assert.match(text, /Index Cond: \(\(?id/, text);
  }
  await database.close();
  await place.remove();
});
