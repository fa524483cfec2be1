import { randomUUID } from 'node:crypto';
import { linkSync, rmSync } from 'node:fs';
import { openReadOnly, problemsIn } from './check.ts';
import { makeEmpty, sync, syncFolderOf } from './file.ts';

/**
 * Copies the database as of one moment, while others write to it, into a new file. The file gets its name only when it is
 * whole and synced. A killed copy leaves a file with `.unfinished` in its name.
 */
export function copyDatabase(source: string, destination: string): void {
  const draft = `${destination}.${randomUUID()}.unfinished`;
  try {
    makeEmpty(draft);
    vacuumInto(source, draft);
    const [problem] = problemsIn(draft, 'file only', 'integrity_check');
    if (problem) throw new Error(problem);
    sync(draft);
    // Unlike a rename, a link fails if the name is taken.
    linkSync(draft, destination);
  } finally {
    rmSync(draft, { force: true });
    // SQLite leaves its journal there after an error.
    rmSync(`${draft}-journal`, { force: true });
  }
  syncFolderOf(destination);
}

/**
 * One read transaction, which blocks no writer. SQLite's backup API starts again after each write of another process, and
 * so never ends beside a busy server.
 */
function vacuumInto(source: string, draft: string): void {
  const connection = openReadOnly(source, 'with journal');
  try {
    connection.run('vacuum into $1', [draft]);
  } finally {
    connection.close();
  }
}
