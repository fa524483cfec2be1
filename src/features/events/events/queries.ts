import type { PageRequest } from '../../../pagination.ts';
import { deleteBatch, type Range } from '../../../storage/batches.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { readPage, selectNewestFirst } from '../../../storage/newest-first.ts';
import { insertRowsLater } from '../../../storage/rows.ts';

export interface EventRow {
  id: string;
  type: string;
  payload: string;
  created_at: number;
}

const columns = 'id, type, payload, created_at';

export function insertEvents(tx: Transaction, workspaceId: string, rows: EventRow[]): void {
  const types = { id: 'text', type: 'text', payload: 'text', created_at: 'bigint' } as const;
  insertRowsLater(tx, 'events', workspaceId, types, rows);
}

export function selectEvents(reader: Reader, workspaceId: string, page: PageRequest): Promise<EventRow[]> {
  return selectNewestFirst<EventRow>(reader, workspaceId, page, { columns, table: 'events', where: [] });
}

/** Oldest first, up to `limit`, and one more if there is one. */
export function selectEventsAfter(
  reader: Reader,
  workspaceId: string,
  after: string,
  limit: number,
): Promise<EventRow[]> {
  return readPage(limit, (rows) =>
    reader.all<EventRow>(
      `select ${columns} from events where workspace_id = $1 and id > $2 order by id limit ${rows}`,
      [workspaceId, after],
    ),
  );
}

export async function selectNewestId(reader: Reader, workspaceId: string): Promise<string | undefined> {
  const row = await reader.get<{ id: string }>(
    'select id from events where workspace_id = $1 order by id desc limit 1',
    [workspaceId],
  );
  return row?.id;
}

/** Deletes the events of a batch that have no delivery left. Returns the ids of the whole batch. */
export function deleteEvents(tx: Transaction, workspaceId: string, range: Range) {
  const hasDelivery = `exists
    (select 1 from webhook_deliveries where workspace_id = $1 and event_id = events.id)`;
  const batch = { table: 'events', scope: { workspace_id: workspaceId }, ...range };
  return deleteBatch(tx, { ...batch, mayGo: `not ${hasDelivery}` });
}
