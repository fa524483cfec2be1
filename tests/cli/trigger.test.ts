// `rota trigger` makes an event of each type happen, as often as it is run.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { eventsOf, TYPES_OF_CALLS } from '../support/makers/events.ts';
import { deactivate, listMembers, type Member } from '../support/makers/team-members.ts';
import { failed, succeeded } from '../support/server/exits.ts';
import { untilIdle } from '../support/server/idle.ts';
import { rota } from '../support/server/process.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

onBothEngines('rota trigger', (node) => {
  const environment = () => ({ ROTA_URL: node().url, ROTA_KEY: node().rawKey });

  async function trigger(event: string): Promise<{ event: string; id: string }> {
    const { code, stdout, stderr } = await rota(['trigger', event, '--json'], environment());
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  for (const type of TYPES_OF_CALLS) {
    test(`makes ${type} happen, time and again`, async () => {
      const { event, id } = await trigger(type);
      const told = await eventsOf(node(), id);
      assert.deepEqual([event, told.at(-1)?.type], [type, type]);
      assert.notEqual((await trigger(type)).id, id);
    });
  }

  test('makes meeting_request.needs_attention happen, a moment later', async () => {
    const { event, id } = await trigger('meeting_request.needs_attention');
    await untilIdle(node());
    assert.equal((await eventsOf(node(), id)).at(-1)?.type, event);
  });

  test('brings back the people it needs', async () => {
    const organizer = 'sample-organizer@example.com';
    const requests = dataOf<{ id: string }[]>(await node().get('/api/v1/meeting_requests?limit=100'));
    for (const { id } of requests) await node().post(`/api/v1/meeting_requests/${id}/cancel`);
    const [member] = (await listMembers(node(), `?email=${organizer}`)).data as [Member];
    await deactivate(node(), member);
    await trigger('meeting_request.created');
    assert.equal((await listMembers(node(), `?email=${organizer}`)).data.length, 1);
  });

  test('is a command that says what it did, and what it refuses', async () => {
    const done = await rota(['trigger', 'meeting_request.created'], environment());
    const id = (await eventsOf(node())).at(-1)?.payload.id;
    assert.deepEqual(done, succeeded(`Triggered meeting_request.created for ${id}.\n`));
    const unscoped = { ...environment(), ROTA_KEY: await node().keyWith('members.read') };
    assert.deepEqual(
      await rota(['trigger', 'member.deactivated'], unscoped),
      failed(4, 'the service refused: API key missing required scope: members.write'),
    );
    for (const words of [
      [],
      ['test'],
      ['constructor'],
      ['webhook_endpoint.backlog_full'],
      ['meeting_request.created', 'x'],
    ]) {
      assert.equal((await rota(['trigger', ...words], environment())).code, 2, words.join());
    }
  });
});
