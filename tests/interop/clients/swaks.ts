// swaks: the Swiss Army Knife for SMTP, in Perl. It speaks LMTP, too, and can speak for another client.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { CannotHave } from '../../../scripts/downloads/cache-folder.ts';
import { packageFiles } from '../../../scripts/downloads/debian-packages.ts';
import { libraries } from '../package-libraries.ts';
import { instead } from '../servers/mail.ts';
import { type Handed, type Handing, type MailClient, runClient } from './mail-client.ts';

/** Debian's own: a module is compiled for it. */
const PERL = '/usr/bin/perl';
const PACKAGES = { names: ['swaks', 'libnet-ssleay-perl'], needs: () => false, instead };

export const swaks: MailClient = {
  name: 'swaks',
  async prepare() {
    if (!existsSync(PERL)) throw new CannotHave(`There is no ${PERL}: ${instead}`);
    await packageFiles(PACKAGES);
  },
  send: (mail) => sendWithSwaks(mail),
};

/** With more of its words, such as `--protocol LMTP`. */
export async function sendWithSwaks(mail: Handing, more: string[] = []): Promise<Handed> {
  const files = await packageFiles(PACKAGES);
  const tls =
    mail.certificate === undefined ? [] : ['--tls', '--tls-verify', '--tls-ca-path', mail.certificate];
  const words = ['--server', '127.0.0.1', '--port', String(mail.port), '--from', mail.from, '--to', mail.to];
  return runClient(
    [PERL, path.join(files, 'usr/bin/swaks'), ...words, ...tls, '--data', `@${mail.file}`, ...more],
    {
      PERL5LIB: libraries(files, 'perl5/*'),
    },
  );
}

/** For commands that are written for whoever has it installed. */
export async function pathWithSwaks(): Promise<string> {
  return `${path.join(await packageFiles(PACKAGES), 'usr/bin')}:${process.env.PATH}`;
}
