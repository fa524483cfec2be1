import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { invalidRequest } from '../../errors.ts';
import { DatabaseRefused } from '../../storage/refused.ts';
import { copyDatabase } from '../../storage/sqlite-file/copy.ts';
import { isThere } from '../../storage/sqlite-file/file.ts';
import { lockWhole } from '../../storage/sqlite-file/guard.ts';
import { type Command, json, onlyWord } from '../command.ts';
import { describeSize, embeddedFile } from './embedded.ts';

export const backupCommand: Command = {
  name: 'backup',
  takes: 'FILE',
  summary: 'back up the embedded database to a new file, even while the service runs',
  details:
    'The backup is a checked snapshot of one moment. FILE must not exist yet, and appears only once the backup is complete.\n' +
    'The secret key is not in it: keep a copy of that elsewhere. `rota restore` restores a backup.',
  options: { json },
  async run(invocation) {
    const source = embeddedFile(invocation.config, 'backup', 'pg_dump');
    const file = resolve(onlyWord(invocation, 'FILE'));
    if (!isThere(source)) throw invalidRequest(`there is no database to back up: ${source}`);
    assertFree(file);
    const start = performance.now();
    copy(source, file);
    const seconds = Math.round(performance.now() - start) / 1_000;
    const bytes = statSync(file).size;
    invocation.print({ file, bytes, seconds, source }, [
      `Backed up to ${file}: ${describeSize(bytes)} in ${seconds.toFixed(1)} s.`,
      'The secret key is not in it: keep a copy of secret.key, or of ROTA_SECRET_KEY, elsewhere.',
    ]);
  },
};

function assertFree(file: string): void {
  // lstat: a dangling link counts too.
  if (lstatSync(file, { throwIfNoEntry: false })) throw exists(file);
  if (!existsSync(dirname(file))) throw invalidRequest(`there is no folder ${dirname(file)} to write to`);
}

const exists = (file: string) => invalidRequest(`${file} already exists: choose another name`);

function copy(source: string, file: string): void {
  const lock = lockWhole(source, 'use');
  try {
    copyDatabase(source, file);
  } catch (error) {
    const { code, message, cause } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw exists(file);
    const reason = cause instanceof Error ? cause.message : message;
    throw new DatabaseRefused(`${file} can't be written: ${reason}. Nothing was left behind`);
  } finally {
    lock.release();
  }
}
