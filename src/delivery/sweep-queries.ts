// What is removed once it is no longer kept, workspace by workspace.
import { BATCH, type Range } from '../storage/batches.ts';
import type { Reader, Transaction } from '../storage/database.ts';

export async function selectWorkspaceIds(reader: Reader): Promise<string[]> {
  const rows = await reader.all<{ id: string }>('select id from workspaces order by id');
  return rows.map(({ id }) => id);
}

/** Removes finished deliveries, oldest first, and their attempts; their ids. */
export function deleteDeliveries(
  tx: Transaction,
  workspaceId: string,
  range: Range,
): Promise<{ id: string }[]> {
  return tx.all<{ id: string }>(
    `delete from webhook_deliveries where workspace_id = $1 and id in
       (select id from webhook_deliveries
        where workspace_id = $1 and id > $2 and id < $3 and status <> 'pending' order by id limit ${BATCH})
     returning id`,
    [workspaceId, range.after, range.before],
  );
}

/** Removes events of which no delivery is left. */
export function deleteEvents(tx: Transaction, workspaceId: string, range: Range): Promise<{ id: string }[]> {
  return tx.all<{ id: string }>(
    `delete from events where workspace_id = $1 and id in
       (select id from events as old
        where workspace_id = $1 and id > $2 and id < $3 and not exists
          (select 1 from webhook_deliveries where workspace_id = $1 and event_id = old.id)
        order by id limit ${BATCH})
     returning id`,
    [workspaceId, range.after, range.before],
  );
}

export function selectDeletedEndpoints(reader: Reader): Promise<{ workspace_id: string; id: string }[]> {
  return reader.all(
    'select workspace_id, id from webhook_endpoints where deleted_at is not null order by id',
  );
}

export function deleteDeliveriesTo(
  tx: Transaction,
  workspaceId: string,
  endpointId: string,
): Promise<{ id: string }[]> {
  return tx.all<{ id: string }>(
    `delete from webhook_deliveries where workspace_id = $1 and id in
       (select id from webhook_deliveries where workspace_id = $1 and endpoint_id = $2 order by id limit ${BATCH})
     returning id`,
    [workspaceId, endpointId],
  );
}

export async function deleteEndpointRow(tx: Transaction, workspaceId: string, id: string): Promise<void> {
  await tx.run('delete from webhook_endpoints where workspace_id = $1 and id = $2', [workspaceId, id]);
}
