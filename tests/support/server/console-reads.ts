// Reads of console pages that the API has no lists for, in a large workspace, and a check of how they read.
import assert from 'node:assert/strict';
import type { Context } from '../../../src/context.ts';
import {
  hasAnyCalendar,
  listBusyTimes,
  listFailingCalendars,
} from '../../../src/features/calendar/calendars/overview.ts';
import {
  countWaiting,
  getDeliveryWithNext,
  listDeliveries,
} from '../../../src/features/events/webhook-deliveries/operations.ts';
import { listFailingEndpoints } from '../../../src/features/events/webhook-endpoints/overview.ts';
import { countLeft, readHandOver } from '../../../src/features/leaving/deactivation/overview.ts';
import { hasAnyLink } from '../../../src/features/meetings/booking-links/operations.ts';
import { searchMeetingTypes } from '../../../src/features/meetings/meeting-types/operations.ts';
import { countKept, selectLatestFates } from '../../../src/features/meetings/messages/unsent-queries.ts';
import { selectFigures } from '../../../src/features/meetings/requests/lists/figures-queries.ts';
import {
  countAttention,
  findPeople,
  listMeetingsBetween,
} from '../../../src/features/meetings/requests/lists/overview.ts';
import { searchRequests } from '../../../src/features/meetings/requests/lists/search.ts';
import { findRequests, listRequests, whoHosts } from '../../../src/features/meetings/requests/operations.ts';
import { getProgress } from '../../../src/features/meetings/scheduling/progress.ts';
import { hasEntitlements } from '../../../src/features/people/entitlements/operations.ts';
import { planPeople } from '../../../src/features/people/invitations/people.ts';
import { searchMembers } from '../../../src/features/people/members/operations.ts';
import { findSeat } from '../../../src/features/people/seats/operations.ts';
import { readLoads } from '../../../src/features/turns/rotation/load.ts';
import { teamsOf } from '../../../src/features/turns/rotation/own-teams.ts';
import { findTurnFor } from '../../../src/features/turns/rotation/turns.ts';
import { searchTeams } from '../../../src/features/turns/teams/operations.ts';
import { listTeamsWithNext } from '../../../src/features/turns/teams/overview.ts';
import { openLogo, readBranding } from '../../../src/features/workspace/branding/operations.ts';
import { readSkippedSteps } from '../../../src/features/workspace/first-steps/operations.ts';
import { readLetterhead } from '../../../src/features/workspace/letterhead/operations.ts';
import { HOUR_MS } from '../../../src/time/timestamps.ts';
import { selectRetryingEndpoints } from '../../../src/webhooks/retrying-queries.ts';
import { type LargeWorkspace, OLDEST, PARTICIPANTS } from '../makers/large-workspace.ts';
import { scansOf } from './plans.ts';
import type { Node } from './rota.ts';

const PAGE = 25;
/** The rows of a page, with four of another table for each. */
const FEW = 4 * (PAGE + 1);

/** A search reads so many of the latest requests or members, and of each request its participants. */
const SEARCHED = 2_000;
const IN_SEARCH = SEARCHED * PARTICIPANTS;

type Read = (context: Context, workspace: LargeWorkspace) => Promise<unknown>;

const page = { limit: PAGE, cursor: undefined };
const hour = (place: number) => place * HOUR_MS;
const hosted =
  (filter: object): Read =>
  async (context, { host }) => {
    const { data } = await listRequests(context, { host_id: host.id, ...filter }, page);
    assert.equal(data.length, PAGE);
    return data;
  };

/** Since long ago, so that everything that was ever booked is recent. */
const figures =
  (memberId?: string): Read =>
  async ({ database, caller }) => {
    const since = { week: 4, lastWeek: 3, thenLastWeek: 3, month: 2, monthBefore: 1 };
    const { booked } = await selectFigures(database, caller.workspaceId, since, memberId, PAGE);
    assert.equal(booked, 2 * PAGE);
  };

