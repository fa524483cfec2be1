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

/** Empties the journal, and rewrites the file if deleted text is still in it. Only the rewrite keeps others from writing. */
export async function forgetIn(question: Question): Promise<Forgotten> {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // It needs none of the service's settings. SQLite's copy of the database goes beside it: a temporary folder may be too small.
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
