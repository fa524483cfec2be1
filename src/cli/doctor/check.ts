import { RotaError } from '../../errors.ts';
import type { NameSources } from '../../network/names.ts';
import type { Config } from '../../settings/config.ts';

// What a check is, for all files of this folder.

export type Verdict = 'ok' | 'warn' | 'fail';

/** One line of `rota doctor`. */
export interface Line {
  check: string;
  verdict: Verdict;
  found: string;
  /** Null where there is nothing to do. */
  advice: string | null;
}

const lineWith =
  (verdict: Verdict) =>
  (check: string, found: string, advice: string | null = null): Line => ({ check, verdict, found, advice });

export const ok = lineWith('ok');
export const warn = lineWith('warn');
export const fail = lineWith('fail');

export interface Setup {
  config: Config;
  /** Where DNS is asked. */
  sources: NameSources;
}

/** Looks at one thing, or at several that need the same connection. Changes nothing. */
export interface Check {
  name: string;
  /** Loads code that takes long to load, so that it does not count as waiting. */
  load?(config: Config): Promise<unknown>;
  look(setup: Setup): Promise<Line[]>;
}

/** No check takes longer. */
export const LIMIT_MS = 5_000;
/** For a check that says itself what did not answer. */
export const PATIENCE_MS = LIMIT_MS - 500;

/** An error in words, without its stack. */
export function inWords(error: unknown): string {
  if (error instanceof RotaError && error.cause !== undefined) return inWords(error.cause);
  // When a name has two addresses and both refuse, Node's error has no message of its own.
  if (error instanceof AggregateError && !error.message) return error.errors.map(inWords).join('; ');
  return error instanceof Error ? error.message : String(error);
}
