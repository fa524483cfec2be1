import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { DatabaseRefused } from '../refused.ts';
import { openConnection } from '../sqlite-connection.ts';
import { type Extent, problemsIn } from './check.ts';
import { sync, syncFolderOf } from './file.ts';
import { framesOf, journalOf, pageNumberOf, pageOf } from './journal.ts';

/**
 * Removes a damaged journal: the readable part goes into the database, the rest is given up. Copies of both stay under the
 * name `kept`. The caller holds the lock. If this is killed halfway, the damaged journal is still there.
 *
 * Returns whether the journal was used. A checkpoint may already have written the part behind the damage into the database.
 * Then the part before the damage is older than the database and is given up, too.
 */
export function giveUpLost(file: string, kept: string): { usedJournal: boolean } {
  const extents: Extent[] = ['with journal', 'file only'];
  if (isCheckpointed(file)) extents.reverse();
  const readable = extents.find((extent) => isReadable(file, extent));
  if (!readable) {
    throw new DatabaseRefused(
      `${file} can't be read, neither with what is left of its journal nor without: restore a backup with ` +
        '`rota restore FILE --replace`',
    );
  }
  keepCopies([file, journalOf(file)], [kept, journalOf(kept)]);
  const usedJournal = readable === 'with journal';
  if (usedJournal) foldReadable(file);
  else truncateSync(journalOf(file));
  return { usedJournal };
}

/** Whether the database has a page whose content comes from behind the damage in the journal. */
function isCheckpointed(file: string): boolean {
  const replayed = new Map<number, Buffer>();
  const descriptor = openSync(file, 'r');
  try {
    for (const frame of framesOf(file)) {
      const [number, page] = [pageNumberOf(frame), Buffer.from(pageOf(frame))];
      if (frame.isReplayed) replayed.set(number, page);
      else if (frame.isLinked && !replayed.get(number)?.equals(page)) {
        const stored = Buffer.alloc(page.length);
        readSync(descriptor, stored, 0, stored.length, (number - 1) * stored.length);
        if (stored.equals(page)) return true;
      }
    }
    return false;
  } finally {
    closeSync(descriptor);
  }
}

const isReadable = (file: string, extent: Extent) =>
  problemsIn(file, extent, 'integrity_check', 'foreign_key_check').length === 0;

function keepCopies(files: string[], copies: string[]): void {
  try {
    for (const [place, copy] of copies.entries()) {
      copyFileSync(files[place] as string, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      chmodSync(copy, 0o600);
      sync(copy);
      syncFolderOf(copy);
    }
  } catch (error) {
    for (const copy of copies) rmSync(copy, { force: true });
    throw error;
  }
}

function foldReadable(file: string): void {
  const connection = openConnection(file, { readOnly: false, busyTimeoutMs: 0 });
  try {
    connection.script('pragma wal_checkpoint(truncate)');
  } finally {
    connection.close();
  }
}
