// How a command must have ended, to compare the whole of it.
import type { Exit } from './process.ts';

/** Success, with exactly this output. */
export const succeeded = (stdout: string): Exit => ({ code: 0, signal: null, stdout, stderr: '' });

/** Failure with this code, and one sentence that says why. */
export const failed = (code: number, sentence: string): Exit => ({
  code,
  signal: null,
  stdout: '',
  stderr: `rota: ${sentence}\n`,
});
