import { providerNames } from '../../../calendar-sync/provider-kinds.ts';
import { pushBusyTimes } from '../../../calendar-sync/pushed.ts';
import { passwordPlace } from '../../../calendar-sync/sealed-password.ts';
import { addSync, requestSyncs } from '../../../calendar-sync/sync-requests.ts';
import type { Context } from '../../../context.ts';
import { invalidRequest, notFound, type RotaError, validationError } from '../../../errors.ts';
import { createAddressPolicy } from '../../../network/safe-address.ts';
import { checkUrl } from '../../../network/url.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import { onDuplicate, type Transaction } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { findMember, lockMember } from '../../people/members/operations.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { type Changes, changesFromNothing } from '../../workspace/audit-log/rules.ts';
import { readBusyRange } from './busy-range.ts';
import { requireAddable } from './connected.ts';
import { auditedFields, type Calendar, presentCalendar } from './present.ts';
import {
  type CalendarRow,
  countCalendars,
  deleteCalendarRow,
  insertCalendar,
  selectCalendar,
  selectCalendarForUpdate,
  selectCalendars,
} from './queries.ts';
import {
  type Configuration,
  checkConfiguration,
  checkCredentials,
  MAX_CALENDARS,
  withoutWebcal,
} from './rules.ts';
import type { BusyRange, NewCalendar } from './shapes.ts';
import { isConnectedType } from './types.ts';

const EXAMPLE_URL = 'https://calendar.example.com/ada/basic.ics';

/** A sync that has not read anything yet, or nothing any more. */
export const notReadYet = {
  health: 'new',
  last_synced_at: null,
  last_error: null,
  doubtful: 0,
  failing_since: null,
  due_at: null,
} as const;

/** Of a calendar that was added by itself. */
const noAccount = {
  connection_id: null,
  account_email: null,
  connection_status: null,
  is_primary: 0,
  is_writable: 1,
  is_read: 1,
} as const;

export async function listCalendars(
  context: Context,
  memberId: string,
  page: PageRequest,
): Promise<Page<Calendar>> {
  const { database, caller } = context;
  if (!(await findMember(context, database, memberId))) throw notFound('Workspace member');
  const rows = await selectCalendars(database, caller.workspaceId, memberId, page);
  return takePage(rows, page, presentCalendar);
}

export async function getCalendar(context: Context, id: string): Promise<Calendar> {
  const row = await selectCalendar(context.database, context.caller.workspaceId, id);
  if (!row) throw notFound('Calendar');
  return presentCalendar(row);
}

export async function createCalendar(
  context: Context,
  memberId: string,
  input: NewCalendar,
): Promise<Calendar> {
  const { database, caller, clock, ids } = context;
  const url = input.url == null ? null : withoutWebcal(input.url);
  const username = input.username ?? null;
  const receives = input.receives_bookings ?? false;
  const hasPassword = input.password != null;
  const { type } = input;
  requireAddable(type);
  check(context, { type, url, username, hasPassword, receives_bookings: receives }, input);
  const now = clock.now();
  const id = ids('calendar');
  const fields = {
    id,
    member_id: memberId,
    type,
    name: input.name ?? null,
    url,
    username,
    receives_bookings: receives ? 1 : 0,
    created_at: now,
    updated_at: now,
  };
  return onDuplicate('calendars_receiving', bookingsGoElsewhere, () =>
    database.transaction(async (tx) => {
      // The member stays locked until the transaction ends, so that two calls can't both take the last place.
      const member = await lockMember(context, tx, memberId);
      if (member.deactivated_at !== null)
        throw validationError('The workspace member is deactivated', {
          plain: 'This member is deactivated. Reactivate them first.',
        });
      if ((await countCalendars(tx, caller.workspaceId, memberId)) >= MAX_CALENDARS) {
        throw validationError(`A member may have ${MAX_CALENDARS} calendars: delete one first`);
      }
      const row = { ...fields, sealed_password: await sealed(context, tx, id, input.password) };
      await insertCalendar(tx, caller.workspaceId, row);
      await addSync(context, tx, row);
      const created = { ...row, ...noAccount, ...notReadYet };
      await recordChange(context, tx, 'created', id, changesFromNothing(auditedFields(created)));
      return presentCalendar(created);
    }),
  );
}

export const bookingsGoElsewhere = () =>
  validationError(
    'receives_bookings is true for another calendar of the member: set it to false there first',
    {
      field: 'receives_bookings',
      plain: 'Bookings already go into another calendar. Switch that off there first.',
    },
  );

