import { getAvailability, updateAvailability } from '../../../features/calendar/availability/operations.ts';
import { AvailabilityUpdate } from '../../../features/calendar/availability/shapes.ts';
import { getMember } from '../../../features/people/members/operations.ts';
import { path } from '../../../features/people/members/shapes.ts';
import { textQuery } from '../../../http/query.ts';
import type { Route } from '../../../http/route.ts';
import { check } from '../../../shapes/check.ts';
import { dateOf, localDay } from '../../../time/zones.ts';
import { textOrNull } from '../../fields.ts';
import type { Outcome } from '../../outcomes.ts';
import { form, page } from '../../route.ts';
import type { Screen } from '../../screen.ts';
import { memberPage, urlOf } from '../frame.ts';
import { zoneQuestion } from '../time-zone.ts';
import { daysIn, withDays } from './days.ts';
import { editedWeek, namingHours, partInWords } from './hours.ts';
import { limitsIn } from './limits.ts';
import { availabilityOf } from './page.ts';
import { saveWeekly } from './save.ts';
import { readWeek, zoneOf } from './week.ts';

const url = '/console/members/:id/availability';
const of = ({ id }: { id: string }) => ({ member: id });
const shared = { path, of, may: 'edit_availability' } as const;

const availabilityPage = page({
  ...shared,
  url,
  summary: 'When a member can be booked',
  query: {
    week: textQuery('A date in the week to show.'),
    month: textQuery('A date in the month whose exceptions to show.'),
    day: textQuery('The day to add an exception for.'),
  },
  async show(screen, input) {
    const member = await getMember(screen, input.path.id);
    const availability = await getAvailability(screen, member.id);
    const week = await readWeek(screen, member, availability, input.query.week);
    const content = availabilityOf(screen, { member, availability, week, query: input.query });
    return memberPage(screen, member, 'Availability', content);
  },
});

const zonePage = page({
  ...shared,
  url: `${url}/time-zone`,
  summary: 'Choose the time zone of the hours',
  async show(screen, input) {
    const member = await getMember(screen, input.path.id);
    const { timezone } = await getAvailability(screen, member.id);
    const otherwise = {
      timezone: member.timezone ?? screen.workspace.timezone,
      label: 'the zone of the profile',
    };
    const back = `${urlOf(member)}/availability`;
    const content = zoneQuestion(screen, {
      title: 'Time zone of the hours',
      lead: 'Weekly hours and exceptions are on the clock of this place.',
      action: `${back}/time-zone`,
      stored: timezone,
      otherwise,
      back,
    });
    return memberPage(screen, member, 'Availability', content);
  },
});

/** All of these forms lead back to this page. */
const leadsBack = ({ id }: { id: string }, done: Outcome) => ({ to: `${urlOf({ id })}/availability`, done });

export const availabilityRoutes: Route[] = [
  availabilityPage.route,
  zonePage.route,
  form({
    ...shared,
    on: zonePage,
    url: `${url}/time-zone`,
    summary: 'Change the time zone of the hours',
    async send(screen, input) {
      const change = check(AvailabilityUpdate, { timezone: textOrNull(input.fields, 'timezone') });
      await updateAvailability(screen, input.path.id, change);
      return leadsBack(input.path, 'hours_zone_saved');
    },
  }),
  form({
    ...shared,
    on: availabilityPage,
    url: `${url}/hours`,
    summary: 'Change the weekly hours',
    edit: editedWeek,
    async send(screen, input) {
      await saveWeekly(screen, input.path.id, input.fields);
      return leadsBack(input.path, 'hours_saved');
    },
  }),
  form({
    ...shared,
    on: availabilityPage,
    url: `${url}/days`,
    summary: 'Add an exception, or remove some',
    labels: { until: 'Last day' },
    async send(screen, input) {
      const days = daysIn(input.fields);
      const names = (days.hours ?? []).map((part) => `Hours ${partInWords(part)}`);
      const { overrides, today } = await readOverrides(screen, input.path.id);
      await namingHours(names, async () => {
        const change = check(AvailabilityUpdate, { overrides: withDays(overrides, days, today) });
        return updateAvailability(screen, input.path.id, change);
      });
      return leadsBack(input.path, days.hours === null ? 'exception_removed' : 'exception_saved');
    },
  }),
  form({
    ...shared,
    on: availabilityPage,
    url: `${url}/limits`,
    summary: 'Change buffers, the minimum notice and the maximum bookings per day',
    async send(screen, input) {
      await updateAvailability(screen, input.path.id, check(AvailabilityUpdate, limitsIn(input.fields)));
      return leadsBack(input.path, 'limits_saved');
    },
  }),
];

async function readOverrides(screen: Screen, memberId: string) {
  const member = await getMember(screen, memberId);
  const availability = await getAvailability(screen, memberId);
  const today = dateOf(localDay(zoneOf(screen, member, availability), screen.now));
  return { overrides: availability.overrides, today };
}
