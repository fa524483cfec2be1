// Full lane, because it starts many processes: Only one server can use an embedded database, and a killed server does not block the next one.
import assert from 'node:assert/strict';
import { mkdir, rename, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from '../support/lanes.ts';
import { failed } from '../support/server/exits.ts';
import { addMembers, emailsOf, Installation, kill, stop } from '../support/server/killed-server.ts';
import { rotaProcess, Served } from '../support/server/process.ts';

const inUse = (file: string) =>
  failed(
    1,
    `${file} is in use: another \`rota serve\` runs on it, or it is being restored or moved. Stop the other one, or use another ` +
      'ROTA_DATA_DIR, or PostgreSQL (DATABASE_URL) for several nodes',
  );

describe('two servers on one embedded database', { concurrency: 3 }, () => {
  test('the second is refused, and the first goes on', async () => {
    await using installation = await Installation.make();
    await using first = await installation.serve();
    assert.deepEqual(await installation.rotaProcess('serve'), inUse(installation.file));
    const emails = await addMembers(first, 'm', 3);
    assert.deepEqual(await emailsOf(first), emails.toReversed());
    await stop(first);
    await using second = await installation.serve();
    assert.deepEqual(await emailsOf(second), emails.toReversed());
  });

  test('of two that start at the same moment in an empty folder, one serves', async () => {
    await using installation = await Installation.make();
    const starts = await Promise.allSettled([installation.serve(), installation.serve()]);
    const [served, another] = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    await using server = served as Served;
    assert.equal(another, undefined);
    await addMembers(server, 'm', 1);
    assert.deepEqual(await installation.list(), [
      'rota.db',
      'rota.db-shm',
      'rota.db-wal',
      'rota.lock',
      'secret.key',
    ]);
  });

  test('one that was killed is not in the way', async () => {
    await using installation = await Installation.make();
    await kill(await installation.serve());
    await using second = await installation.serve();
    await addMembers(second, 'm', 1);
    assert.deepEqual(await installation.rotaProcess('serve'), inUse(installation.file));
  });

  test('another path to the folder, or to the file, is the same database', async () => {
    await using installation = await Installation.make();
    await using server = await installation.serve();
    const link = installation.beside('link');
    await symlink(installation.folder, link);
    assert.deepEqual(
      await rotaProcess(['serve'], installation.environment({ ROTA_DATA_DIR: link })),
      inUse(installation.file),
    );
    const other = installation.beside('other');
    await mkdir(other);
    await symlink(installation.file, path.join(other, 'rota.db'));
    assert.deepEqual(
      await rotaProcess(['serve'], installation.environment({ ROTA_DATA_DIR: other })),
      inUse(installation.file),
    );
    assert.deepEqual(await emailsOf(server), []);
  });

  test('a link to a file that is not there yet leads to one database, too', async () => {
    await using installation = await Installation.make();
    const elsewhere = installation.beside('elsewhere.db');
    await mkdir(installation.folder);
    await symlink(elsewhere, installation.file);
    await using server = await installation.serve();
    assert.deepEqual(await installation.rotaProcess('serve'), inUse(elsewhere));
    await addMembers(server, 'm', 1);
  });

  test('a copy of the folder is another database, with a server of its own', async () => {
    await using installation = await Installation.make();
    await using server = await installation.serve();
    await using copy = await Installation.copyOf(installation);
    await using another = await copy.serve();
    await addMembers(another, 'copy', 1);
    assert.deepEqual(await emailsOf(server), []);
  });

  test('a folder that was moved is served from where it is', async () => {
    await using installation = await Installation.make();
    await stop(await installation.serve());
    const moved = installation.beside('moved');
    await rename(installation.folder, moved);
    await using server = await Served.start(installation.environment({ ROTA_DATA_DIR: moved }));
    assert.deepEqual(await emailsOf(server), []);
  });

  test('commands work beside a server, and beside one another', async () => {
    await using installation = await Installation.make();
    await using server = await installation.serve();
    const json = async (...words: string[]) => {
      const { code, stdout, stderr } = await installation.rotaProcess(...words, '--json');
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      return JSON.parse(stdout);
    };
    const made = await Promise.all(
      ['one', 'two', 'three'].map((name) => json('key', 'create', name, '--all-scopes')),
    );
    for (const { key } of made) {
      assert.equal((await server.call('GET', '/api/v1/workspace', { key })).status, 200);
    }
    await stop(server);
    const [keys] = await Promise.all([json('key', 'list'), json('workspace', 'list')]);
    assert.equal(keys.length, 4);
  });
});
