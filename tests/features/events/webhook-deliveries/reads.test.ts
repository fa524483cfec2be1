// A delivery and its attempts are read as of one moment; the last hundred attempts are shown.
import assert from 'node:assert/strict';
import { insertRow, updateRow } from '../../../../src/storage/rows.ts';
import { test } from '../../../support/lanes.ts';
import { subscribe } from '../../../support/makers/events.ts';
import { writeDeliveries } from '../../../support/makers/webhook-rows.ts';
import { ENDPOINTS } from '../../../support/makers/webhooks.ts';
import { answerBehind } from '../../../support/server/locks.ts';
import type { DeliveryWithLog } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines, startTwoNodes } from '../../../support/server/rota.ts';

test('a delivery and its attempts are shown as they were at one moment', async (t) => {
  const [node, other] = await startTwoNodes(t);
  const { database } = other.services;
  const endpointId = await subscribe(node, ['meeting_request.created']);
  const [row] = await writeDeliveries(node, endpointId, 1);
  const id = row?.id as string;
  const path = `${ENDPOINTS}/${endpointId}/deliveries/${id}`;
  // Fills caches, so that the call below waits for nothing else.
  dataOf(await node.get(path));

  const answer = await answerBehind(
    database,
    async (tx) => {
      // A reader of attempts now waits until this transaction ends.
      await tx.script('lock table webhook_attempts in access exclusive mode');
      const key = { workspace_id: node.workspaceId };
      const made = { status: 'success', attempts: 1, response_code: 200, due_at: null };
      await updateRow(tx, 'webhook_deliveries', { ...key, id }, made);
      const attempt = { delivery_id: id, number: 1, started_at: 1, duration_ms: 0, response_code: 200 };
      await insertRow(tx, 'webhook_attempts', { ...key, ...attempt });
    },
    () => node.get(path),
  );
  const { status, attempts, attempt_log } = dataOf<DeliveryWithLog>(answer);
  assert.equal(attempt_log.length, attempts);
  assert.equal(status, attempts === 1 ? 'success' : 'pending');
});

onBothEngines('The log of a delivery', (node) => {
  test('has the last hundred attempts, however often it was retried by hand', async () => {
    const { services, workspaceId } = node();
    const endpointId = await subscribe(node(), ['meeting_request.created']);
    const fieldsOf = () => ({ status: 'success', due_at: null }) as const;
    const [row] = await writeDeliveries(node(), endpointId, 1, { fieldsOf, isTold: false });
    const id = row?.id as string;
    const attempts = Array.from({ length: 130 }, (_, place) => ({ number: place + 1 }));
    await services.database.change(
      `insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms)
       select $1, $3, number, 0, 0 from ${services.database.dialect.rows('$2', { number: 'bigint' })}`,
      [workspaceId, JSON.stringify(attempts), id],
    );
    await services.database.change(
      'update webhook_deliveries set attempts = 1, earlier_attempts = 129 where id = $1',
      [id],
    );
    const answer = await node().get(`${ENDPOINTS}/${endpointId}/deliveries/${id}`);
    assert.deepEqual(
      dataOf<DeliveryWithLog>(answer).attempt_log.map(({ number }) => number),
      attempts.slice(30).map(({ number }) => number),
    );
  });
});
