// A reactivated team is as it was, with its slug, and takes turns again.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { askOn } from '../../../support/makers/routed-requests.ts';
import { inNewWorkspace, TEAMS, type Team } from '../../../support/makers/team-routes.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('A team that is reactivated', (node) => {
  test('200: is as it was before, but for updated_at, and takes turns again', async () => {
    const teams = await inNewWorkspace(node(), 'back');
    const ada = await teams.member('Ada');
    const { id } = await teams.create({ name: 'Sales', member_ids: [ada.id] });
    const before = await teams.show(id);
    await teams.deactivate(id);
    node().clock.advance(1_000);
    const answer = await node().post(`${TEAMS}/${id}/reactivate`, undefined, { key: teams.key });
    assert.equal(answer.status, 200);
    const expected: Team = { ...before, updated_at: teams.now() };
    assert.deepEqual(dataOf(answer), expected);
    assert.deepEqual(await teams.show(id), expected);
    assert.deepEqual(await teams.names('active=true'), ['Sales']);
    assert.deepEqual(await teams.reachedBy('sales.back@rota.localhost'), [id]);
    const deactivated = teams.now().replace(/1\.000Z$/, '0.000Z');
    assert.deepEqual(await teams.lastChange(id), {
      count: 3,
      action: 'team.reactivated',
      changes: { deactivated_at: [deactivated, null] },
    });
    const turn = await node().post(`${TEAMS}/${id}/assignments`, undefined, { key: teams.key });
    assert.equal(turn.status, 201);
  });

  test('has its slug still: a team of the same name that was made meanwhile has another', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales' });
    await teams.deactivate(id);
    assert.equal((await teams.create({ name: 'Sales' })).slug, 'sales-2');
    const back = await node().post(`${TEAMS}/${id}/reactivate`, undefined, { key: teams.key });
    assert.equal(dataOf<Team>(back).slug, 'sales');
  });

  test('422: an active one, and nothing changes; of many at the same time, one succeeds', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales' });
    const reactivate = () => node().post(`${TEAMS}/${id}/reactivate`, undefined, { key: teams.key });
    const before = await teams.everything();
    const refused = await reactivate();
    const expected = { type: 'invalid_request', message: 'The team is already active' };
    assert.deepEqual([refused.status, errorOf(refused)], [422, expected]);
    assert.deepEqual(await teams.everything(), before);
    await teams.deactivate(id);
    const statuses = (await Promise.all([reactivate(), reactivate(), reactivate()])).map(
      ({ status }) => status,
    );
    assert.deepEqual(statuses.sort(), [200, 422, 422]);
  });

  test('a stack team that always applies is among the hosts again', async () => {
    const [ada, eve] = await Promise.all(
      ['ada@example.com', 'eve@example.com'].map(async (email) =>
        dataOf<{ id: string; email: string }>(await node().post('/api/v1/workspace_members', { email })),
      ),
    );
    const body = { name: 'Always', mode: 'stack', stack_always_apply: true, member_ids: [ada?.id] };
    const { id } = dataOf<Team>(await node().post(TEAMS, body));
    const hosts = async () =>
      dataOf<{ host_emails: string[] }>(await askOn(node(), { organizer_email: eve?.email })).host_emails;
    await node().post(`${TEAMS}/${id}/deactivate`);
    assert.deepEqual(await hosts(), [eve?.email]);
    await node().post(`${TEAMS}/${id}/reactivate`);
    assert.deepEqual(await hosts(), [eve?.email, ada?.email]);
  });
});
