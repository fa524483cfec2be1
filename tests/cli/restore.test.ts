// Full lane, because it starts many processes: `rota restore` puts a backup in place of the embedded database and keeps what was there.
import assert from 'node:assert/strict';
import { copyFile, cp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before } from 'node:test';
import { describe, test } from '../support/lanes.ts';
import { ENDPOINTS, eventually } from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { failed } from '../support/server/exits.ts';
import { beginningBeforeTheBaseline } from '../support/server/first-release.ts';
import {
  addMembers,
  emailsIn,
  emailsOf,
  Installation,
  KEY,
  kill,
  stop,
} from '../support/server/killed-server.ts';
import { rota, withoutRoom } from '../support/server/process.ts';
import { dataOf, SECRET_KEY } from '../support/server/rota.ts';
import { newKey } from '../support/server/secret-keys.ts';

interface Restored {
  file: string;
  restored_from: string;
  kept_as: string | null;
  pending_migrations: string[];
  secret_key_is_right: boolean;
}

const BACKUP = 'backup.db';
let original: { installation: Installation; early: string[]; late: string[] };

/** A stopped installation with some members, and an older backup with fewer. */
async function withBackup() {
  const installation = await Installation.copyOf(original.installation);
  const backup = installation.beside(BACKUP);
  await copyFile(original.installation.beside(BACKUP), backup);
  return { ...original, installation, backup };
}

function change(file: string, sql: string): void {
  const connection = new DatabaseSync(file);
  connection.exec(`pragma foreign_keys = off; ${sql}`);
  connection.close();
}

