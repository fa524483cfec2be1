import { followChoice, lockForChoices } from '../../../calendar-sync/choices.ts';
import { requestSyncs, restartSync } from '../../../calendar-sync/sync-requests.ts';
import type { Context } from '../../../context.ts';
import { invalidRequest, notFound } from '../../../errors.ts';
import { isSameOrigin } from '../../../network/url.ts';
import { onDuplicate, type Transaction } from '../../../storage/database.ts';
import { lockMember } from '../../people/members/operations.ts';
import { checkConnectedChange, requireAddable, requireRead } from './connected.ts';
import { bookingsGoElsewhere, check, lockCalendar, notReadYet, recordChange, sealed } from './operations.ts';
import { type Calendar, changesOf, presentCalendar } from './present.ts';
import { type CalendarRow, selectCalendar, selectChoicesForUpdate, updateCalendarRow } from './queries.ts';
import { withoutWebcal } from './rules.ts';
import type { CalendarChanges } from './shapes.ts';
import { isConnectedType } from './types.ts';

export async function updateCalendar(
  context: Context,
  id: string,
  input: CalendarChanges,
): Promise<Calendar> {
  const { database, caller } = context;
  return onDuplicate('calendars_receiving', bookingsGoElsewhere, () =>
    database.transaction(async (tx) => {
      const found = await selectCalendar(tx, caller.workspaceId, id);
      if (!found) throw notFound('Calendar');
      if (!isConnectedType(found.type)) {
        return changeOwn(context, tx, await lockCalendar(context, tx, id), input);
      }
      const member = await lockMember(context, tx, found.member_id);
      const row = await lockCalendar(context, tx, id);
      return changeConnected(context, tx, { row, isActive: member.deactivated_at === null }, input);
    }),
  );
}

/** Which calendars of an account are read, and which of them gets the member's bookings: null for none of this account. */
export interface Choices {
  read: string[];
  receives: string | null;
}

/** Chooses for all calendars of an account at once. Bookings that went into another calendar of the member go into the chosen one. */
export async function chooseCalendars(
  context: Context,
  account: { member_id: string; connection_id: string },
  { read, receives }: Choices,
): Promise<void> {
  const { database, caller } = context;
  const { member_id, connection_id } = account;
  await database.transaction(async (tx) => {
    const member = await lockMember(context, tx, member_id);
    const isActive = member.deactivated_at === null;
    const rows = await selectChoicesForUpdate(tx, caller.workspaceId, account);
    const own = rows.filter((row) => row.connection_id === connection_id);
    if (own.length === 0) throw notFound('Connected account');
    if (receives !== null && !own.some(({ id }) => id === receives))
      throw invalidRequest('receives_bookings is for a calendar of this account', {
        field: 'receives_bookings',
        plain: 'That calendar isn’t in the account any more. Choose another one for bookings.',
      });
    await lockForChoices(
      context,
      tx,
      rows.map(({ id }) => id),
    );
    const elsewhere = rows.find((row) => row.connection_id !== connection_id);
    if (elsewhere && receives !== null)
      await changeAny(context, tx, { row: elsewhere, isActive }, { receives_bookings: false });
    // The one that gets bookings from now on comes last: there are never two.
    const inOrder = own.toSorted((one, other) => Number(one.id === receives) - Number(other.id === receives));
    for (const row of inOrder) {
      const choice = { is_read: read.includes(row.id), receives_bookings: row.id === receives };
      await changeConnected(context, tx, { row, isActive }, choice);
    }
  });
}

interface Locked {
  row: CalendarRow;
  /** Whether its member is active. */
  isActive: boolean;
}

function changeAny(context: Context, tx: Transaction, locked: Locked, input: CalendarChanges) {
  const { row } = locked;
  return isConnectedType(row.type)
    ? changeConnected(context, tx, locked, input)
    : changeOwn(context, tx, row, input);
}

/** Changes a calendar that was added by itself. */
async function changeOwn(
  context: Context,
  tx: Transaction,
  row: CalendarRow,
  input: CalendarChanges,
): Promise<Calendar> {
  const { caller, clock } = context;
  const { id } = row;
  const url = input.url === undefined ? row.url : withoutWebcal(input.url);
  const hasPassword = input.password === undefined ? row.sealed_password !== null : input.password !== null;
  const after = {
    ...row,
    name: input.name === undefined ? row.name : input.name,
    url,
    username: input.username === undefined ? row.username : input.username,
    sealed_password:
      input.password === undefined ? row.sealed_password : await sealed(context, tx, id, input.password),
    receives_bookings: (input.receives_bookings ?? row.receives_bookings === 1) ? 1 : 0,
  };
  const { type, username } = after;
  const receives_bookings = after.receives_bookings === 1;
  requireAddable(type);
  requireRead(input);
  check(context, { type, url, username, hasPassword, receives_bookings }, { ...input, url: input.url });
  requirePasswordElsewhere(row, after, input.password);
  const changes = changesOf(row, after, input.password);
  if (!changes) return presentCalendar(row);

  after.updated_at = clock.now();
  const { name, sealed_password, receives_bookings: receives, updated_at } = after;
  await updateCalendarRow(tx, caller.workspaceId, id, {
    ...{ name, url, username, sealed_password },
    ...{ receives_bookings: receives, updated_at },
  });
  if (url !== null && (changes.url || changes.username || changes.password)) {
    await restartSync(context, tx, { id, url });
  } else if (changes.receives_bookings) await requestSyncs(context, tx, [id]);
  await recordChange(context, tx, 'updated', id, changes);
  return presentCalendar(after);
}

/** Changes a calendar of a connected account. */
async function changeConnected(
  context: Context,
  tx: Transaction,
  { row, isActive }: Locked,
  input: CalendarChanges,
): Promise<Calendar> {
  const { caller, clock } = context;
  const { id, type } = row;
  checkConnectedChange(row, input);
  const after = {
    ...row,
    name: input.name === undefined ? row.name : input.name,
    receives_bookings: Number(input.receives_bookings ?? row.receives_bookings),
    is_read: Number(input.is_read ?? row.is_read),
    updated_at: clock.now(),
  };
  const changes = changesOf(row, after, undefined);
  if (!changes) return presentCalendar(row);
  const { name, receives_bookings, is_read, updated_at } = after;
  await updateCalendarRow(tx, caller.workspaceId, id, { name, receives_bookings, is_read, updated_at });
  if (isConnectedType(type) && (changes.is_read || changes.receives_bookings)) {
    await followChoice(context, tx, {
      ...{ id, provider: type },
      ...choiceOf(after),
      was: choiceOf(row),
      isReachable: isActive && row.connection_status === 'connected',
    });
  }
  await recordChange(context, tx, 'updated', id, changes);
  return presentCalendar(changes.is_read ? { ...after, ...notReadYet } : after);
}

const choiceOf = ({ is_read, receives_bookings }: CalendarRow) => ({
  is_read: is_read === 1,
  receives_bookings: receives_bookings === 1,
});

/** Credentials that were given for one server never go to another. */
function requirePasswordElsewhere(
  before: CalendarRow,
  after: CalendarRow,
  given: string | null | undefined,
): void {
  if (before.sealed_password === null || given !== undefined) return;
  if (before.url !== null && after.url !== null && isSameOrigin(before.url, after.url)) return;
  throw invalidRequest('password is needed again, because url leads to another server', {
    field: 'password',
    plain: 'The new address leads to another server. Enter the password again.',
  });
}
