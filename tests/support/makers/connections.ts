// Accounts that members connect, through the API, and rows of them.
import type { BegunCalendarConnection, CalendarConnection } from '@rota/client';
import { insertRow, type Row } from '../../../src/storage/rows.ts';
import { GoogleServer } from '../receivers/google-server.ts';
import { MicrosoftServer } from '../receivers/microsoft-server.ts';
import { send, type WireAnswer } from '../server/http.ts';
import { dataOf, type Engine, freshStorage, type Node, type Storage, startNode } from '../server/rota.ts';

export type { CalendarConnection };

export const CONNECTIONS = '/api/v1/calendar_connections';
export const connectionsOf = (member: { id: string }) =>
  `/api/v1/workspace_members/${member.id}/calendar_connections`;

/** Both providers, of which nobody asks anything. */
export const silentProviders = {
  ROTA_GOOGLE_CLIENT_ID: 'rota-at-google',
  ROTA_GOOGLE_CLIENT_SECRET: 'secret-at-google',
  ROTA_MICROSOFT_CLIENT_ID: 'rota-at-microsoft',
  ROTA_MICROSOFT_CLIENT_SECRET: 'secret-at-microsoft',
};

/** Begins to connect an account. */
export async function begin(
  node: Node,
  member: { id: string },
  fields: object = {},
): Promise<BegunCalendarConnection> {
  return dataOf(await node.post(connectionsOf(member), { provider: 'google', ...fields }));
}

export async function readConnections(node: Node, member: { id: string }): Promise<CalendarConnection[]> {
  return dataOf(await node.get(connectionsOf(member)));
}

/** The row of a connected account, without tokens. Works on nodes without providers, too. */
export async function insertConnection(
  { services: { database, clock, ids } }: Pick<Node, 'services'>,
  workspaceId: string,
  memberId: string,
  fields: Row = {},
): Promise<string> {
  const id = ids('calendarConnection');
  const now = clock.now();
  await database.transaction((tx) =>
    insertRow(tx, 'calendar_connections', {
      ...{ workspace_id: workspaceId, id, member_id: memberId, provider: 'google', status: 'connected' },
      ...{ account_id: 'ada@example.com', account_email: 'ada@example.com', connected_at: now },
      ...{ token_number: 0, attempts: 0, created_at: now, updated_at: now },
      ...fields,
    }),
  );
  return id;
}

/** Comes back from the provider as a browser does, and stays where it is sent. */
export async function comeBack(url: string, headers: Record<string, string> = {}): Promise<WireAnswer> {
  return send({ method: 'GET', url, headers });
}

/** The row, whatever its status. */
export function connectionRow({ services }: Pick<Node, 'services'>, id: string) {
  return services.database.get<Record<string, string | number | null>>(
    'select * from calendar_connections where id = $1',
    [id],
  );
}

/** A real node with its providers, on a fresh database. */
export async function withProviders(engine: Engine): Promise<{
  node: Node;
  storage: Storage;
  google: GoogleServer;
  microsoft: MicrosoftServer;
  stop(): Promise<void>;
}> {
  const [google, microsoft] = [await GoogleServer.start(), await MicrosoftServer.start()];
  const storage = await freshStorage(engine);
  const node = await startNode(storage, { environment: { ...google.settings, ...microsoft.settings } });
  for (const { oauth } of [google, microsoft]) {
    oauth.redirectUris.push(`${node.url}/connect/callback`);
    oauth.now = () => node.clock.now();
  }
  return {
    ...{ node, storage, google, microsoft },
    async stop() {
      await node.stop();
      await Promise.all([google[Symbol.asyncDispose](), microsoft[Symbol.asyncDispose]()]);
      await storage.remove();
    },
  };
}
