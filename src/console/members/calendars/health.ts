// A calendar's health, in words.
import type { WatchedCalendar } from '../../../features/calendar/calendars/overview.ts';
import { type Html, html } from '../../../html/html.ts';
import { type BadgeKind, badge } from '../../../html/marks.ts';
import type { Screen } from '../../screen.ts';
import { momentOf, shortMomentOf } from '../../words.ts';

export const typeNames = {
  ics: 'Feed (ICS)',
  caldav: 'CalDAV',
  pushed: 'Busy times by API',
  google: 'Google Calendar',
  microsoft: 'Microsoft 365 or Outlook.com',
} as const;

export const calendarName = ({ name, host, type }: Pick<WatchedCalendar, 'name' | 'host' | 'type'>): string =>
  name ?? host ?? typeNames[type];

export function healthBadge({ health, last_error, type, is_read, receives_bookings }: WatchedCalendar): Html {
  if (!is_read && !receives_bookings) return badge('neutral', 'Not read');
  const [kind, words]: [BadgeKind, string] =
    health === 'failing'
      ? ['bad', 'Can’t be read']
      : health === 'new'
        ? ['neutral', type === 'pushed' ? 'Nothing sent yet' : 'Not read yet']
        : last_error === null
          ? ['good', 'Works']
          : ['warn', 'Read in part'];
  return badge(kind, words);
}

/** What is wrong, and what happens next. */
export function healthInWords(screen: Screen, calendar: WatchedCalendar): Html {
  const { health, last_error, last_synced_at, failing_since, type } = calendar;
  const next = nextSync(screen, calendar, health === 'failing' ? 'Next try' : 'Next read');
  if (health === 'failing') {
    const since = failing_since !== null && html`Since ${shortMomentOf(screen, failing_since)}: `;
    const missed = last_synced_at === null ? 'anything in it' : 'events added since';
    return html`${since}${last_error}. Meetings may be booked over ${missed}. ${next}`;
  }
  if (type === 'pushed') return html`A program of yours sends its busy times.`;
  if (!calendar.is_read && !calendar.receives_bookings) return html`It isn’t read.`;
  return html`${last_error && html`${last_error}. `}${next}`;
}

function nextSync(screen: Screen, { next_sync_at: at, account_email }: WatchedCalendar, label: string): Html {
  if (at === null && account_email !== null) return html`It isn’t read at the moment.`;
  if (at === null) return html`It isn’t read while the member is deactivated.`;
  return at <= screen.now ? html`It will be read in a moment.` : html`${label}: ${momentOf(screen, at)}.`;
}
