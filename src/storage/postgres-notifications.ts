import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createNotifications } from './notifications.ts';
import { directSpec } from './postgres-address.ts';
import { CHECK_MS, Client, type Renewal } from './postgres-client.ts';

/** The pause before a lost connection is opened again. Until then, notifications of other nodes are missed. */
const RECONNECT_MS = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;
/** A connection that does not respond for this long is reopened. */
const NOTIFY_TIMEOUT_MS = 2_000;
/** The pause between two messages to other nodes. Commits in the meantime share one. */
const PAUSE_MS = 20;

/**
 * Notifications between all nodes on one database: PostgreSQL's LISTEN and NOTIFY, on a connection of their own. They are sent after
 * the commit, because transactions with a NOTIFY commit one after another, each with its own wait for the disk.
 */
export function createPostgresNotifications(url: string, connectTimeoutMs: number, renewal: Renewal) {
  const local = createNotifications();
  const spec = directSpec(
    url,
    {
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: 'rota listening',
      query_timeout: NOTIFY_TIMEOUT_MS,
    },
    {},
    { acceptsStandby: false },
  );
  // A node notifies itself directly, so it ignores its own messages from the database.
  const node = randomUUID();
  let connection: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let nextCheck: NodeJS.Timeout | undefined;
  let closed = false;
  let isListening = false;
  const unsent = new Set<string>();
  let sending: Promise<void> | undefined;
  let pause: NodeJS.Timeout | undefined;

  function connect(): void {
    const client = new Client({ spec, renewal });
    connection = client;
    client.on('error', () => reconnectLater(client)).on('end', () => reconnectLater(client));
    client.on('notification', ({ payload = '[]' }) => {
      const [from, topic] = JSON.parse(payload) as [node: string, topic: string];
      if (from !== node) local.notify(topic);
    });
    client
      .connect()
      .then(() => client.query('listen rota'))
      .then(() => {
        if (connection !== client) return;
        isListening = true;
        nextCheck = setTimeout(() => checkConnection(client), CHECK_MS).unref();
        // Notifications may have been missed while the connection was down.
        local.topics().forEach(local.notify);
        send();
      })
      .catch(() => reconnectLater(client));
  }

  /** Nothing else would notice that the connection leads to a server that is no longer the primary. */
  function checkConnection(client: Client): void {
    if (connection !== client || closed) return;
    nextCheck = setTimeout(() => checkConnection(client), CHECK_MS).unref();
    if (client.isSpent()) reconnectLater(client, 0);
    else if (!sending) sending = check(client).then(afterSending);
  }

  async function check(client: Client): Promise<void> {
    try {
      await client.query(spec.check as string);
    } catch {
      reconnectLater(client);
    }
  }

  function reconnectLater(client: Client, afterMs = RECONNECT_MS): void {
    if (connection !== client) return;
    connection = undefined;
    isListening = false;
    clearTimeout(nextCheck);
    client.end().catch(() => {});
    if (!closed) retry = setTimeout(connect, afterMs).unref();
  }

  /** Sends what is unsent, or leaves it until there is a connection. */
  function send(): void {
    if (sending || pause || unsent.size === 0 || !isListening) return;
    sending = sendUnsent(connection as Client).then(afterSending);
  }

  function afterSending(): void {
    sending = undefined;
    if (!closed) pause = setTimeout(afterPause, PAUSE_MS).unref();
  }

  function afterPause(): void {
    pause = undefined;
    send();
  }

  async function sendUnsent(client: Client): Promise<void> {
    const topics = [...unsent];
    unsent.clear();
    try {
      if (topics.length > 0) await client.query(topics.map(statementFor).join('; '));
    } catch {
      for (const topic of topics) unsent.add(topic);
      reconnectLater(client);
    }
  }

  async function end(client: Client): Promise<void> {
    await sending;
    if (isListening) await sendUnsent(client);
    await client.end();
  }

  const statementFor = (topic: string) => `notify rota, ${pg.escapeLiteral(JSON.stringify([node, topic]))}`;

  return {
    notify(topics: string[]): void {
      topics.forEach(local.notify);
      if (!isListening) return;
      for (const topic of topics) unsent.add(topic);
      send();
    },
    listen(topic: string, listener: () => void): () => void {
      if (!connection && !retry) connect();
      return local.listen(topic, listener);
    },
    statementsFor: (topics: string[]) => (isListening ? [] : topics.map(statementFor)),
    async close(): Promise<void> {
      closed = true;
      clearTimeout(retry);
      clearTimeout(pause);
      clearTimeout(nextCheck);
      // A lost server never confirms the end of the connection.
      const ended = connection && end(connection).catch(() => {});
      await Promise.race([ended, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
