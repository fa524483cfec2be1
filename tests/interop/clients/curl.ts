// curl: the program of this machine.
import { existsSync } from 'node:fs';
import { CannotHave } from '../../../scripts/downloads/cache-folder.ts';
import { type Handed, type MailClient, runClient } from './mail-client.ts';

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

/** Posts the mail, as providers do that take mail for others. */
export function postWithCurl(url: string, key: string, file: string): Promise<Handed> {
  const headers = [`Authorization: Bearer ${key}`, 'Content-Type: message/rfc822'];
  const words = headers.flatMap((header) => ['--header', header]);
  return runClient([
    CURL,
    '--no-progress-meter',
    '--fail-with-body',
    ...words,
    '--data-binary',
    `@${file}`,
    url,
  ]);
}
