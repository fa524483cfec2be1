// Xandikos: each calendar is a git repository. It leaves passwords to the proxy in front of it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CaldavServer } from '../../calendar-sync/caldav/walk.ts';
import { CaldavAccount } from '../../support/makers/caldav-account.ts';
import { PYTHON, pythonPackages } from '../python-packages.ts';
import { instead } from './caldav.ts';
import { freePort, Program, type ServerOfOthers } from './server-of-others.ts';

const PACKAGES = ['xandikos'];

export const xandikos: ServerOfOthers<CaldavServer> = {
  name: 'Xandikos',
  async prepare() {
    await pythonPackages(PACKAGES, instead);
  },
  async start() {
    const folder = await mkdtemp(path.join(tmpdir(), 'rota-xandikos-'));
    const port = await freePort();
    const words = ['-d', folder, '-l', '127.0.0.1', '-p', String(port)];
    const program = new Program(
      port,
      [PYTHON, '-m', 'xandikos.web', ...words, '--autocreate', '--current-user-principal', '/ada/'],
      { PYTHONPATH: await pythonPackages(PACKAGES, instead) },
    );
    await program.start();
    const url = `http://127.0.0.1:${port}/`;
    return {
      url,
      account: new CaldavAccount({ username: 'ada', password: 'unused', home: `${url}ada/calendars/` }),
      checksPasswords: false,
      stop: () => program.stop(),
      start: () => program.start(),
      async [Symbol.asyncDispose]() {
        await program.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};
