// Full lane, because it starts many processes: `rota serve` does not start with a wrong or missing secret key, and the refusal harms nothing.
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createKeyring, hexOf, type SecretKey } from '../../src/secrets/secret-key.ts';
import { ConfigError, readConfig } from '../../src/settings/config.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { describe, test } from '../support/lanes.ts';
import { failed } from '../support/server/exits.ts';
import { closedPort, EmptyStorage, rota } from '../support/server/process.ts';
import { Embedded, newKey, SealedEndpoint, serve, stop } from '../support/server/secret-keys.ts';
import { snapshotsOf } from '../support/server/snapshot.ts';

const MISSING = failed(
  2,
  'ROTA_SECRET_KEY is required with DATABASE_URL: make one with `openssl rand -hex 32`, ' +
    'keep it as safe as the database, and give the same to every node',
);
const WRONG = failed(
  2,
  'ROTA_SECRET_KEY, or secret.key in ROTA_DATA_DIR, is missing or not the key that the secrets in this database were ' +
    'sealed with: put that one back. `rota secret status` has details',
);
const malformed = (file: string) =>
  `${file} must hold 64 hexadecimal digits: put the key back that was made there`;

/** Runs `work` and checks that nothing in the database has changed. */
async function leavingDataAlone(storage: EmptyStorage, work: () => Promise<void>): Promise<void> {
  const database = await openDatabase(readConfig(storage.environment));
  try {
    const snapshot = await snapshotsOf(database);
    const before = await snapshot();
    await work();
    assert.deepEqual(await snapshot(), before);
  } finally {
    await database.close();
  }
}

describe('rota serve without the right secret key', { concurrency: 3 }, () => {
  test('with DATABASE_URL and without ROTA_SECRET_KEY it says how to make one, and has touched nothing', async () => {
    await using storage = await EmptyStorage.make('postgres');
    const DATABASE_URL = String(storage.environment.DATABASE_URL);
    assert.deepEqual(await rota(['serve'], { DATABASE_URL }), MISSING);
    const database = await openDatabase(readConfig(storage.environment));
    const tables = "select table_name from information_schema.tables where table_schema = 'public'";
    assert.deepEqual(await database.all(tables), []);
    await database.close();

    const port = await closedPort();
    const nowhere = { DATABASE_URL: `postgres://rota@127.0.0.1:${port}/rota` };
    assert.deepEqual(await rota(['serve'], nowhere), MISSING, 'before it asks for the database at all');
  });

  test('a key file that holds something else stops it before there is a database, and is left as it is', async () => {
    await using embedded = await Embedded.make();
    await mkdir(embedded.folder);
    const text = newKey().slice(1);
    await writeFile(embedded.keyFile, text);
    assert.deepEqual(await embedded.storage.rota('serve'), failed(2, malformed(embedded.keyFile)));
    assert.equal(await embedded.readKey(), text);
    assert.deepEqual(await embedded.list(), ['secret.key']);
  });

  test('a key file must hold 64 hexadecimal digits and nothing else but space around them', async () => {
    await using embedded = await Embedded.make();
    await mkdir(embedded.folder);
    const load = () => createKeyring(readConfig(embedded.storage.environment)).all()[0] as SecretKey;
    const key = newKey();
    const digits = [...key].join(' ');
    for (const text of [
      '',
      '\n',
      key.slice(1),
      `${key}0`,
      `${key}\n${key}\n`,
      'g'.repeat(64),
      digits,
      `0x${key}`,
    ]) {
      await writeFile(embedded.keyFile, text);
      const message = malformed(embedded.keyFile);
      assert.throws(load, new ConfigError(message), JSON.stringify(text));
      assert.equal(await embedded.readKey(), text);
    }
    for (const text of [key, key.toUpperCase(), `\t${key}\r\n`]) {
      await writeFile(embedded.keyFile, text);
      assert.equal(hexOf(load()), key, JSON.stringify(text));
      assert.equal(await embedded.readKey(), text);
    }

    await rm(embedded.keyFile);
    await symlink('nowhere', embedded.keyFile);
    assert.throws(load, new ConfigError(malformed(embedded.keyFile)), 'a link to a file that is not there');
    assert.deepEqual(await embedded.list(), ['secret.key']);
  });

  test('a key file that can not be read stops it before there is a database', async () => {
    await using embedded = await Embedded.make();
    await mkdir(embedded.keyFile, { recursive: true });
    const reason = 'EISDIR: illegal operation on a directory, read';
    const refused = failed(2, `${embedded.keyFile} can't be read: ${reason}`);
    assert.deepEqual(await embedded.storage.rota('serve'), refused);
    assert.ok((await stat(embedded.keyFile)).isDirectory());
    assert.deepEqual(await embedded.list(), ['secret.key']);
  });

  test('a data folder that is a file is named, and left as it is', async () => {
    await using embedded = await Embedded.make();
    await writeFile(embedded.folder, 'a file');
    const reason = `ENOTDIR: not a directory, open '${embedded.keyFile}'`;
    assert.throws(
      createKeyring(readConfig(embedded.storage.environment)).all,
      new ConfigError(`${embedded.keyFile} can't be read: ${reason}`),
    );
    assert.equal(await readFile(embedded.folder, 'utf8'), 'a file');
  });

  test('with PostgreSQL another key than that of the secrets stops it; the right one is as good as before', async () => {
    await using storage = await EmptyStorage.make('postgres');
    await using first = await serve(storage);
    await using deleted = await SealedEndpoint.make(first);
    await deleted.deleteFrom(first);
    await using endpoint = await SealedEndpoint.make(first);
    await stop(first);
    await leavingDataAlone(storage, async () => {
      const environment = { ...storage.environment, ROTA_SECRET_KEY: newKey() };
      assert.deepEqual(await rota(['serve'], environment), WRONG);
    });
    await using second = await serve(storage);
    await endpoint.assertReadableBy(second);
    await stop(second);
  });

  test('so it is with the embedded database, be the key in the file, given, or lost', async () => {
    await using embedded = await Embedded.make();
    await using first = await embedded.serve();
    await using endpoint = await SealedEndpoint.make(first);
    await stop(first);
    const text = await embedded.readKey();
    const other = newKey();
    await leavingDataAlone(embedded.storage, async () => {
      const environment = { ...embedded.storage.environment, ROTA_SECRET_KEY: other };
      assert.deepEqual(await rota(['serve'], environment), WRONG);
      assert.equal(await embedded.readKey(), text);
      await writeFile(embedded.keyFile, other);
      assert.deepEqual(await embedded.storage.rota('serve'), WRONG);
      assert.equal(await embedded.readKey(), other);
    });
    await writeFile(embedded.keyFile, text.trim().toUpperCase());
    await using second = await embedded.serve();
    await endpoint.assertReadableBy(second);
    await stop(second);

    await rm(embedded.keyFile);
    await leavingDataAlone(embedded.storage, async () => {
      const { code, stdout } = await embedded.storage.rota('serve');
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    });
    assert.deepEqual(await embedded.list(), ['rota.db', 'rota.lock'], 'no other has taken its place');
  });
});
