// A delivery and its log, read while an attempt is being recorded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertRow, updateRow } from '../src/storage/rows.ts';
import { subscribe } from './support/events.ts';
import { answerBehind } from './support/locks.ts';
import type { DeliveryWithLog } from './support/resources.ts';
import { dataOf, startTwoNodes } from './support/rota.ts';
import { writeDeliveries } from './support/webhook-rows.ts';
import { ENDPOINTS } from './support/webhooks.ts';

test('a delivery and its attempts are shown as they were at one moment', async (t) => {
  const [node, other] = await startTwoNodes(t);
  const { database } = other.services;
  const endpointId = await subscribe(node, ['meeting_request.created']);
  const [row] = await writeDeliveries(node, endpointId, 1);
  const id = row?.id as string;
  const path = `${ENDPOINTS}/${endpointId}/deliveries/${id}`;
  // So that nothing on the way of the second call is done for the first time.
  dataOf(await node.get(path));

  const answer = await answerBehind(
    database,
    async (tx) => {
      // Whoever reads attempts now waits until this has been recorded.
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
