// Migrations apply once, in order, by one node, and leave nothing behind when they fail.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach } from 'node:test';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { type Migration, migrate, SchemaTooNew } from '../../src/storage/migrate.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { catalogueOf, catalogueOfNew } from '../support/server/catalogues.ts';
import { emptyPostgresDatabase, freshDataFolder } from '../support/server/databases.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { type Engine, onEachEngine } from '../support/server/rota.ts';

const STORAGE = new URL('../../src/storage/', import.meta.url);
const NODES = 8;

/** The names of the migrations for both engines and for this one. */
async function expectedNames(engine: Engine): Promise<string[]> {
  const other = engine === 'sqlite' ? 'postgres' : 'sqlite';
  const files = await readdir(new URL('migrations/', STORAGE));
  return files
    .filter((file) => file.endsWith('.sql') && !file.endsWith(`.${other}.sql`))
    .map((file) => path.basename(file, '.sql'))
    .sort();
}

async function applied(database: OpenDatabase): Promise<{ name: string; applied_at: number }[]> {
  return structuredClone(
    await database.all<{ name: string; applied_at: number }>(
      'select name, applied_at from schema_migrations order by name',
    ),
  );
}

/** Migrates the SQLite file in other processes, as `rota migrate` does. Returns what each has applied. */
async function migrateInProcesses(file: string): Promise<string[][]> {
  const imported = (source: string) => JSON.stringify(new URL(source, STORAGE).href);
  const script = `
    import { openSqlite } from ${imported('sqlite.ts')};
    import { migrate } from ${imported('migrate.ts')};
    import { systemClock } from ${imported('../time/clock.ts')};
    console.log('"ready"');
    for await (const _ of process.stdin);
    const database = await openSqlite({ file: ${JSON.stringify(file)} });
    console.log(JSON.stringify(await migrate(database, systemClock)));
    await database.close();`;
  const children = Array.from({ length: NODES }, () => {
    const { stdin, stdout } = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface(stdout)[Symbol.asyncIterator]();
    return { stdin, nextLine: async () => JSON.parse((await lines.next()).value ?? '"failed"') };
  });
  // Starting takes longer than migrating: they wait for each other, so that they really race.
  await Promise.all(children.map(({ nextLine }) => nextLine()));
  for (const { stdin } of children) stdin.end();
  return Promise.all(children.map(({ nextLine }) => nextLine()));
}

onEachEngine.fast((engine) => {
  describe(`migrations (${engine})`, () => {
    const clock = new ManualClock();
    let open: () => Promise<OpenDatabase>;
    /** Migrates the same database from several nodes at once. */
    let migrateOnNodes: () => Promise<string[][]>;
    let opened: OpenDatabase[];
    let remove: () => Promise<void>;

    beforeEach(async () => {
      opened = [];
      if (engine === 'sqlite') {
        const folder = await freshDataFolder();
        const file = path.join(folder.path, 'rota.db');
        open = () => remembered(openSqlite({ file }));
        migrateOnNodes = () => migrateInProcesses(file);
        remove = folder.remove;
      } else {
        const { url, drop } = await emptyPostgresDatabase();
        open = () => remembered(openPostgres({ url }));
        migrateOnNodes = () =>
          Promise.all(Array.from({ length: NODES }, async () => migrate(await open(), clock)));
        remove = drop;
      }
    });
    afterEach(async () => {
      for (const database of opened) await database.close();
      await remove();
    });

    async function remembered(opening: Promise<OpenDatabase>): Promise<OpenDatabase> {
      const database = await opening;
      opened.push(database);
      return database;
    }

    test('an empty database gets every migration, in order, once', async () => {
      const database = await open();
      const names = await expectedNames(engine);
      const startedAt = clock.now();
      assert.deepEqual(await migrate(database, clock), names);
      clock.advance(1_000);
      assert.deepEqual(await migrate(database, clock), []);
      assert.deepEqual(
        await applied(database),
        names.map((name) => ({ name, applied_at: startedAt })),
      );
    });

    test('of eight nodes that start at once one migrates, and none fails', async () => {
      const names = await expectedNames(engine);
      const results = await migrateOnNodes();
      const byLength = results.toSorted((one, other) => other.length - one.length);
      assert.deepEqual(byLength, [names, ...Array.from({ length: NODES - 1 }, () => [])]);
      const database = await open();
      assert.deepEqual(
        (await applied(database)).map((row) => row.name),
        names,
      );
      assert.equal(await catalogueOf(database), await catalogueOfNew(engine));
    });

    test('a newer schema that does not break this version is used as it is', async () => {
      const database = await open();
      const known = [added('0001-old')];
      await migrate(database, clock, { known });
      await database.change("insert into schema_migrations values ('9999-from-the-future', 7)");
      const before = [await applied(database), await catalogueOf(database)];
      const reported: string[] = [];
      assert.deepEqual(
        await migrate(database, clock, { known, report: (message) => void reported.push(message) }),
        [],
      );
      assert.deepEqual(reported, [
        'The schema is from a newer version (9999-from-the-future), which this one can use',
      ]);
      assert.deepEqual([await applied(database), await catalogueOf(database)], before);
    });

    test('a newer schema that breaks this version, or is of another line, is refused by name and left as it is', async () => {
      const old = added('0001-old');
      const database = await open();
      await migrate(database, clock, { known: [old] });
      for (const [name, known] of [
        ['9999-breaking-from-the-future', [old]],
        ['9999-from-the-future', [old, added('0002-pending')]],
      ] as const) {
        await database.change('delete from schema_migrations where name <> $1', [old.name]);
        await database.change('insert into schema_migrations values ($1, 7)', [name]);
        const before = [await applied(database), await catalogueOf(database)];
        await assert.rejects(migrate(database, clock, { known: [...known] }), {
          constructor: SchemaTooNew,
          name: 'SchemaTooNew',
          message:
            `The database was migrated by a newer version of Rota (${name} is not known to this ` +
            'one): start that version, or restore a backup from before the upgrade.',
        });
        assert.deepEqual([await applied(database), await catalogueOf(database)], before);
      }
    });

    test('a migration that fails half way leaves nothing behind, also of those before it', async () => {
      const known = [
        added('0001-fine'),
        { ...added('0002-broken'), sql: 'create table half (id text); oops' },
      ];
      const database = await open();
      const empty = await catalogueOf(database);
      await assert.rejects(migrate(database, clock, { known }), /syntax error/);
      assert.equal(await catalogueOf(database), empty);

      // It does not block the corrected one either.
      known[1] = { name: '0002-broken', sql: 'create table half (id text)' };
      assert.deepEqual(await migrate(database, clock, { known }), ['0001-fine', '0002-broken']);
    });

    test('an upgrade that fails half way leaves the schema of the old version', async () => {
      const database = await open();
      const old = added('0001-old');
      await migrate(database, clock, { known: [old] });
      const before = [await applied(database), await catalogueOf(database)];
      const sql = `insert into made_by_old values ('kept'); drop table made_by_old; insert into nowhere values (1)`;
      await assert.rejects(migrate(database, clock, { known: [old, { name: '0002-new', sql }] }), /nowhere/);
      assert.deepEqual([await applied(database), await catalogueOf(database)], before);
    });
  });
});

