import { findRequests, type ListedRequest } from '../../features/meetings/requests/operations.ts';
import { findMembers } from '../../features/people/members/operations.ts';
import { getRotation, type Place } from '../../features/turns/rotation/report.ts';
import { MAX_IN_REPORT } from '../../features/turns/rotation/rules.ts';
import { getTurn, type ListedTurn, listTurns } from '../../features/turns/rotation/turns.ts';
import { getTeam } from '../../features/turns/teams/operations.ts';
import { idQuery, integerQuery, pageQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { dayQuery, startOfDay } from '../day-query.ts';
import { page } from '../route.ts';
import type { Screen } from '../screen.ts';
import { PLACES, queuePage } from './queue-page.ts';
import { mayEditTeam } from './team-frame.ts';
import { turnPage, turnsPage } from './turns-page.ts';

const path = { id: { kind: 'team', what: 'Team' } } as const;
const RECENT = { limit: 5, cursor: undefined };
const everyTurn = { from: undefined, to: undefined, workspace_membership_id: undefined };

const queue = page({
  url: '/console/teams/:id',
  summary: 'The queue of a team',
  path,
  query: { from: integerQuery(1, MAX_IN_REPORT, 'The first place that is shown; 1 without it.') },
  may: 'see_team',
  of: ({ id }) => ({ team: id }),
  async show(screen, { path: { id }, query: { from = 1 } }) {
    const team = await getTeam(screen, id);
    const rotation = await getRotation(screen, id);
    const mayEdit = await mayEditTeam(screen, id);
    const { data: turns } = await listTurns(screen, id, everyTurn, RECENT);
    const requests = await visibleRequests(screen, turns, mayEdit);
    const shown = rotation.queue.slice(from - 1, from - 1 + PLACES);
    const pausable = await pausableAmong(screen, id, shown);
    return queuePage(screen, { team, mayEdit, rotation, from, pausable, turns, requests });
  },
});

const turns = page({
  url: '/console/teams/:id/turns',
  summary: 'The turns of a team',
  path,
  query: {
    ...pageQuery('turn'),
    member: idQuery('member', 'Only turns that fell on this member.'),
    from: dayQuery('Only turns of this day or later.'),
    to: dayQuery('Only turns of this day or earlier.'),
  },
  may: 'see_team',
  of: ({ id }) => ({ team: id }),
  async show(screen, { path: { id }, query: { limit, cursor, member: memberId, from, to } }) {
    const team = await getTeam(screen, id);
    const mayEdit = await mayEditTeam(screen, id);
    const { timezone } = screen.dates;
    const wanted = {
      workspace_membership_id: memberId,
      from: from === undefined ? undefined : startOfDay(from, timezone),
      // The bound is inclusive.
      to: to === undefined ? undefined : startOfDay(to, timezone, 1) - 1,
    };
    const listed = await listTurns(screen, id, wanted, { limit, cursor });
    return turnsPage(screen, {
      team,
      mayEdit,
      turns: listed,
      requests: await visibleRequests(screen, listed.data, mayEdit),
      filter: { member: memberId, from, to },
      cursor,
    });
  },
});

const turn = page({
  url: '/console/teams/:id/turns/:turn_id',
  summary: 'A turn and who was considered for it',
  path: { ...path, turn_id: { kind: 'turn', what: 'Turn' } },
  may: 'see_team',
  of: ({ id }) => ({ team: id }),
  async show(screen, { path: { id, turn_id } }) {
    const team = await getTeam(screen, id);
    const mayEdit = await mayEditTeam(screen, id);
    const taken = await getTurn(screen, id, turn_id);
    const ids = taken.candidates.map((candidate) => candidate.workspace_membership_id);
    const members = await findMembers(screen, screen.database, ids);
    return turnPage(screen, {
      team,
      mayEdit,
      turn: taken,
      requests: await visibleRequests(screen, [taken], mayEdit),
      people: new Map(members.map((member) => [member.id, member])),
    });
  },
});

/** The requests of the turns: all for people who may change the team, otherwise those that the member hosts. */
async function visibleRequests(
  screen: Screen,
  taken: ListedTurn[],
  mayEdit: boolean,
): Promise<Map<string, ListedRequest>> {
  const ids = taken.flatMap(({ meeting_request_id }) => meeting_request_id ?? []);
  const found = await findRequests(screen, ids);
  if (mayEdit) return found;
  return new Map([...found].filter(([, { host_emails }]) => host_emails.includes(screen.member.email)));
}

async function pausableAmong(screen: Screen, teamId: string, places: Place[]): Promise<Set<string>> {
  const ids = places.flatMap(({ team_membership_id }) => team_membership_id ?? []);
  const allowed = await Promise.all(
    ids.map((id) => screen.may('pause_in_team', { team: teamId, membership: id })),
  );
  return new Set(ids.filter((_, place) => allowed[place]));
}

export const queueRoutes: Route[] = [queue.route, turns.route, turn.route];
