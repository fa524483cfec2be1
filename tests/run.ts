// `npm test [-- files, folders and --test-... flags]`: runs the test files with a PostgreSQL server for their databases.
// Without files it is the fast lane; `--lane=rest` is what that leaves out, `--lane=all` is both. Files that are named run whole.
// `--with-interop` adds the files of `npm run interop`, which prepares what they need.
// Flags go to `node --test` unchanged, so write those with a value as --flag=value.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { availableParallelism, constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotHave } from '../scripts/downloads/cache-folder.ts';
import { whenNpmExits } from '../src/cli/serve/starter.ts';
import { browserFor } from './support/browser/run.ts';
import { announceSeed, sayHowToRepeat } from './support/chance.ts';
import { type Batch, pack, writeBatches } from './support/run/batches.ts';
import { CannotRun } from './support/run/cannot-run.ts';
import {
  COSTS,
  expensiveFiles,
  knownCosts,
  readCosts,
  rememberCosts,
  tooExpensive,
} from './support/run/costs.ts';
import { findPostgres, makePostgresTemplate, TEMPLATE } from './support/run/postgres.ts';
import { prepareStatements, STATEMENTS } from './support/run/prepare-statements.ts';
import { makeSqliteTemplate, SQLITE_TEMPLATE } from './support/run/sqlite-template.ts';
import { laneOf, newFilesIn } from './support/run/test-files.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const CACHE = path.join(ROOT, 'node_modules/.cache/rota-tests');
const CHILD_END_DEADLINE_MS = 5_000;
const LANES = ['fast', 'rest', 'all'];
const WITH_INTEROP = '--with-interop';
/** With these flags, not all tests run. */
const NARROWS = /^--test-(name-pattern|skip-pattern|only|shard)/;
/** These run a second time, with slow claims and records: see support/server/slow-deliveries.ts. */
const RUN_SLOWLY = [
  ['webhooks/backlog', 'webhooks/claims', 'webhooks/isolation', 'webhooks/retention'],
  [
    'features/events/webhook-endpoints/delete',
    'webhooks/drain',
    'webhooks/late-responses',
    'webhooks/metrics',
    'features/events/webhook-deliveries/retries-by-hand',
  ],
].map((names) => names.map((name) => `tests/${name}.test.ts`));
/** One more than the processors, because tests also wait. With more, each takes longer. */
const CONCURRENCY = availableParallelism() + 1;
/** Each batch loads and compiles the same again, about 5 s of CPU; with fewer batches, the last one runs alone for longer. */
const BATCHES = 2 * CONCURRENCY;
/** A short run makes do with fewer. */
const SECONDS_A_BATCH = 10;
/** Linux only, and often small in containers. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

// Set by a signal that ends the run. The handlers stay, so that a second Ctrl-C does not interrupt the clean-up.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interruption.abort(signal));
}
whenNpmExits(process, () => interruption.abort('SIGTERM'));

async function main(): Promise<number> {
  await writeToMemory();
  const { lane, flags, files, isWhole } = await readWords(process.argv.slice(2));
  await using opened = new AsyncDisposableStack();
  const costsRecord = path.join(CACHE, 'costs.json');
  const packed = await pack(files, await knownCosts(costsRecord, lane), {
    most: BATCHES,
    least: CONCURRENCY,
    seconds: SECONDS_A_BATCH,
  });
  const batches = await writeBatches([...(isWhole && lane !== 'fast' ? slowBatches() : []), ...packed]);
  opened.defer(batches.remove);
  const browser = await browserFor(files);
  opened.defer(browser.release);
  const server = await findPostgres();
  opened.defer(server.release);
  const notes = await mkdtemp(path.join(tmpdir(), 'rota-test-notes-'));
  opened.defer(() => rm(notes, { recursive: true }));
  const [costs, statements] = [path.join(notes, 'costs'), path.join(notes, 'statements')];
  await Promise.all([costs, statements].map((file) => writeFile(file, '')));

  console.log(`Testing with PostgreSQL ${server.version} ${server.name}`);
  interruption.signal.throwIfAborted();
  await makePostgresTemplate(server.url);
  const template = await makeSqliteTemplate();
  opened.defer(template.remove);
  const tests = await runTests(flags, batches.files, {
    ...browser.environment,
    ROTA_TEST_LANE: lane,
    ...announceSeed(),
    ROTA_TEST_POSTGRES_URL: server.url,
    ROTA_TEST_POSTGRES_TEMPLATE: TEMPLATE,
    [SQLITE_TEMPLATE]: template.file,
    [COSTS]: costs,
    [STATEMENTS]: statements,
  });
  if (tests !== 0) sayHowToRepeat(process.argv.slice(2));
  const isComplete = isWhole && !flags.some((flag) => NARROWS.test(flag));
  const own = await readCosts(costs);
  if (isComplete) await rememberCosts(costsRecord, lane, own);
  if (isWhole) console.log(`\n${expensiveFiles(own)}\n`);
  const refusals = [
    ...(await refusedStatements(server.url, statements)),
    ...(isComplete && lane === 'fast'
      ? expensiveForFastLane(tooExpensive(own, await newFilesIn(ROOT, files)))
      : []),
  ];
  for (const refusal of refusals) console.error(`${refusal}\n`);
  return await browser.exitCode(tests === 0 && refusals.length > 0 ? 1 : tests);
}

interface Words {
  lane: string;
  flags: string[];
  files: string[];
  isWhole: boolean;
}

async function readWords(words: string[]): Promise<Words> {
  const laneFlag = words.find((word) => word.startsWith('--lane='));
  const flags = words.filter((word) => word.startsWith('-') && ![laneFlag, WITH_INTEROP].includes(word));
  const patterns = words.filter((word) => !word.startsWith('-'));
  const isWhole = patterns.length === 0;
  const lane = laneFlag?.slice('--lane='.length) ?? (isWhole ? 'fast' : 'all');
  if (!LANES.includes(lane)) throw new CannotRun(`--lane must be one of ${LANES.join(', ')}`);
  const all = ['tests/**/*.test.ts', ...(words.includes(WITH_INTEROP) ? ['tests/**/*.interop.ts'] : [])];
  const found = await findTestFiles(isWhole ? all : patterns);
  const files = found.filter((file) => lane !== 'fast' || laneOf(path.join(ROOT, file)) === 'fast');
  return { lane, flags, files, isWhole };
}

