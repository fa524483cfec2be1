// Full lane, because it needs much data: A large hand-over goes in steps, survives crashes, and never blocks other callers for long.
import assert from 'node:assert/strict';
import { handOverBatchSize, withinInviteLimit } from '../../../../src/features/meetings/requests/rules.ts';
import { createIds } from '../../../../src/ids.ts';
import { createKeyring } from '../../../../src/secrets/secret-key.ts';
import { createSecrets } from '../../../../src/secrets/secrets.ts';
import { readConfig } from '../../../../src/settings/config.ts';
import { openDatabase } from '../../../../src/storage/open.ts';
import { systemClock } from '../../../../src/time/clock.ts';
import { describe, test } from '../../../support/lanes.ts';
import { deliveriesTo, eventsOf, type Place, subscribe } from '../../../support/makers/events.ts';
import { countOf, writeHandOver, writeRequests } from '../../../support/makers/hand-overs.ts';
import { deactivateOn, inNewWorkspace, makePeople } from '../../../support/makers/routed-requests.ts';
import { deactivate, MEMBERS, reactivate } from '../../../support/makers/team-members.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { EmptyStorage } from '../../../support/server/process.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { Member } from '../../../support/server/resources.ts';
import { dataOf, engines, type Node, onBothEngines, startNode } from '../../../support/server/rota.ts';

const AT_ONCE = 100;
const POLL_MS = 5_000;

/** Ids of requests in the order of their events about the new organizer. */
const changedIn = async (place: Place) =>
  (await eventsOf(place))
    .filter(({ type }) => type === 'meeting_request.organizer_changed')
    .map(({ payload }) => payload.id);

const countHandOvers = async ({ services }: Node) =>
  (await services.database.get<{ count: number }>('select count(*) as count from hand_overs'))?.count;

onBothEngines('A large hand-over', (node, storage) => {
  test('is begun by the call and goes on by itself; each request is told of once, on behalf of the caller', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor] = await makePeople(inside, 2);
    const endpoint = await subscribe(inside, ['meeting_request.organizer_changed']);
    const ids = await writeRequests(inside, member.id, 3 * AT_ONCE + 7);
    dataOf(await deactivateOn(inside, member, successor));
    // The first of them, in the transaction of the call.
    const first = await changedIn(inside);
    assert.ok(first.length >= AT_ONCE);
    await eventually(async () => (await countOf(inside, successor.id)) === ids.length);
    assert.equal(await countOf(inside, member.id), 0);
    const changed = await changedIn(inside);
    assert.deepEqual(changed.slice(0, first.length), first);
    assert.deepEqual(changed.toSorted(), ids);
    const deliveries = await deliveriesTo(inside, endpoint);
    assert.equal(deliveries.length, ids.length);
    const entries = await inside.services.database.all<{ target_id: string; actor_type: string }>(
      `select target_id, actor_type from audit_entries
       where workspace_id = $1 and action = 'meeting_request.organizer_changed' order by target_id`,
      [inside.workspaceId],
    );
    assert.deepEqual(
      entries.map(({ target_id, actor_type }) => [target_id, actor_type]),
      ids.map((id) => [id, 'api_key']),
    );
    await eventually(async () => (await countHandOvers(inside)) === 0);
    await reactivate(inside, member);
  });

  test('lets others in between: they are answered while it is neither at its beginning nor at its end', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor] = await makePeople(inside, 2);
    // Twenty batches: other readers see some of them in between.
    const count = 20 * AT_ONCE;
    await writeRequests(inside, member.id, count);
    dataOf(await deactivateOn(inside, member, successor));
    const seen = new Set<number>();
    await eventually(async () => {
      dataOf(await node().get(MEMBERS));
      dataOf(await node().patch('/api/v1/workspace', { name: `Seen ${seen.size}` }));
      const handedOver = await countOf(inside, successor.id);
      seen.add(handedOver);
      return handedOver === count;
    });
    const between = [...seen].filter((handedOver) => handedOver < count);
    assert.ok(between.length >= 2, `others saw ${[...seen]}`);
    for (const handedOver of between) assert.equal(handedOver % AT_ONCE, 0, 'each step is whole');
  });

  /** A deactivated member with requests still to hand over. No node works on it. */
  async function interrupted(inside: Node, member: Member, successor: Member, count = AT_ONCE + 1) {
    await deactivate(inside, member);
    const ids = await writeRequests(inside, member.id, count);
    await writeHandOver(inside, member.id, successor.id);
    return ids;
  }

  test('that was cut off is gone on with after a while, by whichever node looks', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor] = await makePeople(inside, 2);
    await interrupted(inside, member, successor);
    inside.clock.advance(POLL_MS);
    await eventually(async () => (await countOf(inside, successor.id)) === AT_ONCE + 1);

    const [other, another] = await makePeople(inside, 2);
    await interrupted(inside, other, another);
    const second = await startNode(storage(), { clock: node().clock });
    await eventually(async () => (await countOf(inside, another.id)) === AT_ONCE + 1);
    await second.stop();
  });

  test('422: whoever still hands over can not come back, and whoever still gets something needs a successor', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor, third] = await makePeople(inside, 3);
    const ids = await interrupted(inside, member, successor);
    await assertRefused(inside, [
      [
        () => inside.post(`${MEMBERS}/${member.id}/reactivate`),
        'invalid_request',
        'The meeting requests of the member are still being handed over: try again in a moment',
      ],
      [
        () => deactivateOn(inside, successor),
        'validation_error',
        `transfer_to is required: the member organizes ${AT_ONCE + 1} active or paused meeting requests`,
      ],
    ]);
    // The successor's successor gets what was still to come.
    dataOf(await deactivateOn(inside, successor, third));
    await eventually(async () => (await countOf(inside, third.id)) === ids.length);
    assert.deepEqual((await changedIn(inside)).toSorted(), ids);
    const [{ payload } = {}] = (await eventsOf(inside, ids[0])) ?? [];
    assert.deepEqual(
      [payload?.old_organizer_email, payload?.new_organizer_email],
      [member.email, third.email],
    );
    await reactivate(inside, member);
  });

  test('a successor who has nothing to expect any more can leave without one', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor] = await makePeople(inside, 2);
    const ids = await interrupted(inside, member, successor, 1);
    dataOf(await inside.post(`/api/v1/meeting_requests/${ids[0]}/cancel`));
    dataOf(await deactivateOn(inside, successor));
    await reactivate(inside, member);
    assert.equal(await countOf(inside, member.id), 1);
  });

  test('what happens to a request before it is its turn is told of whoever organizes it then', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor, other] = await makePeople(inside, 3);
    const [first = '', second = ''] = await interrupted(inside, member, successor, 2);
    const path = '/api/v1/meeting_requests';
    dataOf(await inside.post(`${path}/${first}/change_organizer`, { organizer_email: other.email }));
    dataOf(await inside.post(`${path}/${second}/resume`));
    dataOf(await inside.post(`${path}/${second}/book`, { starts_at: '2030-01-01T09:00:00Z' }));
    inside.clock.advance(POLL_MS);
    await eventually(async () => (await countHandOvers(inside)) === 0);
    assert.deepEqual(await changedIn(inside), [first, second]);
    assert.equal(await countOf(inside, other.id), 1, 'what is another’s stays as it is');
    assert.equal(await countOf(inside, successor.id), 1, 'what is booked meanwhile is handed over');
  });
});

