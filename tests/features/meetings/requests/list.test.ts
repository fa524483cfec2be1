// The list of meeting requests is newest first, and each filter finds exactly what it says.

import assert from 'node:assert/strict';
import { HOUR_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { EMPTY, type Filters, idsOf, newWorkspace } from '../../../support/makers/listed-requests.ts';
import { REQUESTS, type TransitionName } from '../../../support/makers/meeting-requests.ts';
import { MEMBERS, TEAMS } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('the list of meeting requests', (node) => {
  test('200: every request of the workspace as it is now, newest first, whatever happened to it later', async () => {
    const { list, member, create, applyTransition } = await newWorkspace(node());
    assert.deepEqual(await list(), EMPTY);
    const [ada, bob] = [await member(), await member()];
    const context = { title: 'Demo', timeframe: { start: '2026-04-01', end: '2026-04-02' } };
    const first = await create(ada, { context });
    node().clock.advance(1_000);
    const second = await create(bob);
    // In the same millisecond the order still holds.
    const third = await create(ada, { participant_emails: ['z@example.org', 'a@example.org'] });
    assert.deepEqual(await list(), { ...EMPTY, data: [third, second, first] });
    node().clock.advance(1_000);
    const booked = await applyTransition(second, 'book');
    const moved = await applyTransition(first, 'change_organizer', { organizer_email: bob });
    assert.deepEqual(await list(), { ...EMPTY, data: [third, booked, moved] });
  });

  test('200: the status filter has each request under the status that it has now, and under no other', async () => {
    const { list, member, create, applyTransition } = await newWorkspace(node());
    const made: MeetingRequest[] = [];
    for (const ways of [
      [],
      ['book'],
      ['cancel'],
      ['pause'],
      ['book', 'cancel'],
      ['pause', 'resume'],
    ] as TransitionName[][]) {
      let request = await create(await member());
      for (const name of ways) request = await applyTransition(request, name);
      made.unshift(request);
    }
    const [resumed, bookedAndCancelled, paused, cancelled, booked, active] = made;
    for (const [status, found] of Object.entries({
      active: [resumed, active],
      booked: [booked],
      cancelled: [bookedAndCancelled, cancelled],
      paused: [paused],
    })) {
      assert.deepEqual(await list({ status }), { ...EMPTY, data: found }, status);
    }
  });

  test('200: the organizer filter is exact but for case, and goes by who organizes now', async () => {
    const { key, list, member, create, applyTransition } = await newWorkspace(node());
    const [ada, bob] = [await member(), await member()];
    const [first, second] = [await create(ada), await create(ada)];
    const byBob = await create(bob);
    const find = async (organizer_email: string) => (await list({ organizer_email })).data;
    for (const email of [ada, ada.toUpperCase(), ada.replace('p', 'P')]) {
      assert.deepEqual(await find(email), [second, first], email);
    }
    for (const part of [ada.slice(1), ada.slice(0, -1), '%', `${ada.split('@')[0]}@%`]) {
      assert.deepEqual(await find(part), [], part);
    }
    const booked = await applyTransition(first, 'book');
    const moved = await applyTransition(second, 'change_organizer', { organizer_email: bob });
    assert.deepEqual(await find(ada), [booked]);
    assert.deepEqual(await find(bob), [byBob, moved]);
    // What a deactivated member has organized stays with them.
    const [{ id }] = dataOf<[{ id: string }]>(await node().get(`${MEMBERS}?email=${ada}`, { key }));
    dataOf(await node().post(`${MEMBERS}/${id}/deactivate`, undefined, { key }));
    assert.deepEqual(await find(ada), [booked]);
  });

  test('200: the participant filter is exact but for case, and shows all participants of what it finds', async () => {
    const { list, member, create } = await newWorkspace(node());
    const organizer = await member();
    const emails = ['zoe@example.org', 'Grace+X@Example.org', 'ada@example.org'];
    const three = await create(organizer, { participant_emails: emails });
    const alone = await create(organizer, {
      participant_emails: null,
      participants: [{ email: 'grace+x@example.org', name: 'Zoe' }],
    });
    const other = await create(organizer, { participant_emails: ['zoe@example.org'] });
    for (const [participant_email, found] of [
      ['grace+x@example.org', [alone, three]],
      ['GRACE+X@EXAMPLE.ORG', [alone, three]],
      ['Grace+X@Example.org', [alone, three]],
      ['Zoe@example.org', [other, three]],
      ['ada@example.org', [three]],
      // The organizer is no participant.
      [organizer, []],
      ...['grace@example.org', 'race+x@example.org', 'grace+x@example.or', 'zoe', '%', 'zoe@%'].map(
        (part) => [part, []] as const,
      ),
    ] as const) {
      assert.deepEqual(await list({ participant_email }), { ...EMPTY, data: found }, participant_email);
    }
  });

  test('200: the team filter has what was routed through that team, also once it is inactive', async () => {
    const { key, list, member, team, create } = await newWorkspace(node());
    const organizer = await member();
    const [sales, support, unused] = [await team(), await team(), await team()];
    const first = await create(organizer, { team_id: sales });
    const theirs = await create(organizer, { team_id: support });
    await create(organizer);
    const second = await create(organizer, { team_id: sales });
    dataOf(await node().post(`${TEAMS}/${sales}/deactivate`, undefined, { key }));
    assert.deepEqual(await list({ team_id: sales }), { ...EMPTY, data: [second, first] });
    assert.deepEqual(await list({ team_id: support }), { ...EMPTY, data: [theirs] });
    assert.deepEqual(await list({ team_id: unused }), EMPTY);
  });

  test('200: created_after and created_before are part of what they ask for, to the millisecond', async () => {
    const { list, member, create } = await newWorkspace(node());
    const organizer = await member();
    const first = await create(organizer);
    node().clock.advance(1);
    const [second, alike] = [await create(organizer), await create(organizer)];
    node().clock.advance(1);
    const third = await create(organizer);
    const at = (ms: number) => new Date(Date.parse(second.created_at) + ms).toISOString();
    assert.deepEqual(
      [first, second, alike, third].map(({ created_at }) => created_at),
      [at(-1), at(0), at(0), at(1)],
    );
    const all = [third, alike, second, first];
    const [day, nextDay] = [at(0).slice(0, 10), at(24 * HOUR_MS).slice(0, 10)];
    for (const [created_after, created_before, found] of [
      [at(-2), '', all],
      [at(-1), '', all],
      [at(0), '', [third, alike, second]],
      [at(1), '', [third]],
      [at(2), '', []],
      ['', at(2), all],
      ['', at(1), all],
      ['', at(0), [alike, second, first]],
      ['', at(-1), [first]],
      ['', at(-2), []],
      [at(0), at(0), [alike, second]],
      [at(-1), at(0), [alike, second, first]],
      [at(-1), at(1), all],
      [at(2), at(HOUR_MS), []],
      [at(1), at(-1), []],
      // The same times, written in another zone and as days.
      [at(HOUR_MS).replace('Z', '+01:00'), '', [third, alike, second]],
      ['', at(-HOUR_MS).replace('Z', '-01:00'), [alike, second, first]],
      [day, nextDay, all],
      [nextDay, '', []],
      ['', day, []],
      // As far as a time can be written.
      ['0000-01-01', '9999-12-31T23:59:59.999Z', all],
      ['9999-12-31T23:59:59.999Z', '', []],
      ['', '1969-12-31T23:59:59.999Z', []],
    ] as const) {
      const filters = { ...(created_after && { created_after }), ...(created_before && { created_before }) };
      assert.deepEqual(idsOf((await list(filters)).data), idsOf([...found]), JSON.stringify(filters));
    }
  });

  test('200: filters that nothing fits, by whatever they ask for', async () => {
    const { list, member, create } = await newWorkspace(node());
    const theirs = await newWorkspace(node());
    const idle = await member();
    await create(await member());
    for (const filters of [
      { status: 'booked' },
      { organizer_email: 'nobody@example.com' },
      { organizer_email: idle },
      { organizer_email: '' },
      { organizer_email: await theirs.member() },
      { participant_email: 'nobody@example.com' },
      { participant_email: '' },
      { team_id: 'team_01KJPWD6M0A57CPWZ0TQZND9PP' },
      { team_id: 'sales' },
      { team_id: '' },
      { team_id: await theirs.team() },
    ] as Filters[]) {
      assert.deepEqual(await list(filters), EMPTY, JSON.stringify(filters));
      const { meta } = await list({ ...filters, limit: '7' });
      assert.deepEqual(meta, { ...EMPTY.meta, limit: 7 }, JSON.stringify(filters));
    }
  });

  test('200: a parameter that the list does not have is ignored', async () => {
    const { list, member, create } = await newWorkspace(node());
    const request = await create(await member());
    const filters = {
      title: 'Demo',
      id: 'x',
      created_at: 'x',
      email: 'x',
      Status: 'booked',
      'status[]': 'x',
    };
    assert.deepEqual(await list(filters), { ...EMPTY, data: [request] });
  });

  test('422: a status that there is not, a time that is none, a cursor of another list', async () => {
    const statuses = ['x', '', 'Active', 'active ', 'canceled', 'active,paused', 'toString'];
    const times = [
      'yesterday',
      '',
      '2026-03-02T09:00:00',
      '2026-02-30',
      '2026-03-02 09:00:00Z',
      '1772442000000',
    ];
    const refused = (filters: Filters, message: string) =>
      [() => node().get(`${REQUESTS}?${new URLSearchParams(filters)}`), 'invalid_request', message] as const;
    const cursor = 'cursor must be the next_cursor of an earlier page of this list';
    await assertRefused(node(), [
      ...statuses.map((status) =>
        refused({ status }, 'status must be one of active, booked, cancelled, paused'),
      ),
      ...['created_after', 'created_before'].flatMap((name) =>
        times.map((time) =>
          refused({ [name]: time }, `${name} must be an ISO 8601 date and time such as 2026-11-15T09:30:00Z`),
        ),
      ),
      ...['team_01KJPWD6M0A57CPWZ0TQZND9PP', 'mr_x', '', '2'].map((value) =>
        refused({ cursor: value }, cursor),
      ),
      // Nobody has this email, and the other filter is still checked.
      refused(
        { organizer_email: 'nobody@example.com', status: 'x' },
        'status must be one of active, booked, cancelled, paused',
      ),
      refused({ organizer_email: 'nobody@example.com', limit: 'x' }, 'limit must be an integer'),
      [
        () => node().get(`${REQUESTS}?status=active&status=booked`),
        'invalid_request',
        'status must be given only once',
      ],
    ]);
  });
});
