import type { Logger } from 'pino';
import type { Context, Services } from '../../../context.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import type { Backlog } from '../../../webhooks/backlogs.ts';
import { announce } from '../events/announce.ts';
import { recordChange } from './operations.ts';
import { selectEndpointForUpdate, updateEndpointRow } from './queries.ts';

/** Records and announces that the backlog of an endpoint is full, or has room again. */
export async function setBacklogFull(
  services: Services,
  log: Logger,
  { workspace_id: workspaceId, id, pending }: Backlog,
  isFull: boolean,
): Promise<void> {
  const context = asDeliveries(services, workspaceId);
  await services.storage.background.transaction(async (tx) => {
    const row = await selectEndpointForUpdate(tx, workspaceId, id);
    // Another node may have been faster, or the endpoint may be gone.
    if (!row || (row.backlog_full_at !== null) === isFull) return;
    const now = services.clock.now();
    const [before, after] = [row.backlog_full_at, isFull ? now : null];
    await updateEndpointRow(tx, workspaceId, id, { backlog_full_at: after });
    await recordChange(context, tx, isFull ? 'backlog_full' : 'backlog_cleared', id, {
      backlog_full_at: [formatTimestamp(before), formatTimestamp(after)],
    });
    const [full_at, at] = [formatTimestamp(before ?? now), formatTimestamp(now)];
    await announce(
      context,
      tx,
      isFull
        ? { event: 'webhook_endpoint.backlog_full', id, pending, full_at }
        : { event: 'webhook_endpoint.backlog_cleared', id, full_at, cleared_at: at },
    );
  });
  log.warn(
    { workspace_id: workspaceId, endpoint_id: id, pending },
    isFull ? 'backlog full; no more deliveries made for the endpoint' : 'backlog has room again',
  );
}

/** Acts as the system, so that the audit log names `deliveries` as the actor. */
export function asDeliveries(services: Services, workspaceId: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'system', id: 'deliveries' }, scopes: [] } };
}
