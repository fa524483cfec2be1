// Google and Microsoft, as people know them.
import type { Provider } from '../../../features/calendar/connections/overview.ts';

interface ProviderWords {
  name: string;
  /** What is connected. */
  calendar: string;
  /** What the provider asks the person to allow, and what for. */
  asks: { to: string; why: string }[];
  /** What to look out for on the provider's page. */
  note?: string;
  /** What becomes of the access when the account is disconnected. */
  access: string;
}

const EVENTS = 'To see when you’re busy, and to write bookings into the calendar that you choose.';
const LIST = 'So that you can choose which of them count.';

export const providerWords: Record<Provider, ProviderWords> = {
  google: {
    name: 'Google',
    calendar: 'Google Calendar',
    asks: [
      { to: 'See and change events in your calendars', why: EVENTS },
      { to: 'See the list of your calendars', why: LIST },
    ],
    note: 'Google shows a box for each of these. Tick both: with one missing, your calendar can’t be connected.',
    access: 'Rota tells Google to end its access, and forgets it.',
  },
  microsoft: {
    name: 'Microsoft',
    calendar: 'Microsoft 365 or Outlook.com',
    asks: [
      { to: 'See and change events in your calendars', why: EVENTS },
      { to: 'See calendars that others share with you', why: LIST },
      { to: 'Keep this access while you’re away', why: 'Until you disconnect the account.' },
    ],
    note: 'Your company may need an admin to approve this first. If so, Microsoft’s page will tell you.',
    access:
      'Rota forgets its access at once. Microsoft lists Rota among the account’s apps until you remove it there.',
  },
};
