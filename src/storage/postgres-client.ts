import pg from 'pg';
import type { ConnectionSpec } from './postgres-address.ts';
import { isReadOnlyServer, standby } from './postgres-errors.ts';

/** How long a connection is used, give or take a fifth, so that they don't all end at once. */
const LIFETIME_MS = 300_000;
const SPREAD = 0.2;
/** A connection that hasn't been checked for this long is checked before it is used. */
export const CHECK_MS = 2_000;
/** While the server accepts no changes, all connections are reopened, at most this often. */
const RENEW_MS = 1_000;

/** Shared by all connections of a node. Those opened before `since` lead to a server that accepts no changes. */
export interface Renewal {
  readonly since: number;
  /** Called with the error of each failed statement. */
  note(error: unknown): void;
}

/**
 * If one connection leads to a server that accepts no changes, so do the others. New ones may lead elsewhere: a proxy or a host
 * name follows the primary some time after a failover, and open connections stay where they are.
 */
export function createRenewal(): Renewal {
  let since = Number.NEGATIVE_INFINITY;
  return {
    get since() {
      return since;
    },
    note(error) {
      const now = performance.now();
      if (isReadOnlyServer(error) && now - since > RENEW_MS) since = now;
    },
  };
}

export type ClientConfig = pg.ClientConfig & { spec: ConnectionSpec; renewal: Renewal };

/** A connection that knows when it has to be replaced. */
export class Client extends pg.Client {
  readonly #spec: ConnectionSpec;
  readonly #renewal: Renewal;
  readonly #openedAt = performance.now();
  #endsAt = this.#openedAt + LIFETIME_MS * (1 + SPREAD * (2 * Math.random() - 1));
  #checkedAt = this.#openedAt;
  #isStandby = false;

  constructor({ spec, renewal, ...config }: ClientConfig) {
    super({ ...spec.config, ...config });
    this.#spec = spec;
    this.#renewal = renewal;
    // Behind a pooler, what the server reports is about another connection, at another time.
    if (spec.check !== undefined) this.connection.on('parameterStatus', (message) => this.#learn(message));
  }

  /** PostgreSQL reports these when a connection is opened, and with the next response after they change. */
  #learn({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }): void {
    if (parameterValue !== 'on') return;
    if (parameterName === 'in_hot_standby') this.#isStandby = true;
    // The server can be read, and may be up to date. But a new connection may lead to one that can be written, too.
    if (parameterName === 'default_transaction_read_only') this.#endsAt = performance.now() + CHECK_MS;
  }

  /** Called once it is open. */
  assertPrimary(): void {
    if (this.#isStandby) throw standby(new Error('in_hot_standby is on'));
  }

  /**
   * Called after a statement has met a standby. Behind a pooler, it is the pooler's own connection that leads there, and the
   * pooler would most likely hand out the same one again. If a client leaves in the middle of a transaction, the pooler closes
   * it.
   */
  async leave(): Promise<void> {
    this.#isStandby = true;
    if (this.#spec.settings !== undefined) await this.query('begin').catch(() => {});
  }

  /** Whether to close it as soon as nothing runs on it. */
  isSpent(now = performance.now()): boolean {
    return now > this.#endsAt || this.#isStandby || this.#openedAt <= this.#renewal.since;
  }

  /** What its next transaction has to begin with, in the same write. */
  ahead(now = performance.now()): string | undefined {
    const { settings, check } = this.#spec;
    if (settings !== undefined) return settings;
    if (check === undefined || now - this.#checkedAt < CHECK_MS) return undefined;
    this.#checkedAt = now;
    return check;
  }
}
