// Endpoints and deliveries through the API.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery, DeliveryWithLog, Endpoint } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { isSlow } from '../server/slow-deliveries.ts';

export const ENDPOINTS = '/api/v1/webhook_endpoints';

/** How long to wait for the engine. The test's clock doesn't move meanwhile. */
const DEADLINE_MS = 30_000;
/** Longer in the slow run. */
const PAUSE_MS = isSlow ? 25 : 5;

export async function createEndpoint(
  node: Node,
  url: string,
  fields: object = {},
): Promise<Endpoint & { signing_secret: string }> {
  const body = { url, events: ['meeting_request.created'], ...fields };
  return dataOf(await node.post(ENDPOINTS, body));
}

export async function readEndpoint(node: Node, id: string): Promise<Endpoint> {
  return dataOf(await node.get(`${ENDPOINTS}/${id}`));
}

/** Sends a test event. Returns the delivery's id. */
export async function sendTest(node: Node, endpointId: string): Promise<string> {
  const answer = await node.post(`${ENDPOINTS}/${endpointId}/test`);
  return dataOf<{ delivery_id: string }>(answer).delivery_id;
}

export async function listDeliveries(node: Node, endpointId: string, query = ''): Promise<Delivery[]> {
  return dataOf(await node.get(`${ENDPOINTS}/${endpointId}/deliveries?limit=100${query}`));
}

export async function readDelivery(node: Node, endpointId: string, id: string): Promise<DeliveryWithLog> {
  return dataOf(await node.get(`${ENDPOINTS}/${endpointId}/deliveries/${id}`));
}

/** Waits until `look` returns something. */
export async function eventually<Found>(look: () => Promise<Found | undefined | false>): Promise<Found> {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    assert.ok(performance.now() < end, `it has not come to pass: ${look}`);
    await sleep(PAUSE_MS);
  }
}

/** The delivery, once this many attempts are recorded. */
export function afterAttempts(
  node: Node,
  endpointId: string,
  deliveryId: string,
  attempts: number,
): Promise<DeliveryWithLog> {
  return eventually(async () => {
    const delivery = await readDelivery(node, endpointId, deliveryId);
    return delivery.attempt_log.length >= attempts && delivery;
  });
}

/** Sends a test event and waits for the end of its first attempt. */
export async function tryOnce(node: Node, endpointId: string): Promise<DeliveryWithLog> {
  return afterAttempts(node, endpointId, await sendTest(node, endpointId), 1);
}
