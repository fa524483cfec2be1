// Reads that share connections: docs/decisions/0006-connections-to-postgresql.md.
import type { Use, Value } from './database.ts';
import type { ConnectionSpec } from './postgres-address.ts';
import { Client, type Renewal } from './postgres-client.ts';
import { isFromStandby, translateError } from './postgres-errors.ts';
import { isOutdated, Statement } from './postgres-statement.ts';

/** Statements sent on one connection before the first is answered. Measured: 16 is no faster, 4 costs 46 µs instead of 32. */
const IN_FLIGHT = 8;
/** Nothing is sent behind a statement that has been running for longer. */
const SLOW_MS = 5;
/** What waits behind a statement that has been running for longer is sent again on another connection. */
const BEHIND_MS = 50;
const WATCH_MS = 25;
/** As long as pg's pools keep theirs. */
const IDLE_MS = 10_000;
/** After PostgreSQL has refused a connection, and while others are open, don't ask for one again for this long. */
const REFUSED_MS = 1_000;

interface Read {
  name: string | undefined;
  text: string;
  values: Value[];
  /** When it was queued. */
  since: number;
  /** The number of places from which an answer may still come: the queue, connections. */
  places: number;
  isDone: boolean;
  isSentAgain: boolean;
  isRetried: boolean;
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

interface Shared {
  client: Client;
  isOpen: boolean;
  isCorked: boolean;
  inFlight: Read[];
  /** When the statement it is working on began, or when the last one ended. */
  since: number;
}

export interface SharedConnections {
  read<Row>(name: string | undefined, text: string, values: Value[]): Promise<Row[]>;
  use(work: string): Use;
  end(): Promise<void>;
}

/**
 * Connections for reads. Each has several in flight, and those sent in one turn of the event loop go out in one write. A slow
 * read does not hold up others: nothing more is sent behind it, and what was sent before it turned out to be slow is sent again
 * on another connection. The first answer counts, so only reads may be sent here.
 */
export function openShared(
  spec: ConnectionSpec,
  renewal: Renewal,
  limits: { max: number; waitMs: number; answerMs: number },
): SharedConnections {
  let connections: Shared[] = [];
  const queue: Read[] = [];
  let isWatching = false;
  let isEnded = false;
  let refusedAt = Number.NEGATIVE_INFINITY;

  function place(read: Read): void {
    const now = performance.now();
    const connection = freest(now);
    if (!connection || connection.inFlight.length > 0) openAnother(now);
    if (connection) {
      send(connection, read, now);
      return;
    }
    read.since = now;
    queue.push(read);
    watch();
  }

  function freest(now: number): Shared | undefined {
    let best: Shared | undefined;
    for (const connection of connections) {
      const count = connection.inFlight.length;
      if (connection.client.isSpent(now)) {
        if (count === 0) close(connection);
        continue;
      }
      if (!connection.isOpen || count >= IN_FLIGHT || (count > 0 && now - connection.since > SLOW_MS))
        continue;
      if (!best || count < best.inFlight.length) best = connection;
    }
    return best;
  }

  function placeQueued(): void {
    while (queue.length > 0) {
      const now = performance.now();
      const connection = freest(now);
      if (!connection) {
        openAnother(now);
        return;
      }
      const read = queue.shift() as Read;
      if (!read.isDone) send(connection, read, now);
    }
  }

  function send(connection: Shared, read: Read, now: number): void {
    const { client, inFlight } = connection;
    if (inFlight.length === 0) connection.since = now;
    inFlight.push(read);
    // One write for all reads of this turn. Measured: 31 µs for a statement instead of 43.
    if (!connection.isCorked) {
      const { stream } = client.connection;
      connection.isCorked = true;
      stream.cork();
      setImmediate(() => {
        connection.isCorked = false;
        stream.uncork();
      });
    }
    const statement = new Statement<unknown>(read.name, read.text, read.values);
    statement.settings = client.ahead(now);
    statement.callback = (error) => {
      inFlight.splice(inFlight.indexOf(read), 1);
      connection.since = performance.now();
      if (error) {
        renewal.note(error);
        if (isFromStandby(error)) void client.leave();
        fail(read, error);
      } else if (!read.isDone) {
        read.isDone = true;
        read.resolve(statement.found);
      }
      if (queue.length > 0) placeQueued();
    };
    client.query(statement);
    watch();
  }

  function fail(read: Read, error: Error): void {
    if (read.isDone) return;
    if ((isOutdated(error) || isFromStandby(error)) && !read.isRetried) {
      read.isRetried = true;
      place(read);
      return;
    }
    read.places -= 1;
    if (read.places > 0) return;
    read.isDone = true;
    read.reject(translateError(error));
  }

  function openAnother(now: number): void {
    const isRefused = connections.length > 0 && now - refusedAt < REFUSED_MS;
    if (isEnded || isRefused || connections.length >= limits.max) return;
    const client = new Client({ spec, renewal, pipeline: true });
    const connection: Shared = { client, isOpen: false, isCorked: false, inFlight: [], since: now };
    connections.push(connection);
    client.on('error', () => close(connection)).on('end', () => close(connection));
    client
      .connect()
      .then(() => client.assertPrimary())
      .then(
        () => {
          connection.isOpen = true;
          connection.since = performance.now();
          closeWhenIdle(connection);
          placeQueued();
        },
        (error) => {
          refusedAt = performance.now();
          close(connection);
          if (connections.length === 0) for (const read of queue.splice(0)) fail(read, error);
        },
      );
  }

  function close(connection: Shared): void {
    connections = connections.filter((each) => each !== connection);
    connection.client.end().catch(() => {});
  }

  function closeWhenIdle(connection: Shared): void {
    const idleMs = connection.inFlight.length > 0 ? 0 : performance.now() - connection.since;
    if (idleMs >= IDLE_MS) close(connection);
    else setTimeout(() => closeWhenIdle(connection), IDLE_MS - idleMs).unref();
  }

  function watch(): void {
    if (isWatching) return;
    isWatching = true;
    // First, read the answers that arrived while this process was busy.
    setTimeout(() => setImmediate(checkConnections), WATCH_MS);
  }

  function checkConnections(): void {
    isWatching = false;
    const now = performance.now();
    for (const { client, inFlight, since } of connections) {
      if (inFlight.length === 0) continue;
      if (now - since > limits.answerMs) client.connection.stream.destroy(new Error('Query read timeout'));
      else if (now - since > BEHIND_MS) sendAgain(inFlight.slice(1), now);
    }
    while (queue[0] && (queue[0].isDone || now - queue[0].since > limits.waitMs)) {
      const read = queue.shift() as Read;
      read.places = 1;
      fail(read, new Error('No connection was free'));
    }
    placeQueued();
    if (queue.length > 0 || connections.some(({ inFlight }) => inFlight.length > 0)) watch();
  }

  function sendAgain(reads: Read[], now: number): void {
    for (const read of reads) {
      if (read.isDone || read.isSentAgain) continue;
      read.isSentAgain = true;
      read.places += 1;
      read.since = now;
      queue.push(read);
    }
  }

  return {
    read: <Row>(name: string | undefined, text: string, values: Value[]) =>
      new Promise<Row[]>((resolve, reject) => {
        if (isEnded) {
          reject(translateError(new Error('The database is closed')));
          return;
        }
        place({
          name,
          text,
          values,
          since: 0,
          places: 1,
          isDone: false,
          isSentAgain: false,
          isRetried: false,
          resolve: resolve as (rows: unknown[]) => void,
          reject,
        });
      }),
    use: (work) => ({
      work,
      open: connections.length,
      busy: connections.filter(({ inFlight }) => inFlight.length > 0).length,
      waiting: queue.length,
    }),
    async end() {
      isEnded = true;
      await Promise.all(connections.map(({ client }) => client.end()));
    },
  };
}
