// Full lane, because it kills processes: `rota move` copies every row to PostgreSQL, goes on after a kill, and says "complete" only when it is.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before } from 'node:test';
import pg from 'pg';
import type { TemporaryDatabase } from '../../scripts/postgres/databases.ts';
import { readConfig } from '../../src/settings/config.ts';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { tablesToMove } from '../../src/storage/move/tables.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { describe, test } from '../support/lanes.ts';
import { fillToMove, madeId } from '../support/makers/rows-to-move.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { catalogueOf, catalogueOfNew } from '../support/server/catalogues.ts';
import { emptyPostgresDatabase, freshPostgresDatabase } from '../support/server/databases.ts';
import { failed } from '../support/server/exits.ts';
import { beginningBeforeTheBaseline } from '../support/server/first-release.ts';
import { Installation, KEY, stop } from '../support/server/killed-server.ts';
import { closedPort, RotaProcess, rota, Served } from '../support/server/process.ts';
import { SECRET_KEY } from '../support/server/rota.ts';

interface Result {
  complete: boolean;
  tables: {
    table: string;
    rows: number;
    inserted: number;
    updated: number;
    deleted: number;
    digest: string | null;
  }[];
}

const EMPTY = 'Nothing was changed: give an empty database';

/** With a workspace, rows in every table, more than a batch of audit entries, and a mail of 300 kB. */
async function makeInstallation(): Promise<Installation> {
  const installation = await Installation.make();
  const server = await installation.serve();
  const endpoint = { url: 'http://127.0.0.1:1/hook', events: ['member.deactivated'] };
  assert.equal(
    (await server.call('POST', '/api/v1/webhook_endpoints', { key: KEY, body: endpoint })).status,
    201,
  );
  await stop(server);
  await onDatabase(installation, async (database) => {
    await fillToMove(database, 3, 'a');
    await database.change(
      `insert into audit_entries (id, workspace_id, action, actor_type, actor_id, target_type, target_id, changes, created_at)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 2500)
       select printf('many_0000000002%016d', i), (select min(id) from workspaces), 'team.created', 'cli', 'me', 'team', 'x', '{}', i from n
       returning id`,
    );
    await database.change('update inbox set raw = randomblob(300000) where id = $1 returning id', [
      madeId('a', 0),
    ]);
  });
  return installation;
}

async function onDatabase(
  installation: Installation,
  work: (database: OpenDatabase) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(readConfig(installation.environment()));
  await work(database).finally(database.close);
}

/** All rows of all tables, as the databases themselves return them. */
async function everything(
  environment: Record<string, string>,
  names: string[],
): Promise<Record<string, unknown[]>> {
  const database = await openDatabase(readConfig(environment));
  try {
    const tables = await Promise.all(
      names.map(async (name) => {
        const rows = await database.all<Record<string, unknown>>(`select * from ${name}`);
        const shown = rows.map((row) =>
          JSON.stringify(
            Object.entries(row)
              .map(([column, value]) => [column, asText(value)])
              .sort(),
          ),
        );
        return [name, shown.sort()] as const;
      }),
    );
    return Object.fromEntries(tables);
  } finally {
    await database.close();
  }
}

const asText = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value);

async function tableNames(installation: Installation): Promise<string[]> {
  let names: string[] = [];
  await onDatabase(installation, async (database) => {
    names = (await tablesToMove(database)).map(({ name }) => name);
  });
  return names;
}

const move = (installation: Installation, url: string, ...words: string[]) =>
  installation.rota('move', '--to', url, ...words);

async function assertSame(installation: Installation, url: string): Promise<void> {
  const names = await tableNames(installation);
  const target = { DATABASE_URL: url, ROTA_SECRET_KEY: SECRET_KEY };
  assert.deepEqual(await everything(target, names), await everything(installation.environment(), names));
}

