import { resumeSyncs, stopSyncs, wishSyncs } from '../../../calendar-sync/wishes.ts';
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { selectCalendarsOf } from './queries.ts';

// What other features say about members, and what that means for their calendars.

/**
 * Bookings of these members have changed: the calendars that receive them are synced at once. To be called when all other
 * rows are locked, and before events are announced.
 */
export async function wishSync(context: Context, tx: Transaction, memberIds: string[]): Promise<void> {
  await wishSyncs(context, tx, await receivingOf(context, tx, memberIds));
}

/** The member has been deactivated, and bookings have gone to the successor. */
export async function stopCalendars(
  context: Context,
  tx: Transaction,
  memberId: string,
  successorId: string | undefined,
): Promise<void> {
  const wished = successorId === undefined ? [] : await receivingOf(context, tx, [successorId]);
  await stopSyncs(context, tx, { stopped: await idsOf(context, tx, memberId), wished });
}

/** The member is active again. */
export async function resumeCalendars(context: Context, tx: Transaction, memberId: string): Promise<void> {
  await resumeSyncs(context, tx, await idsOf(context, tx, memberId));
}

async function idsOf({ caller }: Context, reader: Reader, memberId: string): Promise<string[]> {
  const calendars = await selectCalendarsOf(reader, caller.workspaceId, [memberId]);
  return calendars.map(({ id }) => id);
}

async function receivingOf({ caller }: Context, reader: Reader, memberIds: string[]): Promise<string[]> {
  const calendars = await selectCalendarsOf(reader, caller.workspaceId, memberIds);
  return calendars.filter(({ receives_bookings }) => receives_bookings === 1).map(({ id }) => id);
}
