// Full lane, because it makes hundreds of calls at once: Calls for the last seats at the same time never exceed the capacity: two nodes on PostgreSQL, one on SQLite.
import assert from 'node:assert/strict';
import { describe, test } from '../../../support/lanes.ts';
import { makeManyMembers } from '../../../support/makers/many-members.ts';
import { type SharedServers, shareServers } from '../../../support/server/at-once.ts';
import type { WireAnswer } from '../../../support/server/http.ts';
import type { SeatList } from '../../../support/server/resources.ts';
import { dataOf, onEachEngine } from '../../../support/server/rota.ts';

const MEMBERS = 300;
const CAPACITY = 100;
const FULL = {
  error: { type: 'validation_error', message: 'The seat capacity of the entitlement is reached' },
};

/** Members without a seat. */
async function makeMembers(servers: SharedServers, count = MEMBERS) {
  const members = await makeManyMembers(servers, count);
  const memberIds = members.map(({ id }) => id);
  const { call } = servers;
  return {
    ...servers,
    memberIds,
    assign: (place: number) => call(place, 'POST', `/api/v1/seats/${memberIds[place]}/assign`),
    end: (place: number) => call(place, 'DELETE', `/api/v1/seats/${memberIds[place]}`),
    setCapacity: (turn: number, capacity: number) =>
      call(turn, 'POST', '/api/v1/seats/capacity', { body: { capacity } }),
    listed: async () => (await call(0, 'GET', '/api/v1/seats?limit=100')).body as SeatList,
  };
}

/** Counts the responses by status and error type. */
function tally(answers: WireAnswer[]): Record<string, number> {
  const kinds = answers.map(({ status, body }) => {
    const { error } = (body ?? {}) as { error?: { type: string } };
    return error ? `${status} ${error.type}` : `${status}`;
  });
  return Object.fromEntries(
    [...Map.groupBy(kinds, (kind) => kind)].map(([kind, { length }]) => [kind, length]),
  );
}

/** Reads seats and capacity, both as of one moment, again and again until `work` is done. */
async function whileWatching({ services, workspaceId }: SharedServers, work: Promise<unknown>) {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const seen: { capacity: number; seats: number }[] = [];
  while (!isDone) {
    const row = await services.database.get<{ capacity: number; seats: number }>(
      `select seat_capacity as capacity,
         (select count(*) from seats where entitlement_id = entitlements.id and ended_at is null) as seats
       from entitlements where workspace_id = $1`,
      [workspaceId],
    );
    if (row) seen.push(row);
    // Reads of SQLite never yield to the event loop, and the responses of the server would wait.
    await new Promise(setImmediate);
  }
  await done;
  return seen;
}

onEachEngine((engine) => {
  describe(`Seats at the same time (${engine})`, () => {
    const ownWorkspace = shareServers(engine);

    test(`of ${MEMBERS} members who ask at once for ${CAPACITY} seats, ${CAPACITY} get one`, async () => {
      const servers = await makeMembers(await ownWorkspace());
      dataOf(await servers.setCapacity(0, CAPACITY));
      const answers = await Promise.all(servers.memberIds.map((_, place) => servers.assign(place)));
      assert.deepEqual(tally(answers), { 200: CAPACITY, '422 validation_error': MEMBERS - CAPACITY });
      for (const { status, body } of answers) if (status === 422) assert.deepEqual(body, FULL);

      const { data, meta } = await servers.listed();
      assert.deepEqual(
        meta.entitlements.map(({ active_seats, seat_capacity }) => ({ active_seats, seat_capacity })),
        [{ active_seats: CAPACITY, seat_capacity: CAPACITY }],
      );
      const given = answers.filter(({ status }) => status === 200);
      const ids = given.map((answer) => dataOf<{ assignment_id: string }>(answer).assignment_id);
      assert.deepEqual(data.map(({ id }) => id).sort(), ids.sort());
    });

    test('while the capacity goes up and down and seats end, it is never exceeded', async () => {
      const servers = await makeMembers(await ownWorkspace(), 120);
      dataOf(await servers.setCapacity(0, 20));
      // Up to 60 and down to 10 in steps. On the way down, there are seats already.
      const capacities = Array.from(
        { length: 40 },
        (_, step) => [20, 35, 60, 45, 30, 10][step % 6] as number,
      );
      const work = Promise.all([
        ...servers.memberIds.map((_, place) => servers.assign(place)),
        ...capacities.map((capacity, turn) => servers.setCapacity(turn, capacity)),
        ...servers.memberIds.map((_, place) => servers.end(servers.memberIds.length - 1 - place)),
        ...servers.memberIds.map((_, place) => servers.assign(place)),
      ]);
      const seen = await whileWatching(servers, work);
      assert.ok(seen.length > 20, `looked ${seen.length} times`);
      assert.deepEqual(
        seen.filter(({ seats, capacity }) => seats > capacity),
        [],
      );
      const answers = await work;
      const statuses = Object.keys(tally(answers));
      assert.deepEqual(
        statuses.filter((kind) => !['200', '204', '404 not_found', '422 validation_error'].includes(kind)),
        [],
      );

      // The number of seats is what the responses add up to.
      const assigned = answers.filter(({ text }) => text.includes('assignment_id')).length;
      const ended = answers.filter(({ status }) => status === 204).length;
      const [entitlement] = (await servers.listed()).meta.entitlements;
      assert.equal(entitlement?.active_seats, assigned - ended);
      assert.ok(ended > 0 && assigned > ended, `assigned ${assigned}, ended ${ended}`);
    });

    test('of many who ask for a seat for one member, one gets it', async () => {
      const servers = await makeMembers(await ownWorkspace(), 1);
      const path = `/api/v1/seats/${servers.memberIds[0]}/assign`;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, turn) => servers.call(turn, 'POST', path)),
      );
      assert.deepEqual(tally(answers), { 200: 1, '422 validation_error': 19 });
      assert.equal((await servers.listed()).data.length, 1);
    });
  });
});