/** Checks how a calendar is reached. */
export function check(
  { config, proxy }: Context,
  configuration: Configuration,
  given: { url?: string | null | undefined } & Parameters<typeof checkCredentials>[0],
): void {
  checkCredentials(given);
  checkConfiguration(configuration);
  // Check only a new URL. If the rules have changed since an old one was set, connecting to it is refused anyway.
  if (configuration.url !== null && given.url != null) {
    checkUrl(configuration.url, createAddressPolicy(config, proxy), EXAMPLE_URL);
  }
}

export async function sealed(
  { caller, secrets }: Context,
  tx: Transaction,
  id: string,
  password: string | null | undefined,
): Promise<string | null> {
  if (password == null) return null;
  const seal = await secrets.sealer(tx);
  return seal(password, passwordPlace(caller.workspaceId, id));
}

/** Deletes its busy times, too. Bookings that were written to it stay there. */
export async function deleteCalendar(context: Context, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const row = await lockCalendar(context, tx, id);
    if (isConnectedType(row.type))
      throw validationError(
        `Calendars of type ${row.type} come with a connected account: set is_read to false, or delete the account's calendar connection`,
        {
          plain: 'This calendar comes with a connected account. Untick it there, or disconnect the account.',
        },
      );
    await deleteCalendarRow(tx, context.caller.workspaceId, id);
    const { type, name, url } = auditedFields(row);
    await recordChange(context, tx, 'deleted', id, {
      type: [type, null],
      name: [name, null],
      url: [url, null],
    });
  });
}

/** Makes the next sync due at once. */
export async function syncCalendar(context: Context, id: string): Promise<Calendar> {
  return context.database.transaction(async (tx) => {
    const row = await lockCalendar(context, tx, id);
    if (row.type === 'pushed') {
      throw invalidRequest('A calendar of type pushed is not synced: send its busy times instead', {
        plain: 'A program sends the busy times of this calendar, so there’s nothing to read.',
      });
    }
    const [isRequested] = await requestSyncs(context, tx, [id]);
    if (!isRequested) throw notSynced(row);
    await recordChange(context, tx, 'sync_requested', id, {});
    return presentCalendar(row);
  });
}

/** Why a calendar isn't read and written to. */
function notSynced({ type, connection_status, is_read, receives_bookings }: CalendarRow): RotaError {
  if (isConnectedType(type) && connection_status === 'broken') {
    const name = providerNames[type];
    return invalidRequest('The calendar is not synced until its account is connected again', {
      plain: `Rota lost access to the ${name} account. Connect it again first.`,
    });
  }
  if (is_read === 0 && receives_bookings === 0)
    return invalidRequest('The calendar is not synced: set is_read to true first', {
      plain: 'This calendar isn’t read. Tick it first.',
    });
  return invalidRequest('The calendar is not synced while its member is deactivated', {
    plain: 'This calendar isn’t read while its member is deactivated.',
  });
}

/** Replaces the busy times of a time range. */
export async function replaceBusyTimes(context: Context, id: string, input: BusyRange): Promise<Calendar> {
  const pushed = readBusyRange(input);
  return context.database.transaction(async (tx) => {
    const row = await lockCalendar(context, tx, id);
    if (row.type !== 'pushed') {
      throw invalidRequest(
        `A calendar of type ${row.type} is fetched: only one of type pushed takes busy times`,
      );
    }
    await pushBusyTimes(context, tx, row, pushed);
    await recordChange(context, tx, 'busy_times_replaced', id, {
      from: [null, formatTimestamp(pushed.range.start)],
      to: [null, formatTimestamp(pushed.range.end)],
      busy_times: [null, pushed.busy.length],
    });
    return presentCalendar({ ...row, health: 'ok', last_synced_at: context.clock.now() });
  });
}

export async function lockCalendar({ caller }: Context, tx: Transaction, id: string): Promise<CalendarRow> {
  const row = await selectCalendarForUpdate(tx, caller.workspaceId, id);
  if (!row) throw notFound('Calendar');
  return row;
}

/** Also for changes that the service makes itself. */
export function recordChange(
  context: Context,
  tx: Transaction,
  change: string,
  id: string,
  changes: Changes,
): Promise<void> {
  const target = { type: 'calendar', id };
  return recordAudit(context, tx, { action: `calendar.${change}`, target, changes });
}
