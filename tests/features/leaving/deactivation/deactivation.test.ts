// Members are deactivated and reactivated, each only from the other state.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import {
  deactivate,
  entriesAbout,
  listMembers,
  MEMBERS,
  type Member,
  makeMember,
  reactivate,
  timeOf,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const NO_SUCCESSOR = ['validation_error', 'transfer_to must be the email of another active member'] as const;
const DEACTIVATED = ['invalid_request', 'The member is already deactivated'] as const;
const ACTIVE = ['invalid_request', 'The member is already active'] as const;

onBothEngines('the deactivation of members', (node) => {
  const pathOf = (member: Member, what: 'deactivate' | 'reactivate') => `${MEMBERS}/${member.id}/${what}`;
  const read = async ({ id }: Member) => dataOf<Member>(await node().get(`${MEMBERS}/${id}`));

  test('200: a member is deactivated from this moment on, and is out of the list', async () => {
    const member = await makeMember(node(), 'Ada');
    node().clock.advance(60_000);
    const answer = await node().post(pathOf(member, 'deactivate'));
    const deactivated = { ...member, deactivated_at: timeOf(node()) };
    assert.deepEqual([answer.status, answer.body], [200, { data: deactivated }]);
    node().clock.advance(1_000);
    assert.deepEqual(await read(member), deactivated);
    const listed = await listMembers(node(), '?limit=100');
    assert.ok(!listed.data.some(({ id }) => id === member.id));
  });

  test('200: without transfer_to, whatever way it is left out', async () => {
    for (const body of [undefined, {}, { transfer_to: null }, { colour: 'red' }]) {
      const member = await makeMember(node());
      const answer = await node().post(pathOf(member, 'deactivate'), body);
      const data = { ...member, deactivated_at: timeOf(node()) };
      assert.deepEqual([answer.status, answer.body], [200, { data }], JSON.stringify(body));
    }
  });

  test('200: transfer_to names another active member, in any case; that one stays as it is', async () => {
    const successor = await makeMember(node(), 'Successor');
    for (const transfer_to of [successor.email, successor.email.toUpperCase(), ` ${successor.email} `]) {
      const member = await makeMember(node());
      const answer = await node().post(pathOf(member, 'deactivate'), { transfer_to });
      const data = { ...member, deactivated_at: timeOf(node()) };
      assert.deepEqual([answer.status, answer.body], [200, { data }], transfer_to);
    }
    assert.deepEqual(await read(successor), successor);
  });

  test('422: transfer_to is nobody, the member itself, deactivated, or in another workspace', async () => {
    const member = await makeMember(node());
    const gone = await deactivate(node(), await makeMember(node()));
    const { rawKey } = await node().otherWorkspace();
    const elsewhere = await makeMember(node(), null, rawKey);
    const wrong = [
      'nobody@example.com',
      member.email,
      member.email.toUpperCase(),
      gone.email,
      elsewhere.email,
    ];
    await assertRefused(
      node(),
      wrong.map((transfer_to) => [
        () => node().post(pathOf(member, 'deactivate'), { transfer_to }),
        ...NO_SUCCESSOR,
      ]),
    );
    assert.deepEqual(await read(member), member);
    // Nothing else was wrong: this works.
    const successor = await reactivate(node(), gone);
    const answer = await node().post(pathOf(member, 'deactivate'), { transfer_to: successor.email });
    assert.equal(answer.status, 200);
  });

  test('422: transfer_to is no email', async () => {
    const member = await makeMember(node());
    const form = 'transfer_to must be an email address such as ada@example.com';
    await assertRefused(
      node(),
      (
        [
          ['', form],
          ['ada', form],
          ['ada@example', form],
          // The id of a member is no email.
          [member.id, form],
          [7, 'transfer_to must be a string or null'],
          [[member.email], 'transfer_to must be a string or null'],
        ] as const
      ).map(([transfer_to, message]) => [
        () => node().post(pathOf(member, 'deactivate'), { transfer_to }),
        'invalid_request',
        message,
      ]),
    );
  });

  test('422: a member can be deactivated only once, and keeps the time of that', async () => {
    const successor = await makeMember(node());
    const gone = await deactivate(node(), await makeMember(node()));
    node().clock.advance(1_000);
    await assertRefused(node(), [
      [() => node().post(pathOf(gone, 'deactivate')), ...DEACTIVATED],
      [() => node().post(pathOf(gone, 'deactivate'), { transfer_to: successor.email }), ...DEACTIVATED],
    ]);
    assert.deepEqual(await read(gone), gone);
  });

  test('200: a deactivated member is reactivated as it was, at its old place in the list', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const first = await makeMember(node(), 'First', key);
    const member = await makeMember(node(), 'Back', key);
    const last = await makeMember(node(), 'Last', key);
    dataOf(await node().post(pathOf(member, 'deactivate'), undefined, { key }));
    node().clock.advance(1_000);
    const answer = await node().post(pathOf(member, 'reactivate'), undefined, { key });
    assert.deepEqual([answer.status, answer.body], [200, { data: member }]);
    assert.deepEqual((await listMembers(node(), '', key)).data, [last, member, first]);
  });

  test('422: only a deactivated member can be reactivated, and only once', async () => {
    const member = await makeMember(node());
    const refused = [() => node().post(pathOf(member, 'reactivate')), ...ACTIVE] as const;
    await assertRefused(node(), [refused]);
    await deactivate(node(), member);
    await reactivate(node(), member);
    await assertRefused(node(), [refused]);
    assert.deepEqual(await read(member), member);
  });

  test('each change leaves one audit entry, with the times before and after', async () => {
    const member = await makeMember(node());
    const successor = await makeMember(node());
    node().clock.advance(1_000);
    const first = await deactivate(node(), member);
    node().clock.advance(1_000);
    await reactivate(node(), member);
    node().clock.advance(1_000);
    const second = dataOf<Member>(
      await node().post(pathOf(member, 'deactivate'), { transfer_to: successor.email }),
    );
    assert.notEqual(first.deactivated_at, second.deactivated_at);

    const target = { type: 'member', id: member.id };
    const [, ...entries] = await entriesAbout(node(), member.id);
    assert.deepEqual(entries, [
      { action: 'member.deactivated', target, changes: { deactivated_at: [null, first.deactivated_at] } },
      { action: 'member.reactivated', target, changes: { deactivated_at: [first.deactivated_at, null] } },
      { action: 'member.deactivated', target, changes: { deactivated_at: [null, second.deactivated_at] } },
    ]);
    assert.equal((await entriesAbout(node(), successor.id)).length, 1);
  });

  test('of many simultaneous calls exactly one deactivates, and exactly one reactivates', async () => {
    const member = await makeMember(node());
    for (const [what, [type, message]] of [
      ['deactivate', DEACTIVATED],
      ['reactivate', ACTIVE],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => node().post(pathOf(member, what))));
      const refused = answers.filter(({ status }) => status !== 200);
      assert.equal(refused.length, 9, what);
      for (const { status, body } of refused) {
        assert.deepEqual({ status, body }, { status: 422, body: { error: { type, message } } });
      }
    }
    const actions = (await entriesAbout(node(), member.id)).map(({ action }) => action);
    assert.deepEqual(actions, ['member.created', 'member.deactivated', 'member.reactivated']);
    const told = (await payloadsAbout(node(), member.id)).map(({ event }) => event);
    assert.deepEqual(told, ['member.deactivated']);
  });
});
