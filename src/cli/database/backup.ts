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
  summary: 'copy the embedded database into a new file, while the service runs or not',
  details:
    'The copy is as of one moment, checked, and complete when it has its name; FILE must not exist yet.\n' +
    'The secret key is not in it: keep a copy of that elsewhere. `rota restore` puts a backup back.',
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
      `Made ${file}: ${describeSize(bytes)} in ${seconds.toFixed(1)} s.`,
      'The secret key is not in it: keep a copy of secret.key, or of ROTA_SECRET_KEY, elsewhere.',
    ]);
  },
};

function assertFree(file: string): void {
  // lstat: a dangling link counts too.
  if (lstatSync(file, { throwIfNoEntry: false })) throw exists(file);
  if (!existsSync(dirname(file))) throw invalidRequest(`there is no folder ${dirname(file)} to write to`);
}

const exists = (file: string) => invalidRequest(`${file} exists already: choose another name`);

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
