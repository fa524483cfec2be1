import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseRefused } from '../refused.ts';
import { isBusy, isDamage, openConnection } from '../sqlite-connection.ts';
import { isThere, makeEmpty, sync, syncFolderOf } from './file.ts';
import { unfinishedRestore } from './guard.ts';
import { journalOf, readJournal } from './journal.ts';

/** What can lie beside a database and be a part of it: SQLite's two kinds of journal. */
export const journalsOf = (file: string) => [journalOf(file), `${file}-journal`];

/** There is something that a restore would take the place of. */
export const isOccupied = (file: string) => [file, ...journalsOf(file)].some(isThere);

/** A copy of a backup beside the database, on the disk, for its owner only. Whoever calls this holds the lock. */
export function draftFrom(backup: string, file: string): string {
  const draft = `${file}.${randomUUID()}.unfinished`;
  removeDrafts(file);
  try {
    copyFileSync(backup, draft, constants.COPYFILE_FICLONE);
    chmodSync(draft, 0o600);
    sync(draft);
    return draft;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** What others have left that were killed. */
function removeDrafts(file: string): void {
  const folder = dirname(file);
  const isDraft = (name: string) => name.startsWith(`${basename(file)}.`) && name.endsWith('.unfinished');
  for (const name of readdirSync(folder).filter(isDraft)) rmSync(join(folder, name));
}

/**
 * Puts `draft`, which is whole and on the disk, in the place of the database, and keeps what was there under the name
 * `kept`. Whoever calls this holds the lock. It yields after each step: killed there, the old database is in use as before,
 * or the new one, or neither until the restore is run again; never one with the journal of the other.
 */
export function* putInPlace(file: string, draft: string, kept: string): Generator<string> {
  const isUnfinished = existsSync(unfinishedRestore(file));
  if (!isOccupied(file) && !isUnfinished) {
    renameSync(draft, file);
    yield 'in place';
  } else if (isUnfinished || !foldJournal(file)) {
    yield* replaceDamaged(file, draft, kept);
  } else {
    yield 'journal folded';
    linkSync(file, kept);
    syncFolderOf(file);
    yield 'old one kept';
    renameSync(draft, file);
    yield 'in place';
  }
  syncFolderOf(file);
}

/**
 * The journal stays as it is, because it can't be folded without losing something. Between its going away and the new
 * database's coming, nobody must take the old one for whole.
 */
function* replaceDamaged(file: string, draft: string, kept: string): Generator<string> {
  makeEmpty(unfinishedRestore(file));
  syncFolderOf(file);
  yield 'marked as unfinished';
  if (isThere(file)) linkSync(file, kept);
  yield 'old one kept';
  for (const [place, journal] of journalsOf(file).entries()) {
    if (isThere(journal)) renameSync(journal, journalsOf(kept)[place] as string);
    rmSync(journal, { force: true });
  }
  rmSync(`${file}-shm`, { force: true });
  syncFolderOf(file);
  yield 'journal kept';
  renameSync(draft, file);
  syncFolderOf(file);
  yield 'in place';
  rmSync(unfinishedRestore(file));
}

/**
 * Writes what is in the journal into the database and ends the journal, so that the file is the whole of it. False
 * when that would lose something, or when the file is damaged so far that SQLite does not read it.
 */
function foldJournal(file: string): boolean {
  if (!isThere(file) || readJournal(file).lost) return false;
  const connection = openConnection(file, { readOnly: false, busyTimeoutMs: 0 });
  try {
    connection.script('pragma journal_mode = delete');
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    // Such as the sqlite3 command, which does not know of our lock.
    if (isBusy(error)) throw new DatabaseRefused(`${file} is open in another program: close that first`);
    throw error;
  } finally {
    connection.close();
  }
}
