// What a command that has ended must have left, to compare the whole of it with.
import type { Outcome } from './process.ts';

/** It ended well and printed just this. */
export const succeeded = (stdout: string): Outcome => ({ code: 0, signal: null, stdout, stderr: '' });

/** It ended with this code and said why in one sentence. */
export const failed = (code: number, sentence: string): Outcome => ({
  code,
  signal: null,
  stdout: '',
  stderr: `rota: ${sentence}\n`,
});
