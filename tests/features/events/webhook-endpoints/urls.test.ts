// Full lane, because it tries many addresses: URLs that lead inside the network are refused when an endpoint is created or changed. Nothing is sent.
import assert from 'node:assert/strict';
import { after, before, type TestContext } from 'node:test';
import { describe, test } from '../../../support/lanes.ts';
import {
  CREDENTIALS,
  harmlessUrls,
  hostileUrls,
  NO_HTTPS,
  notPublic,
  visible,
} from '../../../support/makers/hostile-urls.ts';
import { createEndpoint, ENDPOINTS, readEndpoint } from '../../../support/makers/webhooks.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { Endpoint } from '../../../support/server/resources.ts';
import {
  dataOf,
  freshStorage,
  type Node,
  onBothEngines,
  onEachEngine,
  type Storage,
  startNode,
} from '../../../support/server/rota.ts';

const create = (node: Node, url: string) =>
  node.post(ENDPOINTS, { url, events: ['meeting_request.created'] });

/** Each is accepted, and kept as it was written. */
async function assertAllAccepted(node: Node, urls: string[]): Promise<void> {
  for (const url of urls) {
    const answer = await create(node, url);
    assert.equal(answer.status, 201, `${url}: ${answer.text}`);
    const { id, url: shown } = dataOf<Endpoint>(answer);
    assert.deepEqual([shown, (await readEndpoint(node, id)).url], [url, url]);
  }
}

async function assertAllRefused(node: Node, refusals: Record<string, string>): Promise<void> {
  await assertRefused(
    node,
    Object.entries(refusals).map(([url, message]) => [() => create(node, url), 'invalid_request', message]),
  );
}

onBothEngines(
  'URLs of webhooks while others can reach the server',
  (node) => {
    for (const [what, rows] of Object.entries(hostileUrls)) {
      for (const [url, message] of rows) {
        test(`422: ${what}: ${visible(url)}`, () => assertAllRefused(node(), { [url]: message }));
      }
    }

    for (const url of harmlessUrls) {
      test(`201: ${visible(url)}`, () => assertAllAccepted(node(), [url]));
    }

    test('422: an accepted URL can not be changed to such a URL', async () => {
      const { id, url } = await createEndpoint(node(), 'https://example.com/hook');
      await assertRefused(
        node(),
        Object.values(hostileUrls)
          .flatMap((rows) => rows.slice(0, 2))
          .map(([hostile, message]) => [
            () => node().patch(`${ENDPOINTS}/${id}`, { url: hostile, enabled: false }),
            'invalid_request',
            message,
          ]),
      );
      assert.deepEqual([(await readEndpoint(node(), id)).url, url], [url, 'https://example.com/hook']);
      const changed = await node().patch(`${ENDPOINTS}/${id}`, { url: 'https://8.8.8.8/hook' });
      assert.equal(dataOf<Endpoint>(changed).url, 'https://8.8.8.8/hook');
    });
  },
  { environment: { HOST: '0.0.0.0' } },
);

const EXAMPLES = ['https://8.8.8.8/', 'https://[2606:4700:4700::1111]/', 'https://example.com/hook'];

