// aiosmtpd: the mail server of Python. It writes a Maildir, with the envelope in headers of its own.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PYTHON, pythonPackages } from '../python-packages.ts';
import { instead, type MailServer } from './mail.ts';
import { freePort, Program, type ServerOfOthers } from './server-of-others.ts';

const PACKAGES = ['python3-aiosmtpd'];

export const aiosmtpd: ServerOfOthers<MailServer> = {
  name: 'aiosmtpd',
  async prepare() {
    await pythonPackages(PACKAGES, instead);
  },
  async start() {
    const folder = await mkdtemp(path.join(tmpdir(), 'rota-aiosmtpd-'));
    const box = path.join(folder, 'box');
    const port = await freePort();
    const program = new Program(
      port,
      [PYTHON, '-m', 'aiosmtpd', '-n', '-l', `127.0.0.1:${port}`, '-c', 'aiosmtpd.handlers.Mailbox', box],
      { PYTHONPATH: await pythonPackages(PACKAGES, instead) },
    );
    await program.start();
    return {
      url: `smtp://127.0.0.1:${port}`,
      async taken() {
        const names = await readdir(path.join(box, 'new'));
        return Promise.all(
          names.map(async (name) => {
            const raw = await readFile(path.join(box, 'new', name));
            const header = (wanted: string) =>
              new RegExp(`^${wanted}: (.*)$`, 'mi').exec(raw.toString('latin1'))?.[1]?.trim() ?? '';
            return { from: header('X-MailFrom'), to: header('X-RcptTo'), raw };
          }),
        );
      },
      async [Symbol.asyncDispose]() {
        await program.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};
