import type { KeyObject } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Ids } from './ids.ts';
import type { Scope } from './scopes.ts';
import type { Database, OpenDatabase } from './storage/database.ts';

/** What every operation needs, made once in `app.ts` and handed down: no globals. */
export interface Services {
  /** What operations read and write: all of the storage, or a transaction that somebody has begun. */
  database: Database;
  storage: OpenDatabase;
  clock: Clock;
  ids: Ids;
  config: Config;
  /** What has been counted since the process started. */
  tally: Tally;
  /** What has been noticed of the way that calls take to get here. */
  proxy: ProxySeen;
  /** What secrets are sealed with; read or made when it is first asked for, because most commands need none. */
  secretKey(): KeyObject;
}

export interface Tally {
  /** Those that were not made because too many waited for their endpoint; of calls that failed afterwards, too. */
  skippedDeliveries: number;
}

export interface ProxySeen {
  /** A call has come through a proxy, or from another machine: this is not a service that is tried out on one. */
  isSeen: boolean;
}

/** On whose behalf something is done. The audit log keeps it. */
export interface Actor {
  type: 'api_key' | 'cli' | 'system';
  id: string;
}

/** An actor at work in one workspace. */
export interface Caller {
  workspaceId: string;
  actor: Actor;
  scopes: readonly Scope[];
}

/** The first argument of every operation. */
export interface Context extends Services {
  caller: Caller;
}
