// Deliveries are verified by the reference library of the Standard Webhooks specification.
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { seal } from '../../src/secrets/sealing.ts';
import { placeIn } from '../../src/webhooks/compose.ts';
import { signStandard } from '../../src/webhooks/sign.ts';
import { describe, test } from '../support/lanes.ts';
import { secretKeyOf } from '../support/makers/sealed.ts';
import { deactivate, makeMember } from '../support/makers/team-members.ts';
import { rotateSecret } from '../support/makers/webhook-endpoints.ts';
import { afterAttempts, createEndpoint, sendTest } from '../support/makers/webhooks.ts';
import { type Received, Receiver } from '../support/receivers/receiver.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { freshStorage, type Node, onEachEngine, type Storage, startNode } from '../support/server/rota.ts';

const SECRETS = ['whsec_4fXbQ0hJ7sLr2mVtZ9yKcE1nWpGa8dUo', 'whsec_0123456789ABCDEFGHIJKLMNOPQRSTUV'];

const headersOf = ({ headers }: Received) => headers as Record<string, string>;
/** The payload, verified by the library. Throws when the signature is not valid. */
function verified(received: Received, secret: string, changed: Record<string, string> = {}): unknown {
  return new Webhook(secret).verify(received.body, { ...headersOf(received), ...changed });
}

test('A signature is the one that the reference library makes, with each secret', () => {
  const seconds = 1_772_442_000;
  for (const body of ['{"event":"test"}', '{"name":"Zoë 東京 👋"}', '']) {
    const expected = SECRETS.map((secret) =>
      new Webhook(secret).sign('del_1', new Date(seconds * 1000), body),
    );
    assert.equal(signStandard('del_1', body, SECRETS, seconds), expected.join(' '));
  }
});

onEachEngine((engine) => {
  describe(`The headers of the Standard Webhooks specification (${engine})`, () => {
    let storage: Storage;
    let node: Node;
    before(async () => {
      storage = await freshStorage(engine);
      // The library uses the machine's clock.
      node = await startNode(storage, {
        clock: new ManualClock(Date.now()),
        environment: { ROTA_WEBHOOK_RETRY_DELAYS: '5' },
      });
    });
    beforeEach(() => node.clock.catchUp());
    after(async () => {
      await node?.stop();
      await storage?.remove();
    });

    test('are on every delivery, beside the others, and are verified by the reference library', async () => {
      await using receiver = await Receiver.start();
      const events = ['member.deactivated'];
      const { id, signing_secret: secret } = await createEndpoint(node, receiver.url, { events });
      await sendTest(node, id);
      await receiver.atLeast(1);
      await deactivate(node, await makeMember(node, 'Zoë 東京 👋'));
      for (const received of await receiver.atLeast(2)) {
        const { headers, payload, deliveryId } = received;
        assert.deepEqual(verified(received, secret), payload);
        assert.equal(headers['webhook-id'], deliveryId);
        assert.equal(headers['webhook-timestamp'], headers['x-webhook-timestamp']);
        assert.match(
          String(headers['x-webhook-signature']),
          new RegExp(`^t=${headers['webhook-timestamp']},`),
        );
      }
    });

    test('the signature covers the id, the time and the body', async () => {
      await using receiver = await Receiver.start();
      const { id, signing_secret: secret } = await createEndpoint(node, receiver.url);
      await sendTest(node, id);
      const [received] = (await receiver.atLeast(1)) as [Received];
      const seconds = Number(received.headers['webhook-timestamp']);
      for (const [name, value] of [
        ['webhook-id', 'del_01KJPWD6M0A57CPWZ0TQZND9PP'],
        ['webhook-timestamp', String(seconds - 1)],
      ] as const) {
        assert.throws(() => verified(received, secret, { [name]: value }), /No matching signature/);
      }
      assert.throws(() => verified({ ...received, body: `${received.body} ` }, secret), /No matching/);
      assert.throws(() => verified(received, SECRETS[0] as string), /No matching signature/);
    });

    test('both secrets sign for a day after a rotation, and each attempt anew under the same id', async () => {
      await using receiver = await Receiver.start(500);
      const endpoint = await createEndpoint(node, receiver.url);
      const { signing_secret: former } = endpoint;
      const { signing_secret: present } = await rotateSecret(node, endpoint);
      const deliveryId = await sendTest(node, endpoint.id);
      await afterAttempts(node, endpoint.id, deliveryId, 1);
      node.clock.advance(5_000);
      await afterAttempts(node, endpoint.id, deliveryId, 2);
      const [first, second] = receiver.received as [Received, Received];
      for (const received of [first, second]) {
        assert.equal(received.headers['webhook-id'], deliveryId);
        for (const secret of [present, former]) assert.ok(verified(received, secret));
      }
      assert.notEqual(first.headers['webhook-timestamp'], second.headers['webhook-timestamp']);
    });

    test('win over a custom header of their name that an earlier version stored', async () => {
      await using receiver = await Receiver.start();
      const { id, signing_secret: secret } = await createEndpoint(node, receiver.url);
      await storeHeaders(node, id, [
        { key: 'Webhook-Id', value: 'forged' },
        { key: 'webhook-tenant', value: '7' },
        { key: 'Traceparent', value: 'forged' },
        // A header with the name of the event.
        { key: 'test', value: '8' },
      ]);
      await sendTest(node, id);
      const [received] = (await receiver.atLeast(1)) as [Received];
      assert.ok(verified(received, secret));
      assert.match(String(received.headers.traceparent), /^00-[0-9a-f]{32}-/);
      assert.deepEqual(
        ['webhook-id', 'webhook-tenant', 'test'].map((name) => received.headers[name]),
        [received.deliveryId, '7', '8'],
      );
    });
  });
});

/** As stored by a version in which these names were not reserved. */
async function storeHeaders({ services, workspaceId }: Node, id: string, headers: object[]): Promise<void> {
  await services.database.change('update webhook_endpoints set sealed_headers = $1 where id = $2', [
    seal(JSON.stringify(headers), secretKeyOf(services.config), placeIn('sealed_headers', workspaceId, id)),
    id,
  ]);
}
