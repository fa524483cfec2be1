// smtplib: the client of Python's standard library.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CannotHave } from '../../../scripts/downloads/cache-folder.ts';
import { PYTHON } from '../python-packages.ts';
import { instead } from '../servers/mail.ts';
import { type MailClient, runClient } from './mail-client.ts';

const PROGRAM = fileURLToPath(new URL('send.py', import.meta.url));

export const smtplib: MailClient = {
  name: 'Python’s smtplib',
  async prepare() {
    if (!existsSync(PYTHON)) throw new CannotHave(`There is no ${PYTHON}: ${instead}`);
  },
  send: ({ port, from, to, file, certificate = '' }) =>
    runClient([PYTHON, PROGRAM, String(port), from, to, file, certificate]),
};
