// What pages of the console read beside the lists of the API: each read finds exactly what it says.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Context } from '../../src/context.ts';
import { listBusyTimes, listFailingCalendars } from '../../src/features/calendar/calendars/overview.ts';
import { listFailingEndpoints } from '../../src/features/events/webhook-endpoints/overview.ts';
import { countAttention, listMeetingsBetween } from '../../src/features/meetings/requests/lists/overview.ts';
import { whoHosts } from '../../src/features/meetings/requests/operations.ts';
import { teamsOf } from '../../src/features/turns/rotation/own-teams.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import { createCalendar } from '../support/makers/calendars.ts';
import { makeRequest, REQUESTS } from '../support/makers/meeting-requests.ts';
import {
  addToTeam,
  deactivate,
  type Member,
  makeMember,
  pathOf,
  TEAMS,
  timeOf,
} from '../support/makers/team-members.ts';
import { createEndpoint } from '../support/makers/webhooks.ts';
import { untilIdle } from '../support/server/idle.ts';
import type { MeetingRequest, Page, Team } from '../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../support/server/rota.ts';

const contextOf = ({ services, workspaceId }: Node): Context => ({
  ...services,
  caller: { workspaceId, actor: { type: 'system', id: 'tests' }, scopes: [] },
});
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

async function list(node: Node, query: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const text = new URLSearchParams({ ...query, limit: '2', ...(cursor && { cursor }) });
    const { data, meta } = (await node.get(`${REQUESTS}?${text}`)).body as Page<MeetingRequest>;
    found.push(...idsOf(data));
    cursor = meta.next_cursor;
  }
  return found;
}

onBothEngines('The requests of a host', (node) => {
  let [ada, ben, cleo]: Member[] = [];
  let team: Team;
  /** The newest first. */
  let ofAda: string[];
  let ofBen: string[];

  before(async () => {
    [ada, ben, cleo] = [await makeMember(node()), await makeMember(node()), await makeMember(node())];
    team = dataOf(await node().post(TEAMS, { name: 'Everybody here', mode: 'stack' }));
    for (const member of [ada, ben]) await addToTeam(node(), team, member as Member);
    const organizers = [ada, ben, ada, cleo, ben];
    const all: [string, Member, boolean][] = [];
    for (const [place, organizer] of organizers.entries()) {
      const isOfTeam = place !== 2 && organizer !== cleo;
      const fields = { organizer_email: organizer?.email, ...(isOfTeam && { team_id: team.id }) };
      const { id } = await makeRequest(node(), fields);
      all.unshift([id, organizer as Member, isOfTeam]);
      node().clock.advance(1_000);
    }
    const of = (member: Member | undefined) =>
      all.filter(([, organizer, isOfTeam]) => isOfTeam || organizer === member).map(([id]) => id);
    [ofAda, ofBen] = [of(ada), of(ben)];
  });

  test('are those that the member organizes and those in which the member takes part, each once, newest first', async () => {
    assert.equal(ofAda.length, 4);
    assert.deepEqual(await list(node(), { host_email: ada?.email.toUpperCase() ?? '' }), ofAda);
    assert.deepEqual(await list(node(), { host_email: ben?.email ?? '' }), ofBen);
    assert.deepEqual(await list(node(), { host_email: 'nobody@example.com' }), []);
  });

  test('can be filtered further', async () => {
    const host_email = ada?.email ?? '';
    const inTeam = ofAda.filter((id) => ofBen.includes(id));
    assert.deepEqual(await list(node(), { host_email, team_id: team.id }), inTeam);
    assert.deepEqual(await list(node(), { host_email, organizer_email: ben?.email ?? '' }), [
      inTeam[0],
      inTeam[1],
    ]);
    assert.deepEqual(await list(node(), { host_email, participant_email: 'guest@example.org' }), ofAda);
    const paused = inTeam[1] as string;
    dataOf(await node().post(`${REQUESTS}/${paused}/pause`));
    assert.deepEqual(await list(node(), { host_email, status: 'paused' }), [paused]);
    assert.deepEqual(await list(node(), { host_email, status: 'paused', team_id: team.id }), [paused]);
    const { created_at } = dataOf<MeetingRequest>(await node().get(`${REQUESTS}/${ofAda[1]}`));
    assert.deepEqual(await list(node(), { host_email, created_before: created_at }), ofAda.slice(1));
    assert.deepEqual(await list(node(), { host_email, created_after: created_at }), ofAda.slice(0, 2));
    assert.deepEqual(
      await list(node(), { host_email, created_after: created_at, created_before: created_at }),
      [ofAda[1]],
    );
  });

  test('whoHosts names the team, the organizer and the hosts', async () => {
    const [id = ''] = ofBen;
    assert.deepEqual(await whoHosts(contextOf(node()), id), {
      team_id: team.id,
      member_ids: [ben?.id, ada?.id],
    });
    const alone = ofAda.find((each) => !ofBen.includes(each)) as string;
    assert.deepEqual(await whoHosts(contextOf(node()), alone), { team_id: null, member_ids: [ada?.id] });
    await assert.rejects(whoHosts(contextOf(node()), 'mr_00000000000000000000000000'), /not found/i);
  });
});

