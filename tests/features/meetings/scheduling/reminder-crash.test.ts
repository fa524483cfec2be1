// Full lane, because it kills processes: Nodes that are killed while they remind people of a thousand meetings: each is reminded once.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { bookRequest } from '../../../../src/features/meetings/requests/lifecycle/times.ts';
import { createRequest } from '../../../../src/features/meetings/requests/operations.ts';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { describe, test } from '../../../support/lanes.ts';
import type { KilledScript } from '../../../support/server/killed-script.ts';
import { type Engine, freshStorage } from '../../../support/server/rota.ts';
import { killedNodes, makeAt, opened, prepareScheduler } from './killed-nodes.ts';

const MEETINGS = 1_000;
const KILLS = 20;
const MONDAY = Date.parse('2026-03-02T10:00:00Z');
const START = MONDAY + 7 * DAY_MS;

let scheduler: KilledScript;

// Both at the same time, because they mostly wait for processes.
describe('Reminders, killed', { concurrency: 2 }, () => {
  before(async () => {
    scheduler = await prepareScheduler();
  });
  defineTest('sqlite', 1);
  defineTest('postgres', 2);
});

function defineTest(engine: Engine, nodes: 1 | 2): void {
  test(`after ${KILLS} kills, each of ${MEETINGS} meetings has one reminder (${engine}, ${nodes} nodes)`, async () => {
    await using stack = new AsyncDisposableStack();
    const storage = await freshStorage(engine);
    stack.defer(storage.remove);
    const { environment } = storage;
    await makeAt(environment, MONDAY, async (context) => {
      for (let place = 0; place < MEETINGS; place += 1) {
        const { id } = await createRequest(context, {
          organizer_email: 'owner@example.com',
          participant_emails: [`guest${place}@example.org`],
        });
        // At the same time: only the reminders count.
        await bookRequest(context, id, { starts_at: new Date(START).toISOString(), force: true });
      }
    });
    const { storage: database } = await opened(environment);
    stack.defer(() => database.close());
    const workAt = killedNodes({
      scheduler,
      stack,
      environment,
      database,
      nodes,
      kills: KILLS,
      steps: MEETINGS,
    });

    await workAt(START - DAY_MS);
    const rows = await database.all<{ reminders: number; entries: number }>(
      `select (select count(*) from messages where request_id = meeting_requests.id and kind = 'reminder') as reminders,
         (select count(*) from audit_entries where target_id = meeting_requests.id
            and action = 'meeting_request.reminder_sent') as entries
       from meeting_requests`,
    );
    assert.equal(rows.length, MEETINGS);
    assert.deepEqual(
      rows.filter(({ reminders, entries }) => reminders !== 1 || entries !== 1),
      [],
    );
  });
}
