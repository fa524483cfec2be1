import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createChannels } from './channels.ts';

/** After this long a lost connection is tried again. Only the notifications of other nodes depend on it. */
const RECONNECT_MS = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;

/** Channels between all nodes on one database: PostgreSQL's LISTEN and NOTIFY, on a connection of their own. */
export function createPostgresChannels(url: string, connectTimeoutMs: number) {
  const channels = createChannels();
  // Listeners on the same node are notified directly, without a round trip through the database.
  const node = randomUUID();
  let connection: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  function connect(): void {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: 'rota listening',
    });
    connection = client;
    client.on('error', () => reconnectLater(client)).on('end', () => reconnectLater(client));
    client.on('notification', ({ payload = '[]' }) => {
      const [from, channel] = JSON.parse(payload) as [node: string, channel: string];
      if (from !== node) channels.notify(channel);
    });
    client
      .connect()
      .then(() => client.query('listen rota'))
      // For notifications that were missed meanwhile.
      .then(() => channels.names().forEach(channels.notify))
      .catch(() => reconnectLater(client));
  }

  function reconnectLater(client: pg.Client): void {
    if (connection !== client) return;
    connection = undefined;
    client.end().catch(() => {});
    if (!closed) retry = setTimeout(connect, RECONNECT_MS).unref();
  }

  return {
    notify: channels.notify,
    listen(channel: string, listener: () => void): () => void {
      if (!connection && !retry) connect();
      return channels.listen(channel, listener);
    },
    /** Notifies the other nodes; sent with the commit. */
    statementFor: (channel: string) => `notify rota, ${pg.escapeLiteral(JSON.stringify([node, channel]))}`,
    async close(): Promise<void> {
      closed = true;
      clearTimeout(retry);
      // A server that is gone does not say goodbye.
      const ended = connection?.end().catch(() => {});
      await Promise.race([ended, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
