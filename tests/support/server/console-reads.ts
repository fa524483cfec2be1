// Reads of console pages that the API has no lists for, in a large workspace, and a check of how they read.
import assert from 'node:assert/strict';
import type { Context } from '../../../src/context.ts';
import { listBusyTimes, listFailingCalendars } from '../../../src/features/calendar/calendars/overview.ts';
import { countWaiting, listDeliveries } from '../../../src/features/events/webhook-deliveries/operations.ts';
import { countLeft, readHandOver } from '../../../src/features/leaving/deactivation/overview.ts';
import { countKept, selectLatestFates } from '../../../src/features/meetings/messages/unsent-queries.ts';
import { selectFigures } from '../../../src/features/meetings/requests/lists/figures-queries.ts';
import {
  countAttention,
  findPeople,
  listMeetingsBetween,
} from '../../../src/features/meetings/requests/lists/overview.ts';
import { findRequests, listRequests, whoHosts } from '../../../src/features/meetings/requests/operations.ts';
import { getProgress } from '../../../src/features/meetings/scheduling/progress.ts';
import { findSeat } from '../../../src/features/people/seats/operations.ts';
import { readLoads } from '../../../src/features/turns/rotation/load.ts';
import { teamsOf } from '../../../src/features/turns/rotation/own-teams.ts';
import { findTurnFor } from '../../../src/features/turns/rotation/turns.ts';
import { listTeamsWithNext } from '../../../src/features/turns/teams/overview.ts';
import { HOUR_MS } from '../../../src/time/timestamps.ts';
import { selectRetryingEndpoints } from '../../../src/webhooks/retrying-queries.ts';
import { type LargeWorkspace, OLDEST } from '../makers/large-workspace.ts';
import { scansOf } from './plans.ts';
import type { Node } from './rota.ts';

const PAGE = 25;
/** The rows of a page, with four of another table for each. */
const FEW = 4 * (PAGE + 1);

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
  'whose request it is': (context, { routedRequestId }) => whoHosts(context, routedRequestId),
  'how far a request is': (context, { routedRequestId }) => getProgress(context, routedRequestId),
  'the turn that a request took': async (context, { routedRequestId }) =>
    assert.ok(await findTurnFor(context, routedRequestId)),
  'the number of requests that need attention': async (context) =>
    assert.equal(await countAttention(context), 100),
  'how requests get on': (context) => {
    const since = { week: 4, lastWeek: 3, thenLastWeek: 3, month: 2, monthBefore: 1 };
    return selectFigures(context.database, context.caller.workspaceId, since, undefined, PAGE);
  },
  'the same of one member': (context, { memberIds: [id = ''] }) => {
    const since = { week: 4, lastWeek: 3, thenLastWeek: 3, month: 2, monthBefore: 1 };
    return selectFigures(context.database, context.caller.workspaceId, since, id, PAGE);
  },
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
};

/** On SQLite no statement scans or sorts a table; on PostgreSQL none reads more than a few rows of one. */
export async function readsFew(node: Node, read: (context: Context) => Promise<unknown>): Promise<void> {
  const { services, workspaceId } = node;
  const caller = { workspaceId, actor: { type: 'system', id: 'tests' }, scopes: [] } as const;
  const scans = await scansOf(services.database, FEW, (database) => read({ ...services, database, caller }));
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
