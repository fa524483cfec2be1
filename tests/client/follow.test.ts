// rota.events.follow yields each event once and in order, through connections that break.
import assert from 'node:assert/strict';
import { type Event, Rota, type RotaOptions } from '@rota/client';
import { test } from '../support/lanes.ts';
import { eventsOf } from '../support/makers/events.ts';
import { makeRequest } from '../support/makers/meeting-requests.ts';
import { startCutProxy } from '../support/server/cut-proxy.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';
import { untilTold } from '../support/server/stream.ts';

/** A follower that keeps what it receives. */
class Reader implements AsyncDisposable {
  readonly events: Event[] = [];
  readonly states: string[] = [];
  readonly ended: Promise<unknown>;
  readonly #controller = new AbortController();
  readonly #node: Node;

  constructor(node: Node, options: Partial<RotaOptions> = {}, after?: string) {
    this.#node = node;
    const rota = new Rota({ url: node.url, key: node.rawKey, wait: async () => {}, ...options });
    this.ended = this.#read(rota, after).catch((error) => error);
  }

  async #read(rota: Rota, after: string | undefined): Promise<void> {
    const { signal } = this.#controller;
    const onConnection = (state: string) => void this.states.push(state);
    for await (const event of rota.events.follow({ after, signal, onConnection })) this.events.push(event);
  }

  until(holds: () => boolean): Promise<void> {
    return untilTold(this.#node, holds);
  }

  abort(reason: Error): void {
    this.#controller.abort(reason);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#controller.abort();
    await this.ended;
  }
}

const idsOf = (events: { id: string }[]) => events.map(({ id }) => id);

onBothEngines('rota.events.follow', (node) => {
  test('has what happens from then on, in order', async () => {
    await makeRequest(node());
    await using reader = new Reader(node());
    await reader.until(() => reader.states.length > 0);
    const { id: about } = await makeRequest(node());
    await makeRequest(node());
    await reader.until(() => reader.events.length >= 2);
    assert.deepEqual(idsOf(reader.events), idsOf((await eventsOf(node())).slice(-2)));
    const [event] = reader.events as [Event];
    assert.ok(event.payload.event === 'meeting_request.created');
    assert.equal(event.payload.id, about);
  });

  test('begins after an event', async () => {
    const known = idsOf(await eventsOf(node()));
    await using reader = new Reader(node(), {}, known[0]);
    await reader.until(() => reader.events.length >= known.length - 1);
    assert.deepEqual(idsOf(reader.events), known.slice(1));
  });

  test('misses nothing and repeats nothing when the connection breaks, be it before the first event', async () => {
    const proxy = await startCutProxy(node().url);
    const waits: number[] = [];
    const wait = async (ms: number) => {
      waits.push(ms);
      if (waits.length >= 3) proxy.restore();
    };
    await using reader = new Reader(node(), { url: proxy.url, wait });
    await reader.until(() => reader.states.length > 0);
    const since = idsOf(await eventsOf(node())).at(-1);

    proxy.cut();
    await makeRequest(node());
    await reader.until(() => reader.events.length === 1);
    assert.deepEqual(waits, [1_000, 2_000, 4_000], 'longer and longer');

    await makeRequest(node());
    await reader.until(() => reader.events.length === 2);
    proxy.cut();
    await makeRequest(node());
    await makeRequest(node());
    await reader.until(() => reader.events.length === 4);
    assert.deepEqual(idsOf(reader.events), idsOf(await eventsOf(node(), undefined, since)));
    assert.deepEqual(reader.states, ['connected', 'lost', 'lost', 'lost', 'connected', 'lost', 'connected']);
    assert.equal(waits[3], 1_000, 'and from the start again after a connection that was good');
    await reader[Symbol.asyncDispose]();
    await proxy.stop();
  });

  test('ends with the reason of its signal', async () => {
    const reader = new Reader(node());
    await reader.until(() => reader.states.length > 0);
    const reason = new Error('Enough');
    reader.abort(reason);
    assert.equal(await reader.ended, reason);
  });

  test('ends with the error when it is refused, at first or later', async () => {
    const refused = new Reader(node(), { key: 'no-such-key-0123456789' });
    assert.equal(((await refused.ended) as { status: number }).status, 401);
    const nobody = new Reader(node(), { url: 'http://127.0.0.1:1' });
    assert.equal(((await nobody.ended) as { type: string }).type, 'connection_failed');

    const answer = await node().post('/api/v1/api_keys', { name: 'Short', scopes: ['webhooks.read'] });
    const { id, key } = (answer.body as { data: { id: string; key: string } }).data;
    await using reader = new Reader(node(), { key });
    await reader.until(() => reader.states.length > 0);
    await node().delete(`/api/v1/api_keys/${id}`);
    await makeRequest(node());
    await reader.until(() => reader.states.includes('lost'));
    assert.equal(((await reader.ended) as { status: number }).status, 401);
    assert.deepEqual(reader.events, []);
  });
});
