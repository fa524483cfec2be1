import type { KeyObject } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Ids } from './ids.ts';
import type { Scope } from './scopes.ts';
import type { Database, OpenDatabase } from './storage/database.ts';

/** What every operation needs. Made once and handed down: no globals. */
export interface Services {
  /** The storage, or a transaction that a caller has begun. */
  database: Database;
  storage: OpenDatabase;
  clock: Clock;
  ids: Ids;
  config: Config;
  /** What has been counted since the process started. */
  tally: Tally;
  /** Whether calls come from other machines. */
  proxy: ProxySeen;
  /** Seals secrets. Read or made on first use, because most commands need none. */
  secretKey(): KeyObject;
}

export interface Tally {
  /** Deliveries that were not made because the backlog was full, also by calls that failed afterwards. */
  skippedDeliveries: number;
}

export interface ProxySeen {
  /** A call has come through a proxy or from another machine: the service is not for this machine only. */
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
