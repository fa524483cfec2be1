import { requestSyncs, resumeSyncs, stopSyncs } from '../../../calendar-sync/sync-requests.ts';
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { selectCalendarsOf } from './queries.ts';

// What changes of a member and of bookings mean for calendars.

/**
 * Requests a sync of the calendars that receive bookings of these members, after some have changed. Call it once all other rows
 * are locked, and before announcing events.
 */
export async function requestBookingSync(
  context: Context,
  tx: Transaction,
  memberIds: string[],
): Promise<void> {
  await requestSyncs(context, tx, await receivingOf(context, tx, memberIds));
}

/**
 * Call it after deactivating a member, whose bookings have gone to the successor. They are taken out of the member's calendar; then it
 * isn't synced any more.
 */
export async function stopCalendars(
  context: Context,
  tx: Transaction,
  memberId: string,
  successorId: string | undefined,
): Promise<void> {
  const requested = await receivingOf(
    context,
    tx,
    successorId === undefined ? [memberId] : [memberId, successorId],
  );
  const calendars = await selectCalendarsOf(tx, context.caller.workspaceId, [memberId]);
  const stopped = calendars.filter(({ receives_bookings }) => receives_bookings === 0).map(({ id }) => id);
  await stopSyncs(context, tx, { stopped, requested });
}

/** Call it after reactivating a member. The calendars of a broken account wait until it is connected again. */
export async function resumeCalendars(context: Context, tx: Transaction, memberId: string): Promise<void> {
  const calendars = await selectCalendarsOf(tx, context.caller.workspaceId, [memberId]);
  const reachable = calendars.filter(({ connection_status }) => connection_status !== 'broken');
  await resumeSyncs(
    context,
    tx,
    reachable.map(({ id }) => id),
  );
}

async function receivingOf({ caller }: Context, reader: Reader, memberIds: string[]): Promise<string[]> {
  const calendars = await selectCalendarsOf(reader, caller.workspaceId, memberIds);
  return calendars.filter(({ receives_bookings }) => receives_bookings === 1).map(({ id }) => id);
}
