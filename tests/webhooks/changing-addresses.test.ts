// Each attempt is judged by the addresses it connects to, so a name or a setting may change meanwhile.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { describe, test } from '../support/lanes.ts';
import { makeRequest } from '../support/makers/meeting-requests.ts';
import { copyEndpoint } from '../support/makers/webhook-rows.ts';
import {
  afterAttempts,
  createEndpoint,
  ENDPOINTS,
  eventually,
  sendTest,
  tryOnce,
} from '../support/makers/webhooks.ts';
import { answered, closingWith, Names, refused, resultsOf } from '../support/receivers/addresses.ts';
import { RawReceiver, Receiver } from '../support/receivers/receiver.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { figure } from '../support/server/metrics.ts';
import type { DeliveryWithLog } from '../support/server/resources.ts';
import {
  dataOf,
  freshStorage,
  onBothEngines,
  onEachEngine,
  type Storage,
  startNode,
} from '../support/server/rota.ts';

const names = new Names();
const ONE_SECOND = { ROTA_WEBHOOK_RETRY_DELAYS: '1' };

onBothEngines(
  'names of receivers that change',
  (node) => {
    /** Sends a test event, and lets it be retried until there have been this many attempts. */
    async function attempt(endpointId: string, attempts: number): Promise<DeliveryWithLog> {
      const id = await sendTest(node(), endpointId);
      for (let made = 1; made < attempts; made += 1) {
        await afterAttempts(node(), endpointId, id, made);
        node().clock.advance(1_000);
      }
      return afterAttempts(node(), endpointId, id, attempts);
    }

    test('each attempt is judged by the look-up that it connects with', async () => {
      await using receiver = await RawReceiver.start(closingWith(500, 503, 200), '0.0.0.0');
      const [good, bad] = [['127.0.0.1'], ['127.0.0.2']];
      names.set('first-good.example', good, bad, good, bad, good);
      const { id } = await createEndpoint(node(), `http://first-good.example:${receiver.port}/hook`);
      assert.deepEqual(resultsOf(await attempt(id, 5)), [
        answered(500),
        refused,
        answered(503),
        refused,
        answered(200),
      ]);
      assert.deepEqual([names.lookups('first-good.example'), receiver.connections], [5, 3]);
    });

    test('a name that was refused is sent to once all of its addresses are permitted', async () => {
      await using receiver = await RawReceiver.start(closingWith(200), '0.0.0.0');
      names.set('first-bad.example', ['127.0.0.2'], ['127.0.0.1', '127.0.0.2'], ['127.0.0.1']);
      const { id } = await createEndpoint(node(), `http://first-bad.example:${receiver.port}/hook`);
      assert.deepEqual(resultsOf(await attempt(id, 3)), [refused, refused, answered(200)]);
      assert.deepEqual([names.lookups('first-bad.example'), receiver.connections], [3, 1]);
    });

    test('a connection that was permitted is used again, without another look-up', async () => {
      await using receiver = await Receiver.start();
      names.set('kept.example', ['127.0.0.1'], ['127.0.0.2']);
      const { id } = await createEndpoint(node(), receiver.url.replace('127.0.0.1', 'kept.example'));
      for (const received of [1, 2]) {
        const outcome = { ...answered(200), response_body: 'noted' };
        assert.deepEqual(resultsOf(await attempt(id, 1)), [outcome]);
        assert.deepEqual([names.lookups('kept.example'), receiver.received.length], [1, received]);
      }
    });

    test('at most 100 names of one workspace are looked up at the same time', async () => {
      await using healthy = await Receiver.start();
      const waiting = Array.from({ length: 130 }, (_, place) => ({
        name: `waiting-${place}.example`,
        ...Promise.withResolvers<string[]>(),
      }));
      for (const { name, promise } of waiting) names.set(name, promise);
      const lookups = () => waiting.filter(({ name }) => names.lookups(name) > 0);
      const { id } = await createEndpoint(node(), 'http://waiting-0.example/hook');
      await copyEndpoint(
        node(),
        id,
        waiting.length - 1,
        (place) => `http://waiting-${place + 1}.example/hook`,
      );
      await makeRequest(node());
      await eventually(async () => lookups().length === 100);

      // Another workspace does not wait for them.
      names.set('other.example', ['127.0.0.1']);
      const { rawKey: key } = await node().otherWorkspace();
      const url = healthy.url.replace('127.0.0.1', 'other.example');
      const fields = { url, events: ['meeting_request.created'] };
      const other = dataOf<{ id: string }>(await node().post(ENDPOINTS, fields, { key }));
      await node().post(`${ENDPOINTS}/${other.id}/test`, undefined, { key });
      await healthy.atLeast(1);
      assert.equal(lookups().length, 100);

      // Each finished look-up makes room for one. After the deadline of its attempt, a name is not looked up any more.
      for (const { resolve } of lookups().slice(0, 10)) resolve(['127.0.0.2']);
      await eventually(async () => lookups().length === 110);
      node().clock.advance(10_000);
      for (const { resolve } of waiting) resolve(['127.0.0.2']);
      await eventually(async () => (await figure(node(), 'rota_webhook_in_flight')) === 0);
      assert.equal(lookups().length, 110);
    });

    test('attempts that ask for a name at the same time share a look-up, and each is judged by it', async () => {
      await using receiver = await RawReceiver.start(closingWith(), '0.0.0.0');
      await using healthy = await Receiver.start();
      const { promise, resolve } = Promise.withResolvers<string[]>();
      names.set('shared.example', promise, ['127.0.0.1']);
      const begun: [endpointId: string, deliveryId: string][] = [];
      // Different origins, so that each needs its own connection.
      for (const scheme of ['http', 'https']) {
        const { id } = await createEndpoint(node(), `${scheme}://shared.example:${receiver.port}/hook`);
        begun.push([id, await sendTest(node(), id)]);
      }
      // The last delivery has arrived, so the others have begun, and wait for their address.
      const last = await createEndpoint(node(), healthy.url);
      assert.equal((await attempt(last.id, 1)).attempt_log[0]?.response_code, 200);
      resolve(['127.0.0.1', '127.0.0.2']);
      for (const [endpointId, deliveryId] of begun) {
        const delivery = await afterAttempts(node(), endpointId, deliveryId, 1);
        assert.deepEqual(resultsOf(delivery), [refused]);
      }
      assert.deepEqual([names.lookups('shared.example'), receiver.connections], [1, 0]);
    });
  },
  {
    environment: { HOST: '0.0.0.0', ROTA_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1', ...ONE_SECOND },
    outside: names,
  },
);

type Settings = Record<string, string>;

/** Settings that permit receivers on this machine, and settings that forbid them. */
const permissions: [what: string, permitting: Settings, forbidding: Settings][] = [
  [
    'after a restart without the networks that the operator had named',
    { HOST: '0.0.0.0', ROTA_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1' },
    { HOST: '0.0.0.0' },
  ],
  ['after a restart on an address that others can reach', { HOST: '127.0.0.1' }, { HOST: '::' }],
];

/** Hosts that all lead to this machine. */
const hosts = ['127.0.0.1', '0x7f.2', '[::1]', '[::ffff:127.0.0.1]', 'moved.example'];

onEachEngine((engine) => {
  describe(`addresses that are no longer permitted (${engine})`, () => {
    let storage: Storage;
    before(async () => {
      storage = await freshStorage(engine);
    });
    after(() => storage.remove());

    for (const [what, permitting, forbidding] of permissions) {
      test(`nothing more is sent there ${what}, and deliveries arrive again when that is undone`, async () => {
        const clock = new ManualClock();
        names.set('moved.example', ...Array.from({ length: 5 }, () => ['127.0.0.1']));
        const start = (environment: Settings) =>
          startNode(storage, { clock, environment: { ...environment, ...ONE_SECOND }, outside: names });
        await using disposal = new AsyncDisposableStack();
        const targets = hosts.map(async (host) => {
          const receiver = disposal.use(await RawReceiver.start(closingWith(500, 200, 200), '::'));
          return { url: `http://${host}:${receiver.port}/hook`, receiver };
        });

        let node = await start(permitting);
        disposal.defer(() => node.stop());
        const made = [];
        for (const { url, receiver } of await Promise.all(targets)) {
          const { id } = await createEndpoint(node, url);
          const first = await tryOnce(node, id);
          assert.deepEqual(resultsOf(first), [answered(500)]);
          made.push({ id, waiting: first.id, receiver });
        }

        await node.stop();
        node = await start(forbidding);
        const sent = [];
        for (const { id, waiting, receiver } of made) {
          const again = await afterAttempts(node, id, waiting, 2);
          assert.deepEqual(resultsOf(again), [answered(500), refused]);
          const fresh = await tryOnce(node, id);
          assert.deepEqual(resultsOf(fresh), [refused]);
          assert.equal(receiver.connections, 1);
          sent.push([again, id] as const, [fresh, id] as const);
        }

        await node.stop();
        node = await start(permitting);
        for (const [before, id] of sent) {
          const outcomes = resultsOf(before);
          const delivery = await afterAttempts(node, id, before.id, outcomes.length + 1);
          assert.deepEqual(resultsOf(delivery), [...outcomes, answered(200)]);
        }
      });
    }
  });
});
