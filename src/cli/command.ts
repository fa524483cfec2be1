import type { Readable, Writable } from 'node:stream';
import type { parseArgs } from 'node:util';
import type { Config } from '../settings/config.ts';

/** Exit codes, for scripts. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  notFound: 3,
  refused: 4,
} as const;

export interface CommandOption {
  type: 'string' | 'boolean';
  /** The placeholder for the value in the help text. */
  value?: string;
  multiple?: boolean;
  description: string;
}

/** What a command needs from its process. `process` itself is one. */
export interface Host {
  env: Record<string, string | undefined>;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  /** Exits at once, even with work in flight. */
  exit(code: number): unknown;
  /** Where log lines go. If left out: straight to the file descriptor of standard output, which is faster than its stream. */
  logOutput?: { write(line: string): unknown };
}

/** Prints text unchanged: `log` on standard output, `error` on standard error. */
export interface Output {
  log(text: string): void;
  error(text: string): void;
}

export interface Invocation {
  /** The words after the command name. */
  words: string[];
  options: ReturnType<typeof parseArgs>['values'];
  config: Config;
  /** Prints the lines for people; with --json, prints `data` for programs. */
  print(data: unknown, lines: string | string[]): void;
  output: Output;
  host: Host;
}

export interface Command {
  /** `key create` */
  name: string;
  /** The arguments after the name, as shown in the help text: `NAME`. */
  takes?: string;
  summary: string;
  details?: string;
  options?: Record<string, CommandOption>;
  /** Returns the exit code, unless it is 0. */
  run(invocation: Invocation): Promise<void> | Promise<number>;
}

/** For every command that prints something. `print` reads it. */
export const json: CommandOption = { type: 'boolean', description: 'print JSON, for scripts' };

/** The command was called wrongly. Its help is printed with the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The called service refused, or can't be reached. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function onlyWord({ words }: Invocation, name: string): string {
  const [word, ...more] = words;
  if (word === undefined || word.trim() === '') throw new UsageError(`${name} is missing`);
  if (more.length > 0) throw new UsageError(`${name} must be one word: put quotes around it`);
  return word.trim();
}

/** Every column is as wide as its widest cell. */
export function table(cells: string[][]): string[] {
  const rows = cells.map((row) => row.map(visible));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Makes stored text safe to print on one line: control characters and text-direction marks, which a terminal would
 * obey, are escaped. JSON keeps its meaning.
 */
export function visible(text: string): string {
  return text.replace(
    /[\p{Control}\p{Bidi_Control}]/gu,
    (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
