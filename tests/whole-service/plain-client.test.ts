// A client written from the API contract alone can use teams, members, meeting requests and pages.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { timeOf } from '../support/makers/team-members.ts';
import { type One, PlainClient } from '../support/server/plain-client.ts';
import type {
  ListedTeam,
  MeetingRequest,
  Member,
  Membership,
  NewTeam,
  Page,
  Team,
} from '../support/server/resources.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';

const TEAMS = '/api/v1/teams';
const MEMBERS = '/api/v1/workspace_members';
const REQUESTS = '/api/v1/meeting_requests';

/** A client in its own workspace. */
async function clientOf(node: Node, handle: string | null = null): Promise<PlainClient> {
  return new PlainClient(node.url, (await node.otherWorkspace(handle)).rawKey);
}

async function addMember(client: PlainClient, email: string, name: string | null = null): Promise<Member> {
  return (await client.post<One<Member>>(MEMBERS, { email, name })).data;
}

/** The refusal of an operation that the present state forbids. */
const forbiddenNow = (message: string) => ({ status: 422, type: 'invalid_request', message });

onBothEngines('a plain client', (node) => {
  test('creates, lists, shows, changes and deactivates teams', async () => {
    const client = await clientOf(node(), 'plain');
    const ada = await addMember(client, 'ada@example.com', 'Ada');
    const now = timeOf(node());
    const created = await client.post<One<NewTeam>>(TEAMS, { name: 'Sales', member_ids: [ada.id] });
    const { id, members, ...fields } = created.data;
    assert.equal(client.status, 201);
    assert.match(id, /^team_[0-9A-Z]{26}$/);
    assert.deepEqual(fields, {
      name: 'Sales',
      slug: 'sales',
      description: null,
      mode: 'pool',
      email_address: 'sales.plain@rota.localhost',
      member_count: 1,
      stack_always_apply: false,
      include_all_members: false,
      introduce_member: false,
      introduction_guidance: null,
      location: null,
      no_show_returns_turn: true,
      active: true,
      deactivated_at: null,
      created_at: now,
      updated_at: now,
    });
    const membership = {
      id: members[0]?.id,
      team_id: id,
      role: 'member',
      workspace_membership_id: ada.id,
      email: 'ada@example.com',
      name: 'Ada',
      paused_at: null,
      last_assigned_at: null,
      created_at: now,
    };
    assert.deepEqual(members, [membership]);

    const { members: _, ...support } = (await client.post<One<NewTeam>>(TEAMS, { name: 'Support' })).data;
    const listed = await client.get<Page<ListedTeam>>(TEAMS);
    const sales = { id, ...fields };
    const meta = { limit: 25, has_more: false, next_cursor: null };
    assert.deepEqual([client.status, listed], [200, { data: [support, sales], meta }]);
    const shown = await client.get<One<Team>>(`${TEAMS}/${id}`);
    const whole = { ...sales, members: [membership], next_assignee: membership };
    assert.deepEqual([client.status, shown], [200, { data: whole }]);

    node().clock.advance(1_000);
    const change = { description: 'Demos', introduce_member: true };
    const updated = await client.patch<One<Team>>(`${TEAMS}/${id}`, change);
    const changed = { ...whole, ...change, updated_at: timeOf(node()) };
    assert.deepEqual([client.status, updated], [200, { data: changed }]);

    node().clock.advance(1_000);
    const deactivated = await client.post<One<Team>>(`${TEAMS}/${id}/deactivate`);
    const at = timeOf(node());
    const inactive = { ...changed, active: false, deactivated_at: at, updated_at: at, next_assignee: null };
    assert.deepEqual([client.status, deactivated], [200, { data: inactive }]);
    assert.deepEqual(await client.list(TEAMS, { active: 'true' }), [support]);
    assert.equal((await client.list(TEAMS)).length, 2);
  });

  test('adds a team member, changes the role, pauses, unpauses and removes', async () => {
    const client = await clientOf(node());
    const ada = await addMember(client, 'ada@example.com');
    const { data: team } = await client.post<One<NewTeam>>(TEAMS, { name: 'Sales' });
    const members = `${TEAMS}/${team.id}/members`;
    const added = await client.post<One<Membership>>(members, { workspace_membership_id: ada.id });
    const path = `${members}/${added.data.id}`;
    assert.equal(client.status, 201);
    assert.match(added.data.id, /^tm_[0-9A-Z]{26}$/);
    const membership = {
      id: added.data.id,
      team_id: team.id,
      role: 'member',
      workspace_membership_id: ada.id,
      email: 'ada@example.com',
      name: null,
      paused_at: null,
      last_assigned_at: null,
      created_at: timeOf(node()),
    };
    assert.deepEqual(added, { data: membership });

    const manager = { ...membership, role: 'manager' };
    const promoted = await client.patch(path, { role: 'manager' });
    assert.deepEqual([client.status, promoted], [200, { data: manager }]);
    node().clock.advance(1_000);
    const paused = await client.post(`${path}/pause`);
    assert.deepEqual([client.status, paused], [200, { data: { ...manager, paused_at: timeOf(node()) } }]);
    await assert.rejects(client.post(`${path}/pause`), forbiddenNow('The member is already paused'));
    const unpaused = await client.post(`${path}/unpause`);
    assert.deepEqual([client.status, unpaused], [200, { data: manager }]);
    await assert.rejects(client.post(`${path}/unpause`), forbiddenNow('The member is not paused'));
    const removed = await client.delete(path);
    assert.deepEqual([client.status, client.text, removed], [204, '', undefined]);
    assert.deepEqual((await client.get<One<Team>>(`${TEAMS}/${team.id}`)).data.members, []);
  });

  test('creates a member, finds one by email, deactivates and reactivates', async () => {
    const client = await clientOf(node());
    await addMember(client, 'bob@example.com');
    const body = { email: 'Ada@Example.com', name: 'Ada', role: 'admin' };
    const created = await client.post<One<Member>>(MEMBERS, body);
    const { id } = created.data;
    assert.equal(client.status, 201);
    assert.match(id, /^mem_[0-9A-Z]{26}$/);
    const about = {
      timezone: null,
      title: null,
      introduction: null,
      meeting_url: null,
      invited_at: null,
      last_signed_in_at: null,
    };
    const ada = { id, ...body, ...about, deactivated_at: null, created_at: timeOf(node()) };
    assert.deepEqual(created, { data: ada });
    assert.deepEqual(await client.list(MEMBERS, { email: 'ada@example.com' }), [ada]);
    assert.equal(client.status, 200);

    const deactivated = await client.post(`${MEMBERS}/${id}/deactivate`);
    assert.deepEqual(
      [client.status, deactivated],
      [200, { data: { ...ada, deactivated_at: timeOf(node()) } }],
    );
    assert.deepEqual(await client.list(MEMBERS, { email: 'ada@example.com' }), []);
    const reactivated = await client.post(`${MEMBERS}/${id}/reactivate`);
    assert.deepEqual([client.status, reactivated], [200, { data: ada }]);
    assert.deepEqual(await client.list(MEMBERS, { email: 'ada@example.com' }), [ada]);
  });

  test('asks for a meeting through a team, pauses, resumes, books and cancels', async () => {
    const client = await clientOf(node());
    const ada = await addMember(client, 'ada@example.com');
    const team = { name: 'Sales', member_ids: [ada.id] };
    const { id: team_id } = (await client.post<One<NewTeam>>(TEAMS, team)).data;
    const body = { team_id, participant_emails: ['grace@example.org'], context: { title: 'Demo' } };
    const created = await client.post<One<MeetingRequest>>(REQUESTS, body);
    const { id } = created.data;
    assert.equal(client.status, 202);
    assert.match(id, /^mr_[0-9A-Z]{26}$/);
    const request = {
      id,
      organizer_email: 'ada@example.com',
      participant_emails: ['grace@example.org'],
      status: 'active',
      title: 'Demo',
      purpose: null,
      description: null,
      include_introduction: false,
      duration_minutes: null,
      timeframe: null,
      team_id,
      host_emails: ['ada@example.com'],
      calendar_event_id: null,
      starts_at: null,
      ends_at: null,
      location: null,
      place: null,
      meeting_type_id: null,
      reminders: null,
      attention: null,
      no_show: null,
      created_at: timeOf(node()),
      updated_at: timeOf(node()),
      booked_at: null,
      cancelled_at: null,
      paused_at: null,
    };
    assert.deepEqual(created, { data: request });
    const meta = { limit: 25, has_more: false, next_cursor: null };
    const listed = await client.get(REQUESTS);
    assert.deepEqual([client.status, listed], [200, { data: [request], meta }]);

    const applyTransition = async (name: string, body?: object) => {
      node().clock.advance(1_000);
      return client.post(`${REQUESTS}/${id}/${name}`, body);
    };
    const paused = await applyTransition('pause');
    const pausedAt = { status: 'paused', paused_at: timeOf(node()), updated_at: timeOf(node()) };
    assert.deepEqual([client.status, paused], [200, { data: { ...request, ...pausedAt } }]);
    const starts_at = '2026-04-01T10:00:00.000Z';
    await assert.rejects(
      applyTransition('book', { starts_at }),
      forbiddenNow('Cannot book a request that is paused'),
    );
    const resumed = await applyTransition('resume');
    const active = { ...request, updated_at: timeOf(node()) };
    assert.deepEqual([client.status, resumed], [200, { data: active }]);
    await assert.rejects(
      applyTransition('resume'),
      forbiddenNow('Cannot resume a request that is already active'),
    );
    const booking = { starts_at, duration_minutes: 30, calendar_event_id: 'event-1' };
    const booked = await applyTransition('book', booking);
    const at = timeOf(node());
    const ends_at = '2026-04-01T10:30:00.000Z';
    const afterBooking = { ...active, ...booking, ends_at, status: 'booked', booked_at: at, updated_at: at };
    assert.deepEqual([client.status, booked], [200, { data: afterBooking }]);
    const cancelled = await applyTransition('cancel');
    const end = { status: 'cancelled', cancelled_at: timeOf(node()), updated_at: timeOf(node()) };
    assert.deepEqual([client.status, cancelled], [200, { data: { ...afterBooking, ...end } }]);
    await assert.rejects(
      applyTransition('cancel'),
      forbiddenNow('Cannot cancel a request that is already cancelled'),
    );
    assert.deepEqual(await client.list(REQUESTS, { status: 'cancelled' }), [{ ...afterBooking, ...end }]);
  });

  test('reads 60 teams by 25, each once and newest first, until there is no next cursor', async () => {
    const client = await clientOf(node());
    const made: string[] = [];
    for (let number = 1; number <= 60; number++) {
      // Two in each millisecond.
      if (number % 2 === 0) node().clock.advance(1);
      made.unshift((await client.post<One<NewTeam>>(TEAMS, { name: `Team ${number}` })).data.id);
    }
    const ids: string[][] = [];
    const metas: unknown[] = [];
    for await (const { data, meta } of client.pages<ListedTeam>(TEAMS, {}, 25)) {
      ids.push(data.map(({ id }) => id));
      metas.push(meta);
    }
    assert.deepEqual(ids, [made.slice(0, 25), made.slice(25, 50), made.slice(50)]);
    assert.deepEqual(metas, [
      { limit: 25, has_more: true, next_cursor: made[24] },
      { limit: 25, has_more: true, next_cursor: made[49] },
      { limit: 25, has_more: false, next_cursor: null },
    ]);
  });
});
