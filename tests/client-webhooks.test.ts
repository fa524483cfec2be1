import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyWebhook, WebhookVerificationError } from '@rota/client';
import { sign } from '../src/delivery/sign.ts';
import { makeRequest } from './support/meeting-requests.ts';
import { type Received, Receiver } from './support/receiver.ts';
import { onBothEngines } from './support/rota.ts';
import { createEndpoint, ENDPOINTS, sendTest } from './support/webhooks.ts';

const SECRET = 'whsec_of_a_test';
const BODY = JSON.stringify({ event: 'test', timestamp: '2026-03-02T09:00:00.000Z', message: 'Grüße' });
const nowInSeconds = () => Math.floor(Date.now() / 1000);
const signed = (seconds = nowInSeconds(), secrets = [SECRET]) => ({
  'x-webhook-signature': sign(BODY, secrets, seconds),
});
const refused = (call: Promise<unknown>, why: RegExp) =>
  assert.rejects(call, (error) => error instanceof WebhookVerificationError && why.test(error.message));

// The clock of a test stands still, far from now.
const anyTime = { toleranceSeconds: Number.POSITIVE_INFINITY };

onBothEngines('verifyWebhook', (node) => {
  test('answers the event that Rota delivered, and only for its body and secret', async () => {
    await using receiver = await Receiver.start();
    const { signing_secret } = await createEndpoint(node(), receiver.url);
    const { id } = await makeRequest(node());
    const [{ body, headers }] = (await receiver.atLeast(1)) as [Received];
    const event = await verifyWebhook(body, headers, signing_secret, anyTime);
    // The compiler knows the fields of each event by its type.
    assert.ok(event.event === 'meeting_request.created');
    assert.deepEqual([event.id, event.participant_emails], [id, ['guest@example.org']]);
    await refused(verifyWebhook(`${body} `, headers, signing_secret, anyTime), /^No signature is the right/);
    await refused(verifyWebhook(body, headers, `${signing_secret}x`, anyTime), /^No signature is the right/);
    await refused(verifyWebhook(body, headers, signing_secret), /more than 300 seconds away/);
  });

  test('knows either secret during a rotation', async () => {
    await using receiver = await Receiver.start();
    const { id, signing_secret: former } = await createEndpoint(node(), receiver.url);
    const { body } = await node().post(`${ENDPOINTS}/${id}/rotate_secret`);
    const { signing_secret: current } = (body as { data: { signing_secret: string } }).data;
    await sendTest(node(), id);
    const [received] = (await receiver.atLeast(1)) as [Received];
    for (const secret of [former, current]) {
      const event = await verifyWebhook(received.body, received.headers, secret, anyTime);
      assert.equal(event.event, 'test');
    }
  });
});

test('verifyWebhook takes the body as text or bytes, and headers as platforms have them', async () => {
  const headers = signed();
  const forms = [
    headers,
    new Headers(headers),
    { 'X-Webhook-Signature': headers['x-webhook-signature'] },
    { 'x-webhook-signature': [headers['x-webhook-signature']], other: undefined },
  ];
  for (const form of forms) {
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)]) {
      assert.deepEqual(await verifyWebhook(body, form, SECRET), JSON.parse(BODY));
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
  const [time, right] = signed()['x-webhook-signature'].split(',') as [string, string];
  const wrong = `v1=${'0'.repeat(64)}`;
  for (const parts of [
    [time, wrong, right],
    [time, right, wrong],
    [time, 'v1=', 'v1=xyz', 'v0=1', right],
    [right, time],
  ]) {
    const event = await verifyWebhook(BODY, { 'x-webhook-signature': parts.join() }, SECRET);
    assert.equal(event.event, 'test');
  }
});

test('verifyWebhook refuses every header that is not a good signature', async () => {
  const [time, right] = signed()['x-webhook-signature'].split(',') as [string, string];
  const headers: [header: string | undefined, why: RegExp][] = [
    [undefined, /x-webhook-signature is missing/],
    ['', /is missing/],
    ['nonsense', /must have the form/],
    [right, /must have the form/],
    [`t=,${right}`, /must have the form/],
    [`t=²,${right}`, /must have the form/],
    [`t=${'9'.repeat(5_000)},${right}`, /must have the form/],
    [`t=-1,${right}`, /must have the form/],
    [time, /No signature is the right one/],
    [`${time},v1=`, /No signature/],
    [`${time},${right.slice(0, -2)}`, /No signature/],
    [`${time},${right}00`, /No signature/],
    [`${time},v1=${'_'.repeat(64)}`, /No signature/],
    [`t=${nowInSeconds() - 1},${right}`, /No signature/],
  ];
  for (const [header, why] of headers) {
    await refused(verifyWebhook(BODY, { 'x-webhook-signature': header }, SECRET), why);
  }
  await assert.rejects(verifyWebhook(BODY, signed(), ''), /secret is missing/);
});
