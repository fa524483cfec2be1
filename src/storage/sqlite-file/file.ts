import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where the embedded database is or will be. Links are resolved: SQLite keeps its files beside the real file. */
export function databaseFileIn(folder: string): string {
  const file = resolve(folder, 'rota.db');
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Folder and file are for their owner only. SQLite gives the files beside it the same mode. */
export function makeDatabaseFile(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  makeEmpty(join(folder, 'rota.db'));
  return databaseFileIn(folder);
}

/** For its owner only. An existing file is not opened: closing it would release this process's locks on it. */
export function makeEmpty(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}

/** A database that was ever used is not empty. */
export function isThere(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Syncs a file or a folder to the disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export const syncFolderOf = (file: string) => sync(dirname(file));
