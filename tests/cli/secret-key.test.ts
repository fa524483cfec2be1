// Full lane, because it starts many processes: The secret key is made once beside the embedded database, or given with PostgreSQL, and every start uses it.
import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from '../support/lanes.ts';
import { freshDataFolder } from '../support/server/databases.ts';
import { EmptyStorage, NodeProcess, rota } from '../support/server/process.ts';
import { engines, SECRET_KEY } from '../support/server/rota.ts';
import {
  assertSilentAbout,
  Embedded,
  newKey,
  SealedEndpoint,
  serve,
  stop,
} from '../support/server/secret-keys.ts';

const DATABASE_FILES = ['rota.db', 'rota.db-shm', 'rota.db-wal', 'rota.lock'];
/** After a clean stop. */
const RESTING_FILES = ['rota.db', 'rota.lock'];
const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

/** Makes the keys of many folders, each at the same time as another process, and prints them. */
const MAKE_MANY = `
  import { existsSync, writeFileSync } from 'node:fs';
  import path from 'node:path';
  const { createKeyring } = await import(${JSON.stringify(import.meta.resolve('../../src/secrets/secret-key.ts'))});
  const { OUTER, COUNT, OWN, OTHER, PID } = process.env;
  process.umask(0);
  if (PID) Object.defineProperty(process, 'pid', { value: Number(PID) });
  for (let number = 0; number < Number(COUNT); number++) {
    writeFileSync(path.join(OUTER, OWN + number), '');
    while (!existsSync(path.join(OUTER, OTHER + number)));
    try {
      const [{ key }] = createKeyring({ dataDir: path.join(OUTER, String(number)) }).all();
      console.log(key.export().toString('hex'));
    } catch (error) {
      console.log(error.message);
    }
  }`;

describe('the secret key', { concurrency: 3 }, () => {
  test('the first start makes one beside the embedded database, for its owner only, and the next uses it', async () => {
    await using embedded = await Embedded.make();
    await using first = await embedded.serve();
    assert.equal(await modeOf(embedded.folder), '700');
    assert.equal(await modeOf(embedded.keyFile), '600');
    const text = await embedded.readKey();
    assert.match(text, /^[0-9a-f]{64}\n$/);
    assert.deepEqual(await embedded.list(), [...DATABASE_FILES, 'secret.key'], 'and no draft of it');
    await using endpoint = await SealedEndpoint.make(first);
    await endpoint.assertReadableBy(first);
    await stop(first);
    assert.deepEqual(await embedded.list(), [...RESTING_FILES, 'secret.key']);

    await using second = await embedded.serve();
    await endpoint.assertReadableBy(second);
    await stop(second);
    assert.equal(await embedded.readKey(), text);
    assert.deepEqual(await embedded.list(), [...RESTING_FILES, 'secret.key']);
    assertSilentAbout(text.trim(), first, second);
  });

  for (const [who, settings] of [
    ['two processes', {}],
    // Like containers that share the folder.
    ['two processes of the same number', { PID: '1' }],
  ] as const) {
    test(`${who} that make one at the very same moment get the same, whole and for its owner only`, async (t) => {
      const outer = await freshDataFolder();
      t.after(outer.remove);
      const folders = Array.from({ length: 30 }, (_, number) => path.join(outer.path, String(number)));
      const make = (OWN: string, OTHER: string) =>
        new NodeProcess(['--input-type=module', '--eval', MAKE_MANY], {
          ...settings,
          OUTER: outer.path,
          COUNT: String(folders.length),
          OWN,
          OTHER,
        }).ended;
      const [one, other] = await Promise.all([make('left', 'right'), make('right', 'left')]);
      const files = folders.map((folder) => path.join(folder, 'secret.key'));
      const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
      const expected = { code: 0, signal: null, stdout: texts.join(''), stderr: '' };
      assert.deepEqual([one, other], [expected, expected]);
      assert.equal(new Set(texts).size, folders.length, 'each folder has another');
      for (const folder of folders) {
        assert.deepEqual(await readdir(folder), ['secret.key']);
        assert.equal(await modeOf(folder), '700');
        assert.equal(
          await modeOf(path.join(folder, 'secret.key')),
          '600',
          'also when the mask allows anything',
        );
      }
    });
  }

  test('ROTA_SECRET_KEY is used in place of a file, and none is made', async () => {
    await using embedded = await Embedded.make();
    const key = newKey();
    await using first = await embedded.serve({ ROTA_SECRET_KEY: key });
    assert.deepEqual(await embedded.list(), DATABASE_FILES);
    await using endpoint = await SealedEndpoint.make(first);
    await stop(first);
    // An existing one is not read, and stays as it is.
    await writeFile(embedded.keyFile, 'not a key');
    await using second = await embedded.serve({ ROTA_SECRET_KEY: key.toUpperCase() });
    await endpoint.assertReadableBy(second);
    await stop(second);
    assert.equal(await embedded.readKey(), 'not a key');
    assertSilentAbout(key, first, second);
  });

  test('with PostgreSQL every node that is given the key can read what another has sealed', async () => {
    await using storage = await EmptyStorage.make('postgres');
    await using first = await serve(storage);
    await using endpoint = await SealedEndpoint.make(first);
    await using second = await serve(storage, { ROTA_SECRET_KEY: SECRET_KEY.toUpperCase() });
    await stop(first);
    await endpoint.assertReadableBy(second);
    await stop(second);
    assertSilentAbout(SECRET_KEY, first, second);
  });

  test('another key is refused from the first start on: links are made with a key that it seals', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    await using first = await serve(storage, { ROTA_SECRET_KEY: newKey() });
    await stop(first);
    const { code } = await rota(['serve'], { ...storage.environment, ROTA_SECRET_KEY: newKey() });
    assert.equal(code, 2);
  });

  for (const engine of engines) {
    test(`other commands need none and make none (${engine})`, async () => {
      await using storage = await EmptyStorage.make(engine);
      const { ROTA_SECRET_KEY: _, ...environment } = storage.environment;
      for (const command of [
        ['workspace', 'create', 'Acme'],
        ['key', 'create', 'CI', '--all-scopes'],
        ['workspace', 'list'],
      ]) {
        const { code, stderr } = await rota(command, environment);
        assert.deepEqual({ command, code, stderr }, { command, code: 0, stderr: '' });
      }
      const folder = environment.ROTA_DATA_DIR;
      if (folder) assert.deepEqual((await readdir(folder)).sort(), RESTING_FILES);
    });
  }
});
