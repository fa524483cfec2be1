// The whole expected outcome of a command.
import type { Outcome } from './process.ts';

/** Success, with exactly this output. */
export const succeeded = (stdout: string): Outcome => ({ code: 0, signal: null, stdout, stderr: '' });

/** Failure with this code, and one sentence that says why. */
export const failed = (code: number, sentence: string): Outcome => ({
  code,
  signal: null,
  stdout: '',
  stderr: `rota: ${sentence}\n`,
});
