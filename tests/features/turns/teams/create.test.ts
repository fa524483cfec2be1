// A new team is validated field by field; a refusal names the field and makes nothing.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { inNewWorkspace, type Member, TEAMS } from '../../../support/makers/team-routes.ts';
import { errorOf, onBothEngines } from '../../../support/server/rota.ts';

const UNKNOWN = 'mem_01KJPWD6M0A57CPWZ0TQZND9PP';

onBothEngines('creating teams', (node) => {
  test('422: each wrong field is named with what is wrong with it, and no team is made', async () => {
    const teams = await inNewWorkspace(node());
    const { id: member } = await teams.member('Ada');
    const before = await teams.everything();
    for (const [body, message] of [
      [undefined, 'name is required'],
      [{}, 'name is required'],
      [{ description: 'No name' }, 'name is required'],
      [{ name: null }, 'name must be a string'],
      [{ name: 7 }, 'name must be a string'],
      [{ name: ['Sales'] }, 'name must be a string'],
      [{ name: '' }, 'name must not be empty'],
      [{ name: ' \t\n ' }, 'name must not be empty'],
      [{ name: 'x'.repeat(201) }, 'name must be at most 200 characters'],
      [{ name: 'x\0y' }, 'name must not contain a null character'],
      [{ name: 'x', description: 5 }, 'description must be a string or null'],
      [{ name: 'x', description: {} }, 'description must be a string or null'],
      [{ name: 'x', description: 'd'.repeat(5_001) }, 'description must be at most 5000 characters'],
      [{ name: 'x', mode: null }, 'mode must be a string'],
      [{ name: 'x', mode: 1 }, 'mode must be a string'],
      [{ name: 'x', mode: '' }, 'mode must be one of pool, stack, manual'],
      [{ name: 'x', mode: 'Pool' }, 'mode must be one of pool, stack, manual'],
      [{ name: 'x', mode: 'round_robin' }, 'mode must be one of pool, stack, manual'],
      [{ name: 'x', member_ids: member }, 'member_ids must be an array or null'],
      [{ name: 'x', member_ids: { 0: member } }, 'member_ids must be an array or null'],
      [{ name: 'x', member_ids: [member, 5] }, 'member_ids[1] must be a string'],
      [{ name: 'x', member_ids: [null] }, 'member_ids[0] must be a string'],
      ...['stack_always_apply', 'include_all_members', 'no_show_returns_turn'].flatMap((field) =>
        // In pool mode, where they would be ignored: their type is wrong in any mode.
        [null, 'true', 1, []].map((value) => [{ name: 'x', [field]: value }, `${field} must be a boolean`]),
      ),
      [[{ name: 'x' }], 'body must be a JSON object'],
    ] as const) {
      const answer = await node().post(TEAMS, body, { key: teams.key });
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.deepEqual(errorOf(answer), { type: 'invalid_request', message });
    }
    assert.deepEqual(await teams.everything(), before);
  });

  test('the longest name and description are kept whole; spaces around the name do not count', async () => {
    const teams = await inNewWorkspace(node());
    const [name, description] = ['n'.repeat(200), 'd'.repeat(5_000)];
    const created = await teams.create({ name: `  ${name}\n`, description });
    assert.deepEqual([created.name, created.description], [name, description]);
    // Characters, not the units that JavaScript counts in.
    const wide = await teams.create({ name: '🙂'.repeat(200), description: '🙂'.repeat(5_000) });
    const shown = await teams.show(wide.id);
    assert.deepEqual([shown.name, shown.description], ['🙂'.repeat(200), '🙂'.repeat(5_000)]);
  });

  test('null for what may be empty means empty, and so does an empty description', async () => {
    const teams = await inNewWorkspace(node());
    const nulls = await teams.create({ name: 'Nulls', description: null, member_ids: null });
    assert.deepEqual([nulls.description, nulls.members, nulls.member_count], [null, [], 0]);
    const empty = await teams.create({ name: 'Empty', description: '', member_ids: [] });
    assert.deepEqual([empty.description, empty.members, empty.member_count], [null, [], 0]);
    assert.equal((await teams.show(empty.id)).description, null);
  });

  test('a description is kept as it was written', async () => {
    const teams = await inNewWorkspace(node());
    const description = '  Zeile 1\r\n\n"Ümläute" & <b>🙂</b>  ';
    const { id } = await teams.create({ name: 'Text', description });
    assert.equal((await teams.show(id)).description, description);
  });

  test('every mode can be had from the start', async () => {
    const teams = await inNewWorkspace(node());
    for (const mode of ['pool', 'stack', 'manual']) {
      assert.equal((await teams.create({ name: mode, mode })).mode, mode);
    }
  });

  test('fields that are not part of the body are ignored, whatever their type', async () => {
    const teams = await inNewWorkspace(node());
    const { id: _id, ...plain } = await teams.create({ name: 'Plain' });
    const { id, ...rest } = await teams.create({
      name: 'Extra',
      introduce_member: true,
      introduction_guidance: 'Be brief',
      id: UNKNOWN,
      slug: 'mine',
      active: false,
      deactivated_at: '2020-01-01T00:00:00.000Z',
      created_at: '2020-01-01T00:00:00.000Z',
      email_address: 'mine@example.com',
      member_count: 7,
      colour: 'red',
    });
    assert.match(id, /^team_/);
    assert.deepEqual(rest, { ...plain, name: 'Extra', slug: 'extra' });
    const odd = await teams.create({ name: 'Odd', introduce_member: 'yes', introduction_guidance: 7 });
    assert.deepEqual([odd.introduce_member, odd.introduction_guidance], [false, null]);
  });

  test('422: an id in member_ids that is no active member here is named by its place; no team is made', async () => {
    const teams = await inNewWorkspace(node());
    const elsewhere = await inNewWorkspace(node());
    const ada = (await teams.member('Ada')).id;
    const gone = (await teams.member('Gone')).id;
    await teams.deactivateMember(gone);
    const stranger = (await elsewhere.member('Stranger')).id;
    const { id: team, members } = await teams.create({ name: 'First', member_ids: [ada] });
    const before = await teams.everything();
    const notHere = (place: number) => `member_ids[${place}] is not a member of this workspace`;
    for (const [member_ids, message] of [
      [[UNKNOWN], notHere(0)],
      [[ada, stranger], notHere(1)],
      [[ada, ada, 'nonsense'], notHere(2)],
      [[ada, ''], notHere(1)],
      [[ada.toLowerCase()], notHere(0)],
      [[` ${ada}`], notHere(0)],
      // Ids of other things.
      [[team], notHere(0)],
      [[members[0]?.id], notHere(0)],
      [['ada@example.com'], notHere(0)],
      [[ada, gone], 'member_ids[1] is a deactivated member'],
      [[ada, gone, UNKNOWN], 'member_ids[1] is a deactivated member'],
      [[ada, UNKNOWN, gone], notHere(1)],
    ] as const) {
      const answer = await node().post(TEAMS, { name: 'Refused', member_ids }, { key: teams.key });
      assert.equal(answer.status, 422, JSON.stringify(member_ids));
      assert.deepEqual(errorOf(answer), { type: 'validation_error', message });
    }
    assert.deepEqual(await teams.everything(), before);
    assert.deepEqual((await elsewhere.list()).data, []);
    // Refused calls take no slug.
    assert.equal((await teams.create({ name: 'Refused' })).slug, 'refused');
  });

  test('422: a wrong field is told before an unknown member', async () => {
    const teams = await inNewWorkspace(node());
    const answer = await node().post(TEAMS, { name: '', member_ids: [UNKNOWN] }, { key: teams.key });
    assert.equal(answer.status, 422);
    assert.deepEqual(errorOf(answer), { type: 'invalid_request', message: 'name must not be empty' });
  });

  test('members given more than once are in the team once; all are shown oldest membership first', async () => {
    const teams = await inNewWorkspace(node());
    const members: Member[] = [];
    for (const name of ['Ada', 'Bob', 'Cleo', 'Dan']) members.push(await teams.member(name));
    const [ada, bob, cleo, dan] = members.map((member) => member.id) as [string, string, string, string];
    const created = await teams.create({ name: 'Sales', member_ids: [cleo, ada, cleo, bob, ada] });
    const people = (team: { members: { workspace_membership_id: string }[] }) =>
      team.members.map((membership) => membership.workspace_membership_id);
    assert.deepEqual([people(created), created.member_count], [[cleo, ada, bob], 3]);
    assert.deepEqual(
      created.members.map((membership) => membership.role),
      ['member', 'member', 'member'],
    );
    assert.deepEqual((await teams.lastChange(created.id)).changes?.member_ids, [null, [cleo, ada, bob]]);

    // Whoever joins later is last, also somebody who was in the team before.
    await node().delete(`${TEAMS}/${created.id}/members/${created.members[0]?.id}`, { key: teams.key });
    await teams.addMember(created.id, dan);
    await teams.addMember(created.id, cleo);
    assert.deepEqual(people(await teams.show(created.id)), [ada, bob, dan, cleo]);
    assert.deepEqual(people(await teams.update(created.id, { name: 'Support' })), [ada, bob, dan, cleo]);
  });

  test('three hundred members can be added at once', async () => {
    const teams = await inNewWorkspace(node());
    const members = await Promise.all(
      Array.from({ length: 300 }, (_, place) => teams.member(`Member-${place}`)),
    );
    const member_ids = members.map((member) => member.id);
    const created = await teams.create({ name: 'Everybody', member_ids });
    assert.equal(created.member_count, 300);
    assert.deepEqual(
      created.members.map((membership) => membership.workspace_membership_id),
      member_ids,
    );
    assert.deepEqual((await teams.show(created.id)).members, created.members);
    assert.equal((await teams.list()).data[0]?.member_count, 300);
  });

  test('a new team leaves one audit entry, which names its members', async () => {
    const teams = await inNewWorkspace(node());
    const ada = await teams.member('Ada');
    const before = await teams.audit();
    const { id } = await teams.create({
      name: 'Sales',
      description: 'Inbound',
      mode: 'stack',
      include_all_members: true,
      member_ids: [ada.id],
    });
    const [entry, ...others] = await teams.audit();
    assert.deepEqual(others, before);
    assert.deepEqual(entry, {
      id: entry?.id,
      action: 'team.created',
      actor: { type: 'api_key', id: await teams.callerId() },
      target: { type: 'team', id },
      changes: {
        name: [null, 'Sales'],
        slug: [null, 'sales'],
        description: [null, 'Inbound'],
        mode: [null, 'stack'],
        stack_always_apply: [null, false],
        include_all_members: [null, true],
        no_show_returns_turn: [null, true],
        member_ids: [null, [ada.id]],
      },
      reason: null,
      tool: null,
      created_at: teams.now(),
    });
    assert.deepEqual(await teams.audit(id), [entry]);
  });
});
