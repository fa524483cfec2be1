// A pause with an end ends by itself, and the member is next without any call.

import assert from 'node:assert/strict';
import { HOUR_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import {
  entriesAbout,
  type Membership,
  makeMember,
  makeTeam,
  pathOf,
  readMembership,
  readTeam,
  takeTurn,
  timeOf,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('pauses that end by themselves', (node) => {
  const pause = (membership: Membership, body?: object) => node().post(`${pathOf(membership)}/pause`, body);
  const unpause = (membership: Membership) => node().post(`${pathOf(membership)}/unpause`);
  const read = (membership: Membership) => readMembership(node(), membership);
  const nextIn = async (team: { id: string }) => (await readTeam(node(), team)).next_assignee;

  /** Three people in a team; the first has had a turn. */
  async function threeAndATurn() {
    const people = [
      await makeMember(node(), 'Ada'),
      await makeMember(node()),
      await makeMember(node()),
    ] as const;
    const [team, first, second, third] = await makeTeam(node(), people);
    assert.equal(await takeTurn(node(), team), first.id);
    first.last_assigned_at = timeOf(node());
    node().clock.advance(1_000);
    return { team, first, second, third };
  }

  test('422: an end that is not in the future', async () => {
    const { first } = await threeAndATurn();
    const now = node().clock.now();
    const withOffset = new Date(now + 2 * HOUR_MS).toISOString().replace('Z', '+02:00');
    await assertRefused(
      node(),
      [timeOf(node()), timeOf(node(), -1), withOffset, '1970-01-01T00:00:00Z', '2026-03-01'].map((until) => [
        () => pause(first, { until }),
        'validation_error',
        'until must be in the future',
      ]),
    );
    assert.deepEqual(await read(first), first);
  });

  test('422: an end that is no time', async () => {
    const { first } = await threeAndATurn();
    const form = 'until must be an ISO 8601 date and time such as 2026-11-15T09:30:00Z';
    await assertRefused(
      node(),
      (
        [
          ...['', 'tomorrow', '2027-13-01T00:00:00Z', '2027-02-30T00:00:00Z', '2027-01-01T00:00:00'].map(
            (until) => [until, form] as const,
          ),
          [1_893_456_000_000, 'until must be a string or null'],
          [true, 'until must be a string or null'],
          [{}, 'until must be a string or null'],
        ] as const
      ).map(([until, message]) => [() => pause(first, { until }), 'invalid_request', message]),
    );
  });

  test('200: null is no end', async () => {
    const { first } = await threeAndATurn();
    const paused = { ...first, paused_at: timeOf(node()) };
    assert.deepEqual(dataOf(await pause(first, { until: null })), paused);
    node().clock.advance(3 * HOUR_MS);
    assert.deepEqual(await read(first), paused);
    assert.equal((await unpause(first)).status, 200);
  });

  test('before its end it is a pause like any other', async () => {
    const { team, first, second, third } = await threeAndATurn();
    const paused = { ...first, paused_at: timeOf(node()) };
    const answer = await pause(first, { until: timeOf(node(), HOUR_MS) });
    assert.deepEqual([answer.status, answer.body], [200, { data: paused }]);
    node().clock.advance(HOUR_MS - 1);
    assert.deepEqual(await read(first), paused);
    await assertRefused(node(), [
      [() => pause(first), 'invalid_request', 'The member is already paused'],
      [
        () => pause(first, { until: timeOf(node(), HOUR_MS) }),
        'invalid_request',
        'The member is already paused',
      ],
    ]);
    const turns = [];
    for (let count = 0; count < 3; count++) turns.push(await takeTurn(node(), team));
    assert.deepEqual(turns, [second.id, third.id, second.id]);
  });

  test('from its end on the member counts as unpaused, and is next, without any call', async () => {
    const { team, first, second, third } = await threeAndATurn();
    dataOf(await pause(first, { until: timeOf(node(), HOUR_MS) }));
    node().clock.advance(HOUR_MS);
    const unpaused = { ...first, paused_at: null, last_assigned_at: null };
    for (const later of [0, 1, 3 * HOUR_MS]) {
      node().clock.advance(later);
      const { members, next_assignee } = await readTeam(node(), team);
      assert.deepEqual([members, next_assignee], [[unpaused, second, third], unpaused]);
      await assertRefused(node(), [[() => unpause(first), 'invalid_request', 'The member is not paused']]);
    }
    assert.deepEqual(dataOf(await node().patch(pathOf(first), { role: 'member' })), unpaused);
    const managing = { ...unpaused, role: 'manager' };
    assert.deepEqual(dataOf(await node().patch(pathOf(first), { role: 'manager' })), managing);
    assert.deepEqual(await nextIn(team), managing);
  });

  test('an end with an offset is that moment', async () => {
    const { first } = await threeAndATurn();
    const until = new Date(node().clock.now() + 3 * HOUR_MS).toISOString().replace('Z', '+02:00');
    const { paused_at } = dataOf<Membership>(await pause(first, { until }));
    node().clock.advance(HOUR_MS - 1);
    assert.equal((await read(first))?.paused_at, paused_at);
    node().clock.advance(1);
    assert.equal((await read(first))?.paused_at, null);
  });

  test('a turn that was taken after the end stays', async () => {
    const { team, first, second, third } = await threeAndATurn();
    dataOf(await pause(first, { until: timeOf(node(), HOUR_MS) }));
    node().clock.advance(HOUR_MS + 1_000);
    assert.equal(await takeTurn(node(), team), first.id);
    const after = { ...first, last_assigned_at: timeOf(node()) };
    for (const later of [0, HOUR_MS, 3 * HOUR_MS]) {
      node().clock.advance(later);
      assert.deepEqual(await read(first), after);
      assert.deepEqual(await nextIn(team), second);
    }
    const turns = [];
    for (let count = 0; count < 3; count++) turns.push(await takeTurn(node(), team));
    assert.deepEqual(turns, [second.id, third.id, first.id]);
  });

  test('who is back last is first: by the end of the pause, not by when somebody looked', async () => {
    const { team, first, second, third } = await threeAndATurn();
    dataOf(await pause(first, { until: timeOf(node(), 2 * HOUR_MS) }));
    dataOf(await pause(second, { until: timeOf(node(), HOUR_MS) }));
    dataOf(await pause(third));
    node().clock.advance(HOUR_MS + 1_000);
    dataOf(await unpause(third));
    assert.deepEqual(await nextIn(team), third);
    node().clock.advance(2 * HOUR_MS);
    const turns = [];
    for (let count = 0; count < 3; count++) turns.push(await takeTurn(node(), team));
    assert.deepEqual(turns, [first.id, third.id, second.id]);
  });

  test('after a pause was ended by hand, its end means nothing any more', async () => {
    const { team, first, second } = await threeAndATurn();
    for (const membership of [first, second]) {
      dataOf(await pause(membership, { until: timeOf(node(), HOUR_MS) }));
      node().clock.advance(1_000);
      dataOf(await unpause(membership));
    }
    assert.equal(await takeTurn(node(), team), second.id);
    const turn = { ...second, last_assigned_at: timeOf(node()) };
    // Paused again, now without an end.
    const again = dataOf<Membership>(await pause(first));
    node().clock.advance(2 * HOUR_MS);
    assert.deepEqual(await read(second), turn);
    assert.deepEqual(await read(first), again);
    assert.notEqual(again.paused_at, null);
  });

  test('after its end the member can be paused again; the audit log tells of both', async () => {
    const { first } = await threeAndATurn();
    const start = timeOf(node());
    const until = timeOf(node(), HOUR_MS);
    dataOf(await pause(first, { until }));
    node().clock.advance(2 * HOUR_MS);
    const restart = timeOf(node());
    const again = { ...first, paused_at: restart, last_assigned_at: null };
    assert.deepEqual(dataOf(await pause(first)), again);
    node().clock.advance(HOUR_MS);
    assert.deepEqual(await read(first), again);

    const target = { type: 'team_membership', id: first.id };
    const paused = (await entriesAbout(node(), first.id)).filter(({ action }) => /\.paused$/.test(action));
    assert.deepEqual(paused, [
      {
        action: 'team_membership.paused',
        target,
        changes: { paused_at: [null, start], paused_until: [null, until] },
      },
      { action: 'team_membership.paused', target, changes: { paused_at: [null, restart] } },
    ]);
  });
});
