import { setting } from './setting.ts';
import { providerUrl, tenant, text } from './values.ts';

/** The settings of calendars that people connect with their account. Each provider needs an application that the operator registers. */
export const calendarSettings = {
  googleClientId: setting({
    name: 'ROTA_GOOGLE_CLIENT_ID',
    purpose:
      'The client id of the application that you registered with Google, so that people can connect their Google calendars: see ' +
      'docs/operate/google-calendar.md.',
    read: text,
  }),
  googleClientSecret: setting({
    name: 'ROTA_GOOGLE_CLIENT_SECRET',
    purpose: 'The client secret of that application.',
    secret: true,
    read: text,
  }),
  googleAuthorizeUrl: setting({
    name: 'ROTA_GOOGLE_AUTHORIZE_URL',
    fallback: 'https://accounts.google.com/o/oauth2/v2/auth',
    purpose: 'Where people give their consent.',
    read: providerUrl,
  }),
  googleTokenUrl: setting({
    name: 'ROTA_GOOGLE_TOKEN_URL',
    fallback: 'https://oauth2.googleapis.com/token',
    purpose: 'Where Rota gets tokens. They are revoked at `revoke` beside it.',
    read: providerUrl,
  }),
  googleApiUrl: setting({
    name: 'ROTA_GOOGLE_API_URL',
    fallback: 'https://www.googleapis.com',
    purpose: 'The base URL, without `/calendar/v3`.',
    read: providerUrl,
  }),
  microsoftClientId: setting({
    name: 'ROTA_MICROSOFT_CLIENT_ID',
    purpose:
      'The application (client) id that you registered with Microsoft, so that people can connect their Microsoft 365 and Outlook.com ' +
      'calendars: see docs/operate/microsoft-calendar.md.',
    read: text,
  }),
  microsoftClientSecret: setting({
    name: 'ROTA_MICROSOFT_CLIENT_SECRET',
    purpose: 'The client secret of that application: its value, not its id.',
    secret: true,
    read: text,
  }),
  microsoftTenant: setting({
    name: 'ROTA_MICROSOFT_TENANT',
    fallback: 'common',
    purpose:
      'Whose accounts may be connected: `common` for all, `organizations` for those of companies, or the id or domain of one company.',
    read: tenant,
  }),
  microsoftLoginUrl: setting({
    name: 'ROTA_MICROSOFT_LOGIN_URL',
    fallback: 'https://login.microsoftonline.com',
    purpose: 'The base URL, without `/{tenant}/oauth2/v2.0`. National clouds have others.',
    read: providerUrl,
  }),
  microsoftGraphUrl: setting({
    name: 'ROTA_MICROSOFT_GRAPH_URL',
    fallback: 'https://graph.microsoft.com/v1.0',
    purpose: 'The base URL, without `/me`. National clouds have others.',
    read: providerUrl,
  }),
};
