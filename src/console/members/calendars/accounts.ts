// Connected accounts, each with its calendars: which count as busy, and which one bookings go into.
import type { Choices } from '../../../features/calendar/calendars/change.ts';
import type { WatchedCalendar } from '../../../features/calendar/calendars/overview.ts';
import { type Connection, connectableProviders } from '../../../features/calendar/connections/overview.ts';
import { linkButton, named } from '../../../html/blocks.ts';
import { button, checkboxList, form, radioGroup } from '../../../html/fields.ts';
import { type Content, type Html, html } from '../../../html/html.ts';
import { badge } from '../../../html/marks.ts';
import { section } from '../../../html/sections.ts';
import { list, type SentFields, textIfAny } from '../../fields.ts';
import type { Screen } from '../../screen.ts';
import { fieldsOf } from '../../sent.ts';
import { isToday, shortMomentOf } from '../../words.ts';
import { type Member, urlOf } from '../frame.ts';
import { connectButton } from './connect.ts';
import { calendarName, healthInWords } from './health.ts';
import { providerWords } from './provider-words.ts';

export const accountPath = (member: { id: string }, { id }: { id: string }) =>
  `${urlOf(member)}/calendars/accounts/${id}`;

interface Shown {
  member: Member;
  accounts: Connection[];
  /** All of the member. */
  calendars: WatchedCalendar[];
}

export function accountsOf(screen: Screen, { member, accounts, calendars }: Shown): Content {
  return accounts.map((account) =>
    accountSection(screen, {
      ...{ member, account },
      own: calendars
        .filter(({ calendar_connection_id }) => calendar_connection_id === account.id)
        .sort(mainFirst),
      elsewhere: calendars.find(
        ({ receives_bookings, calendar_connection_id }) =>
          receives_bookings && calendar_connection_id !== account.id,
      ),
    }),
  );
}

const mainFirst = (one: WatchedCalendar, other: WatchedCalendar) =>
  Number(other.is_primary) - Number(one.is_primary) || calendarName(one).localeCompare(calendarName(other));

interface ShownAccount {
  member: Member;
  account: Connection;
  /** The main one first. */
  own: WatchedCalendar[];
  /** The calendar that gets bookings, if it belongs to none of these. */
  elsewhere: WatchedCalendar | undefined;
}

function accountSection(screen: Screen, shown: ShownAccount): Html {
  const { member, account } = shown;
  const { calendar } = providerWords[account.provider];
  const isBroken = account.status === 'broken';
  return section({
    id: account.id,
    live: 'calendar. calendar_connection.',
    title: html`${named(accountName(account))} ${isBroken ? badge('bad', 'Access ended') : badge('good', 'Connected')}`,
    lead: isBroken
      ? html`${lostAccess(screen, account)} Meetings may be booked over events added since, and bookings won’t appear in these calendars. Connect the same account again, and everything below stays as it is.`
      : calendar,
    actions: [
      isBroken &&
        member.deactivated_at === null &&
        connectableProviders(screen).includes(account.provider) &&
        connectButton(screen, member, account.provider, 'Connect again'),
      linkButton(`${accountPath(member, account)}/disconnect`, 'Disconnect account', 'careful'),
    ],
    content: choiceForm(screen, shown),
  });
}

function lostAccess(screen: Screen, { broken_at }: Connection): Content {
  if (broken_at === null) return 'Rota has lost access.';
  return html`Rota lost access ${isToday(screen, broken_at) ? 'at' : 'on'} ${shortMomentOf(screen, broken_at)}.`;
}

/** Bookings go into no calendar of the account. */
const NONE = 'none';

/** What its owner knows it by. */
export const accountName = ({ account_email, provider }: Connection): string =>
  account_email ?? `${providerWords[provider].name} account`;

function choiceForm(screen: Screen, { member, account, own, elsewhere }: ShownAccount): Html {
  const action = accountPath(member, account);
  const { field, isChecked } = fieldsOf(screen, action);
  const { problem } = field('receives_bookings', '');
  const receiving = own.find(({ receives_bookings }) => receives_bookings)?.id ?? NONE;
  const read = own.map((calendar) => ({
    value: calendar.id,
    label: named(calendarName(calendar)),
    hint: noteOf(screen, member, { account, calendar }),
    checked: isChecked('is_read', calendar.is_read, calendar.id),
  }));
  const none = {
    value: NONE,
    label: 'None of these',
    hint: elsewhere
      ? html`They go into ${named(calendarName(elsewhere))}, as they do now.`
      : 'They come by mail, as invitations.',
    checked: isChecked('receives_bookings', receiving === NONE, NONE),
  };
  const writable = own
    .filter(({ is_writable }) => is_writable)
    .map((calendar) => ({
      value: calendar.id,
      label: named(calendarName(calendar)),
      checked: isChecked('receives_bookings', receiving === calendar.id, calendar.id),
    }));
  return form({
    action,
    token: screen.token,
    content: html`${checkboxList({
      name: 'is_read[]',
      id: `${account.id}-read`,
      legend: 'Calendars to check for conflicts',
      hint: 'Nobody can book a time at which one of them is busy. Rota reads when, not what.',
      options: read,
    })}
${radioGroup({ name: 'receives_bookings', id: `${account.id}-receives`, legend: 'Where bookings go', problem, options: [...writable, none] })}
${button({ label: 'Save calendars' })}`,
  });
}

function noteOf(
  screen: Screen,
  member: Member,
  { account, calendar }: { account: Connection; calendar: WatchedCalendar },
): Html {
  const { id, is_primary, is_writable, is_read, receives_bookings } = calendar;
  const isSynced = (is_read || receives_bookings) && account.status === 'connected';
  const details = html`<a href="${urlOf(member)}/calendars/${id}">Details<span class="hidden"> of ${calendarName(calendar)}</span></a>`;
  return html`${is_primary && 'Main calendar. '}${!is_writable && 'Read only. '}${isSynced && html`${healthInWords(screen, calendar)} `}${details}`;
}

/** What was chosen. */
export function choicesIn(fields: SentFields): Choices {
  const receives = textIfAny(fields, 'receives_bookings') ?? NONE;
  return { read: list(fields, 'is_read'), receives: receives === NONE ? null : receives };
}
