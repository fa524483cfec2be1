// A caller's trace goes on in log lines and webhooks: through retries, restarts and what Rota does by itself.
import assert from 'node:assert/strict';
import { DAY_MS } from '../../src/time/timestamps.ts';
import { describe, test } from '../support/lanes.ts';
import { makeRequest, REQUESTS } from '../support/makers/meeting-requests.ts';
import { makeOffered, passTime } from '../support/makers/scheduling.ts';
import { makeMember } from '../support/makers/team-members.ts';
import { afterAttempts, createEndpoint, eventually, listDeliveries } from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { send } from '../support/server/http.ts';
import { lineOf, linesOf } from '../support/server/log-lines.ts';
import {
  dataOf,
  freshStorage,
  type Node,
  onBothEngines,
  onEachEngine,
  startNode,
} from '../support/server/rota.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN_ID = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE_ID}-${SPAN_ID}-01`;
const RETRY_SECONDS = 5;

/** Headers that say nothing valid. */
const INVALID = [
  '',
  'nonsense',
  `00-${TRACE_ID.toUpperCase()}-${SPAN_ID}-01`,
  `00-${'0'.repeat(32)}-${SPAN_ID}-01`,
  `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
  `ff-${TRACE_ID}-${SPAN_ID}-01`,
  `00-${TRACE_ID}-${SPAN_ID}`,
  `00-${TRACE_ID}-${SPAN_ID}-0`,
  `00-${TRACE_ID}-${SPAN_ID}-01-more`,
  `01-${TRACE_ID}-${SPAN_ID}-01more`,
  `00-${TRACE_ID}x-${SPAN_ID}-01`,
  `00-${TRACE_ID}-${SPAN_ID}-0g`,
  ` ,${TRACEPARENT}`,
  'x'.repeat(8_000),
];

/** Makes a request for a meeting with these headers. */
async function request(node: Node, headers: Record<string, string>): Promise<string> {
  const body = { organizer_email: (await makeMember(node)).email, participant_emails: ['guest@example.org'] };
  return dataOf<{ id: string }>(await node.post(REQUESTS, body, { headers })).id;
}

function partsOf(traceparent: unknown): { traceId: string; spanId: string; flags: string } {
  const [version, traceId = '', spanId = '', flags = ''] = String(traceparent).split('-');
  assert.equal(version, '00');
  assert.match(traceId, /^[0-9a-f]{32}$/);
  assert.match(spanId, /^[0-9a-f]{16}$/);
  return { traceId, spanId, flags };
}

onBothEngines(
  'Trace context',
  (node) => {
    test('a valid traceparent is in the log line of the request, which is a span of its own', async () => {
      for (const traceparent of [TRACEPARENT, `cc-${TRACE_ID}-${SPAN_ID}-09-what-comes`]) {
        const answer = await node().get('/healthz', { headers: { traceparent } });
        assert.equal(answer.headers.traceparent, undefined);
        const { trace_id, span_id } = await lineOf(node(), answer);
        assert.equal(trace_id, TRACE_ID);
        assert.match(String(span_id), /^[0-9a-f]{16}$/);
        assert.notEqual(span_id, SPAN_ID);
      }
    });

    test('an invalid one is no error: a trace begins, another one for each request', async () => {
      const seen = new Set<unknown>([TRACE_ID]);
      for (const traceparent of INVALID) {
        const answer = await node().get('/healthz', { headers: { traceparent } });
        assert.equal(answer.status, 200);
        const { trace_id } = await lineOf(node(), answer);
        assert.match(String(trace_id), /^[0-9a-f]{32}$/, traceparent);
        seen.add(trace_id);
      }
      const headers = { traceparent: [TRACEPARENT, TRACEPARENT] };
      const twice = await send({ method: 'GET', url: `${node().url}/healthz`, headers });
      seen.add((await lineOf(node(), twice)).trace_id);
      assert.equal(seen.size, INVALID.length + 2);
    });

    test('refused requests and unknown paths have it in their lines, too', async () => {
      const headers = { traceparent: TRACEPARENT };
      for (const [path, key, status] of [
        ['/api/v1/workspace', 'wrong', 401],
        ['/nowhere', null, 404],
        ['/%zz', null, 404],
      ] as const) {
        const line = await lineOf(node(), await node().get(path, { key, headers }));
        assert.deepEqual([line.status, line.trace_id], [status, TRACE_ID]);
      }
    });

    test('webhooks carry the trace of the request that caused the event, each attempt as a span of its own', async () => {
      await using receiver = await Receiver.start((response, _received, place) => {
        response.writeHead(place === 0 ? 503 : 200).end();
      });
      const { id } = await createEndpoint(node(), receiver.url);
      const tracestate = 'rojo=00f067aa0ba902b7,congo@acme=t61rcWkgMzE';
      await request(node(), { traceparent: TRACEPARENT, tracestate });
      const [delivery] = await listDeliveries(node(), id);
      await afterAttempts(node(), id, String(delivery?.id), 1);
      node().clock.advance(RETRY_SECONDS * 1_000);
      await afterAttempts(node(), id, String(delivery?.id), 2);

      const spans = receiver.received.map(({ headers }) => partsOf(headers.traceparent));
      assert.deepEqual(
        spans.map(({ traceId, flags }) => [traceId, flags]),
        [
          [TRACE_ID, '01'],
          [TRACE_ID, '01'],
        ],
      );
      assert.equal(new Set([SPAN_ID, ...spans.map(({ spanId }) => spanId)]).size, 3);
      assert.deepEqual(
        receiver.received.map(({ headers }) => headers.tracestate),
        [tracestate, tracestate],
      );
      const lines = linesOf(node(), 'attempt').filter(({ delivery_id }) => delivery_id === delivery?.id);
      assert.deepEqual(
        lines.map(({ trace_id, span_id }) => [trace_id, span_id]),
        spans.map(({ traceId, spanId }) => [traceId, spanId]),
      );
    });

    test('a tracestate that is too long or not valid is left out, and the trace goes on', async () => {
      await using receiver = await Receiver.start();
      const { id } = await createEndpoint(node(), receiver.url);
      const long = Array.from({ length: 2 }, (_, place) => `k${place}=${'v'.repeat(254)}`).join();
      const states = ['no value', 'UPPER=1', `${long},a=b`, 'a=b=c', 'a=b\tc', 'a=1,'.repeat(33), long];
      for (const tracestate of states) {
        await request(node(), { traceparent: TRACEPARENT, tracestate });
        const { headers } = (await receiver.atLeast(receiver.received.length + 1)).at(-1) ?? {};
        assert.equal(partsOf(headers?.traceparent).traceId, TRACE_ID);
        assert.equal(
          headers?.tracestate,
          tracestate === long && long.length <= 512 ? long : undefined,
          tracestate,
        );
      }
      await eventually(async () =>
        (await listDeliveries(node(), id)).every(({ status }) => status === 'success'),
      );
    });

    test('without a collector, a trace that begins here is not recorded, and says so', async () => {
      await using receiver = await Receiver.start();
      await createEndpoint(node(), receiver.url);
      await makeRequest(node());
      const [received] = await receiver.atLeast(1);
      assert.equal(partsOf(received?.headers.traceparent).flags, '00');
    });

    test('a step that Rota takes has a trace of its own, which the webhooks about it carry', async () => {
      await using receiver = await Receiver.start();
      await createEndpoint(node(), receiver.url, { events: ['meeting_request.needs_attention'] });
      const [start, end] = [9, 2].map((days) => new Date(node().clock.now() - days * DAY_MS).toISOString());
      // There is no time in the past.
      const { id } = await makeRequest(node(), { context: { timeframe: { start, end } } });
      const [received] = await receiver.atLeast(1);
      const { traceId } = partsOf(received?.headers.traceparent);
      const step = await eventually(async () =>
        linesOf(node(), 'attempt').find(({ meeting_request_id }) => meeting_request_id === id),
      );
      assert.equal(step.trace_id, traceId);
    });

    test('so has a message that it sends', async () => {
      await using receiver = await Receiver.start();
      await createEndpoint(node(), receiver.url, { events: ['meeting_request.follow_up_sent'] });
      await makeOffered(node());
      while (receiver.received.length === 0) await passTime(node(), DAY_MS);
      const { traceId } = partsOf(receiver.received[0]?.headers.traceparent);
      // The event is made when the message has been sent.
      const sent = await eventually(async () =>
        linesOf(node(), 'attempt').find(
          ({ message_id, trace_id }) => message_id !== undefined && trace_id === traceId,
        ),
      );
      assert.equal(sent.kind, 'follow_up');
      const requests = linesOf(node(), 'request');
      assert.ok(!requests.some(({ trace_id }) => trace_id === traceId));
    });

    test('deliveries without a stored trace, such as of an earlier version, share one for each event', async () => {
      await using receiver = await Receiver.start(503);
      const ids: string[] = [];
      for (let place = 0; place < 2; place += 1) ids.push((await createEndpoint(node(), receiver.url)).id);
      await makeRequest(node());
      for (const id of ids) {
        const [delivery] = await listDeliveries(node(), id);
        await afterAttempts(node(), id, String(delivery?.id), 1);
        const forget = 'update webhook_deliveries set traceparent = null where id = $1';
        await node().services.database.change(forget, [String(delivery?.id)]);
      }
      receiver.answer = 200;
      node().clock.advance(RETRY_SECONDS * 1_000);
      const retried = (await receiver.atLeast(4)).slice(2, 4);
      const [one, other] = retried.map(({ headers }) => partsOf(headers.traceparent));
      assert.equal(one?.traceId, other?.traceId);
      assert.notEqual(one?.spanId, other?.spanId);
    });
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: String(RETRY_SECONDS) } },
);

onEachEngine((engine) => {
  describe(`A trace (${engine})`, () => {
    test('goes on after a restart', async () => {
      await using receiver = await Receiver.start(503);
      const storage = await freshStorage(engine);
      const environment = { ROTA_WEBHOOK_RETRY_DELAYS: String(RETRY_SECONDS) };
      const first = await startNode(storage, { environment });
      const { id } = await createEndpoint(first, receiver.url);
      await request(first, { traceparent: TRACEPARENT, tracestate: 'a=b' });
      const [delivery] = await listDeliveries(first, id);
      await afterAttempts(first, id, String(delivery?.id), 1);
      await first.stop();

      const second = await startNode(storage, { environment, clock: first.clock });
      second.clock.advance(RETRY_SECONDS * 1_000);
      await receiver.atLeast(2);
      await second.stop();
      await storage.remove();
      assert.deepEqual(
        receiver.received.map(({ headers }) => [partsOf(headers.traceparent).traceId, headers.tracestate]),
        [
          [TRACE_ID, 'a=b'],
          [TRACE_ID, 'a=b'],
        ],
      );
    });
  });
});
