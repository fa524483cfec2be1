// Quick ways to deliveries that have failed for good.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { eventually, sendTest } from '../makers/webhooks.ts';
import type { Node } from '../server/rota.ts';
import { Receiver } from './receiver.ts';

/** Makes all eight attempts without delays. */
export const NO_DELAYS = { environment: { ROTA_WEBHOOK_RETRY_DELAYS: '0' } };

/** Sends test events that nobody accepts, and waits until they have failed for good. Needs NO_DELAYS. Returns the deliveries' ids. */
export async function failForGood(node: Node, endpointId: string, count = 1): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => sendTest(node, endpointId)));
  await untilFailed(node, endpointId, ids);
  return ids;
}

/** Polls the database, because polling each of many deliveries through the API takes longer than failing. */
export async function untilFailed({ services }: Node, endpointId: string, ids: string[]): Promise<void> {
  await eventually(async () => {
    const rows = await services.database.all<{ id: string }>(
      "select id from webhook_deliveries where endpoint_id = $1 and status = 'failed'",
      [endpointId],
    );
    const failed = new Set(rows.map(({ id }) => id));
    return ids.every((id) => failed.has(id));
  });
}

/** Refuses everything, but stalls the eighth attempt of each delivery until it is told to answer. */
export class StallingReceiver implements AsyncDisposable {
  readonly receiver: Receiver;
  readonly #stalled: ServerResponse[];

  private constructor(receiver: Receiver, stalled: ServerResponse[]) {
    this.receiver = receiver;
    this.#stalled = stalled;
  }

  static async start(): Promise<StallingReceiver> {
    const attempts = new Map<string, number>();
    const stalled: ServerResponse[] = [];
    const receiver = await Receiver.start((response, { deliveryId }) => {
      const attempt = (attempts.get(deliveryId) ?? 0) + 1;
      attempts.set(deliveryId, attempt);
      if (attempt === 8) stalled.push(response);
      else response.writeHead(500).end();
    });
    return new StallingReceiver(receiver, stalled);
  }

  /** Waits until this many deliveries are at their eighth attempt. */
  async untilStalled(count: number): Promise<void> {
    await eventually(async () => this.#stalled.length >= count);
    assert.equal(this.#stalled.length, count);
  }

  /** Answers all stalled attempts at the same moment. */
  answer(status: number): void {
    for (const response of this.#stalled.splice(0)) response.writeHead(status).end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.receiver[Symbol.asyncDispose]();
  }
}
