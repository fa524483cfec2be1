import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sourceFile } from '../../source-file.ts';
import type { Forgotten } from '../database.ts';

const PROGRAM = fileURLToPath(sourceFile('storage/sqlite-file/forget-process.ts'));

export interface Question {
  file: string;
  email: string;
  wasVacuumed: boolean;
}

/** Empties the journal, and writes the file anew if what was deleted is still in it. Others can write meanwhile, but for the latter. */
export async function forgetIn(question: Question): Promise<Forgotten> {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Nothing of the service's settings is for it. A copy of the database goes beside it, not to a folder that is too small.
    env: { SQLITE_TMPDIR: dirname(question.file) },
  });
  child.stdin.end(JSON.stringify(question));
  const [[code], answer, trouble] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  if (code !== 0) throw new Error(`The database could not be cleaned: ${trouble.trim()}`);
  return JSON.parse(answer) as Forgotten;
}
