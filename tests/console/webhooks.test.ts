// The pages of webhooks: what they show, what their forms change, and what they refuse.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Context } from '../../src/context.ts';
import { getWatchedEndpoint } from '../../src/features/events/webhook-endpoints/overview.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/timestamps.ts';
import { owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { makeRequest } from '../support/makers/meeting-requests.ts';
import {
  afterAttempts,
  createEndpoint,
  eventually,
  listDeliveries,
  readEndpoint,
  sendTest,
  tryOnce,
} from '../support/makers/webhooks.ts';
import { failForGood, NO_DELAYS } from '../support/receivers/failed-deliveries.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import type { WireAnswer } from '../support/server/http.ts';
import type { AuditEntry, Endpoint } from '../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../support/server/rota.ts';

const WEBHOOKS = '/console/webhooks';
const pathOf = ({ id }: { id: string }) => `${WEBHOOKS}/${id}`;
const secretIn = ({ text }: WireAnswer) => /whsec_\w+/.exec(text)?.[0];
const MAX_BYTES = 60_000;
const RETRY_MS = HOUR_MS;
const contextOf = ({ services, workspaceId }: Node): Context => ({
  ...services,
  caller: { workspaceId, actor: { type: 'system', id: 'tests' }, scopes: [] },
});
/** No random text has spaces. */
const TOKEN = 'not to be shown';

function assertRedirect({ status, headers }: WireAnswer, to: string): void {
  assert.deepEqual([status, headers.location], [303, to]);
}

onBothEngines(
  'Webhooks in the console',
  (node) => {
    let ada: SignedIn;
    const receiver = () => Receiver.start(200);
    /** Through the API: pages have a limit for each session. */
    const untilNonePends = (id: string) =>
      eventually(async () => (await listDeliveries(node(), id, '&status=pending')).length === 0);
    before(async () => {
      ada = await signedIn(node(), await owner(node()));
    });

    test('an empty list says what to do next', async () => {
      const { status, text } = await ada.get(WEBHOOKS);
      assert.equal(status, 200);
      assert.match(text, /No endpoints yet/);
      assert.match(text, /href="\/console\/webhooks\/new"/);
    });

    test('a new one: its secret is shown once, in a response that nothing stores', async () => {
      await using server = await receiver();
      const fields = {
        url: server.url,
        description: 'CRM sync',
        events: ['meeting_request.created', 'meeting_request.booked'],
        headers: 'X-Token: abc\r\n\r\nX-Other:  d:e ',
      };
      const made = await ada.post(`${WEBHOOKS}/new`, fields);
      assert.deepEqual([made.status, made.headers['cache-control']], [200, 'no-store']);
      assert.ok(secretIn(made));
      const [endpoint] = dataOf<Endpoint[]>(await node().get('/api/v1/webhook_endpoints'));
      assert.ok(endpoint);
      assert.deepEqual(
        [endpoint.url, endpoint.description, endpoint.events],
        [server.url, 'CRM sync', fields.events],
      );
      for (const path of [pathOf(endpoint), `${pathOf(endpoint)}/settings`, WEBHOOKS])
        assert.equal(secretIn(await ada.get(path)), undefined);
      const [entry] = dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?target_id=${endpoint.id}`));
      assert.deepEqual(entry?.actor, { type: 'member', id: (await owner(node())).id });

      await sendTest(node(), endpoint.id);
      const [received] = await server.atLeast(1);
      assert.deepEqual([received?.headers['x-token'], received?.headers['x-other']], ['abc', 'd:e']);
    });

    test('422: a refused one is shown again, with what was typed and the sentence at its field', async () => {
      const shown = async (fields: Record<string, string | string[]>) => {
        const { status, text } = await ada.post(`${WEBHOOKS}/new`, fields);
        assert.equal(status, 422);
        return text;
      };
      const events = ['meeting_request.booked'];
      const url = 'https://example.com/hook';
      const badUrl = await shown({ url: 'http://10.0.0.1/"<b>', events, description: 'Kept' });
      assert.match(badUrl, /value="http:\/\/10\.0\.0\.1\/&quot;&lt;b&gt;"/);
      assert.match(badUrl, /id="url-problem"/);
      assert.match(badUrl, /value="Kept"/);
      assert.match(badUrl, /value="meeting_request\.booked" checked/);
      assert.match(await shown({ url }), /id="events-problem">Choose at least one under “Events”\./);
      assert.match(await shown({ url, events: ['made.up'] }), /events/);
      for (const headers of ['no colon', 'Host: example.com', 'X Y: z', 'X-Y: ü'])
        assert.match(
          await shown({ url, events, headers }),
          /id="headers-problem">(?:The value of )?“/,
          headers,
        );
      assert.equal((await readAll()).length, 1, 'none was made');
    });

    const readAll = async () => dataOf<Endpoint[]>(await node().get('/api/v1/webhook_endpoints'));

    test('settings: headers stay, unless they are taken away', async () => {
      await using server = await receiver();
      const headers = [{ key: 'X-Token', value: TOKEN }];
      const endpoint = await createEndpoint(node(), server.url, { headers, description: 'Old' });
      const settings = `${pathOf(endpoint)}/settings`;
      const { text } = await ada.get(settings);
      assert.match(text, /value="meeting_request\.created" checked/);
      assert.ok(!text.includes(TOKEN));
      const fields = { url: `${server.url}/2`, description: '', events: ['member.deactivated'] };
      assertRedirect(await ada.post(settings, fields), `${pathOf(endpoint)}?done=endpoint_saved`);
      const changed = await readEndpoint(node(), endpoint.id);
      assert.deepEqual(
        [changed.url, changed.description, changed.events],
        [fields.url, null, ['member.deactivated']],
      );
      await sendTest(node(), endpoint.id);
      assert.equal((await server.atLeast(1))[0]?.headers['x-token'], TOKEN);
      assertRedirect(
        await ada.post(settings, { ...fields, without_headers: 'true' }),
        `${pathOf(endpoint)}?done=endpoint_saved`,
      );
      await sendTest(node(), endpoint.id);
      assert.equal((await server.atLeast(2))[1]?.headers['x-token'], undefined);
    });

    test('a new secret is shown once: the same form again changes nothing', async () => {
      const endpoint = await createEndpoint(node(), 'http://127.0.0.1:9/hook');
      const action = `${pathOf(endpoint)}/rotate-secret`;
      const fields = { updated_at: endpoint.updated_at };
      node().clock.advance(1);
      const rotated = await ada.post(action, fields);
      assert.deepEqual([rotated.status, rotated.headers['cache-control']], [200, 'no-store']);
      assert.notEqual(secretIn(rotated), endpoint.signing_secret);
      assert.match(rotated.text, /Deliveries are also signed with the old secret until/);
      assert.match((await ada.get(`${pathOf(endpoint)}/settings`)).text, /signed with the old secret/);
      const again = await ada.post(action, fields);
      assert.deepEqual([again.status, secretIn(again)], [422, undefined]);
      node().clock.advance(DAY_MS);
      assert.match((await ada.get(`${pathOf(endpoint)}/settings`)).text, /Each delivery is signed/);
    });

    test('disabled and enabled: what waits is counted, and a test is refused meanwhile', async () => {
      await using server = await receiver();
      const endpoint = await createEndpoint(node(), server.url);
      const path = pathOf(endpoint);
      assertRedirect(await ada.post(`${path}/disable`), `${path}?done=endpoint_disabled`);
      await makeRequest(node());
      const { text } = await ada.get(path);
      assert.match(text, /Disabled by hand on/);
      assert.match(text, /One delivery, until the endpoint is enabled/);
      const refused = await ada.post(`${path}/test`);
      assert.equal(refused.status, 422);
      assert.match(refused.text, /This endpoint is disabled\. Enable it first\./);
      assertRedirect(await ada.post(`${path}/enable`), `${path}?done=endpoint_enabled`);
      await server.atLeast(1);
      await untilNonePends(endpoint.id);
      assert.match((await ada.get(path)).text, /No deliveries/);
    });

    test('why a delivery failed is told; what failed since a time is sent again', async () => {
      await using server = await Receiver.start((response) => response.writeHead(401).end('{"token":"old"}'));
      const endpoint = await createEndpoint(node(), server.url, { description: 'Warehouse' });
      const path = pathOf(endpoint);
      const [id] = await failForGood(node(), endpoint.id);
      const list = (await ada.get(`${WEBHOOKS}?show=failing`)).text;
      assert.match(list, /Warehouse/);
      assert.match(list, /One delivery has failed for good in the last 24 hours/);
      const delivery = await ada.get(`${path}/deliveries/${id}`);
      assert.match(delivery.text, /Status 401: the receiver didn’t accept the credentials/);
      assert.match(delivery.text, /There are no more attempts/);
      assert.match(delivery.text, /Response to attempt 8/);
      assert.match(delivery.text, /&quot;token&quot;: &quot;old&quot;/);
      assert.match((await ada.get(`${path}/deliveries/${id}?attempt=3`)).text, /Response to attempt 3/);

      server.answer = 200;
      const since = (ms: number) => new Date(node().clock.now() + ms).toISOString().slice(0, 16);
      const recover = (value: string) => ada.post(`${path}/recover`, { since: value });
      assertRedirect(await recover(since(DAY_MS)), `${path}?done=nothing_recovered`);
      assert.equal((await recover('yesterday')).status, 422);
      assert.match((await recover('')).text, /id="recover-since-problem">Fill in “Failed since”/);
      assertRedirect(await recover(since(-DAY_MS)), `${path}?done=deliveries_recovered`);
      await untilNonePends(endpoint.id);
      assert.match((await ada.get(`${path}/deliveries/${id}`)).text, /Delivered/);

      assertRedirect(
        await ada.post(`${path}/deliveries/${id}/retry`),
        `${path}/deliveries/${id}?done=delivery_resent`,
      );
      await server.atLeast(10);
    });

    test('deliveries are filtered by the address of the page, and paged', async () => {
      await using server = await receiver();
      const endpoint = await createEndpoint(node(), server.url);
      const path = pathOf(endpoint);
      const old = await sendTest(node(), endpoint.id);
      await afterAttempts(node(), endpoint.id, old, 1);
      node().clock.advance(2 * DAY_MS);
      const ids = await Promise.all(Array.from({ length: 26 }, () => sendTest(node(), endpoint.id)));
      await server.atLeast(27);
      await untilNonePends(endpoint.id);
      const found = async (query: string) => {
        const { status, text } = await ada.get(`${path}?${query}`);
        assert.equal(status, 200);
        return { ids: [...text.matchAll(/deliveries\/(del_\w+)"/g)].map(([, id]) => id), text };
      };
      assert.equal((await found('')).ids.length, 25);
      const next = /href="([^"]+)" rel="next"/.exec((await found('status=success')).text)?.[1];
      const cursor = new URLSearchParams(next?.replaceAll('&amp;', '&').split('?')[1]);
      assert.equal(cursor.get('status'), 'success');
      assert.equal((await found(`${cursor}`)).ids.length, 2);
      const today = new Date(node().clock.now()).toISOString().slice(0, 10);
      cursor.set('since', today);
      assert.equal((await found(`${cursor}`)).ids.length, 1);
      assert.ok(!(await found(`since=${today}`)).ids.includes(old));
      assert.ok((await found(`since=${today}`)).ids.includes(ids.at(-1) as string));
      assert.deepEqual((await found('status=failed')).ids, []);
      assert.match((await found('event_type=meeting_request.booked')).text, /No deliveries match/);
      assert.equal((await found('status=&event_type=test&since=')).ids.length, 25);
      for (const query of ['status=odd', 'since=Monday', 'cursor=x', 'attempt=x&status=odd'])
        assert.equal((await ada.get(`${path}?${query}`)).status, 422, query);
    });

    test('a page has a bounded size, whatever the receiver answers', async () => {
      const bodies = [
        '['.repeat(2_000) + ']'.repeat(2_000),
        '"<&>'.repeat(2_000),
        '\u0000\u202e'.repeat(1_000),
      ];
      await using server = await Receiver.start((response, _, place) =>
        response.writeHead(500).end(bodies[place % bodies.length]),
      );
      const endpoint = await createEndpoint(node(), server.url);
      const [id] = await failForGood(node(), endpoint.id);
      for (const attempt of [6, 7, 8]) {
        const { status, text } = await ada.get(`${pathOf(endpoint)}/deliveries/${id}?attempt=${attempt}`);
        assert.equal(status, 200);
        assert.ok(Buffer.byteLength(text) < MAX_BYTES, `${Buffer.byteLength(text)} bytes`);
      }
    });

    test('a list has a bounded size, whatever its endpoints are called', async () => {
      const url = `http://127.0.0.1:9/${'&'.repeat(2_000)}`;
      for (let made = 0; made < 25; made++)
        await createEndpoint(node(), url, { description: '<"&'.repeat(1_500) });
      const { status, text } = await ada.get(WEBHOOKS);
      assert.equal(status, 200);
      assert.ok(Buffer.byteLength(text) < MAX_BYTES, `${Buffer.byteLength(text)} bytes`);
    });

    test('a deleted one is gone, with its deliveries', async () => {
      const endpoint = await createEndpoint(node(), 'http://127.0.0.1:9/hook');
      const path = pathOf(endpoint);
      const id = await sendTest(node(), endpoint.id);
      assert.equal((await ada.get(`${path}/deliveries/${id}`)).status, 200);
      assertRedirect(await ada.post(`${path}/delete`), `${WEBHOOKS}?done=endpoint_deleted`);
      for (const gone of [path, `${path}/settings`, `${path}/deliveries/${id}`])
        assert.equal((await ada.get(gone)).status, 404, gone);
      for (const verb of ['delete', 'enable', 'test', 'rotate-secret'])
        assert.equal((await ada.post(`${path}/${verb}`)).status, 404, verb);
    });

    test('404: a delivery of another endpoint, and one of another workspace', async () => {
      const [one, other] = [
        await createEndpoint(node(), 'http://127.0.0.1:9/1'),
        await createEndpoint(node(), 'http://127.0.0.1:9/2'),
      ];
      const id = await sendTest(node(), one.id);
      assert.equal((await ada.get(`${pathOf(other)}/deliveries/${id}`)).status, 404);
      assert.equal((await ada.post(`${pathOf(other)}/deliveries/${id}/retry`)).status, 404);
      const { rawKey: key } = await node().otherWorkspace();
      const foreign = dataOf<Endpoint>(
        await node().post('/api/v1/webhook_endpoints', { url: one.url, events: one.events }, { key }),
      );
      assert.equal((await ada.get(pathOf(foreign))).status, 404);
      assert.equal((await ada.post(`${pathOf(foreign)}/disable`)).status, 404);
    });
  },
  NO_DELAYS,
);

onBothEngines(
  'An endpoint that refuses a delivery',
  (node) => {
    test('is retrying: since when, the last answer and what comes next; one button makes the next attempt', async () => {
      await using receiver = await Receiver.start(501);
      const ada = await signedIn(node(), await owner(node()));
      const endpoint = await createEndpoint(node(), receiver.url, { description: 'CRM' });
      const { id } = await tryOnce(node(), endpoint.id);
      const path = pathOf(endpoint);
      for (const page of [WEBHOOKS, `${WEBHOOKS}?show=failing`, path]) {
        assert.match((await ada.get(page)).text, /Retrying/, page);
      }
      const { text } = await ada.get(path);
      assert.match(text, /Last answer: 501, the receiver had an error of its own/);
      assert.match(text, /Next attempt: <time/);
      const action = `${path}/deliveries/${id}/retry-now`;
      assert.ok(text.includes(`action="${action}"`));
      assert.match((await ada.get(`${path}/deliveries/${id}`)).text, /Retry now/);

      receiver.answer = 200;
      assertRedirect(await ada.post(action), `${path}/deliveries/${id}?done=delivery_retried`);
      await afterAttempts(node(), endpoint.id, id, 2);
      assert.match((await ada.get(`${path}/deliveries/${id}`)).text, /Delivered/);
      assert.doesNotMatch((await ada.get(path)).text, /Retrying/);
      const refused = await ada.post(action);
      assert.equal(refused.status, 422);
      assert.match(refused.text, /isn’t waiting for another attempt/);
    });

    test('shows since when it refuses, of the delivery that was retried first', async () => {
      await using receiver = await Receiver.start(503);
      const endpoint = await createEndpoint(node(), receiver.url);
      const began = new Date(node().clock.now()).toISOString();
      const first = await tryOnce(node(), endpoint.id);
      node().clock.advance(RETRY_MS);
      await afterAttempts(node(), endpoint.id, first.id, 2);
      node().clock.advance(RETRY_MS / 2);
      const second = await tryOnce(node(), endpoint.id);
      const { retrying } = await getWatchedEndpoint(contextOf(node()), endpoint.id);
      assert.deepEqual(retrying, {
        delivery_id: first.id,
        response_code: 503,
        error: null,
        since: began,
        last_attempted_at: new Date(node().clock.now() - RETRY_MS / 2).toISOString(),
        next_attempt_at: new Date(node().clock.now() + RETRY_MS / 2).toISOString(),
      });
      assert.notEqual(second.id, first.id);
      dataOf(await node().patch(`/api/v1/webhook_endpoints/${endpoint.id}`, { enabled: false }));
      const { retrying: whileDisabled } = await getWatchedEndpoint(contextOf(node()), endpoint.id);
      assert.equal(whileDisabled, null);
    });
  },
  { environment: { ROTA_WEBHOOK_RETRY_DELAYS: String(RETRY_MS / 1_000) } },
);
