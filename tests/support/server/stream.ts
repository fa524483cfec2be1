// A follower of a workspace's events over a raw connection.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Event } from '@rota/client';
import type { Payload } from '../makers/events.ts';
import { eventually } from '../makers/webhooks.ts';
import type { Node } from './rota.ts';

export const EVENTS = '/api/v1/events';
/** The pause between two polls of the server. */
const POLL_MS = 250;

export type ListedEvent = Omit<Event, 'payload'> & { payload: Payload };

/** Waits until the condition holds. Advances the clock step by step, because the server polls by it. */
export async function untilTold(node: Node, holds: () => boolean): Promise<void> {
  await eventually(async () => {
    if (node.clock.isAwaited(POLL_MS)) node.clock.advance(POLL_MS);
    return holds();
  });
}

export class Follower implements AsyncDisposable {
  readonly headers: IncomingHttpHeaders;
  /** The raw bytes. */
  text = '';
  hasEnded = false;
  readonly #node: Node;
  readonly #incoming: IncomingMessage;

  private constructor(node: Node, incoming: IncomingMessage) {
    this.#node = node;
    this.#incoming = incoming;
    this.headers = incoming.headers;
    incoming.setEncoding('utf8').on('data', (text) => {
      this.text += text;
    });
    incoming.on('close', () => {
      this.hasEnded = true;
    });
    incoming.on('error', () => {});
  }

  /** Resolves when the response has started: from then on no event is missed. */
  static async open(
    node: Node,
    { path = EVENTS, query = '', key = node.rawKey, cookie = '', lastEventId = '' } = {},
  ): Promise<Follower> {
    const outgoing = request(`${node.url}${path}${query}`, {
      agent: false,
      headers: {
        ...(cookie ? { cookie } : { authorization: `Bearer ${key}` }),
        accept: 'text/event-stream',
        ...(lastEventId && { 'last-event-id': lastEventId }),
      },
    });
    const [incoming] = (await once(outgoing.end(), 'response')) as [IncomingMessage];
    assert.equal(incoming.statusCode, 200);
    const follower = new Follower(node, incoming);
    await follower.until(() => follower.text.includes('\n\n'));
    return follower;
  }

  /** In the order of arrival. */
  get events(): ListedEvent[] {
    return [...this.text.matchAll(/^id: (.*)\ndata: (.*)\n\n/gm)].map(([, id, data]) => {
      const event = JSON.parse(data as string) as ListedEvent;
      assert.equal(event.id, id);
      return event;
    });
  }

  until(holds: () => boolean): Promise<void> {
    return untilTold(this.#node, holds);
  }

  async atLeast(count: number): Promise<ListedEvent[]> {
    await this.until(() => this.events.length >= count);
    return this.events;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#incoming.destroy();
    if (!this.hasEnded) await once(this.#incoming, 'close');
  }
}
