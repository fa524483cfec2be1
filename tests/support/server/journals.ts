// SQLite databases with a journal, as left by a killed process, and ways to change their bytes.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readJournal } from '../../../src/storage/sqlite-file/journal.ts';
import { type DataFolder, freshDataFolder } from './databases.ts';

export const HEADER_BYTES = 32;
export const FRAME_BYTES = 24 + 4096;

/** The bytes of a database and its journal at one moment. */
export interface Left {
  database: Buffer;
  journal: Buffer;
}

/** A folder for the databases of a test. */
export class Workbench implements AsyncDisposable {
  readonly #folder: DataFolder;
  #count = 0;

  private constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  static async make(): Promise<Workbench> {
    return new Workbench(await freshDataFolder());
  }

  newFile(): string {
    this.#count += 1;
    return path.join(this.#folder.path, `${this.#count}.db`);
  }

  /** Runs `work` on earlier bytes, or on a new table of notes, and returns the bytes that it leaves. */
  leave(work: (connection: DatabaseSync) => void, before?: Left): Left {
    const file = before ? this.put(before) : this.newFile();
    const connection = new DatabaseSync(file);
    connection.exec(
      'pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table if not exists notes (text text)',
    );
    work(connection);
    const left = read(file);
    connection.close();
    return left;
  }

  /** Writes the bytes to a file, and returns its name. */
  put({ database, journal }: Left): string {
    const file = this.newFile();
    writeFileSync(file, database);
    writeFileSync(`${file}-wal`, journal);
    return file;
  }

  /** The number of notes that SQLite finds, without Rota's check. */
  notesIn(left: Left): number {
    const file = this.put(left);
    const connection = new DatabaseSync(file);
    try {
      return Number(connection.prepare('select count(*) as count from notes').get()?.count);
    } catch {
      return 0;
    } finally {
      connection.close();
      rmSync(file);
    }
  }

  journalOf(left: Left) {
    const file = this.put(left);
    try {
      return readJournal(file);
    } finally {
      rmSync(file);
      rmSync(`${file}-wal`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#folder.remove();
  }
}

const read = (file: string): Left => ({
  database: readFileSync(file),
  journal: readFileSync(`${file}-wal`),
});

/** Each note is a transaction of several pages. */
export function addNotes(connection: DatabaseSync, count: number, bytes = 3_000): void {
  const insert = connection.prepare('insert into notes values (?)');
  for (let number = 0; number < count; number += 1) insert.run('n'.repeat(bytes));
}

/** Replaces some bytes. */
export function withBytes({ database, journal }: Left, position: number, bytes: Uint8Array): Left {
  const changed = Buffer.from(journal);
  changed.set(bytes.subarray(0, Math.max(0, changed.length - position)), position);
  return { database, journal: changed };
}
