// msmtp: a small client in C, with GnuTLS.
import path from 'node:path';
import { packageFiles } from '../../../scripts/downloads/debian-packages.ts';
import { libraries } from '../package-libraries.ts';
import { instead } from '../servers/mail.ts';
import { type MailClient, runClient } from './mail-client.ts';

const LIBRARIES = /^lib(gsasl|gssglue|idn1|ntlm|secret-1|glib2|gcrypt|gpg-error|ffi)/;
const PACKAGES = { names: ['msmtp'], needs: (name: string) => LIBRARIES.test(name), instead };

export const msmtp: MailClient = {
  name: 'msmtp',
  async prepare() {
    await packageFiles(PACKAGES);
  },
  async send({ port, from, to, file, certificate }) {
    const files = await packageFiles(PACKAGES);
    const tls =
      certificate === undefined
        ? ['--tls=off']
        : ['--tls=on', '--tls-starttls=on', `--tls-trust-file=${certificate}`];
    const server = ['--host=127.0.0.1', `--port=${port}`, '--auth=off', '--domain=client.example'];
    // It reads the mail from its input only.
    const script = 'file=$1; shift; exec "$@" < "$file"';
    const words = [
      path.join(files, 'usr/bin/msmtp'),
      '--debug',
      ...server,
      ...tls,
      `--from=${from}`,
      '--',
      to,
    ];
    return runClient(['/bin/sh', '-c', script, 'sh', file, ...words], {
      LD_LIBRARY_PATH: libraries(files, ''),
    });
  },
};
