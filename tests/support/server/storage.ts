// Databases to try the storage on, without the app around it and without its tables.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { OpenDatabase } from '../../../src/storage/database.ts';
import { openPostgres } from '../../../src/storage/postgres.ts';
import { openSqlite } from '../../../src/storage/sqlite.ts';
import { emptyPostgresDatabase, freshDataFolder } from './databases.ts';
import type { Engine } from './rota.ts';

/** Thrown by a test's own work, to see what becomes of it. */
export const failure = new Error('on purpose');

/** Where a database is, which can be opened more than once. */
export interface Place {
  open(): Promise<OpenDatabase>;
  remove(): Promise<void>;
}

/** A place with nothing in it yet. */
export async function freshPlace(engine: Engine): Promise<Place> {
  if (engine === 'sqlite') {
    const folder = await freshDataFolder();
    return { open: () => openSqlite({ file: path.join(folder.path, 'rota.db') }), remove: folder.remove };
  }
  const { url, drop } = await emptyPostgresDatabase();
  return { open: () => openPostgres({ url }), remove: drop };
}

/** The path of an SQLite file that is not there yet, for the time of `work`. */
export async function inFreshFile(work: (file: string) => Promise<void>): Promise<void> {
  const folder = await freshDataFolder();
  try {
    await work(path.join(folder.path, 'rota.db'));
  } finally {
    await folder.remove();
  }
}

/** Another process that uses an SQLite file. It has paused, having said why. */
export interface OtherProcess extends AsyncDisposable {
  said: string;
  goOn(): void;
  exit: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
}

/** Runs `script`, which has `openSqlite` and `file`, as far as its `await pause(why)`. */
export async function startOther(file: string, script: string): Promise<OtherProcess> {
  const opening = `
    import { once } from 'node:events';
    const { openSqlite } = await import(${JSON.stringify(import.meta.resolve('../../../src/storage/sqlite.ts'))});
    const file = ${JSON.stringify(file)};
    async function pause(why) {
      process.stdout.write(why);
      await once(process.stdin.resume(), 'end');
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', `${opening}\n${script}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit') as OtherProcess['exit'];
  // When it ends before it pauses, its exit code stands in the place of what it said.
  const [said] = await Promise.race([once(child.stdout, 'data'), exit]);
  return {
    said: String(said),
    goOn: () => void child.stdin.end(),
    exit,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
