// Full lane, because it kills processes: A restore killed at any step leaves the old database or the new one, never a mix and never an empty one.
import assert from 'node:assert/strict';
import { open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '../../src/settings/config.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { DatabaseRefused } from '../../src/storage/refused.ts';
import { describe, test } from '../support/lanes.ts';
import { addMembers, emailsIn, Installation, kill } from '../support/server/killed-server.ts';
import { NodeProcess, RotaProcess } from '../support/server/process.ts';

/** Does what `rota restore` does, prints each step, and kills itself after a number of steps. */
const STOP_AFTER = `
  const { lockDatabase } = await import(${JSON.stringify(import.meta.resolve('../../src/storage/sqlite-file/lock.ts'))});
  const { draftFrom, putInPlace } = await import(${JSON.stringify(import.meta.resolve('../../src/storage/sqlite-file/restore.ts'))});
  const { FILE, BACKUP, STEPS } = process.env;
  lockDatabase(FILE, 'replace');
  const draft = draftFrom(BACKUP, FILE);
  let steps = 0;
  const stop = () => steps++ === Number(STEPS) && process.kill(process.pid, 'SIGKILL');
  stop();
  for (const step of putInPlace(FILE, draft, FILE + '.replaced-now')) {
    console.log(step);
    stop();
  }`;

/** The database of a killed server, whole or with a damaged journal. */
const states: Record<string, (file: string) => Promise<void>> = {
  whole: async () => {},
  damaged: async (file: string) => {
    const handle = await open(`${file}-wal`, 'r+');
    await handle.write(Buffer.alloc(64, 0xaa), 0, 64, 20_000);
    await handle.close();
  },
};

/** Opens it like a server. */
async function emailsWhenOpened(installation: Installation): Promise<string[]> {
  const database = await openDatabase(readConfig(installation.environment()), { serving: true });
  await database.close();
  return emailsIn(installation.file);
}

for (const [state, spoil] of Object.entries(states)) {
  describe(`a restore over a killed server's database, which is ${state},`, { concurrency: 2 }, () => {
    let original: Installation;
    let backup: string;
    let newer: string[];
    let older: string[];

    before(async () => {
      original = await Installation.make();
      const server = await original.serve();
      older = await addMembers(server, 'older', 2);
      backup = original.beside('backup.db');
      await original.json('backup', backup);
      newer = [...older, ...(await addMembers(server, 'newer', 12))];
      await kill(server);
      await spoil(original.file);
    });
    after(() => original[Symbol.asyncDispose]());

    /** It is whole: the old one or the new one. Then the restore is run again. */
    async function assertWhole(installation: Installation): Promise<void> {
      assert.ok((await stat(installation.file)).size > 0, 'there is a database at any time');
      if ((await readFile(installation.file)).equals(await readFile(backup))) {
        const journal = await stat(`${installation.file}-wal`).catch(() => undefined);
        const isUnfinished = (await installation.list()).includes('restore.unfinished');
        assert.ok(!journal || isUnfinished, 'the new one has no journal');
      }
      try {
        const emails = await emailsWhenOpened(installation);
        assert.deepEqual(emails, emails.length === older.length ? older : newer);
      } catch (error) {
        assert.ok(error instanceof DatabaseRefused);
        assert.equal(state, 'damaged');
        assert.match(error.message, /is damaged: |a restore was begun here and not finished/);
      }
      await installation.json('restore', backup, '--replace');
      assert.deepEqual(await emailsWhenOpened(installation), older);
      const names = await installation.list();
      assert.deepEqual(
        names.filter((name) => name.endsWith('.unfinished')),
        [],
        'the second run has cleared away what the first has left',
      );
      const kept = names.filter((name) => name.includes('.replaced-'));
      // A journal that can't be read whole is kept beside its database.
      const hasOld = (name: string) =>
        state === 'damaged'
          ? name.endsWith('-wal')
          : isDeepStrictEqual(emailsIn(path.join(installation.folder, name)), newer);
      assert.ok(kept.some(hasOld), `what was there before is kept: ${names}`);
    }

    const allSteps = state === 'damaged' ? 4 : 3;
    for (let steps = 0; steps <= allSteps; steps += 1) {
      test(`is killed after ${steps} steps`, async () => {
        await using installation = await Installation.copyOf(original);
        const environment = { FILE: installation.file, BACKUP: backup, STEPS: String(steps) };
        await using killed = new NodeProcess(['--input-type=module', '--eval', STOP_AFTER], environment);
        const { signal, stderr } = await killed.ended;
        assert.equal(stderr, '');
        assert.equal(signal, 'SIGKILL');
        await assertWhole(installation);
      });
    }

    test('is killed at any moment', async () => {
      for (let round = 0; round < 3; round += 1) {
        await using installation = await Installation.copyOf(original);
        await using restore = new RotaProcess(['restore', backup, '--replace'], installation.environment());
        await sleep(150 + round * 40);
        restore.signal('SIGKILL');
        await restore.ended;
        await assertWhole(installation);
      }
    });
  });
}
