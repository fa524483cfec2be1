import type { WatchedCalendar } from '../../../features/calendar/calendars/overview.ts';
import { disclosure, facts, named } from '../../../html/blocks.ts';
import { button, form, inlineForm, textField } from '../../../html/fields.ts';
import { type Content, type Html, html } from '../../../html/html.ts';
import { code } from '../../../html/marks.ts';
import { danger, section } from '../../../html/sections.ts';
import { NAME_LENGTH } from '../../../limits/limits.ts';
import { isChecked, type SentFields, text, textIfAny, textOrNull } from '../../fields.ts';
import type { Screen } from '../../screen.ts';
import { fieldsOf } from '../../sent.ts';
import { momentOf } from '../../words.ts';
import { accessFields, receivesField } from './add.ts';
import { calendarName, healthBadge, healthInWords, typeNames } from './health.ts';
import { syncButton } from './list.ts';

export function calendarSettings(screen: Screen, calendar: WatchedCalendar): Content {
  const { id, type, last_synced_at, workspace_membership_id, account_email } = calendar;
  const url = `/console/members/${workspace_membership_id}/calendars/${id}`;
  const name = calendarName(calendar);
  return html`${section({
    id: 'calendar',
    live: 'calendar.',
    title: name,
    actions: syncButton(screen, url, calendar),
    content: facts([
      { label: 'Kind', value: typeNames[type] },
      calendar.host !== null && {
        label: account_email === null ? 'Server' : 'Account',
        value: calendar.host,
      },
      { label: 'State', value: html`${healthBadge(calendar)} ${healthInWords(screen, calendar)}` },
      {
        label: type === 'pushed' ? 'Last sent' : 'Last read',
        value: last_synced_at ? momentOf(screen, last_synced_at) : 'Never',
      },
      { label: 'Added', value: momentOf(screen, calendar.created_at) },
      { label: 'ID', value: code(id) },
      type === 'pushed' && { label: 'Send to', value: code(`POST /api/v1/calendars/${id}/busy_times`) },
    ]),
  })}
${section({ title: 'Settings', content: settingsForm(screen, url, calendar) })}
${account_email === null ? removal(screen, url, name) : section({ title: 'Account', content: html`<p>It comes with the account ${named(account_email)}. <a href="/console/members/${workspace_membership_id}/calendars">Choose there</a> whether it’s read and gets bookings, or disconnect the account.</p>` })}`;
}

const removal = (screen: Screen, url: string, name: string): Html =>
  html`${danger({
    title: 'Remove calendar',
    lead: 'Its busy times no longer count, so meetings can be booked over them. Bookings already written into it stay there.',
    content: disclosure(
      `Remove ${name} …`,
      inlineForm({ action: `${url}/remove`, token: screen.token, label: 'Remove calendar', kind: 'danger' }),
    ),
  })}`;

function settingsForm(screen: Screen, action: string, calendar: WatchedCalendar): Html {
  const { type, name, username, receives_bookings } = calendar;
  const fields = fieldsOf(screen, action);
  const { field } = fields;
  return form({
    action,
    token: screen.token,
    content: html`${textField({ label: 'Name', ...field('name', name), maxLength: NAME_LENGTH })}
${
  (type === 'ics' || type === 'caldav') &&
  html`${textField({ label: 'Another address', hint: 'Leave empty to keep the address.', ...field('url', ''), autocomplete: 'off' })}
${accessFields({ field }, { username, hint: 'Leave empty to keep it. A new server needs it again.' })}`
}
${type === 'caldav' && receivesField(fields.isChecked('receives_bookings', receives_bookings))}
${button({ label: 'Save calendar' })}`,
  });
}

/** Changes in the API's shape. Clearing the user name also clears the password. */
export function changesIn(fields: SentFields, { type }: Pick<WatchedCalendar, 'type'>) {
  const name = textOrNull(fields, 'name');
  if (type !== 'ics' && type !== 'caldav') return { name };
  const username = textOrNull(fields, 'username');
  return {
    name,
    url: textIfAny(fields, 'url'),
    username,
    password: text(fields, 'password') || (username === null ? null : undefined),
    ...(type === 'caldav' && { receives_bookings: isChecked(fields, 'receives_bookings') }),
  };
}