export const consoleReads: Record<string, Read> = {
  'the requests that somebody hosts': hosted({}),
  'the paused ones of these': hosted({ status: 'paused' }),
  'the booked ones of an organizer': async (context, { memberIds: [id = ''] }) =>
    assert.equal((await listRequests(context, { host_id: id, status: 'booked' }, page)).data.length, PAGE),
  'those before an old one': async (context, { host, timeOfRequest }) => {
    const before = timeOfRequest(OLDEST / 2);
    return hosted({ created_before: before })(context, { host } as LargeWorkspace);
  },
  'the requests that somebody organizes or hosts': async (context, { memberIds: [id = ''] }) =>
    assert.equal((await listRequests(context, { host_id: id }, page)).data.length, PAGE),
  'the meetings of a day': async (context) => {
    const found = await listMeetingsBetween(context, {
      from: hour(OLDEST),
      to: hour(OLDEST + 24),
      limit: PAGE,
    });
    assert.equal(found.length, 24);
  },
  'the meetings of a day of one member': async (context, { memberIds }) => {
    const member_id = memberIds.at(-1) as string;
    const time = { from: hour(OLDEST), to: hour(OLDEST + 24) };
    const found = await listMeetingsBetween(context, { ...time, member_id, limit: PAGE });
    assert.equal(found.length, 24);
  },
  'the same of one team, and what has not ended': async (context, { memberIds, teamId: team_id }) => {
    const time = { from: hour(OLDEST), to: hour(OLDEST + 24), ends_after: hour(OLDEST) };
    await listMeetingsBetween(context, { ...time, team_id, limit: PAGE });
    await listMeetingsBetween(context, { ...time, team_id, member_id: memberIds.at(-1), limit: PAGE });
  },
  'whose request it is': (context, { routedRequestId }) => whoHosts(context, routedRequestId),
  'how far a request is': (context, { routedRequestId }) => getProgress(context, routedRequestId),
  'the turn that a request took': async (context, { routedRequestId }) =>
    assert.ok(await findTurnFor(context, routedRequestId)),
  'the number of requests that need attention': async (context) =>
    assert.equal(await countAttention(context), 100),
  'how requests get on': figures(),
  'the same of one member': (context, workspace) => figures(workspace.memberIds[0])(context, workspace),
  'who meets whom': async (context, { routedRequestId }) =>
    assert.equal((await findPeople(context, [routedRequestId])).size, 1),
  'who is next in a team, with turns': (context, { teamId }) => readLoads(context, [teamId]),
  'messages that were kept': (context) => countKept(context.database, context.caller.workspaceId, PAGE),
  'what became of the latest messages': (context) =>
    selectLatestFates(context.database, context.caller.workspaceId, PAGE),
  'whether an endpoint retries': (context, { endpointId }) =>
    selectRetryingEndpoints(context.database, context.caller.workspaceId, endpointId),
  'calendars that fail': (context) => listFailingCalendars(context, { limit: PAGE }),
  'busy times of a member': (context, { host }) => listBusyTimes(context, host.id, { from: 0, to: hour(24) }),
  'deliveries since a time': async (context, { endpointId }) => {
    const filter = { status: undefined, event_type: undefined, created_after: hour(1) };
    const { data } = await listDeliveries(context, endpointId, { ...filter, ...page });
    assert.equal(data.length, PAGE);
  },
  'the failed ones of these': async (context, { endpointId }) => {
    const filter = { status: 'failed', event_type: undefined, created_after: hour(1) } as const;
    await listDeliveries(context, endpointId, { ...filter, ...page });
  },
  'what waits for an endpoint': (context, { endpointId }) => countWaiting(context, [endpointId]),
  'the seat of a member': (context, { host }) => findSeat(context, host.id),
  'what a member would hand over': (context, { host }) => countLeft(context, host.id),
  'the hand-over of a member': (context, { host }) => readHandOver(context, host.id),
  'a page of teams, with who is next in each': (context) =>
    listTeamsWithNext(context, { active: true }, page),
  'the same of some teams': async (context, { teamId }) =>
    assert.equal((await listTeamsWithNext(context, { ids: [teamId] }, page)).data.length, 1),
  'requests by their ids': async (context, { routedRequestId }) =>
    assert.equal((await findRequests(context, [routedRequestId])).size, 1),
  'the teams of a member': async (context, { host }) =>
    assert.equal((await teamsOf(context, host.id)).length, 1),
  'whether anybody has a booking link': async (context) => assert.ok(await hasAnyLink(context)),
  'whether anybody has a calendar': (context) => hasAnyCalendar(context),
  'whether seats are sold': async (context) => assert.ok(await hasEntitlements(context)),
  'first steps that were skipped': (context) => readSkippedSteps(context),
  'the brand of a page': (context) => readBranding(context, context.database),
  'the letterhead of a message': (context) => readLetterhead(context, context.database),
  'a logo': async (context) => {
    await assert.rejects(openLogo(context, 'no such logo'), /not found/);
  },
  'people in a pasted list': async (context, { host, organizerEmail }) => {
    const emails = [host.email, organizerEmail, 'nobody@example.org'];
    const people = emails.map((email) => ({ name: null, email }));
    const planned = await planPeople(context, context.database, people);
    assert.deepEqual(
      planned.map(({ member }) => member?.email),
      [host.email, organizerEmail, undefined],
    );
  },
  'a delivery that waits for another attempt': async (context, { endpointId, waitingDeliveryId }) =>
    assert.ok((await getDeliveryWithNext(context, endpointId, waitingDeliveryId)).is_waiting),
};

