// What holds for calendars that come with a connected account, and for no others.
import { providerNames } from '../../../calendar-sync/provider-kinds.ts';
import { invalidRequest } from '../../../errors.ts';
import type { CalendarType } from './rules.ts';
import type { CalendarChanges } from './shapes.ts';
import { type AnyCalendarType, isConnectedType } from './types.ts';

/** Such a calendar is never added alone: its account is connected. */
export function requireAddable(type: AnyCalendarType): asserts type is CalendarType {
  if (!isConnectedType(type)) return;
  const message = `Calendars of type ${type} come with a connected account: create one with POST /api/v1/workspace_members/{id}/calendar_connections`;
  throw invalidRequest(message, {
    field: 'type',
    plain: `Connect the ${providerNames[type]} account instead: its calendars come with it.`,
  });
}

/** Refuses what a calendar of a connected account can't be changed to. */
export function checkConnectedChange(
  { type, is_writable }: { type: AnyCalendarType; is_writable: number },
  input: CalendarChanges,
): void {
  for (const field of ['url', 'username', 'password'] as const) {
    if (input[field] != null)
      throw invalidRequest(
        `${field} is not for calendars of type ${type}: they are reached by their account`,
        {
          field,
          plain:
            'This calendar comes with a connected account, so it has no address and no password of its own.',
        },
      );
  }
  if (input.receives_bookings && is_writable === 0)
    throw invalidRequest('receives_bookings is for calendars that the account may write to', {
      field: 'receives_bookings',
      plain: 'The account can’t write to this calendar. Choose another one for bookings.',
    });
}

/** Only calendars of connected accounts are chosen. All others are there to be read. */
export function requireRead({ is_read }: CalendarChanges): void {
  if (is_read === false)
    throw invalidRequest(
      'is_read can be false for calendars of connected accounts only: delete this one instead',
      {
        field: 'is_read',
        plain: 'This calendar always counts. Remove it instead.',
      },
    );
}
