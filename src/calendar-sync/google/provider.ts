import type { Config } from '../../settings/config.ts';
import type { CalendarProvider } from '../accounts/provider.ts';
import { providerNames, videoCalls } from '../provider-kinds.ts';
import { possibleEvents, removeEvent, writeEvent } from './bookings.ts';
import { readChanges, readEvent } from './changes.ts';
import { listCalendars } from './list.ts';

/** Events of all calendars, and the list of these calendars. Nothing else of the account can be seen. */
const SCOPES = [
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
];

/** Somebody may have allowed more before, for another use of the same application. */
const REQUIRED = [
  ['calendar.events', 'calendar'],
  ['calendar.calendarlist.readonly', 'calendar.calendarlist', 'calendar.readonly', 'calendar'],
];

/** Undefined without an application that is registered with Google. */
export function googleProvider(config: Config): CalendarProvider | undefined {
  const { googleClientId, googleClientSecret, googleAuthorizeUrl, googleTokenUrl, googleApiUrl } = config;
  if (googleClientId === undefined || googleClientSecret === undefined) return undefined;
  return {
    kind: 'google',
    name: providerNames.google,
    makes: videoCalls.google,
    apiUrl: `${googleApiUrl}/calendar/v3`,
    oauth: {
      authorizeUrl: googleAuthorizeUrl,
      tokenUrl: googleTokenUrl,
      revokeUrl: new URL('revoke', googleTokenUrl).href,
      clientId: googleClientId,
      clientSecret: googleClientSecret,
      scopes: SCOPES,
      required: REQUIRED,
      // Without asking for consent each time, Google gives a refresh token only the first time.
      parameters: {
        access_type: 'offline',
        prompt: 'consent select_account',
        include_granted_scopes: 'false',
      },
    },
    ...{ listCalendars, readChanges, readEvent, writeEvent, possibleEvents, removeEvent },
  };
}
