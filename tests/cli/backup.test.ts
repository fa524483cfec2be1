// Full lane, because it starts many processes: `rota backup` makes a whole, consistent copy of the embedded database, also while a server writes.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyDatabase } from '../../src/storage/sqlite-file/copy.ts';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { freshDataFolder } from '../support/server/databases.ts';
import { failed } from '../support/server/exits.ts';
import { addMembers, emailsIn, Installation, kill, stop } from '../support/server/killed-server.ts';
import { RotaProcess, rota, type Served, withoutRoom } from '../support/server/process.ts';
import { SECRET_KEY } from '../support/server/rota.ts';

const ROWS_OF_A_MEGABYTE = 1_000;

interface Backup {
  file: string;
  source: string;
  bytes: number;
  seconds: number;
}

/** Some megabytes in a table that the service does not use. */
function fill(file: string, megabytes: number): void {
  const connection = new DatabaseSync(file);
  try {
    connection.exec(`create table ballast (text text);
      with recursive numbers (number) as (select 1 union all select number + 1 from numbers
        where number < ${megabytes * ROWS_OF_A_MEGABYTE})
      insert into ballast select hex(randomblob(500)) from numbers`);
  } finally {
    connection.close();
  }
}

function problemsOf(file: string): unknown[] {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    return connection
      .prepare('pragma integrity_check')
      .all()
      .map((row) => row.integrity_check);
  } finally {
    connection.close();
  }
}

/** Creates members, three at a time, without a pause, until the block ends. */
function startStream(server: Served) {
  const acknowledged: string[] = [];
  let isOver = false;
  const write = async (prefix: string) => {
    for (let number = 0; !isOver; number += 1) {
      acknowledged.push(...(await addMembers(server, `${prefix}${number}-`, 1)));
    }
  };
  const writing = Promise.all(['a', 'b', 'c'].map(write));
  const end = () => {
    isOver = true;
    return writing;
  };
  return { acknowledged, end, [Symbol.asyncDispose]: () => end().then(() => {}) };
}

