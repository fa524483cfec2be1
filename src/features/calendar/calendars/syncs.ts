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

/** Call it after deactivating a member, whose bookings have gone to the successor. */
export async function stopCalendars(
  context: Context,
  tx: Transaction,
  memberId: string,
  successorId: string | undefined,
): Promise<void> {
  const requested = successorId === undefined ? [] : await receivingOf(context, tx, [successorId]);
  await stopSyncs(context, tx, { stopped: await calendarIdsOf(context, tx, memberId), requested });
}

/** Call it after reactivating a member. */
export async function resumeCalendars(context: Context, tx: Transaction, memberId: string): Promise<void> {
  await resumeSyncs(context, tx, await calendarIdsOf(context, tx, memberId));
}

async function calendarIdsOf({ caller }: Context, reader: Reader, memberId: string): Promise<string[]> {
  const calendars = await selectCalendarsOf(reader, caller.workspaceId, [memberId]);
  return calendars.map(({ id }) => id);
}

async function receivingOf({ caller }: Context, reader: Reader, memberIds: string[]): Promise<string[]> {
  const calendars = await selectCalendarsOf(reader, caller.workspaceId, memberIds);
  return calendars.filter(({ receives_bookings }) => receives_bookings === 1).map(({ id }) => id);
}
