// A receiver gets exactly the documented request, header by header and byte by byte.
import assert from 'node:assert/strict';
import { version } from '../../src/version.ts';
import { test } from '../support/lanes.ts';
import { applyTransition, makeRequest } from '../support/makers/meeting-requests.ts';
import { deactivate, makeMember, timeOf } from '../support/makers/team-members.ts';
import {
  afterAttempts,
  createEndpoint,
  ENDPOINTS,
  listDeliveries,
  sendTest,
  tryOnce,
} from '../support/makers/webhooks.ts';
import { type Received, Receiver } from '../support/receivers/receiver.ts';
import { dataOf, type Node, onBothEngines } from '../support/server/rota.ts';

const PAUSE_SECONDS = 5;
const SIGNATURE = /^t=\d+,v1=[0-9a-f]{64}$/;

/** A receiver, and the header lines of each request: sorted, with names in lower case. */
async function startWithLines(): Promise<{ receiver: Receiver; lines: string[][] }> {
  const lines: string[][] = [];
  const receiver = await Receiver.start((response) => {
    const { rawHeaders } = response.req;
    const names = rawHeaders.filter((_, place) => place % 2 === 0);
    lines.push(names.map((name, place) => `${name.toLowerCase()}: ${rawHeaders[2 * place + 1]}`).sort());
    response.end();
  });
  return { receiver, lines };
}

/** The header lines of a request without custom headers. */
function ownLines(received: Received | undefined, event: string, now: number): string[] {
  assert.ok(received);
  const seconds = Math.floor(now / 1000);
  const signature = String(received.headers['x-webhook-signature']);
  assert.match(signature, SIGNATURE);
  assert.ok(signature.startsWith(`t=${seconds},`), signature);
  return [
    'connection: keep-alive',
    `content-length: ${Buffer.byteLength(received.body)}`,
    'content-type: application/json',
    `host: ${received.headers.host}`,
    `traceparent: ${received.headers.traceparent}`,
    `user-agent: Rota/${version}`,
    `webhook-id: ${received.deliveryId}`,
    `webhook-signature: ${received.headers['webhook-signature']}`,
    `webhook-timestamp: ${seconds}`,
    `x-webhook-event: ${event}`,
    `x-webhook-id: ${received.deliveryId}`,
    `x-webhook-signature: ${signature}`,
    `x-webhook-timestamp: ${seconds}`,
  ];
}

/** The stored payload of the delivery's event. */
async function storedPayload({ services }: Node, deliveryId: string): Promise<string | undefined> {
  const row = await services.database.get<{ payload: string }>(
    `select payload from events join webhook_deliveries on webhook_deliveries.event_id = events.id
     where webhook_deliveries.id = $1`,
    [deliveryId],
  );
  return row?.payload;
}

