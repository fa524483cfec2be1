// Accounts with their calendars as a consent leaves them behind, in the tables: without a provider, nothing is read or written.
import type { ProviderKind } from '../../../src/calendar-sync/provider-kinds.ts';
import { insertRow, type Row } from '../../../src/storage/rows.ts';
import { DAY_MS } from '../../../src/time/timestamps.ts';
import type { Node } from '../server/rota.ts';
import { insertConnection } from './connections.ts';

export interface ConnectedAccount {
  id: string;
  /** The ids of its calendars. */
  calendars: string[];
}

/** By default the main calendar, which is read, one that may be written to, and one that may not. */
const usual: Row[] = [
  { name: 'ada@example.com', is_primary: 1, is_read: 1 },
  { name: 'Family', is_read: 0 },
  { name: 'Holidays in Germany', is_read: 0, is_writable: 0 },
];

export async function makeConnectedAccount(
  node: Pick<Node, 'services' | 'workspaceId'>,
  member: { id: string },
  {
    provider = 'google',
    connection = {},
    calendars = usual,
  }: { provider?: ProviderKind; connection?: Row; calendars?: Row[] } = {},
): Promise<ConnectedAccount> {
  const { services, workspaceId } = node;
  const { database, clock, ids } = services;
  const now = clock.now();
  const id = await insertConnection(node, workspaceId, member.id, { provider, ...connection });
  const times = { created_at: now, updated_at: now };
  const made = calendars.map((row) => ({ id: ids('calendar'), row: { is_primary: 0, is_read: 1, ...row } }));
  await database.transaction(async (tx) => {
    for (const { id: calendarId, row } of made) {
      await insertRow(tx, 'calendars', {
        ...{
          workspace_id: workspaceId,
          id: calendarId,
          member_id: member.id,
          type: 'pushed',
          service: provider,
        },
        ...{ connection_id: id, remote_id: `remote-${calendarId}`, receives_bookings: 0, is_writable: 1 },
        ...{ ...times, ...row },
      });
      await insertRow(tx, 'calendar_syncs', {
        ...{ workspace_id: workspaceId, calendar_id: calendarId, health: 'new', attempts: 0, wish_number: 0 },
        // Far away, so that nobody is asked.
        ...(row.is_read === 1 && { lane: `${workspaceId} ${provider}`, due_at: now + 100 * DAY_MS }),
      });
    }
  });
  return { id, calendars: made.map(({ id: calendarId }) => calendarId) };
}
