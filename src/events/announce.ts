import type { Context } from '../context.ts';
import type { Transaction } from '../storage/database.ts';
import { formatTimestamp } from '../timestamps.ts';
import type { Announcement } from './announcement.ts';
import { insertDeliveries, insertEvents, selectSubscriptions } from './queries.ts';

/**
 * Writes the event, and a delivery for every endpoint that has subscribed to it, in the transaction of the change
 * itself: nothing is told that did not happen, and nothing that happened is forgotten.
 */
export function announce(context: Context, tx: Transaction, announcement: Announcement): Promise<void> {
  return announceAll(context, tx, [announcement]);
}

/** The same for many events at once, in their order. */
export async function announceAll(
  { caller, clock, ids }: Context,
  tx: Transaction,
  announcements: Announcement[],
): Promise<void> {
  if (announcements.length === 0) return;
  const now = clock.now();
  const events = announcements.map(({ event, ...fields }) => ({
    id: ids('event'),
    type: event,
    payload: JSON.stringify({ event, timestamp: formatTimestamp(now), ...fields }),
    created_at: now,
  }));
  await insertEvents(tx, caller.workspaceId, events);

  // Disabled endpoints too: their deliveries wait.
  const subscriptions = await selectSubscriptions(tx, caller.workspaceId);
  const deliveries = events.flatMap((event) =>
    subscriptions
      .filter(({ types }) => types.includes(event.type))
      .map(({ endpointId }) => ({
        id: ids('delivery'),
        endpoint_id: endpointId,
        event_id: event.id,
        event_type: event.type,
        status: 'pending' as const,
        attempts: 0,
        created_at: now,
      })),
  );
  await insertDeliveries(tx, caller.workspaceId, deliveries);
}
