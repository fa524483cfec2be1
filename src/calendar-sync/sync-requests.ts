import type { Context } from '../context.ts';
import type { Transaction } from '../storage/database.ts';
import type { ProviderKind } from './provider-kinds.ts';
import {
  insertSync,
  insertSyncs,
  requestSyncRows,
  restartAccountRows,
  restartSyncRow,
  resumeSyncRows,
  stopSyncRows,
} from './sync-request-queries.ts';

/** The notification that wakes the engines. */
export const CALENDARS_DUE = 'calendars_due';

interface CalendarToSync {
  id: string;
  /** Null for a pushed calendar, which isn't fetched. */
  url: string | null;
}

/** The host that a calendar is fetched from, within the workspace. */
function laneOf({ caller }: Context, url: string): string {
  return `${caller.workspaceId} ${new URL(url).host}`;
}

/** The provider that calendars of connected accounts are on, within the workspace. */
export function accountLane({ caller }: Context, provider: ProviderKind): string {
  return `${caller.workspaceId} ${provider}`;
}

/** Adds the sync of a new calendar. It is due at once. */
export async function addSync(context: Context, tx: Transaction, { id, url }: CalendarToSync): Promise<void> {
  await insertSync(tx, context.caller.workspaceId, {
    calendar_id: id,
    lane: url === null ? null : laneOf(context, url),
    health: 'new',
    attempts: 0,
    due_at: url === null ? null : context.clock.now(),
    wish_number: 0,
  });
  if (url !== null) tx.notify(CALENDARS_DUE);
}

/** Adds the syncs of new calendars of an account. Those that are neither read nor written to are never due. */
export async function addAccountSyncs(
  context: Context,
  tx: Transaction,
  provider: ProviderKind,
  calendars: { id: string; isSynced: boolean }[],
): Promise<void> {
  const { caller, clock } = context;
  const now = clock.now();
  const rows = calendars.map(({ id, isSynced }) => ({
    ...{ calendar_id: id, health: 'new', attempts: 0, wish_number: 0 },
    lane: isSynced ? accountLane(context, provider) : null,
    due_at: isSynced ? now : null,
  }));
  await insertSyncs(tx, caller.workspaceId, rows);
  tx.notify(CALENDARS_DUE);
}

/** Makes calendars due at once whose account was connected again, and forgets what had failed. What was read of them stays. */
export async function restartAccountSyncs(
  { caller, clock }: Context,
  tx: Transaction,
  calendarIds: string[],
): Promise<void> {
  await restartAccountRows(tx, caller.workspaceId, calendarIds, clock.now());
  tx.notify(CALENDARS_DUE);
}

/**
 * Starts over after a calendar's URL or credentials have changed. A sync in progress loses its claim, so that it writes nothing
 * from the old place. The last good copy stays until the next one.
 */
export async function restartSync(
  context: Context,
  tx: Transaction,
  { id, url }: { id: string; url: string },
): Promise<void> {
  const { caller, clock } = context;
  await restartSyncRow(tx, caller.workspaceId, id, { lane: laneOf(context, url), now: clock.now() });
  tx.notify(CALENDARS_DUE);
}

/**
 * Makes the next sync of these calendars due at once, after the one in progress if there is one. Returns the ids of those that
 * are synced at all: pushed calendars and those of deactivated members aren't.
 */
export async function requestSyncs(
  { caller, clock }: Context,
  tx: Transaction,
  calendarIds: string[],
): Promise<string[]> {
  if (calendarIds.length === 0) return [];
  const ids = await requestSyncRows(tx, caller.workspaceId, calendarIds, clock.now());
  if (ids.length > 0) tx.notify(CALENDARS_DUE);
  return ids;
}

/** Stops fetching the calendars of a deactivated member; their busy times stay. Fetches the successor's calendars at once. */
export async function stopSyncs(
  { caller, clock }: Context,
  tx: Transaction,
  calendars: { stopped: string[]; requested: string[] },
): Promise<void> {
  await stopSyncRows(tx, caller.workspaceId, calendars, clock.now());
  if (calendars.requested.length > 0) tx.notify(CALENDARS_DUE);
}

/** Makes the calendars of a reactivated member due at once. */
export async function resumeSyncs(
  { caller, clock }: Context,
  tx: Transaction,
  calendarIds: string[],
): Promise<void> {
  await resumeSyncRows(tx, caller.workspaceId, calendarIds, clock.now());
  tx.notify(CALENDARS_DUE);
}