describe('rota restore', { concurrency: 2 }, () => {
  before(async () => {
    const installation = await Installation.make();
    const server = await installation.serve();
    const early = await addMembers(server, 'early', 3);
    await installation.json('backup', installation.beside(BACKUP));
    const late = await addMembers(server, 'late', 3);
    await stop(server);
    original = { installation, early, late };
  });
  after(() => original.installation[Symbol.asyncDispose]());

  test('puts back what was there at the time of the backup, and keeps what is there now', async () => {
    const { installation, backup, early, late } = await withBackup();
    await using _ = installation;
    const { stdout, ...rest } = await installation.rota('restore', backup, '--replace');
    assert.deepEqual(rest, { code: 0, signal: null, stderr: '' });
    const [, kept = ''] = /^What was there is kept as (.+)\.$/m.exec(stdout) ?? [];
    assert.equal(
      stdout,
      `Restored ${backup} to ${installation.file}.\nWhat was there is kept as ${kept}.\n` +
        'What was waiting to be delivered when the backup was made will be sent again.\n',
    );
    assert.ok(kept.startsWith(`${installation.file}.replaced-`));
    assert.match(kept, /\.replaced-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/);
    assert.deepEqual(await installation.list(), ['rota.db', path.basename(kept), 'rota.lock', 'secret.key']);
    assert.deepEqual(emailsIn(kept), [...early, ...late]);
    const mode = (await stat(installation.file)).mode & 0o777;
    assert.equal(mode.toString(8), '600');
    await using server = await installation.serve();
    assert.deepEqual(await emailsOf(server), early.toReversed());
    await stop(server);

    const back = await installation.json<Restored>('restore', kept, '--replace');
    assert.deepEqual(
      { ...back, kept_as: null },
      {
        file: installation.file,
        restored_from: kept,
        kept_as: null,
        pending_migrations: [],
        secret_key_is_right: true,
      },
    );
    assert.deepEqual(emailsIn(installation.file), [...early, ...late]);
  });

  test('keeps what a killed server had acknowledged, too', async () => {
    const { installation, backup, early, late } = await withBackup();
    await using _ = installation;
    const server = await installation.serve();
    const last = await addMembers(server, 'last', 3);
    await kill(server);
    const { kept_as } = await installation.json<Restored>('restore', backup, '--replace');
    assert.deepEqual(emailsIn(kept_as as string), [...early, ...late, ...last]);
    assert.deepEqual(emailsIn(installation.file), early);
  });

  test('in an empty place makes the folder, for its owner only, and needs no --replace', async () => {
    const { installation, backup, early } = await withBackup();
    await using _ = installation;
    await using other = await Installation.make();
    const { kept_as } = await other.json<Restored>('restore', backup);
    assert.equal(kept_as, null);
    assert.equal(((await stat(other.folder)).mode & 0o777).toString(8), '700');
    assert.deepEqual(await other.list(), ['rota.db', 'rota.lock']);
    // The key of links is sealed with it.
    await cp(path.join(installation.folder, 'secret.key'), path.join(other.folder, 'secret.key'));
    await using server = await other.serve();
    assert.deepEqual(await emailsOf(server), early.toReversed());
    assert.equal(server.introduction, '', 'it is no first start');
  });

  test('takes the place of a database that can not be read, and keeps it with its journal', async () => {
    const { installation, backup, early } = await withBackup();
    await using _ = installation;
    const server = await installation.serve();
    await addMembers(server, 'last', 10);
    await kill(server);
    const journal = `${installation.file}-wal`;
    const handle = await open(journal, 'r+');
    await handle.write(Buffer.alloc(64, 0xaa), 0, 64, 20_000);
    await handle.close();
    const [database, damaged] = await Promise.all([readFile(installation.file), readFile(journal)]);
    assert.equal((await installation.rota('serve')).code, 1);
    const { kept_as } = await installation.json<Restored>('restore', backup, '--replace');
    assert.deepEqual(await readFile(kept_as as string), database);
    assert.deepEqual(await readFile(`${kept_as}-wal`), damaged);
    const kept = path.basename(kept_as as string);
    assert.deepEqual(await installation.list(), ['rota.db', kept, `${kept}-wal`, 'rota.lock', 'secret.key']);
    await using restored = await installation.serve();
    assert.deepEqual(await emailsOf(restored), early.toReversed());
    await stop(restored);

    await writeFile(installation.file, 'not a database at all, but something');
    await installation.json<Restored>('restore', backup, '--replace');
    await using again = await installation.serve();
    assert.deepEqual(await emailsOf(again), early.toReversed());
    await stop(again);

    await rm(installation.file);
    await writeFile(journal, damaged);
    assert.equal((await installation.rota('restore', backup)).code, 4, 'a journal alone is something, too');
    await installation.json<Restored>('restore', backup, '--replace');
    assert.deepEqual(emailsIn(installation.file), early);

    // The state after a kill when there was only a journal.
    await rm(installation.file);
    await writeFile(path.join(installation.folder, 'restore.unfinished'), '');
    await writeFile(`${installation.file}.some.unfinished`, 'a part');
    assert.equal((await installation.rota('serve')).code, 1);
    await installation.json<Restored>('restore', backup);
    const left = (await installation.list()).filter((name) => name.includes('unfinished'));
    assert.deepEqual(left, []);
    await using last = await installation.serve();
    assert.deepEqual(await emailsOf(last), early.toReversed());
  });

  test('refuses while a server runs, or where there is a database, and changes nothing', async () => {
    const { installation, backup } = await withBackup();
    await using _ = installation;
    const contents = await installation.contents();
    assert.deepEqual(
      await installation.rota('restore', backup),
      failed(4, `there is already a database, ${installation.file}: --replace keeps it under another name`),
    );
    assert.deepEqual(await installation.contents(), contents);
    await using server = await installation.serve();
    assert.deepEqual(
      await installation.rotaProcess('restore', backup, '--replace'),
      failed(1, `${installation.file} is in use by a server or another command: stop that first`),
    );
    assert.equal((await server.call('GET', '/api/v1/workspace', { key: KEY })).status, 200);
    const postgres = { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/rota', ROTA_SECRET_KEY: SECRET_KEY };
    assert.deepEqual(
      await rota(['restore', backup], postgres),
      failed(
        4,
        'DATABASE_URL is set, and `rota restore` is for the embedded database: for PostgreSQL, use pg_restore',
      ),
    );
  });

  test('refuses while another program has the database open', async () => {
    const { installation, backup, early, late } = await withBackup();
    await using _ = installation;
    const connection = new DatabaseSync(installation.file);
    connection.prepare('select count(*) from members').get();
    const refused = await installation.rotaProcess('restore', backup, '--replace');
    connection.close();
    assert.deepEqual(refused, failed(1, `${installation.file} is open in another program: close that first`));
    assert.deepEqual(emailsIn(installation.file), [...early, ...late]);
  });

  test('refuses what is not a whole backup of this version or an older one, and changes nothing', async () => {
    const { installation, backup } = await withBackup();
    await using _ = installation;
    const copy = async (name: string, spoil: (file: string) => unknown) => {
      const file = installation.beside(name);
      await copyFile(backup, file);
      await spoil(file);
      return file;
    };
    const text = await copy('text', (file) => writeFile(file, 'not a database at all, but something'));
    const other = await copy('other', (file) =>
      rm(file).then(() => change(file, 'create table notes (text text)')),
    );
    const damaged = await copy('damaged', async (file) => {
      const handle = await open(file, 'r+');
      await handle.write(Buffer.alloc(4_096, 0xaa), 0, 4_096, 20 * 4_096);
      await handle.close();
    });
    const cut = await copy('cut', async (file) =>
      writeFile(file, (await readFile(file)).subarray(0, 100_000)),
    );
    const torn = await copy('torn', (file) => change(file, 'delete from workspaces'));
    const newer = await copy('newer', (file) =>
      change(file, "insert into schema_migrations values ('9999-breaking-from-the-future', 0)"),
    );
    const used = await copy('used', (file) => writeFile(`${file}-wal`, 'something'));
    const contents = await installation.contents();
    for (const [file, code, reason] of [
      [installation.beside('nowhere'), 4, /^there is no file /],
      [installation.folder, 4, /^there is no file /],
      [text, 4, /^.+ is damaged, or not a database: file is not a database$/],
      [other, 4, /^.+ isn't a Rota database$/],
      [damaged, 4, /^.+ is damaged, or not a database: /],
      [cut, 4, /^.+ is damaged, or not a database: /],
      [torn, 4, /^.+ is damaged, or not a database: row \d+ of \w+ refers to nothing in workspaces$/],
      [newer, 1, /^The database was migrated by a newer version of Rota \(9999-breaking-from-the-future /],
      [used, 4, /^.+ is not a backup but a database in use, .+Make a backup of it with `rota backup`/],
      [installation.file, 4, /^.+ is the database itself$/],
    ] as const) {
      const refused = await installation.rota('restore', file, '--replace');
      assert.deepEqual([refused.code, refused.stdout], [code, ''], file);
      assert.match(refused.stderr.slice('rota: '.length, -1), reason);
      assert.deepEqual(await installation.contents(), contents, file);
    }
    await using empty = await Installation.make();
    assert.equal((await empty.rota('restore', damaged)).code, 4);
    await assert.rejects(stat(empty.folder), 'no folder was made');
  });

  test('of an older schema is brought up to date by the next start', async () => {
    const { installation, backup, early } = await withBackup();
    await using _ = installation;
    const migration = '0056-relay-index';
    // Everything it has made.
    change(
      backup,
      `${beginningBeforeTheBaseline('sqlite')};
       delete from schema_migrations where name = '${migration}'; drop index messages_waiting_for_relay`,
    );
    const { pending_migrations } = await installation.json<Restored>('restore', backup, '--replace');
    assert.deepEqual(pending_migrations, [migration]);
    await using server = await installation.serve();
    assert.deepEqual(await emailsOf(server), early.toReversed());
  });

  test('says when the secret key is not the one of the backup', async () => {
    await using installation = await Installation.make();
    await using server = await installation.serve();
    const body = { url: 'http://127.0.0.1:1/hook', events: ['member.deactivated'] };
    dataOf(await server.call('POST', ENDPOINTS, { key: KEY, body }));
    const backup = installation.beside('backup.db');
    await installation.json('backup', backup);
    await stop(server);
    const keyFile = path.join(installation.folder, 'secret.key');
    const right = await readFile(keyFile);
    for (const spoil of [() => writeFile(keyFile, newKey()), () => rm(keyFile)]) {
      await spoil();
      const { code, stdout } = await installation.rota('restore', backup, '--replace');
      assert.equal(code, 0);
      assert.match(
        stdout,
        /^The secret key \(.+\) is missing or not the one that the secrets in this backup /m,
      );
      assert.equal((await installation.rota('serve')).code, 2);
    }
    await writeFile(keyFile, right);
    const { secret_key_is_right } = await installation.json<Restored>('restore', backup, '--replace');
    assert.equal(secret_key_is_right, true);
    await using restored = await installation.serve();
    await stop(restored);
  });

  test('what was pending at the time of the backup is delivered again', async () => {
    await using installation = await Installation.make();
    // It never responds, so the delivery is pending at the time of the backup: in flight, or waiting for its next attempt.
    await using receiver = await Receiver.start(() => {});
    const environment = { ROTA_WEBHOOK_TIMEOUT_MS: '1000' };
    await using server = await installation.serve(environment);
    const body = { url: receiver.url, events: ['member.deactivated'] };
    const { id } = dataOf<{ id: string }>(await server.call('POST', ENDPOINTS, { key: KEY, body }));
    const sent = await server.call('POST', `${ENDPOINTS}/${id}/test`, { key: KEY });
    const { delivery_id } = dataOf<{ delivery_id: string }>(sent);
    await eventually(async () => receiver.received.length > 0);
    const backup = installation.beside('backup.db');
    await installation.json('backup', backup);
    receiver.answer = 200;
    const statusOf = async (at: typeof server) =>
      dataOf<{ status: string }>(
        await at.call('GET', `${ENDPOINTS}/${id}/deliveries/${delivery_id}`, { key: KEY }),
      ).status;
    await eventually(async () => (await statusOf(server)) === 'success');
    await stop(server);
    const before = receiver.received.length;

    await installation.json('restore', backup, '--replace');
    await using restored = await installation.serve(environment);
    await eventually(async () => (await statusOf(restored)) === 'success');
    const again = receiver.received.slice(before);
    assert.deepEqual([...new Set(again.map(({ deliveryId }) => deliveryId))], [delivery_id]);
  });

  test('says that there is no room, and changes nothing', async () => {
    const { installation, backup } = await withBackup();
    await using _ = installation;
    const contents = await installation.contents();
    await using restore = withoutRoom(['restore', backup, '--replace'], installation.environment());
    const { code, stdout, stderr } = await restore.ended;
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^rota: E[A-Z]+: .+, copyfile .+\n$/);
    assert.deepEqual(await installation.contents(), contents);
  });
});