onBothEngines('What an overview reads', (node) => {
  test('requests that a person must look at: all, and those of a host', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    // A minute is too short for a meeting.
    const [start, end] = [timeOf(node(), DAY_MS), timeOf(node(), DAY_MS + 60_000)];
    const hopeless = { context: { timeframe: { start, end } } };
    const ofAda = await makeRequest(node(), { organizer_email: ada.email, ...hopeless });
    const ofBen = await makeRequest(node(), { organizer_email: ben.email, ...hopeless });
    await makeRequest(node(), { organizer_email: ada.email });
    await untilIdle(node());
    assert.deepEqual(await list(node(), { attention: 'true' }), [ofBen.id, ofAda.id]);
    assert.deepEqual(await list(node(), { attention: 'true', host_email: ada.email }), [ofAda.id]);
    assert.deepEqual(await list(node(), { attention: 'true', organizer_email: ben.email }), [ofBen.id]);
    assert.deepEqual(await list(node(), { attention: 'true', status: 'paused' }), []);
    assert.deepEqual(await list(node(), { attention: 'true', participant_email: 'nobody@example.org' }), []);
    assert.equal((await list(node(), { attention: 'false', host_email: ada.email })).length, 2);
    assert.equal(await countAttention(contextOf(node())), 2);
    assert.equal(await countAttention(contextOf(node()), { member_id: ada.id }), 1);
    dataOf(await node().post(`${REQUESTS}/${ofAda.id}/cancel`));
    assert.equal(await countAttention(contextOf(node())), 1);
    assert.equal(await countAttention(contextOf(node()), { member_id: ada.id }), 0);
  });

  test('booked meetings by their start: of everybody, and of one host', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    const from = node().clock.now() + 10 * DAY_MS;
    const book = async (organizer: Member, hours: number) => {
      const { id } = await makeRequest(node(), { organizer_email: organizer.email });
      const starts_at = new Date(from + hours * HOUR_MS).toISOString();
      return dataOf<MeetingRequest>(await node().post(`${REQUESTS}/${id}/book`, { starts_at })).id;
    };
    await book(ada, -1);
    const [later, first] = [await book(ben, 5), await book(ada, 0)];
    await book(ada, 24);
    const cancelled = await book(ada, 3);
    dataOf(await node().post(`${REQUESTS}/${cancelled}/cancel`));
    const moving = await book(ada, 7);
    dataOf(await node().post(`${REQUESTS}/${moving}/reschedule`));
    const day = { from, to: from + DAY_MS, limit: 25 };
    const found = await listMeetingsBetween(contextOf(node()), day);
    assert.deepEqual(idsOf(found), [first, later]);
    assert.deepEqual(
      found[0],
      dataOf<MeetingRequest[]>(await node().get(`${REQUESTS}?host_email=${ada.email}`)).find(
        ({ id }) => id === first,
      ),
    );
    assert.deepEqual(idsOf(await listMeetingsBetween(contextOf(node()), { ...day, member_id: ada.id })), [
      first,
    ]);
    assert.deepEqual(idsOf(await listMeetingsBetween(contextOf(node()), { ...day, limit: 1 })), [first]);
    // The limit counts those that have not ended.
    const afterFirst = { ...day, limit: 1, ends_after: from + HOUR_MS };
    assert.deepEqual(idsOf(await listMeetingsBetween(contextOf(node()), afterFirst)), [later]);
  });

  test('calendars of active members that fail, without the path of their URL', async () => {
    const [ada, ben] = [await makeMember(node(), 'Ada'), await makeMember(node())];
    const url = 'http://127.0.0.1:9/secret/basic.ics';
    const failing = await createCalendar(node(), { type: 'ics', url, name: 'Work' }, { member: ada });
    const ofBen = await createCalendar(node(), { type: 'ics', url }, { member: ben });
    await createCalendar(node(), { type: 'pushed' }, { member: ada });
    const { database } = node().services;
    const since = node().clock.now();
    for (const { id } of [failing, ofBen]) {
      // As the engine writes it. The lease keeps the engine away.
      await database.change(
        `update calendar_syncs set health = 'failing', last_error = 'connection refused', failing_since = $2, claim_id = 'x',
           lease_until = $3 where calendar_id = $1`,
        [id, since, since + DAY_MS],
      );
    }
    const { id: member_id } = await deactivate(node(), ben);
    assert.equal(member_id, ben.id);
    const found = await listFailingCalendars(contextOf(node()), { limit: 10 });
    assert.deepEqual(found, [
      {
        id: failing.id,
        name: 'Work',
        host: '127.0.0.1:9',
        last_error: 'connection refused',
        failing_since: new Date(since).toISOString(),
        last_synced_at: null,
        member: { id: ada.id, email: ada.email, name: 'Ada' },
      },
    ]);
  });

  test('endpoints that fail: not those that somebody has disabled, and not for what failed long ago', async () => {
    const [broken, failing, past, manual, fine] = [
      await createEndpoint(node(), 'http://127.0.0.1:9/'),
      await createEndpoint(node(), 'http://127.0.0.1:9/'),
      await createEndpoint(node(), 'http://127.0.0.1:9/'),
      await createEndpoint(node(), 'http://127.0.0.1:9/'),
      await createEndpoint(node(), 'http://127.0.0.1:9/'),
    ];
    dataOf(await node().patch(`/api/v1/webhook_endpoints/${manual.id}`, { enabled: false }));
    const now = node().clock.now();
    const { database } = node().services;
    const set = (columns: string, { id }: { id: string }) =>
      database.change(`update webhook_endpoints set ${columns} where id = $1`, [id]);
    await set(`disabled_at = ${now}, disabled_reason = 'too_many_failures', failures = '[${now}]'`, broken);
    await set(`failures = '[${now - DAY_MS - 1}, ${now - 5}, ${now - 1}]'`, failing);
    await set(`failures = '[${now - DAY_MS - 1}]'`, past);
    const found = await listFailingEndpoints(contextOf(node()), { limit: 10 });
    assert.deepEqual(
      found.map(({ id, failures, last_failed_at, enabled }) => ({ id, failures, last_failed_at, enabled })),
      [
        { id: failing.id, failures: 2, last_failed_at: new Date(now - 1).toISOString(), enabled: true },
        { id: broken.id, failures: 1, last_failed_at: new Date(now).toISOString(), enabled: false },
      ],
    );
    assert.ok(!found.some(({ id }) => id === fine.id));
    assert.equal((await listFailingEndpoints(contextOf(node()), { limit: 1 })).length, 1);
  });

  test('the teams of a member, those that include everybody too, without deactivated ones', async () => {
    const ada = await makeMember(node());
    const make = async (body: object) => dataOf<Team>(await node().post(TEAMS, body));
    const sales = await make({ name: 'B sales', member_ids: [ada.id] });
    const all = await make({ name: 'A all', mode: 'stack', include_all_members: true });
    const gone = await make({ name: 'C gone', member_ids: [ada.id] });
    await make({ name: 'D others' });
    dataOf(await node().post(`${TEAMS}/${gone.id}/deactivate`));
    const { members } = dataOf<Team>(await node().get(`${TEAMS}/${sales.id}`));
    const [membership] = members as [Team['members'][number]];
    dataOf(await node().patch(pathOf(membership), { role: 'manager' }));
    const until = timeOf(node(), HOUR_MS);
    const { paused_at } = dataOf<{ paused_at: string }>(
      await node().post(`${pathOf(membership)}/pause`, { until }),
    );
    const everybody = {
      team_id: all.id,
      name: 'A all',
      mode: 'stack',
      membership_id: null,
      role: null,
      status: 'available',
      paused_at: null,
      paused_until: null,
    };
    const own = {
      team_id: sales.id,
      name: 'B sales',
      mode: 'pool',
      membership_id: membership.id,
      role: 'manager',
      status: 'paused',
      paused_at,
      paused_until: until,
    };
    assert.deepEqual(await teamsOf(contextOf(node()), ada.id), [everybody, own]);
    node().clock.advance(HOUR_MS);
    const rested = { ...own, status: 'available', paused_at: null, paused_until: null };
    assert.deepEqual(await teamsOf(contextOf(node()), ada.id), [everybody, rested]);
    await addToTeam(node(), all, ada);
    const [first, ...others] = await teamsOf(contextOf(node()), ada.id);
    assert.equal(first?.role, 'member');
    assert.deepEqual(others, [rested]);
  });

  test('busy times of a week by calendar, cut to it, at most 500', async () => {
    const ada = await makeMember(node());
    const calendar = await createCalendar(node(), { type: 'pushed' }, { member: ada });
    const other = await createCalendar(node(), { type: 'pushed' }, { member: ada });
    const from = Math.ceil(node().clock.now() / DAY_MS) * DAY_MS;
    const to = from + 7 * DAY_MS;
    const at = (ms: number) => new Date(from + ms).toISOString();
    const push = async ({ id }: { id: string }, times: [number, number][]) => {
      const busy = times.map(([start, end]) => ({ start: at(start), end: at(end) }));
      const range = { from: at(-10 * DAY_MS), to: at(20 * DAY_MS), busy };
      dataOf(await node().post(`/api/v1/calendars/${id}/busy_times`, range));
    };
    await push(calendar, [
      [-DAY_MS, 0],
      [-HOUR_MS, HOUR_MS],
      [7 * DAY_MS, 8 * DAY_MS],
    ]);
    await push(other, [[-3 * DAY_MS, 9 * DAY_MS]]);
    const read = () => listBusyTimes(contextOf(node()), ada.id, { from, to });
    assert.deepEqual(await read(), {
      data: [
        { calendar_id: other.id, starts_at: from, ends_at: to },
        { calendar_id: calendar.id, starts_at: from, ends_at: from + HOUR_MS },
      ],
      has_more: false,
    });
    const minutes = Array.from({ length: 501 }, (_, place): [number, number] => [
      place * 120_000,
      place * 120_000 + 60_000,
    ]);
    await push(other, []);
    await push(calendar, minutes);
    const { data, has_more } = await read();
    assert.equal(data.length, 500);
    assert.equal(has_more, true);
  });
});
