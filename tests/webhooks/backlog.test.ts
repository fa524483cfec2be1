// An endpoint with more due than it can take still gets its retries, and its backlog is limited.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { interleave } from '../../src/outbox/shares.ts';
import { runs } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';
import { eventsOf } from '../support/makers/events.ts';
import { makeRequest } from '../support/makers/meeting-requests.ts';
import { auditOf } from '../support/makers/webhook-endpoints.ts';
import { countRows, writeDeliveries } from '../support/makers/webhook-rows.ts';
import {
  createEndpoint,
  ENDPOINTS,
  eventually,
  listDeliveries,
  readEndpoint,
  tryOnce,
} from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { figure } from '../support/server/metrics.ts';
import { onBothEngines } from '../support/server/rota.ts';

const DEADLINE_MS = 10_000;
const PERMITS_PER_ENDPOINT = 50;
const MEASURE_EVERY_MS = 10_000;

onBothEngines(
  'An endpoint that never responds and has more due than it can take',
  (node) => {
    test('still reaches its tenth failure, and is disabled', async () => {
      await using silent = await Receiver.start(() => {});
      const { id } = await createEndpoint(node(), silent.url, { events: ['member.deactivated'] });
      const { database } = node().services;
      const made = () => countRows(database, 'webhook_attempts', 'number > 0');
      // Twelve have two attempts left. In every round there are others that have been due for longer.
      const now = node().clock.now();
      await writeDeliveries(node(), id, 12, { fieldsOf: () => ({ attempts: 6 }), isTold: false });
      const before = await made();
      const ROUNDS = 8;
      for (let round = 0; (await readEndpoint(node(), id)).enabled; round += 1) {
        assert.ok(round < ROUNDS, `it is still enabled after ${round} rounds`);
        await writeDeliveries(node(), id, 2 * PERMITS_PER_ENDPOINT, {
          fieldsOf: () => ({ due_at: now - 3_600_000 }),
        });
        await silent.atLeast((round + 1) * PERMITS_PER_ENDPOINT);
        node().clock.advance(DEADLINE_MS);
        await eventually(async () => (await made()) === before + (round + 1) * PERMITS_PER_ENDPOINT);
      }
      assert.equal((await readEndpoint(node(), id)).disabled_reason, 'too_many_failures');
    });
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: '10' } },
);

describe.inBothLanes('First attempts and retries', () => {
  const ids = (prefix: string) =>
    fc.nat({ max: 30 }).map((count) => Array.from({ length: count }, (_, n) => prefix + n));

  test('are interleaved: all of them, each kind in its order, both from early on', () => {
    fc.assert(
      fc.property(ids('first-'), ids('retry-'), (firsts, retries) => {
        const interleaved = interleave(firsts, retries);
        assert.deepEqual(
          interleaved.filter((id) => firsts.includes(id)),
          firsts,
        );
        assert.deepEqual(
          interleaved.filter((id) => retries.includes(id)),
          retries,
        );
        assert.equal(interleaved.length, firsts.length + retries.length);
        for (let part = 4; part <= interleaved.length; part += 4) {
          const retried = interleaved.slice(0, part).filter((id) => retries.includes(id)).length;
          assert.ok(retried >= Math.min(retries.length, (part / 4) * 3), `${retried} of the first ${part}`);
          assert.ok(
            part - retried >= Math.min(firsts.length, part / 4),
            `${part - retried} of the first ${part}`,
          );
        }
      }),
      runs(100),
    );
  });
});

