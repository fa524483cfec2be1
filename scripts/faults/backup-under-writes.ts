// `npx node scripts/faults/backup-under-writes.ts [MB] [WRITES_PER_SECOND]`: backs up a large database while a server keeps writing to it.
// Prints the duration of the backup and of the writes meanwhile. Fails if the backup lacks anything acknowledged before it began. Needs
// twice the size in the temporary folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { call, type Environment, emptyStorage, openRota, serve } from '../../bench/rota.ts';
import type { Context } from '../../src/context.ts';
import { problemsIn, withReader } from '../../src/storage/sqlite-file/check.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const [megabytes = 500, perSecond = 100] = process.argv.slice(2).map(Number);
const BEFORE_MS = 5_000;
const ROWS_AT_ONCE = 20_000;
/** An event and its audit entry, with their indexes. */
const BYTES_PER_ROW = 1_370;

/** Events and audit entries, as after years of meeting requests. */
async function fill(environment: Environment): Promise<void> {
  const { database, storage, caller } = await openRota(environment);
  const rows = Math.ceil((megabytes * 1e6) / BYTES_PER_ROW);
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) await insertRows(database, caller.workspaceId, from);
  await storage.close();
}

async function insertRows(database: Context['database'], workspaceId: string, from: number): Promise<void> {
  const numbers = `with recursive numbers (number) as (
      select ${from} union all select number + 1 from numbers where number < ${from + ROWS_AT_ONCE - 1}
    )`;
  await database.transaction(async (tx) => {
    await tx.run(
      `insert into events (workspace_id, id, type, payload, created_at) ${numbers}
       select $1, printf('evt_%026d', number), 'meeting_request.created', hex(randomblob(150)), number from numbers`,
      [workspaceId],
    );
    await tx.run(
      `insert into audit_entries (id, workspace_id, action, actor_type, actor_id, target_type, target_id, changes, created_at)
       select replace(id, 'evt_', 'aud_'), workspace_id, type, 'api_key', 'key', 'meeting_request', replace(id, 'evt_', 'mr_'),
         payload, created_at from events where created_at >= ${from}`,
    );
  });
}

interface Write {
  email: string;
  /** When the request was sent; `until`, when it was acknowledged. */
  from: number;
  until: number;
}

/** Creates members at a steady rate, independent of the responses. */
function startWriting(url: string) {
  const done: Write[] = [];
  const open = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const email = `m${done.length}-${open.size}-${performance.now()}@example.com`;
    const from = performance.now();
    const write = call({ url }, 'POST', '/workspace_members', { email }).then(() => {
      done.push({ email, from, until: performance.now() });
      open.delete(write);
    });
    open.add(write);
  }, 1_000 / perSecond);
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(open);
  };
  return { done, stop };
}

async function backup(environment: Environment, file: string): Promise<string> {
  const child = spawn(process.execPath, [path.join(ROOT, 'bin/rota.mjs'), 'backup', file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`rota backup ended with ${code}`);
  return printed.split('\n')[0] as string;
}

function latencies(writes: Write[]): string {
  const sorted = writes.map(({ from, until }) => until - from).sort((one, other) => one - other);
  const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)} ms`;
  return `${writes.length} writes, median ${at(0.5)}, 99th ${at(0.99)}, longest ${at(1)}`;
}

await using storage = await emptyStorage('sqlite');
const folder = String(storage.environment.ROTA_DATA_DIR);
await fill(storage.environment);
console.log(`Database: ${(statSync(path.join(folder, 'rota.db')).size / 1e6).toFixed(0)} MB`);
await using server = await serve(storage.environment);
const writing = startWriting(server.url);
await sleep(BEFORE_MS);
const start = performance.now();
const file = path.join(folder, 'copy.db');
console.log(await backup(storage.environment, file));
const end = performance.now();
await sleep(1_000);
await writing.stop();

const before = writing.done.filter(({ until }) => until < start);
console.log(`Before:     ${latencies(before)}`);
console.log(
  `Meanwhile:  ${latencies(writing.done.filter(({ until, from }) => until >= start && from <= end))}`,
);
const rows = await withReader(file, 'file only', (reader) =>
  reader.all<{ email: string }>('select email from members'),
);
const kept = new Set(rows.map(({ email }) => email));
const missing = before.filter(({ email }) => !kept.has(email)).length;
console.log(`Acknowledged before the backup began: ${before.length}, missing in it: ${missing}`);
const problems = problemsIn(file, 'file only', 'integrity_check', 'foreign_key_check');
console.log(`Problems in it: ${problems.join('; ') || 'none'}`);
process.exitCode = missing + problems.length > 0 ? 1 : 0;
