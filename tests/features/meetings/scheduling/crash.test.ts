// Full lane, because it kills processes: Nodes that are killed while they offer times and follow up: each step is taken, and taken once.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { createRequest } from '../../../../src/features/meetings/requests/operations.ts';
import { describe, test } from '../../../support/lanes.ts';
import type { KilledScript } from '../../../support/server/killed-script.ts';
import { type Engine, freshStorage } from '../../../support/server/rota.ts';
import { killedNodes, makeAt, opened, prepareScheduler } from './killed-nodes.ts';

const REQUESTS = 40;
const KILLS = 4;
const MONDAY = Date.parse('2026-03-02T10:00:00Z');
/** When everybody is to be asked again. */
const WEDNESDAY = Date.parse('2026-03-04T12:00:00Z');

let scheduler: KilledScript;

// All at the same time, because they mostly wait for processes.
describe('Scheduling, killed', { concurrency: 2 }, () => {
  before(async () => {
    scheduler = await prepareScheduler();
  });
  defineTest('sqlite', 1);
  defineTest('postgres', 2);
});

function defineTest(engine: Engine, nodes: 1 | 2): void {
  test(`each round is offered once, and each follow-up written once (${engine}, ${nodes} nodes)`, async () => {
    await using stack = new AsyncDisposableStack();
    const storage = await freshStorage(engine);
    stack.defer(storage.remove);
    const { environment } = storage;
    await makeAt(environment, MONDAY, async (context) => {
      for (let place = 0; place < REQUESTS; place += 1) {
        await createRequest(context, {
          organizer_email: 'owner@example.com',
          participant_emails: [`guest${place}@example.org`],
          context: { timeframe: { start: '2026-03-16T00:00:00Z', end: '2026-04-16T00:00:00Z' } },
        });
      }
    });
    const { storage: database } = await opened(environment);
    stack.defer(() => database.close());
    const work = { scheduler, stack, environment, database, nodes };
    const workAt = killedNodes({ ...work, kills: KILLS, steps: REQUESTS });
    const counts = (sql: string) =>
      database.all<{ count: number }>(sql).then((rows) => rows.map(({ count }) => count));
    const each = (count: number) => Array(REQUESTS).fill(count);

    await workAt(MONDAY);
    assert.deepEqual(await counts('select count(*) as count from options group by request_id'), each(3));
    assert.deepEqual(
      await counts(
        "select count(*) as count from audit_entries where action = 'meeting_request.options_offered' group by target_id",
      ),
      each(1),
    );
    await workAt(WEDNESDAY);
    for (const kind of ['options', 'follow_up']) {
      assert.deepEqual(
        await counts(`select count(*) as count from messages where kind = '${kind}' group by request_id`),
        each(1),
        kind,
      );
    }
  });
}
