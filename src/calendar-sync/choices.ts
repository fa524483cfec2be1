import type { Context } from '../context.ts';
import type { Transaction } from '../storage/database.ts';
import { forgetWhatWasRead, setSyncRow } from './choice-queries.ts';
import type { ProviderKind } from './provider-kinds.ts';
import { lockSyncs } from './sync-request-queries.ts';
import { accountLane, CALENDARS_DUE } from './sync-requests.ts';

/** What a member has chosen for a calendar of a connected account. The caller has locked the calendar. */
export interface Choice {
  id: string;
  provider: ProviderKind;
  is_read: boolean;
  receives_bookings: boolean;
  /** What was chosen before. */
  was: { is_read: boolean; receives_bookings: boolean };
  /** False while the member is deactivated or the account is disconnected: then nothing is read or written. */
  isReachable: boolean;
}

/** Before choices for several calendars are followed one after another: their syncs are locked in one order, by id. */
export async function lockForChoices(
  { caller }: Context,
  tx: Transaction,
  calendarIds: string[],
): Promise<void> {
  await lockSyncs(tx, caller.workspaceId, calendarIds);
}

/**
 * Follows a choice at once. When a calendar is read no more, or from now on, everything that is known of it is forgotten, its busy
 * times too, and a sync that is under way loses its claim: it was for the former choice. Bookings are taken out of a calendar that gets
 * none any more by one last sync.
 */
export async function followChoice(context: Context, tx: Transaction, choice: Choice): Promise<void> {
  const { caller, clock } = context;
  const { id, is_read, receives_bookings, was, isReachable } = choice;
  if (was.is_read !== is_read) await forgetWhatWasRead(tx, caller.workspaceId, id);
  const isSynced = is_read || receives_bookings || was.receives_bookings;
  await setSyncRow(tx, caller.workspaceId, id, {
    lane: isSynced ? accountLane(context, choice.provider) : null,
    due_at: isSynced && isReachable ? clock.now() : null,
  });
  if (isSynced && isReachable) tx.notify(CALENDARS_DUE);
}
