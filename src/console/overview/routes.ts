import {
  type FailingCalendar,
  listFailingCalendars,
  watchCalendars,
} from '../../features/calendar/calendars/overview.ts';
import { listFailingEndpoints } from '../../features/events/webhook-endpoints/overview.ts';
import { countAttention, listMeetingsBetween } from '../../features/meetings/requests/lists/overview.ts';
import { listRequests } from '../../features/meetings/requests/operations.ts';
import { listMembers } from '../../features/people/members/operations.ts';
import { listTeams } from '../../features/turns/teams/operations.ts';
import type { Route } from '../../http/route.ts';
import { formatTimestamp } from '../../time/timestamps.ts';
import { dateOf, localDay } from '../../time/zones.ts';
import { startOfDay } from '../day-query.ts';
import { page } from '../route.ts';
import type { Screen } from '../screen.ts';
import { type OverviewData, overviewPage, type Step } from './page.ts';

/** The lists have the rest. */
const SHOWN = 10;
const MEETINGS = 50;

const overview = page({
  url: '/console',
  summary: 'The overview',
  may: 'use_console',
  show: async (screen) => overviewPage(screen, await readOverview(screen)),
});

async function readOverview(screen: Screen): Promise<OverviewData> {
  const { isAdmin, member } = screen;
  const own = isAdmin ? {} : { member_id: member.id };
  const hosted = isAdmin ? {} : { host_id: member.id };
  const attention = await listRequests(
    screen,
    { attention: true, ...hosted },
    { limit: SHOWN, cursor: undefined },
  );
  const meetings = await listMeetingsBetween(screen, { ...today(screen), ...own, limit: MEETINGS + 1 });
  return {
    attention: {
      requests: attention.data,
      count: attention.meta.has_more ? await countAttention(screen, own) : attention.data.length,
    },
    meetings: { requests: meetings.slice(0, MEETINGS), hasMore: meetings.length > MEETINGS },
    calendars: isAdmin ? await listFailingCalendars(screen, { limit: SHOWN }) : await ownFailing(screen),
    endpoints: isAdmin ? await listFailingEndpoints(screen, { limit: SHOWN }) : [],
    steps: isAdmin ? await stepsOf(screen) : [],
  };
}

/** Today in the member's time zone. */
function today({ now, dates: { timezone } }: Screen): { from: number; to: number } {
  const date = dateOf(localDay(timezone, now));
  return { from: startOfDay(date, timezone), to: startOfDay(date, timezone, 1) };
}

async function ownFailing(screen: Screen): Promise<FailingCalendar[]> {
  const { id, email, name } = screen.member;
  const calendars = await watchCalendars(screen, id);
  return calendars
    .filter(({ health }) => health === 'failing')
    .map((calendar) => ({
      ...calendar,
      failing_since: formatTimestamp(calendar.failing_since),
      member: { id, email, name },
    }));
}

/** Set-up steps of a new workspace; none once all are done. */
async function stepsOf(screen: Screen): Promise<Step[]> {
  const first = { limit: 1, cursor: undefined };
  const teams = await listTeams(screen, { active: undefined, email_address: undefined }, first);
  const everybody = { email: undefined, role: undefined, include_deactivated: undefined };
  const members = await listMembers(screen, { ...everybody, ...first });
  const requests = await listRequests(screen, {}, first);
  const steps = [
    { label: 'Make a team', href: '/console/teams/new', isDone: teams.data.length > 0 },
    // The reader is a member already, so a second one is needed.
    { label: 'Add members', href: '/console/members/new', isDone: members.meta.has_more },
    { label: 'Make a request', href: '/console/requests/new', isDone: requests.data.length > 0 },
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

export const overviewRoutes: Route[] = [overview.route];
