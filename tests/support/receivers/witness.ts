// Proves that something is not sent: shows that the engine has polled, and sent something else.
import assert from 'node:assert/strict';
import { createEndpoint, tryOnce } from '../makers/webhooks.ts';
import type { Node } from '../server/rota.ts';
import { Receiver } from './receiver.ts';

/** An endpoint that accepts everything. */
export class Witness implements AsyncDisposable {
  readonly endpointId: string;
  readonly receiver: Receiver;
  readonly #node: Node;

  private constructor(node: Node, receiver: Receiver, endpointId: string) {
    this.#node = node;
    this.receiver = receiver;
    this.endpointId = endpointId;
  }

  static async start(node: Node): Promise<Witness> {
    const receiver = await Receiver.start();
    const { id } = await createEndpoint(node, receiver.url, { events: ['member.deactivated'] });
    return new Witness(node, receiver, id);
  }

  /** A delivery made now is due only now, so when it is sent, the engine has polled all endpoints at the current time. */
  async untilLooked(): Promise<void> {
    assert.equal((await tryOnce(this.#node, this.endpointId)).status, 'success');
  }

  /** Anything due would be claimed by now, or else recorded, which the caller checks. */
  async assertNothingSentTo(endpointId: string): Promise<void> {
    await this.untilLooked();
    assert.deepEqual(await claimedOf(this.#node, endpointId), []);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.receiver[Symbol.asyncDispose]();
  }
}

/** The deliveries to the endpoint in flight, oldest first. */
export async function claimedOf({ services }: Node, endpointId: string): Promise<string[]> {
  const rows = await services.database.all<{ id: string }>(
    'select id from webhook_deliveries where endpoint_id = $1 and claim_id is not null order by id',
    [endpointId],
  );
  return rows.map(({ id }) => id);
}
