import pg from 'pg';
import type { Way } from './postgres-address.ts';
import { isReadOnlyServer, standby } from './postgres-errors.ts';

/** A connection is used for so long, and up to a fifth more or less: so they do not all end at once. */
const LIFETIME_MS = 300_000;
const SPREAD = 0.2;
/** No connection is used that was not looked at for longer. */
export const CHECK_MS = 2_000;
/** While the server takes no changes, all connections are opened anew, at most so often. */
const RENEW_MS = 1_000;

/** For all connections of a node: those that were opened before lead to a server that takes no changes. */
export interface Renewal {
  readonly since: number;
  /** Looks at what a statement failed with. */
  note(error: unknown): void;
}

/**
 * When one connection meets a server that takes no changes, the others lead there, too. New ones may lead elsewhere: a proxy,
 * or a name, follows the primary some time after it has moved, and leaves open connections where they are.
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

export type ClientConfig = pg.ClientConfig & { way: Way; renewal: Renewal };

/** A connection that knows when it should not be used any more. */
export class Client extends pg.Client {
  readonly #way: Way;
  readonly #renewal: Renewal;
  readonly #openedAt = performance.now();
  #endsAt = this.#openedAt + LIFETIME_MS * (1 + SPREAD * (2 * Math.random() - 1));
  #checkedAt = this.#openedAt;
  #isStandby = false;

  constructor({ way, renewal, ...config }: ClientConfig) {
    super({ ...way.config, ...config });
    this.#way = way;
    this.#renewal = renewal;
    // What a pooler says is of another connection, and of another time.
    if (way.check !== undefined) this.connection.on('parameterStatus', (message) => this.#learn(message));
  }

  /** PostgreSQL says these when a connection is opened, and with the next answer when they have changed. */
  #learn({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }): void {
    if (parameterValue !== 'on') return;
    if (parameterName === 'in_hot_standby') this.#isStandby = true;
    // It can be read, and what it shows may be current. A new connection may lead to one that can be written, too.
    if (parameterName === 'default_transaction_read_only') this.#endsAt = performance.now() + CHECK_MS;
  }

  /** Once it is open. */
  assertPrimary(): void {
    if (this.#isStandby) throw standby(new Error('in_hot_standby is on'));
  }

  /**
   * After a statement has met a standby. Behind a pooler, that is where a connection of the pooler's leads. The pooler ends its own,
   * too, when a client goes in the middle of a transaction, and most likely gives the one that it has just got back.
   */
  async leave(): Promise<void> {
    this.#isStandby = true;
    if (this.#way.settings !== undefined) await this.query('begin').catch(() => {});
  }

  /** It is to be ended as soon as nothing runs on it. */
  isSpent(now = performance.now()): boolean {
    return now > this.#endsAt || this.#isStandby || this.#openedAt <= this.#renewal.since;
  }

  /** What its next transaction has to begin with, in the same write. */
  ahead(now = performance.now()): string | undefined {
    const { settings, check } = this.#way;
    if (settings !== undefined) return settings;
    if (check === undefined || now - this.#checkedAt < CHECK_MS) return undefined;
    this.#checkedAt = now;
    return check;
  }
}
