import { getAvailability } from '../../../features/calendar/availability/operations.ts';
import { updateCalendar } from '../../../features/calendar/calendars/change.ts';
import {
  createCalendar,
  deleteCalendar,
  syncCalendar,
} from '../../../features/calendar/calendars/operations.ts';
import { watchCalendar, watchCalendars } from '../../../features/calendar/calendars/overview.ts';
import { CalendarChanges, NewCalendar } from '../../../features/calendar/calendars/shapes.ts';
import { type Connection, watchConnections } from '../../../features/calendar/connections/overview.ts';
import { getMember } from '../../../features/people/members/operations.ts';
import { path as memberPath } from '../../../features/people/members/shapes.ts';
import { textQuery } from '../../../http/query.ts';
import type { Route } from '../../../http/route.ts';
import { check } from '../../../shapes/check.ts';
import { form, page, type Shown } from '../../route.ts';
import type { Screen } from '../../screen.ts';
import { readWeek } from '../availability/week.ts';
import { memberPage, urlOf } from '../frame.ts';
import { accountRoutes } from './account-routes.ts';
import { calendarIn } from './add.ts';
import { calendarsOf } from './list.ts';
import { calendarSettings, changesIn } from './settings.ts';

const url = '/console/members/:id/calendars';
const of = ({ id }: { id: string }) => ({ member: id });
const shared = { path: memberPath, of, may: 'edit_calendars' } as const;
const ofOne = {
  ...shared,
  path: { ...memberPath, calendar_id: { kind: 'calendar', what: 'Calendar' } },
} as const;

const listPage = page({
  ...shared,
  url,
  summary: 'The calendars of a member',
  query: { week: textQuery('A date in the week to show.') },
  async show(screen, input) {
    const member = await getMember(screen, input.path.id);
    const accounts = await watchConnections(screen, member.id);
    const calendars = await watchCalendars(screen, member.id);
    const availability = await getAvailability(screen, member.id);
    const week = await readWeek(screen, member, availability, input.query.week);
    const content = calendarsOf(screen, { member, accounts, calendars, availability, week });
    const shown = await memberPage(screen, member, 'Calendars', content);
    return { ...shown, says: { ...shown.says, ...saysOf(screen, accounts) } };
  },
});

const onePage = page({
  ...ofOne,
  url: `${url}/:calendar_id`,
  summary: 'A calendar',
  async show(screen, { path }) {
    const member = await getMember(screen, path.id);
    const calendar = await watchCalendar(screen, member.id, path.calendar_id);
    return memberPage(screen, member, 'Calendars', calendarSettings(screen, calendar));
  },
});

// The permission covers the member only, so each route first checks that the calendar is theirs.

/** Names the account. */
function saysOf({ doneWith }: Screen, accounts: Connection[]): Shown['says'] {
  const email = accounts.find(({ id }) => id === doneWith)?.account_email;
  return email
    ? { account_connected: `${email} is connected. Its main calendar is being read; choose others below.` }
    : {};
}

export const calendarRoutes: Route[] = [
  listPage.route,
  ...accountRoutes(listPage),
  onePage.route,
  form({
    ...shared,
    on: listPage,
    url,
    summary: 'Add a calendar',
    async send(screen, { path, fields }) {
      await createCalendar(screen, path.id, check(NewCalendar, calendarIn(fields)));
      return { to: `${urlOf(path)}/calendars`, done: 'calendar_added' };
    },
  }),
  form({
    ...ofOne,
    on: onePage,
    url: `${url}/:calendar_id`,
    summary: 'Change a calendar',
    labels: { url: 'Another address' },
    async send(screen, { path, fields }) {
      const calendar = await watchCalendar(screen, path.id, path.calendar_id);
      await updateCalendar(screen, calendar.id, check(CalendarChanges, changesIn(fields, calendar)));
      return { to: `${urlOf(path)}/calendars/${calendar.id}`, done: 'calendar_saved' };
    },
  }),
  form({
    ...ofOne,
    on: onePage,
    url: `${url}/:calendar_id/sync`,
    summary: 'Read a calendar now',
    async send(screen, { path }) {
      const calendar = await watchCalendar(screen, path.id, path.calendar_id);
      await syncCalendar(screen, calendar.id);
      return { to: `${urlOf(path)}/calendars`, done: 'calendar_read' };
    },
  }),
  form({
    ...ofOne,
    on: onePage,
    url: `${url}/:calendar_id/remove`,
    summary: 'Remove a calendar',
    async send(screen, { path }) {
      const calendar = await watchCalendar(screen, path.id, path.calendar_id);
      await deleteCalendar(screen, calendar.id);
      return { to: `${urlOf(path)}/calendars`, done: 'calendar_removed' };
    },
  }),
];
