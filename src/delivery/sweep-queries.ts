// What is removed once it is no longer kept, workspace by workspace. What stays of a batch is walked past once, a batch at a
// time: there may be any number of deliveries that are old and still wait.
import { BATCH, type Range } from '../storage/batches.ts';
import type { Reader, Transaction } from '../storage/database.ts';

export async function selectWorkspaceIds(reader: Reader): Promise<string[]> {
  const rows = await reader.all<{ id: string }>('select id from workspaces order by id');
  return rows.map(({ id }) => id);
}

/** Removes finished deliveries of a batch, oldest first, and their attempts; the ids of the whole batch. */
export async function deleteDeliveries(
  tx: Transaction,
  workspaceId: string,
  { after, before }: Range,
): Promise<{ id: string }[]> {
  const batch = await tx.all<{ id: string }>(
    `select id from webhook_deliveries where workspace_id = $1 and id > $2 and id < $3 order by id limit ${BATCH}`,
    [workspaceId, after, before],
  );
  await tx.run(
    `delete from webhook_deliveries
     where workspace_id = $1 and id > $2 and id <= $3 and status <> 'pending'`,
    [workspaceId, after, batch.at(-1)?.id ?? after],
  );
  return batch;
}

/** Removes those events of a batch of which no delivery is left; the ids of the whole batch. */
export async function deleteEvents(
  tx: Transaction,
  workspaceId: string,
  { after, before }: Range,
): Promise<{ id: string }[]> {
  const batch = await tx.all<{ id: string }>(
    `select id from events where workspace_id = $1 and id > $2 and id < $3 order by id limit ${BATCH}`,
    [workspaceId, after, before],
  );
  await tx.run(
    `delete from events where workspace_id = $1 and id > $2 and id <= $3 and not exists
       (select 1 from webhook_deliveries where workspace_id = $1 and event_id = events.id)`,
    [workspaceId, after, batch.at(-1)?.id ?? after],
  );
  return batch;
}

export function selectDeletedEndpoints(reader: Reader): Promise<{ workspace_id: string; id: string }[]> {
  // In the order of the one index that has no others.
  return reader.all(
    'select workspace_id, id from webhook_endpoints where deleted_at is not null order by deleted_at',
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