onBothEngines(
  'the requests to receivers',
  (node) => {
    test('a POST with these headers and no others, the seconds rounded down', async () => {
      const { receiver, lines } = await startWithLines();
      await using _ = receiver;
      const { id } = await createEndpoint(node(), receiver.url);
      for (const ms of [1, 998, 1]) {
        node().clock.advance(ms);
        const delivery = await tryOnce(node(), id);
        const received = receiver.received.at(-1);
        assert.deepEqual(
          [received?.method, received?.path, received?.headers.host, received?.deliveryId],
          ['POST', '/hook', new URL(receiver.url).host, delivery.id],
        );
        assert.deepEqual(lines.at(-1), ownLines(received, 'test', node().clock.now()));
      }
      assert.equal(lines.length, 3);
    });

    test('the path and the query of the URL, without its fragment', async () => {
      await using receiver = await Receiver.start();
      const { origin } = new URL(receiver.url);
      for (const [given, path] of [
        ['', '/'],
        ['/', '/'],
        ['/a/b%20c/?token=x%2Fy&token=z&empty=', '/a/b%20c/?token=x%2Fy&token=z&empty='],
        ['?only=query', '/?only=query'],
        ['/hook#fragment', '/hook'],
        ['/hook?a=1#fragment?b=2', '/hook?a=1'],
        ['/a/../b/./c', '/b/c'],
        ['/tür?größe=東', '/t%C3%BCr?gr%C3%B6%C3%9Fe=%E6%9D%B1'],
        ['/it\'s"<quoted>"?it\'s"<quoted>"', "/it's%22%3Cquoted%3E%22?it%27s%22%3Cquoted%3E%22"],
      ] as const) {
        const { id, url } = await createEndpoint(node(), origin + given);
        assert.equal(url, origin + given);
        await tryOnce(node(), id);
        assert.equal(receiver.received.at(-1)?.path, path, given);
      }
    });

    test('custom headers are sent as they were given, along with the others', async () => {
      const { receiver, lines } = await startWithLines();
      await using _ = receiver;
      const headers = [
        { key: 'Authorization', value: 'Bearer 4b825dc6' },
        { key: 'X-Twice', value: 'one' },
        { key: 'x-twice', value: 'two' },
        { key: 'X-Empty', value: '' },
        { key: 'X-Odd', value: '"a", b=c; d' },
        { key: 'Accept', value: 'text/plain' },
      ];
      const { id } = await createEndpoint(node(), receiver.url, { headers });
      await tryOnce(node(), id);
      const own = ownLines(receiver.received.at(-1), 'test', node().clock.now());
      const added = headers.map(({ key, value }) => `${key.toLowerCase()}: ${value}`);
      assert.deepEqual(lines.at(-1), [...own, ...added].sort());
    });

    test('a custom User-Agent replaces the default, in any letter case', async () => {
      const { receiver, lines } = await startWithLines();
      await using _ = receiver;
      for (const key of ['User-Agent', 'user-agent', 'USER-AGENT']) {
        const headers = [{ key, value: `Acme (${key})` }];
        const { id } = await createEndpoint(node(), receiver.url, { headers });
        await tryOnce(node(), id);
        const agents = lines.at(-1)?.filter((line) => line.startsWith('user-agent:'));
        assert.deepEqual(agents, [`user-agent: Acme (${key})`]);
      }
    });

    test('the body is the payload, byte for byte, in any script', async () => {
      await using receiver = await Receiver.start();
      const { id } = await createEndpoint(node(), receiver.url, { events: ['member.deactivated'] });
      for (const name of [
        'Ada',
        'Zoë Müller',
        '東京 👋🏽',
        '"\\/\'</script>',
        'a\u2028b\u00a0c\u0301',
        '\ufeffé',
      ]) {
        const member = await makeMember(node(), name);
        await deactivate(node(), member);
        const received = (await receiver.atLeast(receiver.received.length + 1)).at(-1);
        assert.ok(received);
        assert.equal(received.body, await storedPayload(node(), received.deliveryId));
        assert.equal(received.headers['content-length'], String(Buffer.byteLength(received.body)));
        assert.deepEqual(received.payload, {
          event: 'member.deactivated',
          timestamp: timeOf(node()),
          id: member.id,
          email: member.email,
          name: member.name,
          deactivated_at: timeOf(node()),
          transferred_to: null,
        });
        const [delivery] = await listDeliveries(node(), id);
        assert.deepEqual([delivery?.id, delivery?.payload], [received.deliveryId, received.payload]);
      }
    });

    test('each attempt has the same id, event and body, and its own time and signature', async () => {
      await using receiver = await Receiver.start((response, _received, place) => {
        response.writeHead(place < 2 ? 503 : 200).end();
      });
      const { id } = await createEndpoint(node(), receiver.url);
      const deliveryId = await sendTest(node(), id);
      const seconds: number[] = [];
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await afterAttempts(node(), id, deliveryId, attempt);
        seconds.push(Math.floor(node().clock.now() / 1000));
        node().clock.advance(PAUSE_SECONDS * 1000);
      }
      const { received } = receiver;
      assert.deepEqual(
        received.map(({ headers }) => headers['x-webhook-id']),
        [deliveryId, deliveryId, deliveryId],
      );
      assert.deepEqual(
        received.map(({ headers }) => headers['x-webhook-timestamp']),
        seconds.map(String),
      );
      assert.deepEqual(new Set(received.map(({ headers }) => headers['x-webhook-event'])), new Set(['test']));
      assert.equal(new Set(received.map(({ body }) => body)).size, 1);
      assert.equal(new Set(received.map(({ headers }) => headers['x-webhook-signature'])).size, 3);
    });

    test('only endpoints that have subscribed to an event get it, and only those of the workspace', async () => {
      await using created = await Receiver.start();
      await using both = await Receiver.start();
      await using booked = await Receiver.start();
      await using elsewhere = await Receiver.start();
      const paused = 'meeting_request.paused';
      await createEndpoint(node(), created.url);
      await createEndpoint(node(), both.url, { events: ['meeting_request.created', paused] });
      const other = await createEndpoint(node(), booked.url, { events: ['meeting_request.booked'] });
      const { rawKey: key } = await node().otherWorkspace();
      const events = ['meeting_request.created', paused];
      const foreign = await node().post(ENDPOINTS, { url: elsewhere.url, events }, { key });

      const { id } = await makeRequest(node());
      dataOf(await applyTransition(node(), id, 'pause'));
      await both.atLeast(2);
      await created.atLeast(1);
      // A later test event is the first delivery that the others get.
      await sendTest(node(), other.id);
      dataOf(
        await node().post(`${ENDPOINTS}/${dataOf<{ id: string }>(foreign).id}/test`, undefined, { key }),
      );
      await booked.atLeast(1);
      await elsewhere.atLeast(1);
      const eventsAt = ({ received }: Receiver) =>
        received.map(({ headers }) => headers['x-webhook-event']).sort();
      assert.deepEqual(eventsAt(created), ['meeting_request.created']);
      assert.deepEqual(eventsAt(both), ['meeting_request.created', paused]);
      assert.deepEqual(eventsAt(booked), ['test']);
      assert.deepEqual(eventsAt(elsewhere), ['test']);
    });
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: String(PAUSE_SECONDS) } },
);
