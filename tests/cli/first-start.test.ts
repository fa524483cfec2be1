// Full lane, because it starts many processes: The first start says where the database is; ROTA_REQUIRE_DATABASE stops a start where none exists.
import assert from 'node:assert/strict';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../src/settings/config.ts';
import { openDatabase, placeOf } from '../../src/storage/open.ts';
import { describe, test } from '../support/lanes.ts';
import { freshDataFolder } from '../support/server/databases.ts';
import { failed } from '../support/server/exits.ts';
import { Installation } from '../support/server/killed-server.ts';
import { EmptyStorage, rota, rotaProcess } from '../support/server/process.ts';
import { engines } from '../support/server/rota.ts';

const REQUIRED = { ROTA_REQUIRE_DATABASE: 'true' };

const missing = (place: string) =>
  failed(
    1,
    `there is no database with a workspace at ${place}, and ROTA_REQUIRE_DATABASE is true: check what points to ` +
      'it (ROTA_DATA_DIR or DATABASE_URL, and the folder that Rota is started in); for a first start, set it to false',
  );

describe('the place of the database', () => {
  test('is told whole, but nothing of what else an address holds', () => {
    const on = (databaseUrl: string) => placeOf({ databaseUrl, dataDir: 'x' });
    const rota = 'PostgreSQL, database rota on';
    assert.equal(
      on('postgres://user:hunter2@db.internal:5433/rota?sslmode=require'),
      `${rota} db.internal:5433`,
    );
    assert.equal(on('postgres://user:hunter2@[::1]/rota'), `${rota} [::1]`);
    assert.equal(on('postgresql://rota:hunter2@db'), `${rota} db`);
    assert.equal(on('postgres:///rota?host=/run/postgres&password=hunter2'), `${rota} /run/postgres`);
    assert.equal(on('postgres:///rota?password=hunter2'), `${rota} this machine`);
    assert.equal(on('postgres://u:p@db/caf%C3%A9'), 'PostgreSQL, database café on db');
    assert.equal(placeOf({ databaseUrl: undefined, dataDir: 'no/such' }), path.resolve('no/such/rota.db'));
  });

  test('is that of the folder in which Rota was started, when ROTA_DATA_DIR is not set', async () => {
    const { code, stdout, stderr } = await rotaProcess(['check']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^rota: there is no database: \/.+\/data\/rota\.db\n$/);
  });
});

describe('ROTA_REQUIRE_DATABASE', { concurrency: 2 }, () => {
  test('keeps the embedded database from being made, and with it everything else', async (t) => {
    const outer = await freshDataFolder();
    t.after(outer.remove);
    const folder = path.join(outer.path, 'data');
    const environment = { ...REQUIRED, ROTA_DATA_DIR: folder };
    const refused = missing(path.join(folder, 'rota.db'));
    assert.deepEqual(await rota(['serve'], environment), refused);
    assert.deepEqual(await readdir(outer.path), []);
    await mkdir(folder);
    assert.deepEqual(await rota(['serve'], environment), refused);
    assert.deepEqual(await readdir(folder), []);
    await writeFile(path.join(folder, 'rota.db'), '');
    assert.deepEqual(await rota(['serve'], environment), refused, 'an empty file');
    assert.deepEqual(await readdir(folder), ['rota.db']);
    assert.equal((await stat(path.join(folder, 'rota.db'))).size, 0);
  });

  test('wants a workspace in it', async () => {
    await using installation = await Installation.make();
    const environment = installation.environment(REQUIRED);
    assert.equal((await installation.rota('migrate')).code, 0);
    const contents = await installation.contents();
    assert.deepEqual(await rota(['serve'], environment), missing(installation.file));
    assert.deepEqual(await installation.contents(), contents);
    assert.equal((await installation.rota('workspace', 'create', 'Mine')).code, 0);
    await using server = await installation.serve(REQUIRED);
    assert.equal(server.introduction, '');
  });

  test('makes no tables in PostgreSQL', async () => {
    await using storage = await EmptyStorage.make('postgres');
    const { host, pathname } = new URL(String(storage.environment.DATABASE_URL));
    const refused = missing(`PostgreSQL, database ${pathname.slice(1)} on ${host}`);
    assert.deepEqual(await rota(['serve'], { ...storage.environment, ...REQUIRED }), refused);
    const database = await openDatabase(readConfig(storage.environment));
    const tables = "select table_name from information_schema.tables where table_schema = 'public'";
    assert.deepEqual(await database.all(tables), []);
    await database.close();
    assert.equal((await storage.rota('migrate')).code, 0);
    assert.deepEqual(await rota(['serve'], { ...storage.environment, ...REQUIRED }), refused);
  });

  for (const engine of engines) {
    test(`lets an installation start that has had its first start (${engine})`, async () => {
      await using storage = await EmptyStorage.make(engine);
      await using first = await storage.serve();
      first.signal('SIGKILL');
      await first.ended;
      await using second = await storage.serve(REQUIRED);
      assert.equal(second.introduction, '');
    });
  }
});
