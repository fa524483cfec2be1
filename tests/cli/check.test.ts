// Full lane, because it starts many processes: `rota check` finds every kind of damage it looks for, and changes nothing.
import assert from 'node:assert/strict';
import { open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readConfig } from '../../src/settings/config.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { describe, test } from '../support/lanes.ts';
import { ENDPOINTS } from '../support/makers/webhooks.ts';
import { failed } from '../support/server/exits.ts';
import { Installation, KEY, stop } from '../support/server/killed-server.ts';
import { closedPort, EmptyStorage, rota } from '../support/server/process.ts';
import { dataOf, SECRET_KEY } from '../support/server/rota.ts';
import { newKey } from '../support/server/secret-keys.ts';

interface Finding {
  checked: string;
  ok: boolean | null;
  found: string;
}

interface Report {
  database: string;
  ok: boolean;
  findings: Finding[];
}

const UP_TO_DATE = { checked: 'schema', ok: true, found: 'up to date' };
const RIGHT_KEY = { checked: 'secret key', ok: true, found: 'opens what is sealed' };
const WRONG_KEY = {
  checked: 'secret key',
  ok: false,
  found: 'missing, or not the one that the secrets were sealed with',
};
const NEWER = "insert into schema_migrations (name, applied_at) values ('9999-breaking-from-the-future', 0)";

/** The findings of a check that must find something. */
async function wrongIn(environment: Record<string, string>): Promise<Finding[]> {
  const { code, stdout, stderr } = await rota(['check', '--json'], environment);
  const { ok, findings } = JSON.parse(stdout) as Report;
  const wrong = findings.filter((finding) => finding.ok === false);
  assert.deepEqual([code, ok], [1, false]);
  assert.equal(stderr, `rota: something is wrong: ${wrong.map(({ checked }) => checked).join(', ')}\n`);
  return wrong;
}