/** Each runs whole, for a second time. */
function slowBatches(): Batch[] {
  const environment = { ROTA_TEST_SLOW_DELIVERIES: 'true', ROTA_TEST_LANE: 'all', [COSTS]: '' };
  return RUN_SLOWLY.map((files) => ({ files, seconds: 0, environment }));
}

async function refusedStatements(adminUrl: string, noted: string): Promise<string[]> {
  const { count, refused } = await prepareStatements(adminUrl, noted);
  if (count > 0)
    console.log(
      `PostgreSQL has prepared ${count - refused.length} of ${count} statements that ran on SQLite.`,
    );
  return refused.map((message) => `PostgreSQL does not understand a statement: ${message}`);
}

function expensiveForFastLane(files: string[]): string[] {
  if (files.length === 0) return [];
  return [
    `These files take too much CPU for the fast lane. Make them cheaper, or begin their first line with "// Full lane, because …:"\n${files.join('\n')}`,
  ];
}

/**
 * Test data does not outlive the run, so it goes to memory if there is enough. Measured with a third of the tests: 35 s
 * instead of 41 s. TMPDIR takes precedence.
 */
async function writeToMemory(): Promise<void> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  if (bavail * bsize >= ROOM_BYTES) process.env.TMPDIR ??= MEMORY;
}

async function findTestFiles(patterns: string[]): Promise<string[]> {
  const files = new Set<string>();
  for (const pattern of patterns) {
    let found = false;
    const isFolder = (await stat(path.resolve(ROOT, pattern)).catch(() => undefined))?.isDirectory();
    for await (const file of glob(isFolder ? path.join(pattern, '**/*.test.ts') : pattern, { cwd: ROOT })) {
      files.add(path.relative(ROOT, path.resolve(ROOT, file)));
      found = true;
    }
    if (!found) throw new CannotRun(`No test file was found for ${pattern} in ${ROOT}`);
  }
  return [...files].sort();
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
    // The processes load the same modules, in this run and the next.
    env: { ...process.env, ...environment, NODE_COMPILE_CACHE: CACHE },
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
