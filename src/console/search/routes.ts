// Finds a request, a meeting type, a member, a team or a page of the console by a part of what it is called. The box that a key opens
// shows the results of this page.
import { searchMeetingTypes } from '../../features/meetings/meeting-types/operations.ts';
import { findPeople } from '../../features/meetings/requests/lists/overview.ts';
import { searchRequests } from '../../features/meetings/requests/lists/search.ts';
import { searchMembers } from '../../features/people/members/operations.ts';
import { searchTeams } from '../../features/turns/teams/operations.ts';
import { textQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { partsShown } from '../navigation.ts';
import { page } from '../route.ts';
import type { Screen } from '../screen.ts';
import { type Results, searchPage } from './page.ts';

/** Of each kind: whoever sees more than these types more. */
const MOST = 6;
/** Longer than any title. */
const MAX_TEXT = 200;

const search = page({
  url: '/console/search',
  summary: 'A search for requests, meeting types, members, teams and pages',
  may: 'use_console',
  query: { q: textQuery('A part of a title, a name or an address.') },
  async show(screen, { query }) {
    const text = query.q?.trim().slice(0, MAX_TEXT);
    return searchPage(screen, text, text ? await find(screen, text) : undefined);
  },
});

/** Members find what they host, their teams, and every meeting type; admins, everything. */
async function find(screen: Screen, text: string): Promise<Results> {
  const { isAdmin, member } = screen;
  const page = { limit: MOST, cursor: undefined };
  const wanted = { text, ...(!isAdmin && { host_id: member.id }) };
  const [requests, types, members, teams, pages] = await Promise.all([
    searchRequests(screen, wanted, page),
    searchMeetingTypes(screen, text, MOST),
    isAdmin ? searchMembers(screen, text, MOST) : [],
    findTeams(screen, text),
    partsShown(screen),
  ]);
  return {
    requests: requests.data,
    people: await findPeople(
      screen,
      requests.data.map(({ id }) => id),
    ),
    types,
    members,
    teams,
    pages: pages.filter(({ label }) => matches(label, text)),
  };
}

async function findTeams(screen: Screen, text: string): Promise<Results['teams']> {
  if (screen.isAdmin) return searchTeams(screen, text, MOST);
  const own = (await screen.teams()).filter(({ name }) => matches(name, text));
  return own.slice(0, MOST).map(({ team_id: id, name }) => ({ id, name }));
}

const matches = (name: string, text: string) => name.toLowerCase().includes(text.toLowerCase());

export const searchRoutes: Route[] = [search.route];
