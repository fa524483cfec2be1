// The list of members has pages and exact filters, and shows deactivated members only on request.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  createMember,
  listMembers,
  MEMBERS,
  type Member,
  makeMember,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const idsOf = (things: { id: string }[]) => things.map(({ id }) => id);

onBothEngines('the list of workspace members', (node) => {
  test('200: active members, newest first, in the page form of the contract', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    assert.deepEqual(await listMembers(node(), '', key), {
      data: [],
      meta: { limit: 25, has_more: false, next_cursor: null },
    });
    const members: Member[] = [];
    for (const name of ['Ada', 'Grace', null]) {
      members.unshift(await makeMember(node(), name, key));
      node().clock.advance(1_000);
    }
    // In the same millisecond the order still holds.
    for (const name of ['Mary', 'Joan']) members.unshift(await makeMember(node(), name, key));
    const meta = { limit: 25, has_more: false, next_cursor: null };
    assert.deepEqual(await listMembers(node(), '', key), { data: members, meta });
  });

  test('200: the email filter is exact but for case, and finds nobody by a part or a pattern', async () => {
    const ada = await createMember(node(), { email: 'Ada+List@Example.com' });
    const find = async (email: string) =>
      (await listMembers(node(), `?email=${encodeURIComponent(email)}`)).data;
    for (const email of ['Ada+List@Example.com', 'ada+list@example.com', 'ADA+LIST@EXAMPLE.COM']) {
      assert.deepEqual(await find(email), [ada]);
    }
    for (const email of ['', 'ada+list', 'da+list@example.com', 'ada+list@example.co', '%', 'ada_list@%']) {
      assert.deepEqual(await find(email), [], email);
    }
  });

  test('200: the role filter, alone and combined with the others', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const admin = await createMember(node(), { email: 'admin@example.com', role: 'admin' }, key);
    const member = await createMember(node(), { email: 'member@example.com' }, key);
    const gone = await createMember(node(), { email: 'gone@example.com', role: 'admin' }, key);
    dataOf(await node().post(`${MEMBERS}/${gone.id}/deactivate`, undefined, { key }));
    for (const [query, found] of [
      ['?role=admin', [admin]],
      ['?role=member', [member]],
      ['?role=admin&include_deactivated=true', [gone, admin]],
      ['?role=admin&email=member@example.com', []],
      ['?role=member&email=MEMBER@example.com', [member]],
      ['?role=member&email=gone@example.com&include_deactivated=true', []],
    ] as const) {
      assert.deepEqual(idsOf((await listMembers(node(), query, key)).data), idsOf([...found]), query);
    }
  });

  test('422: an unknown role, a cursor of another list', async () => {
    const badRole = ['invalid_request', 'role must be one of member, admin'] as const;
    await assertRefused(node(), [
      ...['owner', 'Admin', '', 'admin,member'].map(
        (role) => [() => node().get(`${MEMBERS}?role=${role}`), ...badRole] as const,
      ),
      [
        () => node().get(`${MEMBERS}?cursor=team_01KJPWD6M0A57CPWZ0TQZND9PP`),
        'invalid_request',
        'cursor must be the next_cursor of an earlier page of this list',
      ],
    ]);
  });

  test('200: deactivated members only with include_deactivated=true, each at its place', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const first = await makeMember(node(), 'First', key);
    const second = await makeMember(node(), 'Second', key);
    const third = await makeMember(node(), 'Third', key);
    const gone = dataOf<Member>(await node().post(`${MEMBERS}/${second.id}/deactivate`, undefined, { key }));
    for (const query of [
      '',
      '?include_deactivated=false',
      '?include_deactivated=1',
      '?include_deactivated=',
    ]) {
      assert.deepEqual((await listMembers(node(), query, key)).data, [third, first], query);
    }
    assert.deepEqual((await listMembers(node(), '?include_deactivated=true', key)).data, [
      third,
      gone,
      first,
    ]);
    assert.deepEqual((await listMembers(node(), `?email=${second.email}`, key)).data, []);
    const found = await listMembers(node(), `?email=${second.email}&include_deactivated=true`, key);
    assert.deepEqual(found.data, [gone]);
  });

  test('pages follow one another by cursor, also with a filter and when members come and go', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const made: Member[] = [];
    for (let number = 7; number >= 1; number--) {
      const role = number === 4 ? 'member' : 'admin';
      made.unshift(await createMember(node(), { email: `page-${number}@example.com`, role }, key));
    }
    const [, second, third, , fifth, sixth, seventh] = idsOf(made);
    const first = await listMembers(node(), '?role=admin&limit=2', key);
    assert.deepEqual(first, {
      data: made.slice(0, 2),
      meta: { limit: 2, has_more: true, next_cursor: second },
    });
    await createMember(node(), { email: 'late@example.com', role: 'admin' }, key);
    // The cursor's own member leaves the list: the next page begins after where it was.
    dataOf(await node().post(`${MEMBERS}/${second}/deactivate`, undefined, { key }));
    const next = await listMembers(node(), `?role=admin&limit=2&cursor=${second}`, key);
    assert.deepEqual(idsOf(next.data), [third, fifth]);
    assert.deepEqual(next.meta, { limit: 2, has_more: true, next_cursor: fifth });
    const last = await listMembers(node(), `?role=admin&limit=2&cursor=${fifth}`, key);
    assert.deepEqual(idsOf(last.data), [sixth, seventh]);
    assert.deepEqual(last.meta, { limit: 2, has_more: false, next_cursor: null });
  });
});