describe('rota move', () => {
  let installation: Installation;
  before(async () => {
    installation = await makeInstallation();
  });
  after(() => installation[Symbol.asyncDispose]());

  test('copies every table, checks it, and leaves the source as it is', async () => {
    await using target = await disposable(emptyPostgresDatabase());
    const before = await installation.contents();
    const url = installation.beside('url');
    await writeFile(url, `${target.url}\n`);
    const { code, stdout, stderr } = await installation.rota('move', '--to-file', url, '--json');
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^audit_entries: 25\d\d of 25\d\d rows compared, \d+ rows\/s$/m);
    assert.ok(
      !(stdout + stderr).includes(new URL(target.url).password || 'no password'),
      'no password is shown',
    );
    const { complete, tables } = JSON.parse(stdout) as Result;
    assert.equal(complete, true);
    assert.deepEqual(
      tables.filter(({ rows, digest }) => rows === 0 || !digest?.match(/^[0-9a-f]{64}$/)),
      [],
      'every table has rows, and was compared',
    );
    await assertSame(installation, target.url);
    const { 'rota.db-wal': journal, ...files } = await installation.contents();
    assert.equal(journal?.length ?? 0, 0);
    assert.deepEqual(files, before);

    const again = await move(installation, target.url);
    assert.equal(again.code, 0, again.stderr);
    const key = (await readFile(path.join(installation.folder, 'secret.key'), 'utf8')).trim();
    assert.match(again.stdout, /^The target is complete: PostgreSQL, database /m);
    assert.match(
      again.stdout,
      /^Set ROTA_SECRET_KEY to the content of \/.*\/secret\.key: the target needs the same key\.$/m,
    );
    assert.ok(!again.stdout.includes(key), 'the key is not shown');

    await using server = await Served.start({ DATABASE_URL: target.url, ROTA_SECRET_KEY: key });
    const { status } = await server.call('GET', '/api/v1/workspace', { key: KEY });
    assert.equal(status, 200);
    const refused = await move(installation, target.url);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /the target has data of its own \(in workspaces\)/);
  });

  test('killed in the middle, with a source that changes meanwhile, comes to the same end', async () => {
    await using source = await Installation.copyOf(installation);
    await using target = await disposable(freshPostgresDatabase());
    const kills: [table: string, change: (database: OpenDatabase) => Promise<unknown>][] = [
      ['members', (database) => fillToMove(database, 2, 'b')],
      ['audit_entries', changeMany],
      ['inbox', changeAgainstConstraints],
    ];
    for (const [table, change] of kills) {
      await killWhileWriting(source, target.url, table);
      await onDatabase(source, async (database) => void (await change(database)));
      assert.deepEqual(
        await rota(['key', 'list'], { DATABASE_URL: target.url, ROTA_SECRET_KEY: SECRET_KEY }),
        failed(
          1,
          'a move to this database was begun and is not complete: run `rota move` again, until it says that the target is complete',
        ),
      );
    }
    const last = await move(source, target.url, '--json');
    assert.equal(last.code, 0, last.stderr);
    const { complete, tables } = JSON.parse(last.stdout) as Result;
    const audit = tables.find(({ table }) => table === 'audit_entries');
    assert.deepEqual([complete, audit?.inserted, audit?.updated, audit?.deleted], [true, 0, 0, 0]);
    await assertSame(source, target.url);
    const database = await openDatabase(
      readConfig({ DATABASE_URL: target.url, ROTA_SECRET_KEY: SECRET_KEY }),
    );
    assert.equal(await catalogueOf(database).finally(database.close), await catalogueOfNew('postgres'));
  });

  test('beside a server that may write, it copies; beside a read-only one, it completes', async () => {
    await using source = await Installation.copyOf(installation);
    await using target = await disposable(emptyPostgresDatabase());
    const server = await source.serve();
    const early = await source.rotaProcess('move', '--to', target.url);
    assert.equal(early.code, 4);
    assert.match(early.stdout, /^audit_entries +25\d\d +25\d\d +0 +0 +not compared$/m);
    assert.equal(
      early.stderr.split('\n').at(-2),
      `rota: copied, but not complete: a server that may write uses ${source.file}. Stop it, or start it with ROTA_READ_ONLY=true, and run this again`,
    );
    const member = { email: 'late@example.com' };
    assert.equal((await server.call('POST', MEMBERS, { key: KEY, body: member })).status, 201);
    await stop(server);

    await using reading = await source.serve({ ROTA_READ_ONLY: 'true' });
    const late = await source.rotaProcess('move', '--to', target.url, '--json');
    assert.equal(late.code, 0, late.stderr);
    const { complete, tables } = JSON.parse(late.stdout) as Result;
    assert.deepEqual([complete, tables.find(({ table }) => table === 'members')?.inserted], [true, 1]);
    assert.equal((await reading.call('GET', MEMBERS, { key: KEY })).status, 200);
    assert.equal((await reading.call('POST', MEMBERS, { key: KEY, body: member })).status, 503);
    await assertSame(source, target.url);
  });

  test('refuses what is no target, and changes nothing there', async () => {
    await using receiver = await Receiver.start();
    const refusals: [target: string, code: number, sentence: RegExp][] = [
      ['mysql://127.0.0.1/rota', 2, /--to must be an address that starts with postgres:\/\//],
      [
        `postgres://127.0.0.1:${await closedPort()}/rota`,
        1,
        /the target can't be used: connect ECONNREFUSED/,
      ],
      [`postgres://${new URL(receiver.url).host}/rota`, 1, /the target can't be used: /],
    ];
    for (const [target, code, sentence] of refusals) {
      const exit = await move(installation, target);
      assert.equal(exit.code, code, exit.stderr);
      assert.match(exit.stderr, sentence);
    }
    const both = await installation.rota('move', '--to', 'postgres://a/b', '--to-file', 'c');
    assert.equal(both.code, 2);
  });

  test('refuses a target with anything else in it', async () => {
    const states: Record<string, { sql: string; url?: (url: string) => string; sentence: string }> = {
      'other tables': {
        sql: 'drop schema public cascade; create schema public; create table shop (id text)',
        sentence: `the target has tables of something else (shop). ${EMPTY}`,
      },
      'an older schema': {
        sql: `${beginningBeforeTheBaseline('postgres')}; delete from schema_migrations where name = '0048-moves'`,
        sentence: `the target's schema is older than this version (without 0048-moves). ${EMPTY}`,
      },
      'a newer schema': {
        sql: "insert into schema_migrations values ('9999-later', 1)",
        sentence: `the target's schema is newer than this version. ${EMPTY}`,
      },
      "another installation's data": {
        sql: "insert into workspaces (id, name, timezone, created_at, updated_at) values ('ws_1', 'Other', 'UTC', 1, 1)",
        sentence:
          'the target has data of its own (in workspaces): it is the database of another installation, or this one has been used ' +
          `since it was moved. ${EMPTY}`,
      },
      "another installation's move": {
        sql: "insert into moves values (1, 'other', '[]', 1, null)",
        sentence: `the target is being filled from another installation. ${EMPTY}`,
      },
      'no rights': {
        sql: 'drop schema public cascade; create schema public',
        url: (url) => `${url.split('?')[0]}?options=-c%20role%3Dpg_read_all_data`,
        sentence:
          "the target can't be used: permission denied for schema public. Run it again: it goes on where it stopped",
      },
    };
    for (const [state, { sql, url = (same: string) => same, sentence }] of Object.entries(states)) {
      await using target = await disposable(freshPostgresDatabase());
      await script(target.url, sql);
      const exit = await move(installation, url(target.url));
      assert.equal(exit.code, 1, state);
      assert.equal(exit.stderr.split('\n').at(-2), `rota: ${sentence}`, state);
    }
  });

  test('refuses what PostgreSQL can not hold, and names the row', async () => {
    await using source = await Installation.copyOf(installation);
    await onDatabase(source, async (database) => {
      await database.change("update teams set name = 'a' || char(0) where id = $1 returning id", [
        madeId('a', 1),
      ]);
      await database.change("update teams set created_at = 'soon' where id = $1 returning id", [
        madeId('a', 2),
      ]);
    });
    await using target = await disposable(freshPostgresDatabase());
    const { code, stderr } = await move(source, target.url);
    assert.equal(code, 1);
    const row = (id: string) => `teams \\(workspace_id \\S+, id ${id}\\)`;
    assert.match(
      stderr,
      new RegExp(
        `column name of ${row(madeId('a', 1))}; column created_at of ${row(madeId('a', 2))}\\. Nothing was copied`,
      ),
    );
  });
});

