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

/** SQLite's two kinds of journal, which are part of the database. */
export const journalsOf = (file: string) => [journalOf(file), `${file}-journal`];

/** Whether there is something to replace. */
export const isOccupied = (file: string) => [file, ...journalsOf(file)].some(isThere);

/** A synced copy of the backup beside the database, for its owner only. The caller holds the lock. */
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

/** Left over from killed restores. */
function removeDrafts(file: string): void {
  const folder = dirname(file);
  const isDraft = (name: string) => name.startsWith(`${basename(file)}.`) && name.endsWith('.unfinished');
  for (const name of readdirSync(folder).filter(isDraft)) rmSync(join(folder, name));
}

/**
 * Puts `draft`, a whole and synced file, in place of the database, and keeps the old one under the name `kept`. The caller
 * holds the lock. It yields after each step. If it is killed there, the old database is in use, or the new one, or neither
 * until the restore is run again; never one with the journal of the other.
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
 * Keeps the journal as it is, because folding it would lose something. A mark keeps everybody from opening the old database
 * while its journal has been moved away and the new database is not in place yet.
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
 * Writes the journal into the database and removes it, so that the file is whole by itself. False if that would lose
 * something, or if the file is too damaged for SQLite.
 */
function foldJournal(file: string): boolean {
  if (!isThere(file) || readJournal(file).lost) return false;
  const connection = openConnection(file, { readOnly: false, busyTimeoutMs: 0 });
  try {
    connection.script('pragma journal_mode = delete');
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    // Such as the sqlite3 command, which ignores our lock.
    if (isBusy(error)) throw new DatabaseRefused(`${file} is open in another program: close that first`);
    throw error;
  } finally {
    connection.close();
  }
}