test('A step writes the less requests the more endpoints are told of each', () => {
  assert.deepEqual([0, 7, 8, 40, 200, 10_000].map(handOverBatchSize), [100, 100, 90, 23, 4, 1]);
});

test('A step invites 200 people at most, or those of one meeting', () => {
  const next = (...people: number[]) => people.map((invited) => ({ invited }));
  const takenOf = (given: { invited: number }[], taken: { invited: number }[] = []) =>
    withinInviteLimit(given, taken).map(({ invited }) => invited);
  assert.deepEqual(takenOf(next(0, 150, 50, 1, 0)), [0, 150, 50]);
  assert.deepEqual(takenOf(next(550, 3)), [550]);
  assert.deepEqual(takenOf(next(3, 550)), [3]);
  assert.deepEqual(takenOf(next(100), next(0, 101)), []);
});

describe('A hand-over whose server is killed', { concurrency: 2 }, () => {
  for (const engine of engines) {
    test(`is finished by the next one, and each request told of once (${engine})`, async () => {
      const key = 'key-of-the-hand-over-tests-0123456789';
      await using storage = await EmptyStorage.make(engine);
      await using stack = new AsyncDisposableStack();
      const start = async () => stack.use(await storage.serve({ ROTA_BOOTSTRAP_API_KEY: key }));
      const server = await start();
      const config = readConfig(storage.environment);
      const database = await openDatabase(config);
      stack.defer(() => database.close());
      const { id: workspaceId } = dataOf<{ id: string }>(
        await server.call('GET', '/api/v1/workspace', { key }),
      );
      const ids = createIds(systemClock);
      const services = {
        database,
        ids,
        clock: systemClock,
        secrets: createSecrets(createKeyring(config), { database, clock: systemClock }),
      };
      const place: Place = { services, workspaceId };
      const [member, successor] = await Promise.all(
        ['member@example.com', 'successor@example.com'].map(async (email) =>
          dataOf<Member>(await server.call('POST', MEMBERS, { key, body: { email } })),
        ),
      );
      assert.ok(member && successor);
      const requests = await writeRequests(place, member.id, 30 * AT_ONCE);
      const path = `${MEMBERS}/${member.id}/deactivate`;
      dataOf(await server.call('POST', path, { key, body: { transfer_to: successor.email } }));
      server.signal('SIGKILL');
      await server.ended;
      assert.ok((await countOf(place, member.id)) > 0, 'it was killed in the middle');
      await start();
      await eventually(async () => (await countOf(place, successor.id)) === requests.length);
      assert.deepEqual((await changedIn(place)).toSorted(), requests);
    });
  }
});