describe('a migration that builds an index on PostgreSQL', () => {
  const clock = new ManualClock();
  const indexed = added('0001-old');
  // The index is built when the test releases the lock.
  const index: Migration = {
    name: '0002-index',
    sql: `-- A reason; with a semicolon.
      create index old_by_id on made_by_old (held_back(id));`,
  };
  const setUp = `insert into made_by_old values ('before');
    create function held_back(id text) returns text immutable language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(7); return id; end $$`;
  let database: OpenDatabase;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    const { url, drop } = await emptyPostgresDatabase();
    database = await openPostgres({ url });
    remove = drop;
    await migrate(database, clock, { known: [indexed] });
    await database.transaction((tx) => tx.script(setUp));
  });
  afterEach(async () => {
    await database.close();
    await remove();
  });

  const building = () =>
    database.get<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted and objid = 7
         and database = (select oid from pg_database where datname = current_database())`,
    );
  const indexState = () =>
    database.get("select indisvalid from pg_index where indexrelid = to_regclass('old_by_id')");
  /** Holds the index back until `work` is done. Returns the outcome of the migration. */
  async function whileBuilding(work: (pid: number) => Promise<unknown>): Promise<string[]> {
    const migrating = await database.transaction(async (tx) => {
      await tx.get('select pg_advisory_xact_lock(7)');
      const started = { result: migrate(database, clock, { known: [indexed, index] }) };
      started.result.catch(() => {});
      const { pid } = await eventually(building);
      await work(pid);
      return started;
    });
    return migrating.result;
  }

  test('blocks nobody who writes meanwhile', async () => {
    const insert = "insert into made_by_old values ('meanwhile')";
    assert.deepEqual(await whileBuilding(() => database.change(insert)), [index.name]);
    assert.deepEqual(await indexState(), { indisvalid: true });
    assert.deepEqual(
      (await applied(database)).map(({ name }) => name),
      [indexed.name, index.name],
    );
  });

  test('begins anew when it was killed', async () => {
    const killed = whileBuilding((pid) => database.get('select pg_terminate_backend($1, 5000)', [pid]));
    await assert.rejects(killed, { type: 'unavailable' });
    assert.deepEqual(await indexState(), { indisvalid: false });
    assert.deepEqual(await migrate(database, clock, { known: [indexed, index] }), [index.name]);
    assert.deepEqual(await indexState(), { indisvalid: true });
  });
});

function added(name: string): Migration {
  return { name, sql: `create table made_by_${name.replace(/^\d+-/, '')} (id text primary key)` };
}
