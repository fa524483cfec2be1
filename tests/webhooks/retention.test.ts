// Finished deliveries and their events are removed after the retention time, and nothing else.

import assert from 'node:assert/strict';
import { DAY_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import type { Place } from '../support/makers/events.ts';
import { subscribe } from '../support/makers/events.ts';
import {
  countRows,
  type DeliveryRow,
  deliveryRows,
  type Writing,
  writeDeliveries,
  writeEvents,
} from '../support/makers/webhook-rows.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { freshStorage, type Node, onBothEngines, startNode } from '../support/server/rota.ts';

const SWEEP_MS = 10 * 60 * 1000;
/** How many rows are removed in one transaction. */
const BATCH = 500;

const success = { status: 'success', attempts: 1, response_code: 200, due_at: null } as const;
const failed = { status: 'failed', attempts: 8, response_code: 503, due_at: null } as const;
const withFields = (fields: Partial<DeliveryRow>, madeAt: number): Writing => ({
  madeAt,
  fieldsOf: () => fields,
  isTold: false,
});

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Exactly these deliveries of the endpoint are left, and their events and `loneEvents` of the workspace. */
async function assertKept(place: Place, endpointId: string, kept: DeliveryRow[], loneEvents: string[]) {
  const { database } = place.services;
  assert.deepEqual(
    await deliveryRows(database, endpointId),
    kept.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  );
  const events = await database.all<{ id: string }>('select id from events where workspace_id = $1', [
    place.workspaceId,
  ]);
  const wanted = [...kept.map(({ event_id }) => event_id), ...loneEvents];
  assert.deepEqual(idsOf(events).sort(), wanted.sort());
  const attempts = await countRows(database, 'webhook_attempts', `workspace_id = '${place.workspaceId}'`);
  assert.equal(
    attempts,
    kept.reduce((sum, row) => sum + row.attempts, 0),
  );
}

/** Writes rows that are too old for the next sweep and rows that are not. Returns a check of what must be left. */
async function fill(place: Place, days: number): Promise<() => Promise<void>> {
  const endpointId = await subscribe(place, ['meeting_request.created']);
  const end = place.services.clock.now() + SWEEP_MS - days * DAY_MS;
  const write = (count: number, fields: Partial<DeliveryRow>, madeAt: number) =>
    writeDeliveries(place, endpointId, count, withFields(fields, madeAt));

  await write(2 * BATCH + 10, success, end - 20 * DAY_MS);
  await write(BATCH, failed, end - DAY_MS);
  await write(1, success, end - 1);
  await write(1, failed, end - 1);
  await writeEvents(place, 2 * BATCH + 1, end - 400 * DAY_MS);
  await writeEvents(place, 1, end - 1);

  const kept = [
    await write(1, success, end),
    await write(1, failed, end),
    // The endpoint is disabled: pending deliveries wait for it, however long.
    await write(7, { due_at: end - 400 * DAY_MS }, end - 400 * DAY_MS),
    await write(7, { attempts: 3, response_code: 500, due_at: end }, end - 2 * DAY_MS),
    await write(1, {}, end - 1),
    await write(3, success, end + days * DAY_MS - 1),
  ].flat();
  const lone = [
    ...(await writeEvents(place, 1, end)),
    ...(await writeEvents(place, 2, end + days * DAY_MS - 1)),
  ];
  // An event that was delivered to one endpoint and is pending for another.
  const waiting = kept[2] as DeliveryRow;
  const other = await subscribe(place, ['meeting_request.created']);
  const { database } = place.services;
  const [twin] = await writeDeliveries(place, other, 1, withFields(success, end - 300 * DAY_MS));
  await database.change('update webhook_deliveries set event_id = $2 where id = $1', [
    twin?.id as string,
    waiting.event_id,
  ]);
  return async () => {
    await assertKept(place, endpointId, kept, lone);
    assert.deepEqual(await deliveryRows(database, other), []);
  };
}

/** Starts the next sweep, and waits for its last step in every workspace: the removal of events. */
async function sweep(node: Node): Promise<void> {
  const { database } = node.services;
  const end = node.clock.now() + SWEEP_MS - node.services.config.deliveryRetentionDays * DAY_MS;
  node.clock.advance(SWEEP_MS);
  const isWaiting = "id in (select event_id from webhook_deliveries where status = 'pending')";
  await eventually(
    async () => (await countRows(database, 'events', `created_at < ${end} and not ${isWaiting}`)) === 0,
  );
}

/** Advances the clock repeatedly: a sweep begins SWEEP_MS after the end of the last one, whenever that was. */
function sweepUntil(node: Node, isDone: () => Promise<boolean>): Promise<boolean> {
  return eventually(async () => {
    node.clock.advance(SWEEP_MS);
    return isDone();
  });
}

onBothEngines('Retention', (node) => {
  test('removes what was finished 30 days ago, to the millisecond, in every workspace', async () => {
    const { id: workspaceId } = await node().otherWorkspace();
    const { services } = node();
    const checks = [await fill(node(), 30), await fill({ services, workspaceId }, 30)];
    await sweep(node());
    for (const check of checks) await check();

    // The next sweep removes only what has become too old meanwhile.
    const last = await writeEvents(node(), 1, node().clock.now() - 30 * DAY_MS);
    await sweepUntil(
      node(),
      async () => (await countRows(services.database, 'events', `id = '${last}'`)) === 0,
    );
  });
});

onBothEngines(
  'Retention for a week',
  (node) => {
    test('removes what was finished 7 days ago', async () => {
      const check = await fill(node(), 7);
      await sweep(node());
      await check();
    });
  },
  { environment: { ROTA_DELIVERY_RETENTION_DAYS: '7' } },
);

test('one node sweeps at a time; what it leaves, the next sweep finds', async () => {
  const storage = await freshStorage('postgres');
  const node = await startNode(storage);
  const { database } = node.services;
  try {
    const endpointId = await subscribe(node, ['meeting_request.created']);
    const old = node.clock.now() - 31 * DAY_MS;
    const rows = await writeDeliveries(node, endpointId, 3, withFields(success, old));
    await database.transaction(async (tx) => {
      await tx.lock('sweep deliveries');
      node.clock.advance(SWEEP_MS);
      // A sweep that waited for the lock would be seen below.
      for (let call = 0; call < 20; call += 1) await node.get('/readyz', { key: null });
      const waiting = "wait_event = 'advisory' and datname = current_database()";
      assert.equal(await countRows(database, 'pg_stat_activity', waiting), 0);
      assert.deepEqual(await deliveryRows(database, endpointId), rows);
    });
    await sweepUntil(node, async () => (await countRows(database, 'events')) === 0);
    assert.deepEqual(await deliveryRows(database, endpointId), []);
    const complaints = node.logLines.filter(
      (line) => line.includes('sweep failed') || line.includes('sweeps failed; will retry'),
    );
    assert.deepEqual(complaints, []);
  } finally {
    await node.stop();
    await storage.remove();
  }
});
