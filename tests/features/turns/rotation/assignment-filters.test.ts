// A team's turns can be filtered by time and by member.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { Page, Turn } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('The filters of a team’s assignments', (node) => {
  /** A team of two with six turns, a second apart; the oldest first. */
  async function teamWithTurns() {
    const team = await makeTeam(node(), {}, 2);
    const turns: Turn[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      node().clock.advance(1_000);
      turns.push(await team.assign());
    }
    return { ...team, turns };
  }
  const numbersOf = async (path: string, query: object) => {
    const asked = new URLSearchParams(query as Record<string, string>);
    return dataOf<Turn[]>(await node().get(`${path}/assignments?${asked}`)).map(({ number }) => number);
  };

  test('from and to are part of the range, alone and together, in every form of a time', async () => {
    const { path, turns } = await teamWithTurns();
    const [, second, , fourth] = turns.map(({ created_at }) => created_at) as [
      string,
      string,
      string,
      string,
    ];
    assert.deepEqual(await numbersOf(path, { from: second }), [6, 5, 4, 3, 2]);
    assert.deepEqual(await numbersOf(path, { to: fourth }), [4, 3, 2, 1]);
    assert.deepEqual(await numbersOf(path, { from: second, to: fourth }), [4, 3, 2]);
    assert.deepEqual(await numbersOf(path, { from: fourth, to: fourth }), [4]);
    assert.deepEqual(await numbersOf(path, { from: fourth, to: second }), []);
    const between = (at: string) => new Date(Date.parse(at) + 1).toISOString();
    assert.deepEqual(await numbersOf(path, { from: between(second), to: fourth }), [4, 3]);
    const elsewhere = `${new Date(Date.parse(second) + 3_600_000).toISOString().slice(0, -1)}+01:00`;
    assert.deepEqual(await numbersOf(path, { to: elsewhere }), [2, 1]);
    assert.deepEqual(await numbersOf(path, { from: '2999-12-31' }), []);
  });

  test('workspace_membership_id finds the turns of one member, also of one who has left', async () => {
    const { path, memberIds, membershipIds, turns } = await teamWithTurns();
    const [first, second] = memberIds as [string, string];
    assert.deepEqual(await numbersOf(path, { workspace_membership_id: first }), [5, 3, 1]);
    const range = { from: turns[2]?.created_at, to: turns[4]?.created_at };
    assert.deepEqual(await numbersOf(path, { workspace_membership_id: second, ...range }), [4]);
    await node().delete(`${path}/members/${membershipIds[1]}`);
    assert.deepEqual(await numbersOf(path, { workspace_membership_id: second }), [6, 4, 2]);
    assert.deepEqual(await numbersOf(path, { workspace_membership_id: `mem_${'0'.repeat(26)}` }), []);
  });

  test('what is narrowed down comes in pages, too', async () => {
    const { path, memberIds, turns } = await teamWithTurns();
    const query = `workspace_membership_id=${memberIds[0]}&to=${turns[4]?.created_at}&limit=2`;
    const first = (await node().get(`${path}/assignments?${query}`)).body as Page<Turn>;
    assert.deepEqual(first.meta, { limit: 2, has_more: true, next_cursor: turns[2]?.id });
    const next = await node().get(`${path}/assignments?${query}&cursor=${first.meta.next_cursor}`);
    assert.deepEqual(
      dataOf<Turn[]>(next).map(({ number }) => number),
      [1],
    );
  });

  test('422: a time that is none, and an id that is none of a member', async () => {
    const { path, id } = await makeTeam(node(), {}, 0);
    const time = 'must be an ISO 8601 date and time such as 2026-11-15T09:30:00Z';
    const ask = (query: string) => () => node().get(`${path}/assignments?${query}`);
    await assertRefused(node(), [
      [ask('from=yesterday'), 'invalid_request', `from ${time}`],
      [ask('to='), 'invalid_request', `to ${time}`],
      [
        ask(`workspace_membership_id=${id}`),
        'invalid_request',
        'workspace_membership_id must be an id that begins with mem_',
      ],
    ]);
  });
});
