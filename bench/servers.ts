// The servers of a run beside Rota: its own PostgreSQL, and a Redis for BullMQ.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '../scripts/postgres/databases.ts';
import { freePort, type PostgresServer, startPostgresServer } from '../scripts/postgres/server.ts';
import { processorTimeOfServer } from './processor-time.ts';

/** As durable as PostgreSQL's default, with room for a million rows. */
const SETTINGS = { fsync: 'on', full_page_writes: 'on', shared_buffers: '256MB', max_wal_size: '2GB' };

let server: Promise<PostgresServer> | undefined;

/** Starts the server of this run with further settings. */
export async function startPostgres(more: Record<string, string> = {}): Promise<void> {
  server ??= startPostgresServer({ ...SETTINGS, ...more });
  await server;
}

/** The URL of an empty database, on the server of this run. */
export async function emptyDatabase(): Promise<string> {
  server ??= startPostgresServer(SETTINGS);
  const name = `bench_${randomBytes(4).toString('hex')}`;
  return (await createDatabase((await server).url, name, 'template0')).url;
}

/** CPU time of this run's PostgreSQL so far, in µs: see processor-time.ts. */
export async function postgresTime(): Promise<number | undefined> {
  return server && processorTimeOfServer((await server).pid);
}

/** The ids of the servers with a storage's data: none for an embedded database. */
export async function serversOf(environment: Record<string, string>): Promise<number[]> {
  return environment.DATABASE_URL === undefined || !server ? [] : [(await server).pid];
}

/** Called between two measurements: PostgreSQL's background work for one would affect the next. */
export async function stopPostgres(): Promise<void> {
  await (await server)?.stop();
  server = undefined;
}

export interface Redis extends AsyncDisposable {
  url: string;
  pid: number;
}

/** Redis with BullMQ's recommended durability: a second behind the disk. It must be installed on this machine. */
export async function startRedis(): Promise<Redis> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-redis-'));
  const port = await freePort();
  const words = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', ''];
  const durability = ['--appendonly', 'yes', '--appendfsync', 'everysec'];
  const child = spawn('redis-server', [...words, ...durability, '--maxmemory-policy', 'noeviction'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    await once(child, 'spawn');
  } catch (error) {
    await remove();
    throw new Error(`BullMQ needs Redis, and redis-server can not be run here (${(error as Error).message})`);
  }
  for await (const text of child.stdout) if (String(text).includes('Ready to accept connections')) break;
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid as number,
    async [Symbol.asyncDispose]() {
      process.off('exit', kill);
      const ended = once(child, 'exit');
      kill();
      await ended;
      await remove();
    },
  };
}
