import { MAX_CALENDARS_OF_ACCOUNT, type RemoteCalendar } from '../../../calendar-sync/accounts/provider.ts';
import { lockForChoices } from '../../../calendar-sync/choices.ts';
import type { ProviderKind } from '../../../calendar-sync/provider-kinds.ts';
import { addAccountSyncs, restartAccountSyncs } from '../../../calendar-sync/sync-requests.ts';
import type { Context } from '../../../context.ts';
import { NAME_LENGTH } from '../../../limits/limits.ts';
import type { Transaction } from '../../../storage/database.ts';
import { onOneLine } from '../../../text/plain-text.ts';
import {
  type AccountCalendarRow,
  deleteCalendars,
  existsReceiving,
  insertAccountCalendars,
  lockCalendarsOfConnection,
  selectAccountCalendars,
  updateAccountCalendar,
} from './account-queries.ts';
import { recordChange } from './operations.ts';

// The calendars of connected accounts, as the feature that connects them makes and removes them.

export interface ListedAccount {
  member_id: string;
  connection_id: string;
  provider: ProviderKind;
  /** Every calendar of the account, the primary one first. */
  calendars: RemoteCalendar[];
  /** The connections that the same account had before. Their calendars go on as those of this one. */
  former: string[];
}

/**
 * Every calendar of the account becomes a calendar of the member. Those that are there already stay as they were chosen; those that the
 * account no longer has go. In an account that is new here, the primary one is read, and receives the bookings if nothing else does.
 * The member is locked. Returns how many have come and gone, and how many there are.
 */
export async function writeAccountCalendars(
  context: Context,
  tx: Transaction,
  account: ListedAccount,
): Promise<{ added: number; removed: number; count: number }> {
  const { workspaceId } = context.caller;
  const own = [...account.former, account.connection_id];
  const existing = await selectAccountCalendars(tx, workspaceId, own);
  const kept = new Map<string, AccountCalendarRow>();
  for (const row of existing) if (!kept.has(row.remote_id)) kept.set(row.remote_id, row);
  const listed = uniqueById(account.calendars)
    .filter(({ id, is_hidden }) => !is_hidden || kept.has(id))
    .slice(0, MAX_CALENDARS_OF_ACCOUNT);
  const remoteIds = new Set(listed.map(({ id }) => id));
  const gone = existing.filter((row) => kept.get(row.remote_id) !== row || !remoteIds.has(row.remote_id));
  await deleteWithSyncs(
    context,
    tx,
    gone.map(({ id }) => id),
  );
  for (const remote of listed) {
    const row = kept.get(remote.id);
    if (row) await updateKept(context, tx, { row, remote, account });
  }
  const isNew = existing.length === 0;
  const added = listed.filter(({ id }) => !kept.has(id));
  const receives = isNew && !(await existsReceiving(tx, workspaceId, account.member_id));
  await addCalendars(context, tx, account, { added, isNew, receives });
  const again = listed.flatMap(({ id }) => kept.get(id)?.id ?? []);
  if (account.former.length > 0) await restartAccountSyncs(context, tx, again);
  return { added: added.length, removed: gone.length, count: listed.length };
}

function uniqueById(calendars: RemoteCalendar[]): RemoteCalendar[] {
  return [...new Map(calendars.map((each) => [each.id, each])).values()];
}

/** The name stays: somebody may have given another one. Where nothing can be written any more, no bookings go. */
async function updateKept(
  context: Context,
  tx: Transaction,
  { row, remote, account }: { row: AccountCalendarRow; remote: RemoteCalendar; account: ListedAccount },
): Promise<void> {
  const { caller, clock } = context;
  const now = {
    connection_id: account.connection_id,
    is_primary: Number(remote.is_primary),
    is_writable: Number(remote.is_writable),
    receives_bookings: remote.is_writable ? row.receives_bookings : 0,
  };
  const isSame = Object.entries(now).every(([column, value]) => row[column as keyof typeof now] === value);
  if (!isSame)
    await updateAccountCalendar(tx, caller.workspaceId, row.id, { ...now, updated_at: clock.now() });
  if (row.receives_bookings === 1 && now.receives_bookings === 0)
    await recordChange(context, tx, 'updated', row.id, { receives_bookings: [true, false] });
}

async function addCalendars(
  context: Context,
  tx: Transaction,
  { member_id, connection_id, provider }: ListedAccount,
  { added, isNew, receives }: { added: RemoteCalendar[]; isNew: boolean; receives: boolean },
): Promise<void> {
  const { caller, clock, ids } = context;
  if (added.length === 0) return;
  const now = clock.now();
  // The newest is listed first: the primary one.
  const rows = added.toReversed().map((remote) => {
    const isChosen = isNew && remote.is_primary;
    return {
      ...{ id: ids('calendar'), member_id, service: provider, connection_id, remote_id: remote.id },
      name: onOneLine(remote.name, NAME_LENGTH) || remote.id.slice(0, NAME_LENGTH),
      is_primary: Number(remote.is_primary),
      is_writable: Number(remote.is_writable),
      is_read: Number(isChosen),
      receives_bookings: Number(isChosen && receives && remote.is_writable),
      ...{ created_at: now, updated_at: now },
    };
  });
  await insertAccountCalendars(tx, caller.workspaceId, rows);
  const syncs = rows.map(({ id, is_read }) => ({ id, isSynced: is_read === 1 }));
  await addAccountSyncs(context, tx, provider, syncs);
}

/** Deletes the calendars of an account, with their busy times. Bookings that were written to them stay. Returns how many there were. */
export async function removeAccountCalendars(
  context: Context,
  tx: Transaction,
  connectionId: string,
): Promise<number> {
  const { workspaceId } = context.caller;
  const ids = await lockCalendarsOfConnection(tx, workspaceId, connectionId);
  await deleteWithSyncs(context, tx, ids);
  return ids.length;
}

/** The calendars are locked. Their syncs go with them, which would lock these in any order. */
async function deleteWithSyncs(context: Context, tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockForChoices(context, tx, ids);
  await deleteCalendars(tx, context.caller.workspaceId, ids);
}
