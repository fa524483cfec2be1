// What the overview shows. Each figure is counted through an index and up to a limit, so that it costs the same whatever happened
// before; none waits for another.
import { readFigures } from '../../features/meetings/requests/lists/figures.ts';
import {
  countAttention,
  findPeople,
  listMeetingsBetween,
} from '../../features/meetings/requests/lists/overview.ts';
import { listRequests } from '../../features/meetings/requests/operations.ts';
import { readLoads } from '../../features/turns/rotation/load.ts';
import { listTeams } from '../../features/turns/teams/operations.ts';
import { dateOf, localDay, weekdayOf } from '../../time/zones.ts';
import { startOfDay } from '../day-query.ts';
import { readFirstSteps } from '../first-steps/read.ts';
import type { Screen } from '../screen.ts';
import type { TeamLoad } from './load.ts';
import type { OverviewData } from './page.ts';
import { countOf, readTroubles, SHOWN } from './troubles.ts';

const MEETINGS = 40;
const DAYS = 7;
/** Teams whose queue and turns are shown: the reader's own come first. */
const TEAMS = 2;
/** Looked through for teams with a queue. */
const MAX_TEAMS = 25;

export async function readOverview(screen: Screen): Promise<OverviewData> {
  const { isAdmin, member } = screen;
  const own = isAdmin ? {} : { member_id: member.id };
  const hosted = isAdmin ? {} : { host_id: member.id };
  const [attention, attentionCount, meetings, troubles, figures, teams, steps] = await Promise.all([
    listRequests(screen, { attention: true, ...hosted }, { limit: SHOWN, cursor: undefined }),
    countAttention(screen, own),
    // What is over today isn't ahead any more.
    listMeetingsBetween(screen, {
      ...nextDays(screen),
      ends_after: screen.now,
      ...own,
      limit: MEETINGS + 1,
    }),
    readTroubles(screen),
    readFigures(screen, { weeks: weeksOf(screen), ...own }),
    readTeams(screen),
    isAdmin ? readFirstSteps(screen) : undefined,
  ]);
  const ahead = meetings.slice(0, MEETINGS);
  const people = await findPeople(
    screen,
    [...attention.data, ...ahead].map(({ id }) => id),
  );
  return {
    needs: {
      requests: attention.data,
      people,
      ...troubles,
      count: attentionCount + countOf(troubles),
    },
    meetings: { requests: ahead, people, hasMore: meetings.length > MEETINGS },
    figures,
    teams,
    steps,
  };
}

/** Today in the member's time zone, and the days after it. */
function nextDays({ now, dates: { timezone } }: Screen): { from: number; to: number } {
  const date = dateOf(localDay(timezone, now));
  return { from: startOfDay(date, timezone), to: startOfDay(date, timezone, DAYS) };
}

/** When this week and the last one began, on a Monday. */
function weeksOf({ now, dates: { timezone } }: Screen): { this: number; last: number } {
  const today = localDay(timezone, now);
  const monday = dateOf(today - weekdayOf(today));
  return { this: startOfDay(monday, timezone), last: startOfDay(monday, timezone, -7) };
}

/** Teams whose members take turns. */
async function readTeams(screen: Screen): Promise<TeamLoad[]> {
  const own = await screen.teams();
  const first = { limit: MAX_TEAMS, cursor: undefined };
  const every = { active: true, email_address: undefined };
  const others = screen.isAdmin ? (await listTeams(screen, every, first)).data : [];
  const pools = [...own.map(({ team_id: id, name, mode }) => ({ id, name, mode })), ...others].filter(
    ({ mode }) => mode === 'pool',
  );
  const names = new Map(pools.map(({ id, name }) => [id, name]));
  const loads = await readLoads(screen, [...names.keys()].slice(0, TEAMS));
  return loads.map((load) => ({ ...load, name: names.get(load.team_id) ?? '' }));
}
