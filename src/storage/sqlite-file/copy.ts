import { randomUUID } from 'node:crypto';
import { linkSync, rmSync } from 'node:fs';
import { openReadOnly, problemsIn } from './check.ts';
import { makeEmpty, sync, syncFolderOf } from './file.ts';

/**
 * Copies the database as it is at one moment, while others write to it, into a file that is not there yet. It has its name
 * only once it is whole and on the disk; what a killed copy leaves has `.unfinished` in its name.
 */
export function copyDatabase(source: string, destination: string): void {
  const draft = `${destination}.${randomUUID()}.unfinished`;
  try {
    makeEmpty(draft);
    vacuumInto(source, draft);
    const [problem] = problemsIn(draft, 'file only', 'integrity_check');
    if (problem) throw new Error(problem);
    sync(draft);
    // Unlike a rename, this fails when somebody else has taken the name.
    linkSync(draft, destination);
  } finally {
    rmSync(draft, { force: true });
    // What SQLite writes beside it is left there when something goes wrong.
    rmSync(`${draft}-journal`, { force: true });
  }
  syncFolderOf(destination);
}

/**
 * One read of everything, for which writers don't wait. SQLite's own backup begins again whenever another process has
 * written, and so does not end beside a busy server.
 */
function vacuumInto(source: string, draft: string): void {
  const connection = openReadOnly(source, 'with journal');
  try {
    connection.run('vacuum into $1', [draft]);
  } finally {
    connection.close();
  }
}
