import { invalidRequest } from '../../../errors.ts';
import { HOUR_MS } from '../../../time/timestamps.ts';

/** Those that are added one by one. */
export const calendarTypes = ['ics', 'caldav', 'pushed'] as const;
export type CalendarType = (typeof calendarTypes)[number];
export const healths = ['new', 'ok', 'failing'] as const;

export const MAX_CALENDARS = 20;
export const MAX_BUSY_IN_CALL = 2_000;
export const PASSWORD_LENGTH = 1_000;

/** How a calendar is reached. */
export interface Configuration {
  type: CalendarType;
  url: string | null;
  username: string | null;
  hasPassword: boolean;
  receives_bookings: boolean;
}

/** Refuses fields that don't go together, and names the one that has to change. */
export function checkConfiguration(configuration: Configuration): void {
  const { type, url, username, hasPassword, receives_bookings } = configuration;
  if (receives_bookings && type !== 'caldav') {
    throw invalidRequest(
      'receives_bookings is for calendars of type caldav and those of connected accounts only',
      {
        field: 'receives_bookings',
        plain: 'Only CalDAV calendars and those of connected accounts can take bookings.',
      },
    );
  }
  if (type === 'pushed') {
    const given = { url: url !== null, username: username !== null, password: hasPassword };
    for (const [field, isGiven] of Object.entries(given)) {
      if (isGiven)
        throw invalidRequest(`${field} is not for calendars of type pushed: they are not fetched`, {
          field,
          plain:
            'A program sends the busy times of this calendar. Leave address, user name and password empty.',
        });
    }
    return;
  }
  if (url === null)
    throw invalidRequest(`url is required for calendars of type ${type}`, {
      field: 'url',
      plain: 'Enter the address of the calendar.',
    });
  if (type === 'caldav' && username === null) {
    throw invalidRequest('username is required for calendars of type caldav', {
      field: 'username',
      plain: 'Enter the user name.',
    });
  }
  if (username !== null && !hasPassword)
    throw invalidRequest('password is required with a username', {
      field: 'password',
      plain: 'Enter the password, too.',
    });
  if (hasPassword && username === null)
    throw invalidRequest('username is required with a password', {
      field: 'username',
      plain: 'Enter the user name, too.',
    });
}

/** These go into basic authentication, where a colon ends the user name. */
export function checkCredentials(credentials: {
  username?: string | null | undefined;
  password?: string | null | undefined;
}): void {
  const { username, password } = credentials;
  if (username && /[\p{Cc}:]/u.test(username)) {
    throw invalidRequest('username must not contain colons or control characters', {
      field: 'username',
      plain: 'A user name can’t have colons or control characters in it.',
    });
  }
  if (password && /\p{Cc}/u.test(password)) {
    throw invalidRequest('password must not contain control characters', {
      field: 'password',
      plain: 'A password can’t have control characters in it.',
    });
  }
}

/** Calendar apps write the addresses of feeds with this scheme. */
export function withoutWebcal(url: string): string {
  return url.replace(/^webcals?:\/\//i, 'https://');
}

/** Whether it has failed for an hour, which is reported. */
export function isLongFailing(failingSince: number, now: number): boolean {
  return now - failingSince >= HOUR_MS;
}
