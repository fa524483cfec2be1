import { invalidRequest } from '../../errors.ts';
import { getAvailability } from '../../features/calendar/availability/operations.ts';
import { createCalendar } from '../../features/calendar/calendars/operations.ts';
import { watchCalendars } from '../../features/calendar/calendars/overview.ts';
import { NewCalendar } from '../../features/calendar/calendars/shapes.ts';
import { getMember, updateMember } from '../../features/people/members/operations.ts';
import { MemberUpdate } from '../../features/people/members/shapes.ts';
import type { Route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { text, textIfAny, textOrNull } from '../fields.ts';
import { editedWeek } from '../members/availability/hours.ts';
import { saveWeekly } from '../members/availability/save.ts';
import { zoneOf } from '../members/availability/week.ts';
import { calendarIn } from '../members/calendars/add.ts';
import { form, page } from '../route.ts';
import type { Screen } from '../screen.ts';
import { calendarPage, finishedPage, hoursPage, youPage } from './pages.ts';
import { CALENDAR, FINISHED, HOURS, WELCOME } from './paths.ts';

// Everybody's own: admins have them, too, when they sign in for the first time.
const shared = { may: 'use_console' } as const;

const you = page({
  ...shared,
  url: WELCOME,
  summary: 'Welcome: name and time zone',
  show: async (screen) => youPage(screen, await getMember(screen, screen.member.id)),
});

const hours = page({
  ...shared,
  url: HOURS,
  summary: 'Welcome: the hours of every week',
  async show(screen) {
    const { availability, timezone } = await readHours(screen);
    return hoursPage(screen, availability, timezone);
  },
});

const calendar = page({
  ...shared,
  url: CALENDAR,
  summary: 'Welcome: a calendar',
  show: async (screen) => calendarPage(screen),
});

const finished = page({
  ...shared,
  url: FINISHED,
  summary: 'Welcome: what has been set up',
  async show(screen) {
    const calendars = await watchCalendars(screen, screen.member.id);
    return finishedPage(screen, { ...(await readHours(screen)), calendars });
  },
});

async function readHours(screen: Screen) {
  const member = await getMember(screen, screen.member.id);
  const availability = await getAvailability(screen, member.id);
  return { member, availability, timezone: zoneOf(screen, member, availability) };
}

export const welcomeRoutes: Route[] = [
  you.route,
  form({
    ...shared,
    on: you,
    url: WELCOME,
    summary: 'Save the name and the time zone of somebody new',
    labels: {
      name: 'Your name',
      meeting_url: 'Your video call address',
      timezone: 'Your time zone',
    },
    async send(screen, { fields }) {
      const name = textIfAny(fields, 'name');
      if (name === undefined)
        throw invalidRequest('name is required', { field: 'name', plain: 'Enter your name.' });
      await updateMember(
        screen,
        screen.member.id,
        check(MemberUpdate, {
          name,
          meeting_url: textOrNull(fields, 'meeting_url'),
          timezone: text(fields, 'timezone'),
        }),
      );
      return { to: HOURS };
    },
  }),
  hours.route,
  form({
    ...shared,
    on: hours,
    url: HOURS,
    summary: 'Save the hours of somebody new',
    edit: editedWeek,
    async send(screen, { fields }) {
      await saveWeekly(screen, screen.member.id, fields);
      return { to: CALENDAR };
    },
  }),
  calendar.route,
  form({
    ...shared,
    on: calendar,
    url: CALENDAR,
    summary: 'Connect the calendar of somebody new',
    async send(screen, { fields }) {
      await createCalendar(screen, screen.member.id, check(NewCalendar, calendarIn(fields)));
      return { to: FINISHED };
    },
  }),
  finished.route,
];
