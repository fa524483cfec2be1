// Full lane, because it starts many processes: The first key reaches its owner only: on standard output or in a private file, and cut short ever after.
import assert from 'node:assert/strict';
import { lstat, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bootstrap } from '../../src/bootstrap.ts';
import { keyPrefix } from '../../src/features/workspace/api-keys/rules.ts';
import { createServices } from '../../src/services.ts';
import { readConfig } from '../../src/settings/config.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { systemClock } from '../../src/time/clock.ts';
import { describe, test } from '../support/lanes.ts';
import { freshDataFolder } from '../support/server/databases.ts';
import { failed } from '../support/server/exits.ts';
import { EmptyStorage, rota } from '../support/server/process.ts';
import { dataOf, engines, onBothEngines } from '../support/server/rota.ts';

const CANT = "ROTA_BOOTSTRAP_KEY_FILE can't be used for the first key:";
const overwritten = (file: string) =>
  failed(2, `${CANT} ${file} already exists, and is not overwritten: move it away, or name another file`);

async function freshFolder(t: { after(act: () => Promise<void>): void }): Promise<string> {
  const folder = await freshDataFolder();
  t.after(folder.remove);
  return folder.path;
}

describe('ROTA_BOOTSTRAP_KEY_FILE', { concurrency: 3 }, () => {
  for (const engine of engines) {
    test(`takes the first key in place of standard output, and later starts leave it alone (${engine})`, async (t) => {
      // With characters that are special in a shell.
      const file = path.join(await freshFolder(t), "the operator's $HOME key");
      await using storage = await EmptyStorage.make(engine);
      await using first = await storage.serve({ ROTA_BOOTSTRAP_KEY_FILE: file });
      const text = await readFile(file, 'utf8');
      assert.match(text, /^sk_live_\w{38}\n$/);
      assert.equal(((await stat(file)).mode & 0o777).toString(8), '600');
      assert.ok(!first.stdout.includes('sk_live_'), first.stdout);
      assert.match(
        first.introduction,
        /^First start: created the workspace Acme and a key with every scope\.$/m,
      );
      assert.ok(first.introduction.includes(`\nThe key, readable by this user only: ${file}\n`));
      assert.ok(first.introduction.includes(`$(cat '${file.replace("'", "'\\''")}')`));
      assert.equal((await first.call('GET', '/api/v1/workspace', { key: text.trim() })).status, 200);
      first.signal('SIGTERM');
      await first.ended;

      await using second = await storage.serve({ ROTA_BOOTSTRAP_KEY_FILE: file });
      assert.equal(second.introduction, '');
      assert.equal(await readFile(file, 'utf8'), text);
    });
  }

  test('can be in the data folder, which is yet to be made', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    const file = path.join(String(storage.environment.ROTA_DATA_DIR), 'first.key');
    await using server = await storage.serve({ ROTA_BOOTSTRAP_KEY_FILE: file });
    const key = (await readFile(file, 'utf8')).trim();
    assert.equal((await server.call('GET', '/api/v1/workspace', { key })).status, 200);
  });

  test('is refused where it exists or has no folder, before anything is made', async (t) => {
    const outer = await freshFolder(t);
    const serve = (file: string) =>
      rota(['serve'], { ROTA_DATA_DIR: path.join(outer, 'data'), ROTA_BOOTSTRAP_KEY_FILE: file });
    const there = path.join(outer, 'there');
    await writeFile(there, 'something else');
    const link = path.join(outer, 'link');
    await symlink(path.join(outer, 'nowhere'), link);
    for (const file of [there, link, outer]) assert.deepEqual(await serve(file), overwritten(file));
    const folder = path.join(outer, 'no/such');
    assert.deepEqual(
      await serve(path.join(folder, 'key')),
      failed(2, `${CANT} there is no folder ${folder}: make it, or name another file`),
    );
    assert.deepEqual((await readdir(outer)).sort(), ['link', 'there']);
    assert.equal(await readFile(there, 'utf8'), 'something else');
    assert.ok((await lstat(link)).isSymbolicLink());
  });

  test('is refused on PostgreSQL too, and the next start is a first one again', async (t) => {
    const file = path.join(await freshFolder(t), 'key');
    await writeFile(file, '');
    await using storage = await EmptyStorage.make('postgres');
    const environment = { ...storage.environment, ROTA_BOOTSTRAP_KEY_FILE: file };
    assert.deepEqual(await rota(['serve'], environment), overwritten(file));
    assert.deepEqual(await storage.json('workspace', 'list'), []);
    await rm(file);
    await using server = await storage.serve({ ROTA_BOOTSTRAP_KEY_FILE: file });
    const key = (await readFile(file, 'utf8')).trim();
    assert.equal((await server.call('GET', '/api/v1/workspace', { key })).status, 200);
  });

  test('is not for a key that was chosen', async (t) => {
    const outer = await freshFolder(t);
    const environment = {
      ROTA_DATA_DIR: path.join(outer, 'data'),
      ROTA_BOOTSTRAP_API_KEY: '20-characters-chosen',
      ROTA_BOOTSTRAP_KEY_FILE: path.join(outer, 'key'),
    };
    const sentence =
      'ROTA_BOOTSTRAP_KEY_FILE is for a generated key, and ROTA_BOOTSTRAP_API_KEY sets one: set only one of them';
    assert.deepEqual(await rota(['serve'], environment), failed(2, sentence));
    assert.deepEqual(await readdir(outer), []);
  });

  for (const engine of engines) {
    test(`the key is kept before the workspace is committed, so that none is ever without a known key (${engine})`, async () => {
      await using storage = await EmptyStorage.make(engine);
      const config = readConfig(storage.environment);
      const database = await openDatabase(config);
      await migrate(database, systemClock);
      const services = createServices(config, database, systemClock);
      let kept = '';
      const crash = (rawKey: string) => {
        kept = rawKey;
        throw new Error('the process ends here');
      };
      await assert.rejects(bootstrap(services, undefined, crash), /the process ends here/);
      assert.match(kept, /^sk_live_/);
      assert.deepEqual(await database.all('select id from workspaces'), []);
      const keys: string[] = [];
      const made = await bootstrap(services, undefined, (rawKey) => keys.push(rawKey));
      assert.deepEqual(keys, [made?.rawKey]);
      assert.equal(await bootstrap(services, undefined, crash), undefined, 'there is one already');
      await database.close();
    });
  }
});

describe('what is shown of a key', () => {
  test('is its first twelve characters when Rota made it, and four when an operator chose it', () => {
    assert.equal(keyPrefix(`sk_live_${'aB3d'.repeat(9)}xy`), 'sk_live_aB3d....');
    assert.equal(keyPrefix('correct-horse-battery'), 'corr....');
    assert.equal(keyPrefix('sk_live_but-chosen-by-hand'), 'sk_l....');
  });

  onBothEngines('in the list of keys', (node) => {
    test('tells one that was chosen from one that was made', async () => {
      const { key } = dataOf<{ key: string }>(await node().post('/api/v1/api_keys', { name: 'Made' }));
      const keys = dataOf<{ name: string; key_prefix: string }[]>(await node().get('/api/v1/api_keys'));
      assert.deepEqual(Object.fromEntries(keys.map(({ name, key_prefix }) => [name, key_prefix])), {
        'First key': 'firs....',
        Made: `${key.slice(0, 12)}....`,
      });
    });
  });
});
