// curl: the program of this machine.
import { existsSync } from 'node:fs';
import { CannotHave } from '../../../scripts/downloads/cache-folder.ts';
import { type MailClient, runClient } from './mail-client.ts';

const CURL = '/usr/bin/curl';

export const curl: MailClient = {
  name: 'curl',
  async prepare() {
    if (!existsSync(CURL)) throw new CannotHave(`There is no ${CURL}: install the package curl.`);
  },
  send({ port, from, to, file, certificate }) {
    // Its certificate is for the address, and curl checks that.
    const tls = certificate === undefined ? [] : ['--ssl-reqd', '--cacert', certificate];
    const envelope = ['--mail-from', from, '--mail-rcpt', to, '--upload-file', file];
    return runClient([
      CURL,
      '--verbose',
      '--no-progress-meter',
      ...tls,
      ...envelope,
      `smtp://127.0.0.1:${port}/client.example`,
    ]);
  },
};
