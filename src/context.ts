import type { Ids } from './ids.ts';
import type { ProxySeen } from './network/safe-address.ts';
import type { Scope } from './scopes.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Config } from './settings/config.ts';
import type { Database, OpenDatabase } from './storage/database.ts';
import type { Clock } from './time/clock.ts';
import type { Trace } from './trace.ts';

/** What every operation needs. Created once per process and passed down: there are no globals. */
export interface Services {
  /** Where operations read and write: the storage itself, or an open transaction. */
  database: Database;
  storage: OpenDatabase;
  clock: Clock;
  ids: Ids;
  config: Config;
  /**
   * Counters since the process started. `skippedDeliveries`: deliveries that were not made because their endpoint's
   * backlog was full, including those of calls that failed afterwards.
   */
  tally: { skippedDeliveries: number };
  proxy: ProxySeen;
  /** Where the service can be reached: set once it listens. */
  address: { url: string };
  /** The kinds of places that are made by somebody else's service, and can be here. */
  placeKinds: ReadonlySet<string>;
  /** The trace of the request or internal step that this work is part of. Set only while there is one. */
  trace?: Trace;
  /** Seals and opens secrets, and holds the keys for links. */
  secrets: Secrets;
}

/** Finds which rows a call must queue for, if that has to be read from the database. */
export type FindLines = (services: Services, workspaceId: string) => Promise<string[]>;

export const actorTypes = [
  'api_key',
  'member',
  'participant',
  'booking_link',
  'meeting_type',
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