onBothEngines(
  'A backlog',
  (node) => {
    test('is limited: events tell when it is full and when it is cleared, and then deliveries are enqueued again', async () => {
      await using receiver = await Receiver.start();
      await using witness = await Receiver.start();
      const { id } = await createEndpoint(node(), receiver.url);
      const events = ['webhook_endpoint.backlog_full', 'webhook_endpoint.backlog_cleared'];
      await createEndpoint(node(), witness.url, { events });
      await node().patch(`${ENDPOINTS}/${id}`, { enabled: false });
      const measure = () => node().clock.advance(MEASURE_EVERY_MS);
      const skipped = () => figure(node(), 'rota_webhook_deliveries_skipped_total');
      const backlog = () =>
        figure(
          node(),
          `rota_webhook_endpoint_backlog{workspace_id="${node().workspaceId}",endpoint_id="${id}"}`,
        );

      for (let number = 0; number < 9; number += 1) await makeRequest(node());
      measure();
      await eventually(async () => (await backlog()) === 9);
      assert.deepEqual((await readEndpoint(node(), id)).disabled_reason, 'manual');
      await makeRequest(node());
      assert.equal((await eventsOf(node(), id)).length, 0);
      const fullAt = new Date(node().clock.now() + MEASURE_EVERY_MS).toISOString();
      measure();
      const [full] = await witness.atLeast(1);
      assert.deepEqual(full?.payload, {
        event: 'webhook_endpoint.backlog_full',
        timestamp: fullAt,
        id,
        pending: 10,
        full_at: fullAt,
      });

      const missed = await makeRequest(node());
      assert.equal(await skipped(), 1);
      assert.equal((await listDeliveries(node(), id)).length, 10);
      assert.equal((await eventsOf(node(), missed.id)).length, 1, 'the event itself is kept');

      // Once enabled, everything that waits is sent. Until the next measurement nothing is enqueued.
      await node().patch(`${ENDPOINTS}/${id}`, { enabled: true });
      await receiver.atLeast(10);
      await eventually(
        async () =>
          (await countRows(node().services.database, 'webhook_deliveries', "status = 'pending'")) === 0,
      );
      measure();
      const [, cleared] = await witness.atLeast(2);
      const clearedAt = new Date(node().clock.now()).toISOString();
      assert.deepEqual(cleared?.payload, {
        event: 'webhook_endpoint.backlog_cleared',
        timestamp: clearedAt,
        id,
        full_at: fullAt,
        cleared_at: clearedAt,
      });
      const next = await makeRequest(node());
      const received = await receiver.atLeast(11);
      assert.equal(received.at(-1)?.payload.id, next.id);
      assert.equal(await skipped(), 1);

      const entries = (await auditOf(node(), { id })).filter(({ action }) => action.includes('backlog'));
      assert.deepEqual(
        entries.map(({ action, actor, changes }) => ({ action, actor, changes })),
        [
          {
            action: 'webhook_endpoint.backlog_full',
            actor: { type: 'system', id: 'deliveries' },
            changes: { backlog_full_at: [null, fullAt] },
          },
          {
            action: 'webhook_endpoint.backlog_cleared',
            actor: { type: 'system', id: 'deliveries' },
            changes: { backlog_full_at: [fullAt, null] },
          },
        ],
      );
    });
  },
  { environment: { ROTA_WEBHOOK_BACKLOG_LIMIT: '10' } },
);

onBothEngines('The metrics of endpoints', (node) => {
  const ofEndpoint = (name: string, id: string) =>
    `rota_webhook_endpoint_${name}{workspace_id="${node().workspaceId}",endpoint_id="${id}"}`;

  test('cover the worst twenty; one slow endpoint does not make all look late', async () => {
    await using silent = await Receiver.start(() => {});
    await using healthy = await Receiver.start();
    const other = await createEndpoint(node(), healthy.url);
    const now = node().clock.now();
    const ids: string[] = [];
    for (let number = 1; number <= 22; number += 1) {
      const { id } = await createEndpoint(node(), `${silent.url}/${number}`, {
        events: ['member.deactivated'],
      });
      await node().patch(`${ENDPOINTS}/${id}`, { enabled: false });
      await writeDeliveries(node(), id, number, { isTold: false });
      ids.push(id);
    }
    const slow = ids.at(-1) as string;
    await node().patch(`${ENDPOINTS}/${slow}`, { enabled: true });
    await writeDeliveries(node(), slow, 200, { fieldsOf: () => ({ due_at: now - 60_000 }) });
    await silent.atLeast(PERMITS_PER_ENDPOINT);

    node().clock.advance(MEASURE_EVERY_MS / 2);
    assert.equal((await tryOnce(node(), other.id)).status, 'success');
    await eventually(async () => (await figure(node(), 'rota_webhook_last_record_age_seconds')) === 0);
    assert.equal(await figure(node(), 'rota_webhook_oldest_due_age_seconds'), 0);
    node().clock.advance(MEASURE_EVERY_MS / 2 - 1);
    assert.equal(
      await figure(node(), 'rota_webhook_last_record_age_seconds'),
      MEASURE_EVERY_MS / 2_000 - 0.001,
    );
    node().clock.advance(1);
    await eventually(async () => (await figure(node(), ofEndpoint('backlog', slow))) !== undefined);
    const backlogs = await Promise.all(ids.map((id) => figure(node(), ofEndpoint('backlog', id))));
    assert.deepEqual(
      backlogs.map((backlog) => backlog !== undefined),
      ids.map((_, place) => place >= 2),
    );
    assert.equal(backlogs.at(-2), 21);
    const ages = await Promise.all(ids.map((id) => figure(node(), ofEndpoint('oldest_due_age_seconds', id))));
    assert.deepEqual(
      ages.map((age) => age !== undefined),
      ids.map((id) => id === slow),
      'what waits for a disabled endpoint is not late',
    );
    assert.ok((ages.at(-1) as number) >= 60);
  });
});
