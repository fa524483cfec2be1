// verifyWebhook accepts what Rota signed, recently, and nothing else.
import assert from 'node:assert/strict';
import { verifyWebhook, WebhookVerificationError } from '@rota/client';
import { signStandard } from '../../src/webhooks/sign.ts';
import { test } from '../support/lanes.ts';
import { makeRequest } from '../support/makers/meeting-requests.ts';
import { createEndpoint, ENDPOINTS, sendTest } from '../support/makers/webhooks.ts';
import { type Received, Receiver } from '../support/receivers/receiver.ts';
import { onBothEngines } from '../support/server/rota.ts';

const SECRET = 'whsec_4fXbQ0hJ7sLr2mVtZ9yKcE1nWpGa8dUo';
const OTHER = 'whsec_0123456789ABCDEFGHIJKLMNOPQRSTUV';
const ID = 'del_01KJPWD6M0A57CPWZ0TQZND9PP';
const BODY = JSON.stringify({ event: 'test', timestamp: '2026-03-02T09:00:00.000Z', message: 'Grüße' });
const nowInSeconds = () => Math.floor(Date.now() / 1000);
const signed = (seconds = nowInSeconds(), secrets = [SECRET]) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(seconds),
  'webhook-signature': signStandard(ID, BODY, secrets, seconds),
});
const refused = (call: Promise<unknown>, why: RegExp) =>
  assert.rejects(call, (error) => error instanceof WebhookVerificationError && why.test(error.message));

// A test's clock stands still, far from the present.
const anyTime = { toleranceSeconds: Number.POSITIVE_INFINITY };

onBothEngines('verifyWebhook', (node) => {
  test('answers the event that Rota delivered and the id, and only for what was signed', async () => {
    await using receiver = await Receiver.start();
    const { signing_secret } = await createEndpoint(node(), receiver.url);
    const { id } = await makeRequest(node());
    const [{ body, headers, deliveryId }] = (await receiver.atLeast(1)) as [Received];
    const verified = await verifyWebhook(body, headers, signing_secret, anyTime);
    const { event } = verified;
    // The compiler knows the fields of each event by its type.
    assert.ok(event.event === 'meeting_request.created');
    assert.deepEqual([event.id, event.participant_emails], [id, ['guest@example.org']]);
    assert.equal(verified.id, deliveryId);
    const wrong = /^No signature is the right/;
    await refused(verifyWebhook(`${body} `, headers, signing_secret, anyTime), wrong);
    await refused(verifyWebhook(body, headers, OTHER, anyTime), wrong);
    await refused(verifyWebhook(body, { ...headers, 'webhook-id': ID }, signing_secret, anyTime), wrong);
    await refused(verifyWebhook(body, headers, signing_secret), /more than 300 seconds away/);
  });

  test('does not go by the older headers, which do not cover the id', async () => {
    await using receiver = await Receiver.start();
    const { id, signing_secret } = await createEndpoint(node(), receiver.url);
    await sendTest(node(), id);
    const [{ body, headers, deliveryId }] = (await receiver.atLeast(1)) as [Received];
    const forged = { ...headers, 'x-webhook-id': ID };
    assert.equal((await verifyWebhook(body, forged, signing_secret, anyTime)).id, deliveryId);
    const stripped = Object.entries(forged).filter(([name]) => !name.startsWith('webhook-'));
    const older = Object.fromEntries(stripped);
    assert.ok(older['x-webhook-signature']);
    await refused(verifyWebhook(body, older, signing_secret, anyTime), /^The header webhook-id is missing$/);
  });

  test('knows either secret during a rotation', async () => {
    await using receiver = await Receiver.start();
    const { id, signing_secret: former } = await createEndpoint(node(), receiver.url);
    const { body } = await node().post(`${ENDPOINTS}/${id}/rotate_secret`);
    const { signing_secret: current } = (body as { data: { signing_secret: string } }).data;
    await sendTest(node(), id);
    const [received] = (await receiver.atLeast(1)) as [Received];
    for (const secret of [former, current]) {
      const { event } = await verifyWebhook(received.body, received.headers, secret, anyTime);
      assert.equal(event.event, 'test');
    }
  });
});

test('verifyWebhook takes the body as text or bytes, and headers as platforms have them', async () => {
  const headers = signed();
  const forms = [
    headers,
    new Headers(headers),
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    { ...headers, other: undefined },
  ];
  for (const form of forms) {
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)]) {
      assert.deepEqual(await verifyWebhook(body, form, SECRET), { id: ID, event: JSON.parse(BODY) });
    }
  }
});

test('verifyWebhook goes by the time of the signature, both ways', async () => {
  const good = (seconds: number, options = {}) => verifyWebhook(BODY, signed(seconds), SECRET, options);
  await good(nowInSeconds() - 290);
  await good(nowInSeconds() + 290);
  await refused(good(nowInSeconds() - 310), /300 seconds/);
  await refused(good(nowInSeconds() + 310), /300 seconds/);
  await good(nowInSeconds() - 900, { toleranceSeconds: 1_000 });
  await refused(good(nowInSeconds() - 20, { toleranceSeconds: 10 }), /10 seconds/);
  await refused(good(nowInSeconds(), { toleranceSeconds: Number.NaN }), /seconds away/);
});

test('verifyWebhook looks at every v1, wherever the right one stands', async () => {
  const headers = signed();
  const right = headers['webhook-signature'];
  const wrong = `v1,${'A'.repeat(43)}=`;
  for (const parts of [
    [wrong, right],
    [right, wrong],
    ['v1,', 'v1,xyz', 'v1a,abc', '', right],
  ]) {
    const given = { ...headers, 'webhook-signature': parts.join(' ') };
    assert.equal((await verifyWebhook(BODY, given, SECRET)).id, ID);
  }
});

test('verifyWebhook refuses every header that is not as it was signed', async () => {
  const right = signed()['webhook-signature'];
  const cases: [changed: Record<string, string | undefined>, why: RegExp][] = [
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].flatMap((name) =>
      [undefined, ''].map(
        (value) => [{ [name]: value }, new RegExp(`^The header ${name} is missing$`)] as const,
      ),
    ),
    ...['now', '²', '-1', ' ', '9'.repeat(5_000), `${nowInSeconds()}.`].map(
      (value) => [{ 'webhook-timestamp': value }, /^The header webhook-timestamp must be/] as const,
    ),
    [{ 'webhook-timestamp': String(nowInSeconds() - 1) }, /^No signature/],
    [{ 'webhook-id': `${ID}x` }, /^No signature/],
    ...[
      'nonsense',
      right.slice(0, -1),
      `${right}A`,
      right.slice(3),
      right.replace('v1', 'v2'),
      `${right},`,
    ].map((value) => [{ 'webhook-signature': value }, /^No signature/] as const),
  ].map(([changed, why]) => [changed as Record<string, string | undefined>, why as RegExp]);
  for (const [changed, why] of cases) {
    await refused(verifyWebhook(BODY, { ...signed(), ...changed }, SECRET), why);
  }
});

test('verifyWebhook says what is wrong with a secret', async () => {
  await assert.rejects(verifyWebhook(BODY, signed(), ''), /^TypeError: secret is missing/);
  for (const secret of ['mine', 'whsec_', 'whsec_a', 'whsec_of_a_test', `${SECRET} `]) {
    await assert.rejects(verifyWebhook(BODY, signed(), secret), /^TypeError: secret must be .* whsec_$/);
  }
});
