// Somebody who follows the events of a workspace over a raw connection.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from './events.ts';
import type { Node } from './rota.ts';

export const EVENTS = '/api/v1/events';
const DEADLINE_MS = 15_000;
const PAUSE_MS = 5;
/** The pause between two looks of the server. */
const LOOK_MS = 250;

export interface ListedEvent {
  id: string;
  type: string;
  payload: Payload;
  created_at: string;
}

export class Follower implements AsyncDisposable {
  readonly headers: IncomingHttpHeaders;
  /** As it came. */
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

  /** Resolves when the server has begun to answer: from then on it misses nothing. */
  static async open(node: Node, { query = '', key = node.rawKey, lastEventId = '' } = {}): Promise<Follower> {
    const outgoing = request(`${node.url}${EVENTS}${query}`, {
      agent: false,
      headers: {
        authorization: `Bearer ${key}`,
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

  /** In the order in which they came. */
  get events(): ListedEvent[] {
    return [...this.text.matchAll(/^id: (.*)\ndata: (.*)\n\n/gm)].map(([, id, data]) => {
      const event = JSON.parse(data as string) as ListedEvent;
      assert.equal(event.id, id);
      return event;
    });
  }

  /** Moves the clock, look by look, until it holds. */
  async until(holds: () => boolean): Promise<void> {
    const end = performance.now() + DEADLINE_MS;
    while (!holds()) {
      assert.ok(performance.now() < end, `it has not come to pass, after:\n${this.text}`);
      // Not while it looks: the clock would run ahead of it.
      if (this.#node.clock.isAwaited(LOOK_MS)) this.#node.clock.advance(LOOK_MS);
      await sleep(PAUSE_MS);
    }
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
