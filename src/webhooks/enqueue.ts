import type { Context } from '../context.ts';
import type { Reader, Transaction } from '../storage/database.ts';
import { writeTraceparent } from '../trace.ts';
import {
  endWaitForAttempt,
  insertDeliveries,
  type NewDeliveryRow,
  resetDelivery,
  resetFailedDeliveries,
  resetWaitingDeliveries,
  selectSubscriptions,
  selectSubscriptionsForReference,
} from './enqueue-queries.ts';

/** The notification that wakes the engines. */
export const DELIVERIES_DUE = 'deliveries_due';

/** What a delivery keeps of its event. */
interface EventToDeliver {
  id: string;
  type: string;
  created_at: number;
}

/**
 * Adds a delivery for each event and each endpoint that has subscribed to it. A disabled endpoint counts: its deliveries wait.
 * An endpoint with a full backlog gets none.
 */
export async function enqueue(context: Context, tx: Transaction, events: EventToDeliver[]): Promise<void> {
  const subscriptions = await selectSubscriptionsForReference(tx, context.caller.workspaceId);
  const wanted = events.flatMap((event) =>
    subscriptions
      .filter(({ types }) => types.includes(event.type))
      .map(({ endpointId, isFull }) => ({ event, endpointId, isFull })),
  );
  const rows = wanted
    .filter(({ isFull }) => !isFull)
    .map(({ event, endpointId }) => rowOf(context, event, endpointId));
  context.tally.skippedDeliveries += wanted.length - rows.length;
  insertAndWake(context, tx, rows);
}

/** Adds a delivery to one endpoint, subscribed or not. Returns its id. The caller has locked the endpoint. */
export async function enqueueTo(
  context: Context,
  tx: Transaction,
  event: EventToDeliver,
  endpointId: string,
): Promise<string> {
  const row = rowOf(context, event, endpointId);
  insertAndWake(context, tx, [row]);
  return row.id;
}

/** Sends a finished delivery again, with a fresh schedule. */
export async function enqueueAgain({ caller, clock }: Context, tx: Transaction, id: string): Promise<void> {
  await resetDelivery(tx, caller.workspaceId, id, clock.now());
  tx.notify(DELIVERIES_DUE);
}

/** Makes the next attempt of a waiting delivery due at once. The caller has locked the delivery. */
export async function enqueueNow({ caller, clock }: Context, tx: Transaction, id: string): Promise<void> {
  await endWaitForAttempt(tx, caller.workspaceId, id, clock.now());
  tx.notify(DELIVERIES_DUE);
}

/** Sends again all deliveries to an endpoint that have failed since `since`. Returns how many. */
export async function enqueueFailed(
  { caller, clock }: Context,
  tx: Transaction,
  endpointId: string,
  since: number,
): Promise<number> {
  const now = clock.now();
  const count = await resetFailedDeliveries(tx, caller.workspaceId, endpointId, { since, now });
  if (count > 0) tx.notify(DELIVERIES_DUE);
  return count;
}

/** Makes everything due that has been waiting for an endpoint, now that it is enabled again. */
export async function enqueueWaiting(
  { caller }: Context,
  tx: Transaction,
  endpointId: string,
): Promise<void> {
  await resetWaitingDeliveries(tx, caller.workspaceId, endpointId);
  tx.notify(DELIVERIES_DUE);
}

/** How many endpoints get a delivery of this event type. Doesn't lock them: meeting requests are locked before endpoints. */
export async function countSubscribers({ caller }: Context, reader: Reader, type: string): Promise<number> {
  const subscriptions = await selectSubscriptions(reader, caller.workspaceId);
  return subscriptions.filter(({ types, isFull }) => types.includes(type) && !isFull).length;
}

function insertAndWake({ caller }: Context, tx: Transaction, rows: NewDeliveryRow[]): void {
  insertDeliveries(tx, caller.workspaceId, rows);
  if (rows.length > 0) tx.notify(DELIVERIES_DUE);
}

function rowOf({ ids, trace }: Context, event: EventToDeliver, endpointId: string): NewDeliveryRow {
  return {
    id: ids('delivery'),
    endpoint_id: endpointId,
    event_id: event.id,
    event_type: event.type,
    status: 'pending',
    attempts: 0,
    earlier_attempts: 0,
    due_at: event.created_at,
    created_at: event.created_at,
    traceparent: trace ? writeTraceparent(trace) : null,
    tracestate: trace?.state ?? null,
  };
}
