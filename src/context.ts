import type { Ids } from './ids.ts';
import type { ProxySeen } from './network/safe-address.ts';
import type { Scope } from './scopes.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Config } from './settings/config.ts';
import type { Database, OpenDatabase } from './storage/database.ts';
import type { Clock } from './time/clock.ts';
import type { Trace } from './trace.ts';

/** What every operation needs. Made once for each process and passed down: there are no globals. */
export interface Services {
  /** What operations read and write: the storage itself, or an open transaction. */
  database: Database;
  storage: OpenDatabase;
  clock: Clock;
  ids: Ids;
  config: Config;
  /**
   * Counts since the start of the process. `skippedDeliveries` were not made because the endpoint's backlog was full;
   * calls that failed later count too.
   */
  tally: { skippedDeliveries: number };
  proxy: ProxySeen;
  /** Where the service can be reached: set once it listens. */
  address: { url: string };
  /** Of the request, or of the step of Rota's own, that something is done for. Only what those are given has it. */
  trace?: Trace;
  /** Seals and opens what is secret, and has the keys of links. */
  secrets: Secrets;
}

/** Finds the lines of a call: for rows that only a look into the database tells. */
export type FindLines = (services: Services, workspaceId: string) => Promise<string[]>;

export const actorTypes = [
  'api_key',
  'member',
  'participant',
  'booking_link',
  'cli',
  'operator',
  'system',
] as const;

/** Who makes a change. The audit log records it. */
export interface Actor {
  type: (typeof actorTypes)[number];
  id: string;
}

/** An actor in one workspace, during one call. */
export interface Caller {
  workspaceId: string;
  actor: Actor;
  scopes: readonly Scope[];
  /** The tool by which an agent makes the change. The audit log records it, too. */
  tool?: string;
}

/** The first argument of every operation. */
export interface Context extends Services {
  caller: Caller;
}
