import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createNotifications } from './notifications.ts';

/** The pause before a lost connection is opened again. Until then, notifications of other nodes are missed. */
const RECONNECT_MS = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;

/** Notifications between all nodes on one database: PostgreSQL's LISTEN and NOTIFY, on a connection of their own. */
export function createPostgresNotifications(url: string, connectTimeoutMs: number) {
  const local = createNotifications();
  // A node notifies itself directly, so it ignores its own messages from the database.
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
      const [from, topic] = JSON.parse(payload) as [node: string, topic: string];
      if (from !== node) local.notify(topic);
    });
    client
      .connect()
      .then(() => client.query('listen rota'))
      // Notifications may have been missed while the connection was down.
      .then(() => local.topics().forEach(local.notify))
      .catch(() => reconnectLater(client));
  }

  function reconnectLater(client: pg.Client): void {
    if (connection !== client) return;
    connection = undefined;
    client.end().catch(() => {});
    if (!closed) retry = setTimeout(connect, RECONNECT_MS).unref();
  }

  return {
    notify: local.notify,
    listen(topic: string, listener: () => void): () => void {
      if (!connection && !retry) connect();
      return local.listen(topic, listener);
    },
    /** Notifies the other nodes. Sent with the commit. */
    statementFor: (topic: string) => `notify rota, ${pg.escapeLiteral(JSON.stringify([node, topic]))}`,
    async close(): Promise<void> {
      closed = true;
      clearTimeout(retry);
      // A lost server never confirms the end of the connection.
      const ended = connection?.end().catch(() => {});
      await Promise.race([ended, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
