// A team can be changed by any subset of its fields; a change of nothing is no change.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { inNewWorkspace, TEAMS } from '../../../support/makers/team-routes.ts';
import { errorOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('updating teams', (node) => {
  test('200: each field can be changed alone, and the others stay; one audit entry each', async () => {
    const teams = await inNewWorkspace(node(), 'each-field');
    const { id } = await teams.create({ name: 'Sales' });
    let before = await teams.show(id);
    let count = 1;
    const address = (slug: string) => ({ slug, email_address: `${slug}.each-field@rota.localhost` });
    for (const [change, also] of [
      [{ name: '  Support ' }, { name: 'Support', ...address('support') }],
      [{ description: 'Second line' }, {}],
      [{ introduce_member: true }, {}],
      [{ introduction_guidance: 'Be brief' }, {}],
      [{ introduction_guidance: 'Be kind' }, {}],
      [{ introduce_member: false }, {}],
      [{ introduction_guidance: null }, {}],
      [{ description: '' }, { description: null }],
      [{ mode: 'stack' }, {}],
      [{ stack_always_apply: true }, {}],
      [{ include_all_members: true }, {}],
      [{ stack_always_apply: false }, {}],
      [{ include_all_members: false }, {}],
      [{ mode: 'manual' }, { email_address: null }],
      [{ mode: 'pool' }, address('support')],
    ] as const) {
      node().clock.advance(1_000);
      const after = await teams.update(id, change);
      const expected = { ...before, ...change, ...also, updated_at: teams.now() };
      assert.deepEqual(after, expected, JSON.stringify(change));
      assert.deepEqual(await teams.show(id), expected);

      const changes: Record<string, [unknown, unknown]> = {};
      for (const field of [...Object.keys(change), 'slug'] as ('name' | 'slug')[]) {
        if (after[field] !== before[field]) changes[field] = [before[field], after[field]];
      }
      count += 1;
      assert.deepEqual(await teams.lastChange(id), { count, action: 'team.updated', changes });
      before = after;
    }
  });

  test('several fields at once leave one audit entry with the values before and after', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales', description: 'Inbound' });
    const before = await teams.audit();
    node().clock.advance(1_000);
    await teams.update(id, {
      name: 'Support',
      description: null,
      mode: 'pool',
      introduce_member: true,
      introduction_guidance: 'Be brief',
    });
    const [entry, ...others] = await teams.audit();
    assert.deepEqual(others, before);
    assert.deepEqual(entry, {
      id: entry?.id,
      action: 'team.updated',
      actor: { type: 'api_key', id: await teams.callerId() },
      target: { type: 'team', id },
      changes: {
        name: ['Sales', 'Support'],
        slug: ['sales', 'support'],
        description: ['Inbound', null],
        introduce_member: [false, true],
        introduction_guidance: [null, 'Be brief'],
      },
      reason: null,
      tool: null,
      created_at: teams.now(),
    });
  });

  test('null and an empty text clear the description and the guidance', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales' });
    for (const empty of [null, '']) {
      await teams.update(id, { description: 'Inbound', introduction_guidance: 'Be brief' });
      const cleared = await teams.update(id, { description: empty, introduction_guidance: empty });
      assert.deepEqual([cleared.description, cleared.introduction_guidance], [null, null]);
      assert.deepEqual((await teams.lastChange(id)).changes, {
        description: ['Inbound', null],
        introduction_guidance: ['Be brief', null],
      });
    }
  });

  test('a change of nothing moves no time and leaves no audit entry', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales' });
    const full = { description: 'Inbound', introduce_member: true, introduction_guidance: 'Be brief' };
    await teams.update(id, full);
    const bare = await teams.create({ name: 'Bare' });
    const before = await teams.everything();
    node().clock.advance(1_000);
    for (const body of [
      undefined,
      {},
      { name: 'Sales' },
      { name: '  Sales ' },
      { mode: 'pool' },
      { ...full, name: 'Sales', mode: 'pool' },
      { stack_always_apply: true, include_all_members: true },
      { slug: 'mine', id: bare.id, active: false, deactivated_at: '2020-01-01T00:00:00.000Z' },
      { created_at: null, updated_at: null, email_address: null, member_ids: [], members: [], colour: 'red' },
      { slug: 7, active: 'no', member_ids: 'nobody' },
    ]) {
      await teams.update(id, body);
      assert.deepEqual(await teams.everything(), before, JSON.stringify(body));
    }
    await teams.update(bare.id, { description: '', introduction_guidance: '', introduce_member: false });
    await teams.update(bare.id, { description: null, introduction_guidance: null });
    assert.deepEqual(await teams.everything(), before);
  });

  test('unknown fields beside known ones are ignored', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales' });
    const before = await teams.show(id);
    const after = await teams.update(id, { description: 'New', slug: 'mine', active: false, members: [] });
    assert.deepEqual(after, { ...before, description: 'New' });
  });

  test('422: each wrong field is named with what is wrong with it, and nothing changes', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales', description: 'Inbound' });
    const before = await teams.everything();
    const flags = ['stack_always_apply', 'include_all_members', 'introduce_member'];
    for (const [wrong, message] of [
      [{ name: null }, 'name must be a string'],
      [{ name: 7 }, 'name must be a string'],
      [{ name: '' }, 'name must not be empty'],
      [{ name: '   ' }, 'name must not be empty'],
      [{ name: 'x'.repeat(201) }, 'name must be at most 200 characters'],
      [{ description: 5 }, 'description must be a string or null'],
      [{ description: 'd'.repeat(5_001) }, 'description must be at most 5000 characters'],
      [{ mode: null }, 'mode must be a string'],
      [{ mode: false }, 'mode must be a string'],
      [{ mode: 'STACK' }, 'mode must be one of pool, stack, manual'],
      ...flags.flatMap((field) =>
        [null, 'true', 0, {}].map((value) => [{ [field]: value }, `${field} must be a boolean`]),
      ),
      [{ introduction_guidance: 5 }, 'introduction_guidance must be a string or null'],
      [{ introduction_guidance: ['x'] }, 'introduction_guidance must be a string or null'],
      [{ introduction_guidance: 'g'.repeat(5_001) }, 'introduction_guidance must be at most 5000 characters'],
      [[], 'body must be a JSON object'],
    ] as [object, string][]) {
      // A valid field beside the invalid one is not changed either.
      const body = Array.isArray(wrong) ? wrong : { name: 'Changed', description: null, ...wrong };
      const answer = await node().patch(`${TEAMS}/${id}`, body, { key: teams.key });
      assert.equal(answer.status, 422, JSON.stringify(wrong));
      assert.deepEqual(errorOf(answer), { type: 'invalid_request', message });
    }
    assert.deepEqual(await teams.everything(), before);
  });

  test('422: a wrong field is told before a team that is not there', async () => {
    const path = `${TEAMS}/team_01KJPWD6M0A57CPWZ0TQZND9PP`;
    assert.equal((await node().patch(path, { mode: 'x' })).status, 422);
    assert.equal((await node().patch(path, { mode: 'pool' })).status, 404);
  });

  test('the longest texts are kept whole', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales' });
    const long = {
      name: 'n'.repeat(200),
      description: 'd'.repeat(5_000),
      introduction_guidance: 'g'.repeat(5_000),
    };
    await teams.update(id, { ...long, name: ` ${long.name} ` });
    const { name, description, introduction_guidance } = await teams.show(id);
    assert.deepEqual({ name, description, introduction_guidance }, long);
  });

  test('changes at the same time do not lose one another, and each leaves its entry', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales' });
    await Promise.all([
      teams.update(id, { name: 'Support' }),
      teams.update(id, { description: 'Second line' }),
      teams.update(id, { introduce_member: true }),
      teams.update(id, { introduction_guidance: 'Be brief' }),
      teams.deactivate(id),
    ]);
    const { name, slug, description, introduce_member, introduction_guidance, active } = await teams.show(id);
    assert.deepEqual(
      [name, slug, description, introduce_member, introduction_guidance, active],
      ['Support', 'support', 'Second line', true, 'Be brief', false],
    );
    const entries = (await teams.audit(id)).map((entry) => Object.keys(entry.changes).join(' '));
    assert.deepEqual(entries.slice(0, 5).sort(), [
      'deactivated_at',
      'description',
      'introduce_member',
      'introduction_guidance',
      'name slug',
    ]);
    assert.equal(entries.length, 6);
  });

  test('a change to one team leaves the others alone', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales' });
    const other = await teams.create({ name: 'Support' });
    const before = await teams.show(other.id);
    node().clock.advance(1_000);
    await teams.update(id, { name: 'Marketing', description: 'New', mode: 'manual' });
    await teams.deactivate(id);
    assert.deepEqual(await teams.show(other.id), before);
    assert.equal((await teams.audit(other.id)).length, 1);
  });
});
