// Full lane, because it kills processes: Nodes that are killed while they offer times and follow up: each step is taken, and taken once.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { bootstrap } from '../../../../src/bootstrap.ts';
import { createRequest } from '../../../../src/features/meetings/requests/operations.ts';
import { listEveryWorkspace } from '../../../../src/features/workspace/workspaces/operations.ts';
import { createServices } from '../../../../src/services.ts';
import { readConfig } from '../../../../src/settings/config.ts';
import { migrate } from '../../../../src/storage/migrate.ts';
import { openDatabase } from '../../../../src/storage/open.ts';
import { systemClock } from '../../../../src/time/clock.ts';
import { describe, test } from '../../../support/lanes.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { KilledScript } from '../../../support/server/killed-script.ts';
import type { Environment, NodeProcess } from '../../../support/server/process.ts';
import { type Engine, freshStorage } from '../../../support/server/rota.ts';

const REQUESTS = 40;
const KILLS = 4;
/** Longer than a lease. */
const LATER_MS = 2 * 60_000;
const MONDAY = Date.parse('2026-03-02T10:00:00Z');
/** When everybody is to be asked again. */
const WEDNESDAY = Date.parse('2026-03-04T12:00:00Z');

async function opened(environment: Environment, now = systemClock.now) {
  const config = readConfig(environment);
  const storage = await openDatabase(config);
  const clock = { ...systemClock, now };
  return { storage, services: createServices(config, storage, clock) };
}

async function makeRequests(environment: Environment): Promise<void> {
  const { storage, services } = await opened(environment, () => MONDAY);
  await migrate(storage, systemClock);
  await services.secrets.load();
  await bootstrap(services, undefined);
  const [workspace] = await listEveryWorkspace(services);
  const actor = { type: 'cli', id: 'tests' } as const;
  const context = { ...services, caller: { workspaceId: workspace?.id ?? '', actor, scopes: [] } };
  for (let place = 0; place < REQUESTS; place += 1) {
    await createRequest(context, {
      organizer_email: 'owner@example.com',
      participant_emails: [`guest${place}@example.org`],
      context: { timeframe: { start: '2026-03-16T00:00:00Z', end: '2026-04-16T00:00:00Z' } },
    });
  }
  await storage.close();
}

let scheduler: KilledScript;

// All at the same time, because they mostly wait for processes.
describe('Scheduling, killed', { concurrency: 2 }, () => {
  before(async () => {
    scheduler = await KilledScript.prepare(import.meta.resolve('./killed-scheduler.ts'));
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
    await makeRequests(environment);
    const { storage: database } = await opened(environment);
    stack.defer(() => database.close());

    let lives = 0;
    const start = (time: number) => stack.use(scheduler.start([String(time)], environment));
    /** Nodes that are killed, one after the other, and a last one that finishes what is due at the time. */
    async function workAt(time: number): Promise<void> {
      // A node alone takes over what the one before it had claimed. Two have one time: what a killed one had waits for the last.
      const startNext = () => start(time + (nodes === 1 ? lives++ * LATER_MS : 0));
      const running = Array.from({ length: nodes }, startNext);
      for (let kill = 0; kill < KILLS; kill += 1) {
        const victim = running[kill % nodes] as NodeProcess;
        const dots = 1 + ((7 * kill) % (REQUESTS / (2 * KILLS)));
        await victim.printed((text) => text.split('.').length > dots || undefined, `${dots} steps`);
        victim.signal('SIGKILL');
        assert.equal((await victim.ended).signal, 'SIGKILL', victim.stderr);
        running[kill % nodes] = startNext();
      }
      const last = start(time + ++lives * LATER_MS);
      const isDone = () =>
        database.get('select 1 as found from meeting_request_schedules where due_at <= $1 limit 1', [
          time + lives * LATER_MS,
        ]);
      await eventually(async () => (await isDone()) === undefined);
      for (const program of [...running, last]) {
        await program.printed((text) => text.includes('started') || undefined, 'starting');
        program.signal('SIGTERM');
        assert.equal((await program.ended).code, 0, program.stderr);
      }
    }
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
