// Full lane, because it starts many processes: What `rota doctor` says of a database and its files, without changing anything there.
import assert from 'node:assert/strict';
import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before } from 'node:test';
import { withAdmin } from '../../scripts/postgres/databases.ts';
import { describe, test } from '../support/lanes.ts';
import {
  emptyPostgresDatabase,
  freshDataFolder,
  freshPostgresDatabase,
} from '../support/server/databases.ts';
import { about } from '../support/server/doctor.ts';
import { beginningBeforeTheBaseline } from '../support/server/first-release.ts';
import { EmptyStorage } from '../support/server/process.ts';
import { dataOf, SECRET_KEY } from '../support/server/rota.ts';

const KEY = 'key-of-the-tests-of-the-doctor-0123456789';

describe('rota doctor and a database', () => {
  let storage: EmptyStorage;
  let folder: string;
  before(async () => {
    storage = await EmptyStorage.make('sqlite');
    folder = storage.environment.ROTA_DATA_DIR as string;
    // With something sealed.
    await using node = await storage.serve({ ROTA_BOOTSTRAP_API_KEY: KEY });
    const body = { url: 'http://127.0.0.1:9/hook', events: ['meeting_request.created'] };
    dataOf(await node.call('POST', '/api/v1/webhook_endpoints', { key: KEY, body }));
    node.signal('SIGTERM');
    await node.ended;
  });
  after(() => storage[Symbol.asyncDispose]());

  const inFolder = (check: string, more: Record<string, string> = {}) =>
    about(check, { ...storage.environment, PORT: '0', ...more });

  /** Every file, its size, its mode and its time. */
  const snapshot = async () =>
    Promise.all(
      (await readdir(folder)).sort().map(async (name) => {
        const { size, mode, mtimeMs } = await stat(path.join(folder, name));
        return { name, size, mode, mtimeMs };
      }),
    );

  test('it reads an embedded one without changing a byte, and beside its server', async () => {
    const before = await snapshot();
    const { code, stdout } = await storage.rota('doctor');
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^(?:ok {2}|warn) {2}database +\S+rota\.db, SQLite [\d.]+, answers in [\d.]+ ms/m);
    assert.match(stdout, /^ok {4}secret key +opens what is sealed$/m);
    assert.match(stdout, /^ok {4}disk +\S+ [kM]B free in \S+; the database takes \d/m);
    assert.deepEqual(await snapshot(), before);
    await using _node = await storage.serve();
    assert.equal((await storage.rota('doctor')).code, 0);
  });

  test('another secret key, and files that everybody can read', async () => {
    assert.match(
      await inFolder('secret key', { ROTA_SECRET_KEY: SECRET_KEY }),
      /^fail secret key: missing, or not the one .* → put that key back/,
    );
    const file = path.join(folder, 'secret.key');
    await chmod(file, 0o644);
    assert.equal(
      await inFolder('files'),
      `warn files: ${file} can be used by other users of this machine (mode 644) → chmod go-rwx '${file}', or let the next start do it`,
    );
    await chmod(file, 0o600);
    const tlsKey = path.join(folder, '..', 'tls.pem');
    await writeFile(tlsKey, '');
    await chmod(tlsKey, 0o644);
    const tls = { ROTA_SMTP_TLS_KEY: tlsKey, ROTA_SMTP_TLS_CERT: '/no/such.pem' };
    assert.match(
      await inFolder('files', tls),
      /^warn files: .*tls\.pem is a key that every user.*\nfail files: \/no\/such\.pem can't be read/,
    );
  });

  test('no database where one must be, and one that is broken', async () => {
    const elsewhere = { ROTA_DATA_DIR: path.join(folder, 'none') };
    assert.match(
      await inFolder('database', elsewhere),
      /^ok database: there is none yet at .*: `rota serve` creates one$/,
    );
    const required = { ...elsewhere, ROTA_REQUIRE_DATABASE: 'true' };
    assert.match(
      await inFolder('database', required),
      /^fail database: there is none yet .* → set ROTA_DATA_DIR/,
    );
    const broken = await freshDataFolder();
    await writeFile(path.join(broken.path, 'rota.db'), 'not a database'.repeat(1_000));
    assert.match(
      await about('database', { ROTA_DATA_DIR: broken.path, PORT: '0' }),
      /^fail database: .*not a database.* → run `rota check` for details$/,
    );
    await broken.remove();
  });

  test('migrations that wait are not applied, and those of a newer version are a failure', async () => {
    const database = await freshPostgresDatabase();
    const settings = { DATABASE_URL: database.url, ROTA_SECRET_KEY: SECRET_KEY, PORT: '0' };
    try {
      await withAdmin(database.url, (admin) =>
        admin.query(
          `${beginningBeforeTheBaseline('postgres')}; delete from schema_migrations where name like '0041-%'`,
        ),
      );
      assert.match(
        await about('migrations', settings),
        /^warn migrations: 1 pending: 0041-\S+ → make a backup first: the next start applies them$/,
      );
      assert.match(await about('migrations', settings), /^warn/);
      await withAdmin(database.url, (admin) =>
        admin.query("insert into schema_migrations (name, applied_at) values ('9999-later', 1)"),
      );
      assert.match(
        await about('migrations', settings),
        /^fail migrations: The database was migrated by a newer version/,
      );
      await withAdmin(database.url, (admin) =>
        admin.query(
          "delete from schema_migrations where name in ('9999-later', '0040-rate-limit-steps.postgres')",
        ),
      );
      assert.equal(
        await about('migrations', settings),
        'fail migrations: The database is older than version 0.1.0: start that version once, then this one.',
      );
      await withAdmin(database.url, (admin) =>
        admin.query(
          "insert into schema_migrations (name, applied_at) values ('0040-rate-limit-steps.postgres', 1)",
        ),
      );
      await withAdmin(database.url, (admin) =>
        admin.query(`update clock set latest = ${Date.now() + 3_600_000} where id = 1`),
      );
      assert.match(
        await about('clock', settings),
        /^warn clock: the database has times that are 3\d{3} s ahead of its clock/,
      );
    } finally {
      await database.drop();
    }
  });

  test('an empty PostgreSQL is fine and stays empty; one that refuses is told, without the password', async () => {
    const { url, drop } = await emptyPostgresDatabase();
    const settings = { DATABASE_URL: url, ROTA_SECRET_KEY: SECRET_KEY, PORT: '0' };
    try {
      assert.match(
        await about('migrations', settings),
        /^ok migrations: none yet: the first start applies them all$/,
      );
      const tables = await withAdmin(url, (admin) =>
        admin.query("select 1 from pg_tables where schemaname = 'public'"),
      );
      assert.equal(tables.rowCount, 0);
      const wrong = new URL(url);
      wrong.password = 'a-wrong-password';
      const line = await about('database', { ...settings, DATABASE_URL: wrong.href });
      assert.match(
        line,
        /^fail database: .* can't be used: password authentication failed .* → docs\/operate\/troubleshooting\.md/,
      );
      assert.doesNotMatch(line, /a-wrong-password/);
      const { ROTA_SECRET_KEY: _, ...withoutKey } = settings;
      assert.match(
        await about('secret key', withoutKey),
        /^fail secret key: ROTA_SECRET_KEY is required with DATABASE_URL/,
      );
    } finally {
      await drop();
    }
  });
});
