import { type Removal, removeInBatches } from '../storage/batches.ts';
import { deleteDeliveries, deleteDeliveriesTo } from './sweep-queries.ts';

/**
 * Deletes finished deliveries that are older than the id. Pending ones stay, however old: nothing is dropped while an
 * endpoint is disabled. False when it was cut short.
 */
export function removeDeliveries(removal: Removal, workspaceId: string, before: string): Promise<boolean> {
  return removeInBatches(removal, (tx, after) => deleteDeliveries(tx, workspaceId, { after, before }));
}

/** Deletes all deliveries to an endpoint. False when it was cut short. */
export function removeDeliveriesTo(
  removal: Removal,
  workspaceId: string,
  endpointId: string,
): Promise<boolean> {
  return removeInBatches(removal, (tx) => deleteDeliveriesTo(tx, workspaceId, endpointId));
}
