import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { enqueue, enqueueTo } from '../../../webhooks/enqueue.ts';
import type { NewEvent, TestEvent } from './event-types.ts';
import { type EventRow, insertEvents } from './queries.ts';

export { countSubscribers } from '../../../webhooks/enqueue.ts';

/**
 * Writes the event and its deliveries in the transaction of the change, so that no event is sent for a change that was rolled
 * back, and none is missing for a change that was committed.
 */
export function announce(context: Context, tx: Transaction, event: NewEvent): Promise<void> {
  return announceAll(context, tx, [event]);
}

/** The same for many events, in their order. */
export async function announceAll(context: Context, tx: Transaction, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => rowOf(context, event));
  insertEvents(tx, context.caller.workspaceId, rows);
  await enqueue(context, tx, rows);
}

/** Announces to one endpoint only, subscribed or not. Returns the id of the delivery. The caller has locked the endpoint. */
export async function announceTo(
  context: Context,
  tx: Transaction,
  endpointId: string,
  event: TestEvent,
): Promise<string> {
  const row = rowOf(context, event);
  insertEvents(tx, context.caller.workspaceId, [row]);
  return enqueueTo(context, tx, row, endpointId);
}

function rowOf({ ids, clock }: Context, { event, ...fields }: NewEvent | TestEvent): EventRow {
  const now = clock.now();
  return {
    id: ids('event'),
    type: event,
    payload: JSON.stringify({ event, timestamp: formatTimestamp(now), ...fields }),
    created_at: now,
  };
}
