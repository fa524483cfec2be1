import type { Availability } from '../../../features/calendar/availability/rules.ts';
import type { WatchedCalendar } from '../../../features/calendar/calendars/overview.ts';
import type { Connection } from '../../../features/calendar/connections/overview.ts';
import { inlineForm } from '../../../html/fields.ts';
import { type Content, type Html, html } from '../../../html/html.ts';
import { badge } from '../../../html/marks.ts';
import { emptyState, section } from '../../../html/sections.ts';
import { table } from '../../../html/table.ts';
import type { Screen } from '../../screen.ts';
import { momentOf } from '../../words.ts';
import { type Week, weekPart } from '../availability/week.ts';
import { type Member, urlOf } from '../frame.ts';
import { accountsOf } from './accounts.ts';
import { addForms } from './add.ts';
import { connectButtons } from './connect.ts';
import { calendarName, healthBadge, healthInWords, typeNames } from './health.ts';

interface Shown {
  member: Member;
  accounts: Connection[];
  calendars: WatchedCalendar[];
  availability: Availability;
  week: Week;
}

export function calendarsOf(
  screen: Screen,
  { member, accounts, calendars, availability, week }: Shown,
): Content {
  const url = `${urlOf(member)}/calendars`;
  const others = calendars.filter(({ calendar_connection_id }) => calendar_connection_id === null);
  return html`${accountsOf(screen, { member, accounts, calendars })}
${section({
  id: 'calendars',
  live: 'calendar.',
  title: accounts.length > 0 ? 'Other calendars' : 'Calendars',
  lead: 'Nobody can book a time at which one of them is busy. Rota reads when, not what.',
  content: calendarTable(screen, url, others, accounts.length > 0),
})}
${
  member.deactivated_at === null &&
  section({
    title: 'Add a calendar',
    content: html`${connectButtons(screen, member)}${addForms(screen, url, calendars.length === 0)}`,
  })
}
${weekPart(screen, member, { week, availability, url })}`;
}

function calendarTable(screen: Screen, url: string, calendars: WatchedCalendar[], hasAccount: boolean): Html {
  return table({
    caption: 'Calendars, newest first',
    columns: [
      { label: 'Calendar' },
      { label: 'State' },
      { label: 'Last read' },
      { label: 'Read again', hideLabel: true },
    ],
    rows: calendars.map((calendar) => [
      html`<a href="${url}/${calendar.id}">${calendarName(calendar)}</a><p class="note">${typeNames[calendar.type]}</p>`,
      html`${healthBadge(calendar)}${calendar.receives_bookings && html` ${receives}`}<p class="note">${healthInWords(screen, calendar)}</p>`,
      calendar.last_synced_at ? momentOf(screen, calendar.last_synced_at) : 'Never',
      syncButton(screen, `${url}/${calendar.id}`, calendar),
    ]),
    empty: hasAccount
      ? emptyState({ title: 'No other calendars', text: 'Only those above are checked.' })
      : emptyState({
          title: 'No calendar yet',
          text: 'Without one, only working hours and meetings booked here count.',
        }),
  });
}

const receives = badge('info', 'Gets bookings');

export function syncButton(
  screen: Screen,
  url: string,
  { type, next_sync_at }: WatchedCalendar,
): Html | string {
  if (type === 'pushed' || next_sync_at === null) return '';
  return inlineForm({ action: `${url}/sync`, token: screen.token, label: 'Read calendar now' });
}