onEachEngine((engine) => {
  describe(`URLs of webhooks by the settings of the server (${engine})`, () => {
    let storage: Storage;
    before(async () => {
      storage = await freshStorage(engine);
    });
    after(() => storage.remove());

    async function start(t: TestContext, environment: Record<string, string>): Promise<Node> {
      const node = await startNode(storage, { environment });
      t.after(() => node.stop());
      return node;
    }

    test('listening on ::, http, loopback and private addresses are refused', async (t) => {
      const node = await start(t, { HOST: '::' });
      await assertAllRefused(node, {
        'http://127.0.0.1:8080/hook': NO_HTTPS,
        'http://example.com/hook': NO_HTTPS,
        'http://8.8.8.8/hook': NO_HTTPS,
        'https://127.0.0.1/hook': notPublic('127.0.0.1'),
        'https://[::1]/hook': notPublic('::1'),
        'https://10.0.0.1/hook': notPublic('10.0.0.1'),
      });
      await assertAllAccepted(node, EXAMPLES);
    });

    for (const host of ['localhost', '::1', '127.0.0.5', '::ffff:127.0.0.1']) {
      test(`listening on ${host}, http and loopback are accepted, other addresses that are not public are not`, async (t) => {
        const node = await start(t, { HOST: host });
        await assertAllAccepted(node, [
          ...EXAMPLES,
          ...['http://127.0.0.1:8080/hook', 'https://127.0.0.1/hook', 'http://127.255.255.254/hook'],
          ...['http://2130706433/hook', 'http://[::1]:8080/hook', 'https://[::1]/hook'],
          ...['http://[::ffff:127.0.0.1]/hook', 'http://localhost:3000/hook', 'http://example.com/hook'],
          'http://8.8.8.8/hook',
        ]);
        await assertAllRefused(node, {
          'http://10.0.0.1/hook': notPublic('10.0.0.1'),
          'https://10.0.0.1/hook': notPublic('10.0.0.1'),
          'http://192.168.1.1/hook': notPublic('192.168.1.1'),
          'http://169.254.169.254/hook': notPublic('169.254.169.254'),
          'http://168.63.129.16/hook': notPublic('168.63.129.16'),
          // Linux treats these two as loopback. They are refused nevertheless.
          'http://0.0.0.0/hook': notPublic('0.0.0.0'),
          'http://[::]/hook': notPublic('::'),
          'http://[fe80::1]/hook': notPublic('fe80::1'),
          'http://[fd00:ec2::254]/hook': notPublic('fd00:ec2::254'),
          'http://[::ffff:10.0.0.1]/hook': notPublic('::ffff:a00:1'),
          'ftp://127.0.0.1/hook': NO_HTTPS,
          'ws://127.0.0.1/hook': NO_HTTPS,
          'http://user@127.0.0.1/hook': CREDENTIALS,
        });
      });
    }

    test('networks that the operator has named are accepted, over http too, and only these', async (t) => {
      const node = await start(t, {
        HOST: '0.0.0.0',
        ROTA_WEBHOOK_ALLOWED_NETWORKS: '10.20.0.0/16, 192.168.7.7,fd00:1::/32',
      });
      const inside = [
        ...['10.20.0.0', '10.20.255.255', '0x0a.20.1', '[::ffff:10.20.0.1]', '[64:ff9b::10.20.0.1]'],
        ...['192.168.7.7', '[fd00:1::]', '[fd00:1:ffff:ffff:ffff:ffff:ffff:ffff]'],
      ];
      await assertAllAccepted(node, [
        ...EXAMPLES,
        ...inside.flatMap((host) => [`http://${host}/hook`, `https://${host}:8443/hook`]),
        // A name is looked up when something is sent.
        'http://receiver.internal:8080/hook',
      ]);
      const outside = [
        ...['10.19.255.255', '10.21.0.0', '192.168.7.6', '192.168.7.8', '127.0.0.1', '0.0.0.0', 'fd00::1'],
        ...['fd00:2::', 'fd00:0:ffff:ffff:ffff:ffff:ffff:ffff', '::1', '::ffff:a15:1', '64:ff9b::a15:1'],
      ];
      for (const address of outside) {
        const host = address.includes(':') ? `[${address}]` : address;
        await assertAllRefused(node, {
          [`http://${host}/hook`]: notPublic(address),
          [`https://${host}/hook`]: notPublic(address),
        });
      }
      await assertAllRefused(node, { 'ftp://10.20.0.1/': NO_HTTPS, 'https://user@10.20.0.1/': CREDENTIALS });
    });

    test('http to a public address is refused although it is accepted to networks of the operator', async (t) => {
      const node = await start(t, { HOST: '0.0.0.0', ROTA_WEBHOOK_ALLOWED_NETWORKS: '10.20.0.0/16' });
      const noHttp = (address: string) => `url must not lead there: http is not allowed to ${address}`;
      await assertAllRefused(node, {
        'http://8.8.8.8/hook': noHttp('8.8.8.8'),
        'http://134744072/hook': noHttp('8.8.8.8'),
        'http://[2606:4700:4700::1111]/hook': noHttp('2606:4700:4700::1111'),
        'http://[::ffff:8.8.8.8]/hook': noHttp('::ffff:808:808'),
        'http://[64:ff9b::8.8.8.8]/hook': noHttp('64:ff9b::808:808'),
      });
    });

    test('in local mode, networks of the operator are accepted besides loopback', async (t) => {
      const node = await start(t, { ROTA_WEBHOOK_ALLOWED_NETWORKS: '10.20.0.0/16' });
      const accepted = ['127.0.0.1', '[::1]', '10.20.0.1', '8.8.8.8'];
      await assertAllAccepted(
        node,
        accepted.map((host) => `http://${host}/hook`),
      );
      await assertAllRefused(node, { 'http://10.21.0.1/hook': notPublic('10.21.0.1') });
    });
  });
});
