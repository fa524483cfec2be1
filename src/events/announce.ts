import type { Context } from '../context.ts';
import type { Reader, Transaction } from '../storage/database.ts';
import { formatTimestamp } from '../timestamps.ts';
import type { Announcement, TestAnnouncement } from './announcement.ts';
import {
  type EventRow,
  insertDeliveries,
  insertEvents,
  type NewDeliveryRow,
  selectSubscriptions,
  selectSubscriptionsForReference,
} from './queries.ts';

/** The channel on which it is told that there is something to send. */
export const DELIVERIES_DUE = 'deliveries_due';

/**
 * Writes the event, and a delivery for every endpoint that has subscribed to it, in the transaction of the change
 * itself: nothing is told that did not happen, and nothing that happened is forgotten.
 */
export function announce(context: Context, tx: Transaction, announcement: Announcement): Promise<void> {
  return announceAll(context, tx, [announcement]);
}

/** The same for many events at once, in their order. */
export async function announceAll(
  context: Context,
  tx: Transaction,
  announcements: Announcement[],
): Promise<void> {
  if (announcements.length === 0) return;
  const { workspaceId } = context.caller;
  const events = announcements.map((announcement) => eventOf(context, announcement));
  await insertEvents(tx, workspaceId, events);

  // Disabled endpoints too: their deliveries wait.
  const subscriptions = await selectSubscriptionsForReference(tx, workspaceId);
  const wanted = events.flatMap((event) =>
    subscriptions
      .filter(({ types }) => types.includes(event.type))
      .map((subscription) => ({ event, ...subscription })),
  );
  const deliveries = wanted
    .filter(({ isFull }) => !isFull)
    .map(({ event, endpointId }) => deliveryOf(context, event, endpointId));
  await insertDeliveries(tx, workspaceId, deliveries);
  context.tally.skippedDeliveries += wanted.length - deliveries.length;
  if (deliveries.length > 0) tx.notify(DELIVERIES_DUE);
}

/** How many endpoints would be told of such an event. Holds none of them: requests are locked before endpoints. */
export async function countSubscribers(
  { caller }: Context,
  reader: Reader,
  type: Announcement['event'],
): Promise<number> {
  const subscriptions = await selectSubscriptions(reader, caller.workspaceId);
  return subscriptions.filter(({ types, isFull }) => types.includes(type) && !isFull).length;
}

/** To one endpoint only, whatever it has subscribed to; the delivery's id. The caller holds the endpoint's row. */
export async function announceTo(
  context: Context,
  tx: Transaction,
  endpointId: string,
  announcement: TestAnnouncement,
): Promise<string> {
  const event = eventOf(context, announcement);
  const delivery = deliveryOf(context, event, endpointId);
  await insertEvents(tx, context.caller.workspaceId, [event]);
  await insertDeliveries(tx, context.caller.workspaceId, [delivery]);
  tx.notify(DELIVERIES_DUE);
  return delivery.id;
}

function eventOf({ ids, clock }: Context, announcement: Announcement | TestAnnouncement): EventRow {
  const { event, ...fields } = announcement;
  const now = clock.now();
  return {
    id: ids('event'),
    type: event,
    payload: JSON.stringify({ event, timestamp: formatTimestamp(now), ...fields }),
    created_at: now,
  };
}

function deliveryOf({ ids }: Context, event: EventRow, endpointId: string): NewDeliveryRow {
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
  };
}
