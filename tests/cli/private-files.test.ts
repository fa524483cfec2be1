// Full lane, because it starts many processes: Nobody but the user that runs Rota can read the data folder.
import assert from 'node:assert/strict';
import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makePrivate } from '../../src/cli/private-files.ts';
import { readConfig } from '../../src/settings/config.ts';
import { DatabaseRefused } from '../../src/storage/refused.ts';
import { describe, test } from '../support/lanes.ts';
import { freshDataFolder } from '../support/server/databases.ts';
import { Embedded, newKey, stop } from '../support/server/secret-keys.ts';

const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);
const MENDED = 'file was open to other users of this machine; now only its owner can use it';
const OPEN = 'the data folder is open to every user of this machine';

/** Readable by everybody, and unchangeable: not even root can change the mode of a file in /proc. */
const UNCHANGEABLE = process.getuid?.() === 0 ? '/proc/self/status' : '/etc/hosts';

describe('The data folder', () => {
  test('is closed at the start, with all that Rota keeps in it, and a line says so for each', async () => {
    await using embedded = await Embedded.make();
    await using first = await embedded.serve();
    // A killed server leaves these.
    first.signal('SIGKILL');
    await first.ended;
    const files = ['rota.db', 'rota.db-shm', 'rota.db-wal', 'rota.lock', 'secret.key'].map((name) =>
      path.join(embedded.folder, name),
    );
    for (const file of files) await chmod(file, 0o644);
    await chmod(embedded.folder, 0o755);

    await using second = await embedded.serve();
    for (const file of files) assert.equal(await modeOf(file), '600', file);
    assert.equal(await modeOf(embedded.folder), '700');
    const told = second.logLines.filter(({ msg }) => msg === MENDED);
    assert.deepEqual(
      told.map(({ level, path: file, mode }) => [level, file, mode]).sort(),
      [[embedded.folder, '755'], ...files.map((file) => [file, '644'])].map((line) => ['warn', ...line]),
    );
    await stop(second);
    await using third = await embedded.serve();
    assert.ok(!third.stdout.includes('"warn"'), 'nothing is left to do');
  });

  test('is left as it is where it holds other things too, and only what is in it is closed', async (t) => {
    const folder = await freshDataFolder();
    t.after(folder.remove);
    await writeWithMode(path.join(folder.path, 'secret.key'), newKey(), 0o640);
    await writeWithMode(path.join(folder.path, 'notes.txt'), '', 0o644);
    await chmod(folder.path, 0o755);
    assert.deepEqual(look(folder.path), [
      ['secret.key', '640', MENDED],
      ['', '755', OPEN],
    ]);
    assert.equal(await modeOf(path.join(folder.path, 'secret.key')), '600');
    assert.equal(await modeOf(path.join(folder.path, 'notes.txt')), '644');
    assert.equal(await modeOf(folder.path), '755');
    await chmod(folder.path, 0o750);
    assert.deepEqual(look(folder.path), [], 'a group is let be');
  });

  test('keeps Rota from starting with a key that everybody can read and Rota can not close', async (t) => {
    const folder = await freshDataFolder();
    t.after(folder.remove);
    const file = path.join(folder.path, 'secret.key');
    await symlink(UNCHANGEABLE, file);
    const mode = await modeOf(UNCHANGEABLE);
    assert.throws(() => look(folder.path), {
      constructor: DatabaseRefused,
      message:
        `${file} can be used by every user of this machine (mode ${mode}), and can't be changed from here: make it ` +
        'readable by the user that Rota runs as, or by its group, and by nobody else',
    });
    assert.deepEqual(look(folder.path, { ROTA_SECRET_KEY: newKey() }), [], 'it is not used then');
  });

  test('need not be there', async (t) => {
    const folder = await freshDataFolder();
    t.after(folder.remove);
    assert.deepEqual(look(path.join(folder.path, 'data')), []);
    await mkdir(path.join(folder.path, 'data'));
    await chmod(path.join(folder.path, 'data'), 0o755);
    assert.deepEqual(look(path.join(folder.path, 'data')), [['', '755', MENDED]]);
    assert.deepEqual(look(path.join(folder.path, 'data'), { DATABASE_URL: 'postgres://db/rota' }), []);
  });
});

/** Independent of the process's umask. */
async function writeWithMode(file: string, text: string, mode: number): Promise<void> {
  await writeFile(file, text);
  await chmod(file, mode);
}

/** The log lines about the folder: name, former mode, message. */
function look(folder: string, environment: Record<string, string> = {}): string[][] {
  const told: string[][] = [];
  makePrivate(readConfig({ ROTA_DATA_DIR: folder, ...environment }), ({ path: file, mode }, message) =>
    told.push([path.relative(folder, file), mode, message]),
  );
  return told;
}
