// Test events to receivers of every kind, and checks of the full record: the delivery and its attempt.
import assert from 'node:assert/strict';
import {
  afterAttempts,
  createEndpoint,
  ENDPOINTS,
  eventually,
  listDeliveries,
  readDelivery,
  tryOnce,
} from '../makers/webhooks.ts';
import { figure } from '../server/metrics.ts';
import type { LoggedAttempt } from '../server/resources.ts';
import type { Node } from '../server/rota.ts';
import { startTest, tried } from './attempts.ts';
import { Receiver } from './receiver.ts';

/** The result of an attempt. */
export type End = Pick<LoggedAttempt, 'response_code' | 'response_body' | 'error'>;

/** A complete response. */
export const answered = (response_code: number, response_body: string): End => ({
  response_code,
  response_body,
  error: null,
});

/** No response, or an incomplete one: then its status is known, but its body isn't kept. */
export const brokenOff = (error: string, response_code: number | null = null): End => ({
  response_code,
  response_body: null,
  error,
});

/** Sends a test event to the URL. The clock stands still, so the attempt takes no time. */
export async function assertFirstAttempt(
  node: Node,
  url: string,
  status: 'success' | 'pending',
  end: End,
): Promise<void> {
  await withEndpoint(node, url, async (endpointId) => {
    const waiting = await startTest(node, endpointId);
    const expected = tried(waiting, waiting.created_at, { status, ...end });
    assert.deepEqual(await afterAttempts(node, endpointId, waiting.id, 1), expected);
    const { attempt_log: _, ...listed } = expected;
    assert.deepEqual(await listDeliveries(node, endpointId), [listed]);
  });
}

/**
 * Sends a test event that never gets a complete response: one millisecond before ten seconds have passed, it is still in flight; then it
 * fails. `isUnderWay` resolves once the receiver has got as far as it will.
 */
export async function assertLate(
  node: Node,
  url: string,
  responseCode: number | null,
  isUnderWay: () => Promise<unknown>,
): Promise<void> {
  await using healthy = await Receiver.start();
  const other = await createEndpoint(node, healthy.url);
  // From now on, anything in flight is this delivery.
  await eventually(async () => (await figure(node, 'rota_webhook_in_flight')) === 0);
  await withEndpoint(node, url, async (endpointId) => {
    const waiting = await startTest(node, endpointId);
    await isUnderWay();
    node.clock.advance(9_999);
    // Recorded after anything that ended earlier.
    assert.equal((await tryOnce(node, other.id)).status, 'success');
    assert.deepEqual(await readDelivery(node, endpointId, waiting.id), waiting);

    const before = performance.now();
    node.clock.advance(1);
    const end = brokenOff('no complete answer within 10 seconds', responseCode);
    assert.deepEqual(
      await afterAttempts(node, endpointId, waiting.id, 1),
      tried(waiting, waiting.created_at, { ...end, duration_ms: 10_000 }),
    );
    const waitedMs = performance.now() - before;
    assert.ok(waitedMs < 5_000, `the clock ends it, and no timer beside it: ${waitedMs} ms`);
  });
}

/** Deletes the endpoint at the end, so that nothing is sent again to a later owner of the port. */
async function withEndpoint(node: Node, url: string, work: (id: string) => Promise<void>): Promise<void> {
  const { id } = await createEndpoint(node, url);
  try {
    await work(id);
  } finally {
    await node.delete(`${ENDPOINTS}/${id}`);
  }
}