describe('rota check', { concurrency: 2 }, () => {
  test('looks at the journal, the pages, the references, the schema and the secret key', async () => {
    await using installation = await Installation.make();
    await stop(await installation.serve());
    assert.deepEqual(await installation.json<Report>('check'), {
      database: installation.file,
      ok: true,
      findings: [
        { checked: 'journal', ok: true, found: '0 transactions, all complete' },
        { checked: 'integrity', ok: true, found: 'nothing wrong' },
        { checked: 'references', ok: true, found: 'nothing wrong' },
        UP_TO_DATE,
        RIGHT_KEY,
      ],
    });
    const { code, stdout } = await installation.rota('check');
    assert.equal(code, 0);
    assert.deepEqual(stdout.split('\n').slice(0, 2), [
      `Checked ${installation.file}`,
      'journal     ok  0 transactions, all complete',
    ]);
  });

  test('works beside a server, and leaves out its journal', async () => {
    await using installation = await Installation.make();
    await using server = await installation.serve();
    const { code, stdout, stderr } = await installation.rotaProcess('check', '--json');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const { ok, findings } = JSON.parse(stdout) as Report;
    assert.equal(ok, true);
    assert.deepEqual(findings[0], {
      checked: 'journal',
      ok: null,
      found: 'not checked: the database is in use, and was checked when it was opened',
    });
    assert.equal((await server.call('GET', '/api/v1/workspace', { key: KEY })).status, 200);
    const refused = await installation.rotaProcess('check', '--accept-loss');
    assert.deepEqual(
      refused,
      failed(1, `${installation.file} is in use by a server or another command: stop that first`),
    );
  });

  test('finds each thing that can be wrong, and changes nothing', async () => {
    await using installation = await Installation.make();
    await using server = await installation.serve();
    const body = { url: 'http://127.0.0.1:1/hook', events: ['member.deactivated'] };
    dataOf(await server.call('POST', ENDPOINTS, { key: KEY, body }));
    await stop(server);
    const spoiled = async (spoil: (copy: Installation) => unknown): Promise<Finding[]> => {
      await using copy = await Installation.copyOf(installation);
      await spoil(copy);
      const contents = await copy.contents();
      const wrong = await wrongIn(copy.environment());
      assert.deepEqual({ ...(await copy.contents()), 'rota.db-wal': 0 }, { ...contents, 'rota.db-wal': 0 });
      return wrong;
    };
    const [references] = await spoiled(({ file }) => change(file, 'delete from workspaces'));
    assert.match(String(references?.found), /^row \d+ of \w+ refers to nothing in workspaces/);
    const [schema] = await spoiled(({ file }) => change(file, NEWER));
    assert.match(String(schema?.found), /^The database was migrated by a newer version of Rota /);
    const [integrity] = await spoiled(async ({ file }) => {
      const handle = await open(file, 'r+');
      await handle.write(Buffer.alloc(4_096, 0xaa), 0, 4_096, 20 * 4_096);
      await handle.close();
    });
    assert.equal(integrity?.checked, 'integrity');
    const keyOf = ({ folder }: Installation) => path.join(folder, 'secret.key');
    assert.deepEqual(await spoiled((copy) => writeFile(keyOf(copy), newKey())), [WRONG_KEY]);
    assert.deepEqual(await spoiled((copy) => rm(keyOf(copy))), [WRONG_KEY]);
    const [malformed] = await spoiled((copy) => writeFile(keyOf(copy), 'no key'));
    assert.match(String(malformed?.found), /secret\.key must hold 64 hexadecimal digits/);
    const all = await spoiled(({ file }) => writeFile(file, 'not a database at all, but something'));
    assert.ok(all.every(({ found }) => found === 'file is not a database'));
    const [other] = await spoiled(async ({ file }) => {
      await rm(file);
      change(file, 'create table notes (text text)');
    });
    assert.deepEqual(other, { checked: 'schema', ok: false, found: "this isn't a Rota database" });
  });

  test('says that there is no database, and makes none', async () => {
    await using installation = await Installation.make();
    for (const words of [['check'], ['check', '--accept-loss']]) {
      assert.deepEqual(
        await installation.rota(...words),
        failed(1, `there is no database: ${installation.file}`),
      );
    }
    await assert.rejects(installation.list());
  });

  test('of PostgreSQL looks at the schema and the key, and says whose the rest is', async () => {
    await using storage = await EmptyStorage.make('postgres');
    const REST = {
      checked: 'integrity',
      ok: null,
      found: 'not checked: that is up to PostgreSQL, with amcheck and data checksums',
    };
    const empty = await wrongIn(storage.environment);
    assert.deepEqual(empty, [{ checked: 'schema', ok: false, found: "this isn't a Rota database" }]);
    await using server = await storage.serve({ ROTA_BOOTSTRAP_API_KEY: KEY });
    const body = { url: 'http://127.0.0.1:1/hook', events: ['member.deactivated'] };
    dataOf(await server.call('POST', ENDPOINTS, { key: KEY, body }));
    const { database, findings } = await storage.json<Report>('check');
    const { host, pathname } = new URL(String(storage.environment.DATABASE_URL));
    assert.equal(database, `PostgreSQL, database ${pathname.slice(1)} on ${host}`);
    assert.deepEqual(findings, [UP_TO_DATE, RIGHT_KEY, REST]);
    assert.deepEqual(await wrongIn({ ...storage.environment, ROTA_SECRET_KEY: newKey() }), [WRONG_KEY]);
    const { ROTA_SECRET_KEY: _, ...without } = storage.environment;
    assert.match(
      String((await wrongIn(without))[0]?.found),
      /^ROTA_SECRET_KEY is required with DATABASE_URL/,
    );

    const opened = await openDatabase(readConfig(storage.environment));
    await opened.change(NEWER);
    await opened.close();
    assert.match(String((await wrongIn(storage.environment))[0]?.found), /newer version of Rota/);
    const { code } = await rota(['check', '--accept-loss'], storage.environment);
    assert.equal(code, 4);
  });

  test('says in a sentence that PostgreSQL can not be reached', async () => {
    const port = await closedPort();
    const DATABASE_URL = `postgres://rota:secret@127.0.0.1:${port}/rota`;
    assert.deepEqual(
      await rota(['check'], { DATABASE_URL, ROTA_SECRET_KEY: SECRET_KEY }),
      failed(1, `the database can't be used: connect ECONNREFUSED 127.0.0.1:${port}`),
    );
  });
});

function change(file: string, sql: string): void {
  const connection = new DatabaseSync(file);
  connection.exec(`pragma foreign_keys = off; ${sql}`);
  connection.close();
}
