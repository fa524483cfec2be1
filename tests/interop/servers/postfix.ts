// Postfix: a mail server that takes mail for Rota and hands it in over LMTP. It insists on root and on users of its own, so it
// runs under fakeroot, which only makes it believe so: no rights are needed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageFiles } from '../../../scripts/downloads/debian-packages.ts';
import { libraries } from '../package-libraries.ts';
import { instead } from './mail.ts';
import { Program } from './server-of-others.ts';

const LIBRARIES = /^lib(fakeroot|db5|icu|nsl|sasl2|tirpc|gssapi|krb5|k5crypto|keyutils|com-err)/;
const PACKAGES = { names: ['postfix', 'fakeroot'], needs: (name: string) => LIBRARIES.test(name), instead };

/** Users that every Debian has, instead of those that its package makes. */
const OWNERS = { mail_owner: 'mail', setgid_group: 'news', default_privs: 'nobody' };

/** Folders of its queue. */
const QUEUE =
  'active bounce corrupt defer deferred flush hold incoming maildrop pid private public saved trace'.split(
    ' ',
  );

/** Its programs: how many at most, and what they are. None is in a chroot. */
const SERVICES = `
cleanup   unix       n - n - 0 cleanup
qmgr      unix       n - n 300 1 qmgr
tlsmgr    unix       - - n 1000? 1 tlsmgr
rewrite   unix       - - n - - trivial-rewrite
bounce    unix       - - n - 0 bounce
defer     unix       - - n - 0 bounce
trace     unix       - - n - 0 bounce
verify    unix       - - n - 1 verify
flush     unix       n - n 1000? 0 flush
proxymap  unix       - - n - - proxymap
smtp      unix       - - n - - smtp
lmtp      unix       - - n - - lmtp
error     unix       - - n - - error
retry     unix       - - n - - error
anvil     unix       - - n - 1 anvil
scache    unix       - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
`;

export interface Postfix extends AsyncDisposable {
  port: number;
  /** Everything that it has logged so far. */
  log(): Promise<string>;
}

export async function preparePostfix(): Promise<void> {
  await packageFiles(PACKAGES);
}

export interface PostfixOptions {
  port: number;
  /** More lines of its main.cf. They name its folder `/etc/postfix`. */
  settings: string;
  /** `/etc/postfix/transport`: where mail to a domain goes. */
  transports: string;
}

export async function startPostfix({ port, settings, transports }: PostfixOptions): Promise<Postfix> {
  const files = await packageFiles(PACKAGES);
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-postfix-'));
  const at = (name: string) => path.join(folder, name);
  for (const name of ['config', 'data', ...QUEUE.map((each) => `queue/${each}`)]) {
    await mkdir(at(name), { recursive: true });
  }
  const own = {
    ...OWNERS,
    compatibility_level: '3.6',
    queue_directory: at('queue'),
    data_directory: at('data'),
    meta_directory: at('config'),
    command_directory: path.join(files, 'usr/sbin'),
    daemon_directory: path.join(files, 'usr/lib/postfix/sbin'),
    shlib_directory: path.join(files, 'usr/lib/postfix'),
    maillog_file: at('log'),
    maillog_file_prefixes: folder,
    // It takes these away from its programs otherwise.
    import_environment: 'MAIL_CONFIG TZ LD_LIBRARY_PATH LD_PRELOAD FAKEROOTKEY',
    inet_interfaces: 'loopback-only',
    inet_protocols: 'ipv4',
    myhostname: 'relay.example',
    mydestination: '',
    alias_maps: '',
    mynetworks: '127.0.0.0/8',
    // A test speaks for clients elsewhere.
    smtpd_authorized_xclient_hosts: '127.0.0.1',
    // Tests wait for the next attempt.
    minimal_backoff_time: '1s',
    maximal_backoff_time: '1s',
    queue_run_delay: '1s',
    address_verify_poll_delay: '1s',
  };
  const lines = Object.entries(own).map(([name, value]) => `${name} = ${value}\n`);
  const given = settings.replaceAll('/etc/postfix', at('config'));
  await writeFile(at('config/main.cf'), lines.join('') + given);
  await writeFile(at('config/master.cf'), `127.0.0.1:${port} inet n - n - - smtpd${SERVICES}`);
  await writeFile(at('config/transport'), transports);
  await writeFile(at('config/dynamicmaps.cf'), '');

  const faked = await startFaked(files);
  const environment = {
    MAIL_CONFIG: at('config'),
    LD_LIBRARY_PATH: `${own.shlib_directory}:${libraries(files, '')}`,
    LD_PRELOAD: libraries(files, 'libfakeroot/libfakeroot-tcp.so'),
    FAKEROOTKEY: faked.key,
  };
  const words = ['-c', at('config')];
  const master = new Program(
    port,
    [path.join(own.daemon_directory, 'master'), ...words],
    environment,
    'SIGTERM',
  );
  const log = () => readFile(at('log'), 'utf8').catch(() => '');
  const end = async () => {
    await master.stop();
    faked.process.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await master.start();
  } catch (error) {
    const said = await log();
    await end();
    throw new Error(`${(error as Error).message}${said}`);
  }
  return { port, log, [Symbol.asyncDispose]: end };
}

/** The part of fakeroot that remembers which file belongs to whom. */
async function startFaked(files: string): Promise<{ process: ChildProcess; key: string }> {
  const started = spawn(path.join(files, 'usr/bin/faked-tcp'), ['--foreground'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(started.stdout.setEncoding('utf8'), 'data');
  return { process: started, key: String(line).split(':', 1)[0] ?? '' };
}
