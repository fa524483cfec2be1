import type { Config } from '../../settings/config.ts';
import type { CalendarProvider } from '../accounts/provider.ts';
import { providerNames, videoCalls } from '../provider-kinds.ts';
import { listCalendars } from './calendars.ts';
import { readChanges, readEvent } from './read.ts';
import { possibleEvents, removeEvent, writeEvent } from './write.ts';

/** Calendars, also those that others share with the account, and a token that lasts. */
const SCOPES = ['offline_access', 'Calendars.ReadWrite', 'Calendars.Read.Shared'];
/** What comes back is never named `offline_access`; shared calendars aren't known to all accounts. */
const REQUIRED = [['Calendars.ReadWrite', 'Calendars.ReadWrite.Shared']];

/** Undefined without an application that is registered with Microsoft. */
export function microsoftProvider(config: Config): CalendarProvider | undefined {
  const { microsoftClientId, microsoftClientSecret, microsoftTenant, microsoftLoginUrl, microsoftGraphUrl } =
    config;
  if (microsoftClientId === undefined || microsoftClientSecret === undefined) return undefined;
  const login = `${microsoftLoginUrl}/${microsoftTenant}/oauth2/v2.0`;
  return {
    kind: 'microsoft',
    name: providerNames.microsoft,
    makes: videoCalls.microsoft,
    apiUrl: microsoftGraphUrl,
    oauth: {
      authorizeUrl: `${login}/authorize`,
      tokenUrl: `${login}/token`,
      revokeUrl: undefined,
      clientId: microsoftClientId,
      clientSecret: microsoftClientSecret,
      scopes: SCOPES,
      required: REQUIRED,
      parameters: { prompt: 'select_account' },
    },
    ...{ listCalendars, readChanges, readEvent, writeEvent, possibleEvents, removeEvent },
  };
}
