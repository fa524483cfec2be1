// Lists of the client yield each item once, page by page, and read no page before it is needed.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { Rota } from '@rota/client';
import { test } from '../support/lanes.ts';
import { subscribe } from '../support/makers/events.ts';
import { writeDeliveries } from '../support/makers/webhook-rows.ts';
import { ScriptedServer } from '../support/receivers/scripted-server.ts';
import { onBothEngines } from '../support/server/rota.ts';

const COUNT = 1_000;

onBothEngines('A list of the client', (node) => {
  let endpoint: string;
  let ids: string[];
  let rota: Rota;
  let requests = 0;

  before(async () => {
    endpoint = await subscribe(node(), ['meeting_request.created']);
    ids = (await writeDeliveries(node(), endpoint, COUNT)).map(({ id }) => id).reverse();
    rota = new Rota({
      url: node().url,
      key: node().rawKey,
      fetch: (...given) => {
        requests += 1;
        return fetch(...given);
      },
    });
  });

  test('goes through 1,000 items, each once, newest first, page by page', async () => {
    requests = 0;
    const seen: string[] = [];
    for await (const { id } of rota.webhookEndpoints.deliveries.list(endpoint)) seen.push(id);
    assert.deepEqual(seen, ids);
    assert.equal(requests, COUNT / 25);
  });

  test('takes pages as large as it is told, and has them one by one', async () => {
    const list = rota.webhookEndpoints.deliveries.list(endpoint, { limit: 100 });
    const sizes: number[] = [];
    for await (const { data, meta } of list.pages()) {
      assert.deepEqual([meta.limit, meta.has_more], [100, sizes.length < 9]);
      sizes.push(data.length);
    }
    assert.deepEqual(sizes, Array(10).fill(100));
    assert.deepEqual(
      (await list.all()).map(({ id }) => id),
      ids,
    );
  });

  test('reads no further than it is gone through, and nothing before that', async () => {
    requests = 0;
    const list = rota.webhookEndpoints.deliveries.list(endpoint);
    assert.equal(requests, 0);
    let taken = 0;
    for await (const _ of list) if (++taken === 30) break;
    assert.equal(requests, 2);
  });

  test('begins where it is told', async () => {
    const cursor = ids[989] as string;
    const list = rota.webhookEndpoints.deliveries.list(endpoint, { cursor });
    assert.deepEqual(
      (await list.all()).map(({ id }) => id),
      ids.slice(990),
    );
  });

  test('is empty where there is nothing', async () => {
    const list = rota.webhookEndpoints.deliveries.list(endpoint, { status: 'failed' });
    assert.deepEqual(await list.all(), []);
    const meta = { limit: 25, has_more: false, next_cursor: null };
    assert.deepEqual(await list.page(), { data: [], meta });
  });
});

test('A page that fails is asked for again, and the list goes on', async () => {
  const page = (id: string, next_cursor: string | null) => ({
    status: 200,
    body: { data: [{ id }], meta: { limit: 1, has_more: next_cursor !== null, next_cursor } },
  });
  const failure = { status: 503, body: { error: { type: 'unavailable', message: 'Not now' } } };
  await using server = await ScriptedServer.start(page('a', 'a'), failure, page('b', null));
  const rota = new Rota({ url: server.url, key: 'some-key', wait: async () => {} });
  const teams = await rota.teams.list({ limit: 1, active: false }).all();
  assert.deepEqual(
    teams.map(({ id }) => id),
    ['a', 'b'],
  );
  const first = '/api/v1/teams?limit=1&active=false';
  assert.deepEqual(
    server.asked.map(({ path }) => path),
    [first, `${first}&cursor=a`, `${first}&cursor=a`],
  );
});
