// Databases for tests of the storage, without the app and its tables.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { OpenDatabase } from '../../../src/storage/database.ts';
import { openPostgres } from '../../../src/storage/postgres.ts';
import { openSqlite } from '../../../src/storage/sqlite.ts';
import { emptyPostgresDatabase, freshDataFolder, patient } from './databases.ts';
import type { Engine } from './rota.ts';

/** Thrown by a test's work, to check that it is passed on. */
export const failure = new Error('on purpose');

/** A database that can be opened more than once. */
export interface Place {
  /** The file or the URL. */
  address: string;
  open(): Promise<OpenDatabase>;
  remove(): Promise<void>;
}

/** An empty place. */
export async function freshPlace(engine: Engine): Promise<Place> {
  if (engine === 'sqlite') {
    const folder = await freshDataFolder();
    const file = path.join(folder.path, 'rota.db');
    return { address: file, open: () => openSqlite({ file }), remove: folder.remove };
  }
  const { url, drop } = await emptyPostgresDatabase();
  const address = patient(url);
  return { address, open: () => openPostgres({ url: address }), remove: drop };
}

/** The path of an SQLite file that does not exist yet, while `work` runs. */
export async function inFreshFile(work: (file: string) => Promise<void>): Promise<void> {
  const folder = await freshDataFolder();
  try {
    await work(path.join(folder.path, 'rota.db'));
  } finally {
    await folder.remove();
  }
}

/** Another process with an SQLite file, which has paused and said why. */
export interface OtherProcess extends AsyncDisposable {
  said: string;
  goOn(): void;
  exit: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
}

/** Runs `script`, with `openSqlite` and `file`, up to its `await pause(why)`. */
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
  // If it ends before it pauses, `said` is its exit code.
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
