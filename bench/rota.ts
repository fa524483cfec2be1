// Rota for the measurements: as a separate server process, or its parts in this process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/postgres/server.ts';
import { bootstrap } from '../src/bootstrap.ts';
import type { Context } from '../src/context.ts';
import { listEveryWorkspace } from '../src/features/workspace/workspaces/operations.ts';
import { scopes } from '../src/scopes.ts';
import { createServices } from '../src/services.ts';
import { readConfig } from '../src/settings/config.ts';
import type { OpenDatabase } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrate.ts';
import { openDatabase } from '../src/storage/open.ts';
import { systemClock } from '../src/time/clock.ts';
import { Child } from './children.ts';
import { now } from './clock.ts';
import { emptyDatabase, serversOf } from './servers.ts';
import { toldServers } from './spent.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];
export type Environment = Record<string, string>;

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FIRST_KEY = 'first-key-of-the-benchmarks-0123456789';

export interface Storage extends AsyncDisposable {
  environment: Environment;
}

/** An empty database, with the settings to use it. */
export async function emptyStorage(engine: Engine): Promise<Storage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-bench-'));
  const common = {
    ROTA_RATE_LIMIT_PER_MINUTE: '0',
    // The measurements make thousands of teams.
    ROTA_MAX_TEAMS: '0',
    ROTA_BOOTSTRAP_API_KEY: FIRST_KEY,
    ROTA_DATA_DIR: folder,
  };
  return {
    environment:
      engine === 'sqlite'
        ? common
        : { ...common, DATABASE_URL: await emptyDatabase(), ROTA_SECRET_KEY: '0f'.repeat(32) },
    // The database is removed with its server.
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Rota's parts in this process, with a context in the first workspace. */
export async function openRota(
  environment: Environment,
  wrap: (database: OpenDatabase) => OpenDatabase = (database) => database,
): Promise<Context> {
  const config = readConfig({ PORT: '0', ...environment });
  const opened = await openDatabase(config);
  await migrate(opened, systemClock);
  const services = createServices(config, wrap(opened), systemClock);
  await services.secrets.load();
  await bootstrap(services, config.bootstrapApiKey);
  const [workspace] = await listEveryWorkspace(services);
  if (!workspace) throw new Error('There is no workspace');
  return { ...services, caller: { workspaceId: workspace.id, actor: { type: 'cli', id: 'bench' }, scopes } };
}

/** A process that sends its mail to a server on this port: see mail-node.ts. */
export async function startMailNode(storage: Storage, port: number): Promise<Child<{ url: string }>> {
  return Child.start('mail-node.ts', {
    ...storage.environment,
    ROTA_SMTP_URL: `smtp://127.0.0.1:${port}`,
    ROTA_MAIL_DOMAIN: 'mail.example.com',
    ...toldServers(await serversOf(storage.environment)),
  });
}

/** A process that delivers to the receiver, and makes events on request: see node.ts. */
export async function startNode(storage: Storage, receiverUrl: string): Promise<Child<unknown>> {
  const servers = toldServers(await serversOf(storage.environment));
  return Child.start('node.ts', { ...storage.environment, ...servers, RECEIVER_URL: receiverUrl });
}

export interface Served extends AsyncDisposable {
  url: string;
  pid: number;
  /** From the start of the process to its first response. */
  startedInMs: number;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** `rota serve`. Its log is written and discarded. */
export async function serve(environment: Environment): Promise<Served> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { PATH = '', HOME = '' } = process.env;
  const start = now();
  const child = spawn(process.execPath, [path.join(ROOT, 'bin/rota.mjs'), 'serve'], {
    env: { PATH, HOME, PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null) throw new Error('rota serve has ended');
    await sleep(2);
  }
  return {
    url,
    pid: child.pid as number,
    startedInMs: now() - start,
    async [Symbol.asyncDispose]() {
      // Only a process that ends by itself writes its compile cache, which the next start needs.
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isAnswering(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    (response) => response.ok,
    () => false,
  );
}

/** Calls the API with the first key and returns the data. */
export async function call<Data>(
  { url }: { url: string },
  method: string,
  pathname: string,
  body?: object,
): Promise<Data> {
  const response = await fetch(`${url}/api/v1${pathname}`, {
    method,
    headers: { authorization: `Bearer ${FIRST_KEY}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: Data };
  if (!response.ok) throw new Error(`${method} ${pathname}: ${JSON.stringify(answer)}`);
  return answer.data;
}

export interface Member {
  id: string;
  email: string;
}

/** Five, for a team. */
export async function makeMembers(rota: { url: string }, domain = 'example.com'): Promise<Member[]> {
  const members: Member[] = [];
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve']) {
    const body = { email: `${name.toLowerCase()}@${domain}`, name };
    members.push(await call<Member>(rota, 'POST', '/workspace_members', body));
  }
  return members;
}

export async function makeKey(rota: { url: string }, name: string, scopes: string[]): Promise<string> {
  return (await call<{ key: string }>(rota, 'POST', '/api_keys', { name, scopes })).key;
}
