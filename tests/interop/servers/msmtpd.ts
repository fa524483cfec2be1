// msmtpd: a small mail server in C. It hands each message to a command, with the envelope in its arguments.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageFiles } from '../../../scripts/downloads/debian-packages.ts';
import { libraries } from '../package-libraries.ts';
import { instead, type MailServer } from './mail.ts';
import { freePort, Program, type ServerOfOthers } from './server-of-others.ts';

/** It is linked with it, and uses nothing of it. */
const LIBRARY = 'libsecret-1-0';
const PACKAGES = { names: ['msmtp-mta'], needs: (name: string) => name === LIBRARY, instead };

/** The name says that the file is whole. */
const SCRIPT = `#!/bin/sh
file=$(mktemp "$(dirname "$0")/draft.XXXXXXXXXX")
{ echo "$1"; echo "$3"; cat; } > "$file"
mv "$file" "$(dirname "$0")/taken/$(basename "$file")"
`;

export const msmtpd: ServerOfOthers<MailServer> = {
  name: 'msmtpd',
  async prepare() {
    await packageFiles(PACKAGES);
  },
  async start() {
    const folder = await mkdtemp(path.join(tmpdir(), 'rota-msmtpd-'));
    const box = path.join(folder, 'taken');
    const script = path.join(folder, 'take.sh');
    await mkdir(box);
    await writeFile(script, SCRIPT, { mode: 0o700 });
    const port = await freePort();
    const files = await packageFiles(PACKAGES);
    const file = path.join(files, 'usr/bin/msmtpd');
    const words = ['--interface=127.0.0.1', `--port=${port}`, `--command=${script} %F --`];
    const program = new Program(port, [file, ...words], { LD_LIBRARY_PATH: libraries(files, '') });
    await program.start();
    return {
      url: `smtp://127.0.0.1:${port}`,
      async taken() {
        const names = await readdir(box);
        return Promise.all(
          names.map(async (name) => {
            const content = await readFile(path.join(box, name));
            const [from = '', to = ''] = content.toString('latin1').split('\n', 2);
            return { from, to, raw: content.subarray(from.length + to.length + 2) };
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