describe('rota backup', { concurrency: 2 }, () => {
  test('beside a stream of writes has all that was acknowledged before it began, and stops none of them', async () => {
    await using installation = await Installation.make();
    await stop(await installation.serve());
    fill(installation.file, 8);
    await using server = await installation.serve();
    await using stream = startStream(server);
    await eventually(async () => stream.acknowledged.length >= 10);
    for (let number = 0; number < 3; number += 1) {
      const before = [...stream.acknowledged];
      const file = installation.beside(`copy-${number}.db`);
      // In another process: this one writes meanwhile.
      const { code, stdout, stderr } = await installation.rotaProcess('backup', file, '--json');
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      const { bytes, seconds, ...made } = JSON.parse(stdout) as Backup;
      assert.deepEqual(made, { file, source: installation.file });
      assert.equal(bytes, (await stat(file)).size);
      assert.ok(bytes > 8e6 && seconds > 0);
      const kept = new Set(emailsIn(file));
      assert.deepEqual(
        before.filter((email) => !kept.has(email)),
        [],
      );
      assert.deepEqual(problemsOf(file), ['ok']);
      assert.equal(((await stat(file)).mode & 0o777).toString(8), '600');
    }
    assert.ok(stream.acknowledged.length > 30, `writes went on: ${stream.acknowledged.length}`);
    await stream.end();
    const beside = await readdir(installation.beside('.'));
    assert.deepEqual(
      beside.sort(),
      ['copy-0.db', 'copy-1.db', 'copy-2.db', 'data'],
      'and nothing else is left',
    );
  });

  test('says what it has made, and that the secret key is not in it', async () => {
    await using installation = await Installation.make();
    await stop(await installation.serve());
    const file = installation.beside('copy.db');
    const { code, stdout, stderr } = await installation.rota('backup', file);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.match(
      stdout,
      /^Backed up to .+\/copy\.db: [\d.]+ [kM]B in \d+\.\d s\.\nThe secret key is not in it: .+\n$/,
    );
    const secret = (await readFile(path.join(installation.folder, 'secret.key'), 'utf8')).trim();
    assert.ok(!(await readFile(file)).includes(Buffer.from(secret)));
  });

  test('of a server that was killed has all that it acknowledged', async () => {
    await using installation = await Installation.make();
    const server = await installation.serve();
    const acknowledged = await addMembers(server, 'm', 10);
    await kill(server);
    const file = installation.beside('copy.db');
    await installation.json('backup', file);
    assert.deepEqual(emailsIn(file), acknowledged);
  });

  test('refuses what it can not do with a sentence, and makes nothing', async () => {
    await using installation = await Installation.make();
    const copy = installation.beside('copy.db');
    assert.deepEqual(
      await installation.rota('backup', copy),
      failed(4, `there is no database to back up: ${installation.file}`),
    );
    await assert.rejects(stat(installation.folder), 'no folder was made');
    await mkdir(installation.folder);
    await writeFile(installation.file, '');
    const none = failed(4, `there is no database to back up: ${installation.file}`);
    assert.deepEqual(await installation.rota('backup', copy), none, 'an empty file is none');

    await stop(await installation.serve());
    const nowhere = installation.beside('nowhere/copy.db');
    assert.deepEqual(
      await installation.rota('backup', nowhere),
      failed(4, `there is no folder ${path.dirname(nowhere)} to write to`),
    );
    await writeFile(copy, 'something else');
    const taken = failed(4, `${copy} already exists: choose another name`);
    assert.deepEqual(await installation.rota('backup', copy), taken);
    assert.equal(await readFile(copy, 'utf8'), 'something else');
    const link = installation.beside('link.db');
    await symlink('nowhere', link);
    assert.deepEqual(
      await installation.rota('backup', link),
      failed(4, `${link} already exists: choose another name`),
    );

    const environment = { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/rota', ROTA_SECRET_KEY: SECRET_KEY };
    const postgres =
      'DATABASE_URL is set, and `rota backup` is for the embedded database: for PostgreSQL, use pg_dump';
    assert.deepEqual(
      await rota(['backup', installation.beside('other.db')], environment),
      failed(4, postgres),
    );
    assert.deepEqual((await readdir(installation.beside('.'))).sort(), ['copy.db', 'data', 'link.db']);
  });

  test('never takes the place of a file that came while it was at work', async (t) => {
    const folder = await freshDataFolder();
    t.after(folder.remove);
    const source = path.join(folder.path, 'source.db');
    fill(source, 1);
    const destination = path.join(folder.path, 'copy.db');
    await writeFile(destination, 'first');
    assert.throws(() => copyDatabase(source, destination), { code: 'EEXIST' });
    assert.equal(await readFile(destination, 'utf8'), 'first');
    assert.deepEqual((await readdir(folder.path)).sort(), ['copy.db', 'source.db']);
  });

  test('killed at any moment leaves nothing that has the name of a backup and is not whole', async () => {
    await using installation = await Installation.make();
    await stop(await installation.serve());
    fill(installation.file, 20);
    const folder = installation.beside('copies');
    await mkdir(folder);
    let killed = 0;
    let isRepeated = false;
    for (let round = 0; round < 10; round += 1) {
      const file = path.join(folder, `copy-${round}.db`);
      await using backup = new RotaProcess(['backup', file], installation.environment());
      // Once a part of it exists, a little later each time.
      await eventually(async () => (await readdir(folder)).some((name) => name.startsWith(`copy-${round}.`)));
      await sleep(round * 20);
      backup.signal('SIGKILL');
      const { signal } = await backup.ended;
      killed += signal === 'SIGKILL' ? 1 : 0;
      const names = (await readdir(folder)).filter((name) => name.startsWith(`copy-${round}.`));
      for (const name of names) {
        if (name === `copy-${round}.db`) assert.deepEqual(problemsOf(file), ['ok']);
        else assert.match(name, /\.unfinished(-journal)?$/);
      }
      if (names.includes(`copy-${round}.db`) || isRepeated) continue;
      isRepeated = true;
      await installation.json('backup', file);
      assert.deepEqual(problemsOf(file), ['ok'], 'the same command again makes it');
    }
    assert.ok(killed > 0 && isRepeated);
  });

  test('says that there is no room, and leaves nothing behind', async () => {
    await using installation = await Installation.make();
    await stop(await installation.serve());
    fill(installation.file, 4);
    const folder = installation.beside('copies');
    await mkdir(folder);
    const file = path.join(folder, 'copy.db');
    await using backup = withoutRoom(['backup', file], installation.environment());
    const { code, stdout, stderr } = await backup.ended;
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^rota: .+\/copy\.db can't be written: .+\. Nothing was left behind\n$/);
    assert.deepEqual(await readdir(folder), []);
  });
});
