// Radicale: events are files, and users are in a file.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CaldavServer } from '../../calendar-sync/caldav/walk.ts';
import { CaldavAccount } from '../../support/makers/caldav-account.ts';
import { PYTHON, pythonPackages } from '../python-packages.ts';
import { instead } from './caldav.ts';
import { freePort, Program, type ServerOfOthers } from './server-of-others.ts';

const PACKAGES = ['radicale'];

export const radicale: ServerOfOthers<CaldavServer> = {
  name: 'Radicale',
  async prepare() {
    await pythonPackages(PACKAGES, instead);
  },
  async start() {
    const folder = await mkdtemp(path.join(tmpdir(), 'rota-radicale-'));
    const users = path.join(folder, 'users');
    const account = { username: 'ada', password: 'correct horse' };
    await writeFile(users, `${account.username}:${account.password}\n`);
    const port = await freePort();
    const settings = {
      'server-hosts': `127.0.0.1:${port}`,
      'storage-filesystem-folder': path.join(folder, 'collections'),
      'auth-type': 'htpasswd',
      'auth-htpasswd-filename': users,
      'auth-htpasswd-encryption': 'plain',
    };
    const program = new Program(
      port,
      [PYTHON, '-m', 'radicale', ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)],
      { PYTHONPATH: await pythonPackages(PACKAGES, instead) },
    );
    await program.start();
    const url = `http://127.0.0.1:${port}/`;
    return {
      url,
      account: new CaldavAccount({ ...account, home: `${url}ada/` }),
      checksPasswords: true,
      stop: () => program.stop(),
      start: () => program.start(),
      async [Symbol.asyncDispose]() {
        await program.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};
