import { isIP } from 'node:net';
import { RotaError } from '../../errors.ts';
import type { NameSources } from '../../network/names.ts';
import type { Config } from '../../settings/config.ts';
import { type CommandOption, UsageError } from '../command.ts';

// What a check is, shared by all files of this folder.

type Verdict = 'ok' | 'warn' | 'fail';

/** One line of `rota doctor`. */
export interface Line {
  check: string;
  verdict: Verdict;
  found: string;
  /** Null if there is nothing to do. */
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
  /** Where DNS questions go. */
  sources: NameSources;
}

export const resolverOption: CommandOption = {
  type: 'string',
  value: 'ADDRESS[:PORT]',
  description: "the DNS server to ask; by default the machine's",
};

export function sourcesFrom(option: unknown): NameSources {
  if (option === undefined) return {};
  const server = String(option);
  const { ipv4, ipv6 } = /^(?:\[(?<ipv6>[^\]]+)\]|(?<ipv4>[\d.]+))(?::\d{1,5})?$/.exec(server)?.groups ?? {};
  if (isIP(ipv6 ?? '') !== 6 && isIP(ipv4 ?? '') !== 4 && isIP(server) === 0) {
    throw new UsageError('--resolver must be an address such as 9.9.9.9, [2620:fe::fe]:53 or 127.0.0.1:5353');
  }
  return { servers: [server] };
}

/** Checks one thing, or several over the same connection. Changes nothing. */
export interface Check {
  name: string;
  /** Loads slow code ahead of time, so that loading doesn't count towards the time limit. */
  load?(config: Config): Promise<unknown>;
  look(setup: Setup): Promise<Line[]>;
}

/** No check may take longer. */
export const LIMIT_MS = 5_000;
/** For checks that report themselves which server did not answer. */
export const PATIENCE_MS = LIMIT_MS - 500;

/** An error as one sentence, without its stack. */
export function inWords(error: unknown): string {
  if (error instanceof RotaError && error.cause !== undefined) return inWords(error.cause);
  // When a name has two addresses and both refuse, Node's error has no message of its own.
  if (error instanceof AggregateError && !error.message) return error.errors.map(inWords).join('; ');
  return error instanceof Error ? error.message : String(error);
}
