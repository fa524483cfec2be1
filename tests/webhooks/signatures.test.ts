// Every attempt is signed with the secrets that are valid at its time, as receivers check them.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { DAY_MS } from '../../src/time/timestamps.ts';
import { sign } from '../../src/webhooks/sign.ts';
import { describe, test } from '../support/lanes.ts';
import { deactivate, makeMember } from '../support/makers/team-members.ts';
import { rotateSecret } from '../support/makers/webhook-endpoints.ts';
import { afterAttempts, createEndpoint, sendTest, tryOnce } from '../support/makers/webhooks.ts';
import { type Received, Receiver } from '../support/receivers/receiver.ts';
import { onBothEngines } from '../support/server/rota.ts';

const PAUSE_SECONDS = 5;

const ONE = 'whsec_4fXbQ0hJ7sLr2mVtZ9yKcE1nWpGa8dUo';
const OTHER = 'whsec_0123456789ABCDEFGHIJKLMNOPQRSTUV';

describe('The signature', () => {
  // Each was computed with: printf '%s' '<seconds>.<body>' | openssl dgst -sha256 -hmac '<secret>'
  const vectors = [
    [ONE, 1772442000, '{"event":"test"}', '6d8f76166b0e6e48458b65cf16f8edf6addab4e5019518e15bdb75de90d65d84'],
    [
      OTHER,
      1772442000,
      '{"event":"test"}',
      'cee2a0c38bfac284d352726f4ff7dbadc1081a3a87cf923d5c2a8ce4869c97a7',
    ],
    [ONE, 1772442001, '{"event":"test"}', 'b87b6871678d610e33bcba7d457e59cdd25d386e01c88d36f08cfe358c7cfb28'],
    [
      ONE,
      1772442000,
      '{"name":"Zoë 東京 👋"}',
      '3ee0ad7ff5c3dc49274c1f8a13934d0fd062b677de19451bc1a3d85ce91d9069',
    ],
    [ONE, 1772442000, '', '5545fff4b0118d85a850072e11b7e4ab8c986f72d9dda7f8865c65b4d5cd188c'],
    [ONE, 0, '{}', '55ae97e21e008341eb16c2f68735837780df22c8f01a546a8924f9aebf5e594e'],
  ] as const;

  for (const [secret, seconds, body, digest] of vectors) {
    test(`is what OpenSSL computes for ${seconds}.${body} and ${secret}`, () => {
      assert.equal(sign(body, [secret], seconds), `t=${seconds},v1=${digest}`);
    });
  }

  test('with several secrets is one of each, in their order', () => {
    const [[, seconds, body, first], [, , , second]] = vectors;
    assert.equal(sign(body, [ONE, OTHER], seconds), `t=${seconds},v1=${first},v1=${second}`);
    assert.equal(sign(body, [OTHER, ONE], seconds), `t=${seconds},v1=${second},v1=${first}`);
  });
});

onBothEngines(
  'the signatures of deliveries',
  (node) => {
    /** The expected header at this moment, with these secrets. */
    function signedWith(received: Received | undefined, ...secrets: string[]): string {
      const seconds = Math.floor(node().clock.now() / 1000);
      const digests = secrets.map((secret) =>
        createHmac('sha256', secret)
          .update(`${seconds}.`)
          .update(String(received?.body), 'utf8')
          .digest('hex'),
      );
      return `t=${seconds}${digests.map((digest) => `,v1=${digest}`).join('')}`;
    }

    /** Sends a test event and asserts that it is signed with these secrets and no others. */
    async function assertSigned(receiver: Receiver, endpointId: string, ...secrets: string[]): Promise<void> {
      assert.equal((await tryOnce(node(), endpointId)).status, 'success');
      const received = receiver.received.at(-1);
      assert.equal(received?.headers['x-webhook-signature'], signedWith(received, ...secrets));
    }

    test('are made with the secret that the creation has shown, also for a body that is not ASCII', async () => {
      await using receiver = await Receiver.start();
      const events = ['member.deactivated'];
      const { id, signing_secret } = await createEndpoint(node(), receiver.url, { events });
      await assertSigned(receiver, id, signing_secret);
      node().clock.advance(1_500);
      await deactivate(node(), await makeMember(node(), 'Zoë 東京 👋'));
      const [, received] = await receiver.atLeast(2);
      assert.equal(received?.payload.name, 'Zoë 東京 👋');
      assert.equal(received?.headers['x-webhook-signature'], signedWith(received, signing_secret));
    });

    test('are made with the secret of their own endpoint', async () => {
      await using receiver = await Receiver.start();
      const one = await createEndpoint(node(), receiver.url);
      const other = await createEndpoint(node(), receiver.url);
      assert.notEqual(one.signing_secret, other.signing_secret);
      await assertSigned(receiver, one.id, one.signing_secret);
      await assertSigned(receiver, other.id, other.signing_secret);
    });

    test('are made with both secrets for 24 hours after a rotation, to the millisecond', async () => {
      await using receiver = await Receiver.start();
      const endpoint = await createEndpoint(node(), receiver.url);
      const { signing_secret: former } = endpoint;
      const { signing_secret: present } = await rotateSecret(node(), endpoint);
      assert.notEqual(present, former);
      await assertSigned(receiver, endpoint.id, present, former);
      node().clock.advance(DAY_MS - 1);
      await assertSigned(receiver, endpoint.id, present, former);
      node().clock.advance(1);
      await assertSigned(receiver, endpoint.id, present);
      node().clock.advance(DAY_MS);
      await assertSigned(receiver, endpoint.id, present);
    });

    test('are made with the two latest secrets after a second rotation, for 24 hours from then on', async () => {
      await using receiver = await Receiver.start();
      const endpoint = await createEndpoint(node(), receiver.url);
      const { signing_secret: second } = await rotateSecret(node(), endpoint);
      node().clock.advance(DAY_MS / 2);
      await assertSigned(receiver, endpoint.id, second, endpoint.signing_secret);
      const { signing_secret: third } = await rotateSecret(node(), endpoint);
      await assertSigned(receiver, endpoint.id, third, second);
      // The 24 hours of the first rotation end here, those of the second do not.
      node().clock.advance(DAY_MS / 2);
      await assertSigned(receiver, endpoint.id, third, second);
      node().clock.advance(DAY_MS / 2 - 1);
      await assertSigned(receiver, endpoint.id, third, second);
      node().clock.advance(1);
      await assertSigned(receiver, endpoint.id, third);
      // A rotation after that has a former secret again.
      const { signing_secret: fourth } = await rotateSecret(node(), endpoint);
      await assertSigned(receiver, endpoint.id, fourth, third);
    });

    test('are made with the secrets that are valid when an attempt begins, not when the event happened', async () => {
      await using receiver = await Receiver.start(500);
      const endpoint = await createEndpoint(node(), receiver.url);
      const { id, signing_secret: former } = endpoint;
      const deliveryId = await sendTest(node(), id);
      await afterAttempts(node(), id, deliveryId, 1);
      const [first] = receiver.received;
      assert.equal(first?.headers['x-webhook-signature'], signedWith(first, former));

      const { signing_secret: present } = await rotateSecret(node(), endpoint);
      receiver.answer = 200;
      node().clock.advance(PAUSE_SECONDS * 1000);
      await afterAttempts(node(), id, deliveryId, 2);
      const [, second] = receiver.received;
      assert.deepEqual([second?.deliveryId, second?.body], [deliveryId, first?.body]);
      assert.equal(second?.headers['x-webhook-signature'], signedWith(second, present, former));
    });
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: String(PAUSE_SECONDS) } },
);