const MEMBERS = '/api/v1/workspace_members';

async function disposable(making: Promise<TemporaryDatabase>): Promise<TemporaryDatabase & AsyncDisposable> {
  const database = await making;
  return { ...database, [Symbol.asyncDispose]: database.drop };
}

async function script(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Lets the move write up to this table, which somebody else has locked, and kills it there. */
async function killWhileWriting(source: Installation, url: string, table: string): Promise<void> {
  const blocker = new pg.Client(url);
  await blocker.connect();
  try {
    await blocker.query(`begin; lock table ${table} in share mode`);
    await using running = new RotaProcess(['move', '--to', url], source.environment());
    await eventually(async () => {
      const { rows } = await blocker.query(
        "select 1 from pg_locks join pg_class on oid = relation where relname = $1 and not granted and mode = 'RowExclusiveLock'",
        [table],
      );
      return rows.length > 0;
    });
    running.signal('SIGKILL');
    await running.ended;
  } finally {
    await blocker.end();
  }
}

async function changeMany(database: OpenDatabase): Promise<void> {
  await database.change(
    "delete from audit_entries where actor_id = 'me' and created_at <= 1000 returning id",
  );
  await database.change(
    "update audit_entries set changes = '[]' where actor_id = 'me' and created_at > 1389 returning id",
  );
}

/** Two rows change places under a unique index, and a row goes that others have referred to. */
async function changeAgainstConstraints(database: OpenDatabase): Promise<void> {
  const [one, other] = [madeId('a', 0), madeId('a', 1)];
  const [first, second] = await database.all<{ email_folded: string }>(
    'select email_folded from members where id in ($1, $2) order by id',
    [one, other],
  );
  await database.transaction(async (tx) => {
    const set = (id: string, email = 'nobody') =>
      tx.run('update members set email_folded = $1 where id = $2', [email, id]);
    await set(one);
    await set(other, first?.email_folded);
    await set(one, second?.email_folded);
    await tx.run('update seats set entitlement_id = $1 where entitlement_id = $2', [other, one]);
    await tx.run('delete from entitlements where id = $1', [one]);
  });
}