const searched =
  (scope: object, text = 'nothing has this'): Read =>
  async (context) =>
    void (await searchRequests(context, { text, ...scope }, page));

/** Reads of many rows, but no more than so many. */
export const boundedReads: Record<string, { most: number; read: Read }> = {
  'a search for requests that finds nothing': { most: IN_SEARCH, read: searched({}) },
  'one that finds each request': { most: IN_SEARCH, read: searched({}, 'everyone') },
  'one for requests of a state': { most: IN_SEARCH, read: searched({ status: 'paused' }) },
  'one for requests that need attention': { most: IN_SEARCH, read: searched({ attention: true }) },
  'one among the requests of a team': {
    most: IN_SEARCH,
    read: (context, workspace) => searched({ team_id: workspace.teamId })(context, workspace),
  },
  'one among the requests of a host': {
    most: IN_SEARCH,
    read: (context, workspace) => searched({ host_id: workspace.host.id })(context, workspace),
  },
  'one among the requests of a host in a team': {
    most: IN_SEARCH,
    read: (context, { host, teamId, ...workspace }) =>
      searched({ host_id: host.id, team_id: teamId })(context, { host, teamId, ...workspace }),
  },
  'one until an old request': {
    most: IN_SEARCH,
    read: (context, workspace) =>
      searched({ created_before: workspace.timeOfRequest(OLDEST) })(context, workspace),
  },
  'a search for members': {
    most: SEARCHED,
    read: async (context) => assert.deepEqual(await searchMembers(context, 'nobody has this', PAGE), []),
  },
  'a search for teams': {
    most: SEARCHED,
    read: async (context) => assert.deepEqual(await searchTeams(context, 'nothing has this', PAGE), []),
  },
  'a search for meeting types': {
    most: SEARCHED,
    read: async (context) =>
      assert.deepEqual(await searchMeetingTypes(context, 'nothing has this', PAGE), []),
  },
  // More than a workspace may have.
  'endpoints that fail': {
    most: OLDEST + 1,
    read: async (context) => assert.equal((await listFailingEndpoints(context, { limit: PAGE })).length, 1),
  },
};

/** On SQLite no statement scans or sorts a table; on PostgreSQL none reads more than `most` rows of one. */
export async function readsFew(
  node: Node,
  read: (context: Context) => Promise<unknown>,
  most = FEW,
): Promise<void> {
  const { services, workspaceId } = node;
  const caller = { workspaceId, actor: { type: 'system', id: 'tests' }, scopes: [] } as const;
  const scans = await scansOf(services.database, most, (database) => read({ ...services, database, caller }));
  // Intermediate results of the statement may be scanned.
  const made =
    /^SCAN (present|picked|open|recent|latest|ranked|kept|queued|sent|failed|either|found|own|failing|busy|organized|hosted|short|long|waiting|wanted|counted)\b|^SCAN \(subquery-\d+\)$/;
  const pages = scans
    .flatMap((scan) => /^CO-ROUTINE (\w+)$/.exec(scan)?.[1] ?? [])
    .map((name) => `SCAN ${name}`);
  const slow = scans.filter(
    (scan) =>
      /^SCAN/.test(scan) && !made.test(scan) && !pages.includes(scan) && !/json_each|CONSTANT/.test(scan),
  );
  assert.deepEqual(slow, [], scans.join('\n'));
}
