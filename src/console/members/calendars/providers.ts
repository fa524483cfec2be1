// Where people find what a form for a calendar asks for, in the words of each provider. docs/use/calendars.md has the same.
import type { calendarTypes } from '../../../features/calendar/calendars/rules.ts';

export interface Provider {
  key: string;
  /** What people call it. */
  name: string;
  type: (typeof calendarTypes)[number];
  /** How to get the address, or a password for it. */
  steps: string[];
  /** What the address is, where it is the same for everybody. */
  url?: string;
}

export const providers: Provider[] = [
  {
    key: 'google',
    name: 'Google Calendar, by its secret address',
    type: 'ics',
    steps: [
      'On a computer, open Google Calendar, then Settings (the gear at the top right).',
      'At the left, choose your calendar, then “Integrate calendar”.',
      'Copy “Secret address in iCal format” and paste it here. Not the public one: it’s empty unless your calendar is public.',
    ],
  },
  {
    key: 'outlook',
    name: 'Outlook or Microsoft 365, by its published address',
    type: 'ics',
    steps: [
      'In Outlook on the web, open Settings, then Calendar, then “Shared calendars”.',
      'Under “Publish a calendar”, choose your calendar and “Can view when I’m busy”, then “Publish”.',
      'Copy the ICS link and paste it here. Without “Publish a calendar”, your company has switched it off: ask your IT.',
    ],
  },
  {
    key: 'icloud',
    name: 'iCloud',
    type: 'caldav',
    url: 'https://caldav.icloud.com/',
    steps: [
      'Sign in at account.apple.com and open “Sign-In and Security”, then “App-Specific Passwords”.',
      'Generate a password and name it, for example after your company.',
      'Paste it here. Your user name is the email address of your Apple Account.',
    ],
  },
  {
    key: 'fastmail',
    name: 'Fastmail',
    type: 'caldav',
    url: 'https://caldav.fastmail.com/',
    steps: [
      'In Fastmail, open Settings, then “Privacy & Security”, then “Manage app passwords”.',
      'Create a password with access to calendars (CalDAV).',
      'Paste it here. Your user name is your Fastmail address.',
    ],
  },
  {
    key: 'nextcloud',
    name: 'Nextcloud',
    type: 'caldav',
    steps: [
      'In Nextcloud, open your settings, then Security.',
      'Under “Devices & sessions”, create a new app password.',
      'The address is that of your Nextcloud, followed by /remote.php/dav/.',
    ],
  },
  {
    key: 'ics',
    name: 'Another calendar with an address (ICS, webcal)',
    type: 'ics',
    steps: [
      'Look for “Subscribe”, “Publish” or “ICS” in the calendar’s settings, and paste the address here.',
    ],
  },
  {
    key: 'caldav',
    name: 'Another CalDAV server',
    type: 'caldav',
    steps: ['Use the server’s address, and a password for this purpose alone if it offers one.'],
  },
  {
    key: 'pushed',
    name: 'Busy times sent by your own program',
    type: 'pushed',
    steps: ['Add it here, then send its busy times to the API.'],
  },
];
