// A server on a loopback address is in local mode until the first call that shows that others can reach it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before } from 'node:test';
import { describe, test } from '../support/lanes.ts';
import { NO_HTTPS } from '../support/makers/hostile-urls.ts';
import { createEndpoint, ENDPOINTS, tryOnce } from '../support/makers/webhooks.ts';
import { answered, refused, resultsOf } from '../support/receivers/addresses.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import {
  errorOf,
  freshStorage,
  type Node,
  onEachEngine,
  type Storage,
  startNode,
} from '../support/server/rota.ts';

const EVENTS = ['meeting_request.created'];
const warningsIn = ({ logLines }: Node) => logLines.filter((line) => line.includes('ROTA_TRUSTED_PROXIES'));

/** Headers that show that a call is not local. */
const signs: Record<string, Record<string, string>> = {
  Forwarded: { forwarded: 'for=192.0.2.60' },
  'X-Forwarded-For': { 'x-forwarded-for': '203.0.113.7' },
  'X-Forwarded-Proto': { 'x-forwarded-proto': 'https' },
  'X-Real-IP': { 'x-real-ip': '203.0.113.7' },
  Via: { via: '1.1 proxy' },
  'a host with a name': { host: 'rota.example.com' },
  'a host that only begins like loopback': { host: '127.0.0.1.example.com' },
  'a host with a private address': { host: '10.0.0.5:3000' },
};
const LOCAL_HOSTS = [
  'localhost',
  'LOCALHOST:3000',
  'rota.localhost',
  '127.0.0.1',
  '127.8.9.1:80',
  '[::1]',
  '[::1]:3000',
  '[::ffff:7f00:1]:3000',
];

onEachEngine((engine) => {
  describe(`a server in local mode (${engine})`, () => {
    let storage: Storage;
    before(async () => {
      storage = await freshStorage(engine);
    });
    after(() => storage.remove());

    /** What local mode allows is refused from this call on, and one warning says what to do. */
    async function assertLeavesLocalMode(
      node: Node,
      receiver: Receiver,
      call: () => Promise<unknown>,
    ): Promise<void> {
      const kept = await createEndpoint(node, receiver.url);
      const [result] = resultsOf(await tryOnce(node, kept.id));
      assert.deepEqual(result, { ...answered(200), response_body: 'noted' });
      assert.deepEqual(warningsIn(node), []);

      await call();
      const again = await node.post(ENDPOINTS, { url: receiver.url, events: EVENTS });
      assert.deepEqual([again.status, errorOf(again).message], [422, NO_HTTPS]);
      // The earlier connection is still open, and not used any more.
      assert.deepEqual(resultsOf(await tryOnce(node, kept.id)), [refused]);
      assert.equal(receiver.received.length, 1);
      assert.equal(warningsIn(node).length, 1);
    }

    for (const [what, headers] of Object.entries(signs)) {
      test(`leaves it at a call with ${what}, which is refused itself`, async () => {
        await using receiver = await Receiver.start();
        const node = await startNode(storage);
        try {
          await assertLeavesLocalMode(node, receiver, async () => {
            const body = { url: receiver.url, events: EVENTS };
            const answer = await node.post(ENDPOINTS, body, { headers });
            assert.deepEqual([answer.status, errorOf(answer).message], [422, NO_HTTPS]);
          });
        } finally {
          await node.stop();
        }
      });
    }

    for (const [what, request] of [
      ['in HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n'],
      ['without a host', 'GET /healthz HTTP/1.0\r\n\r\n'],
      ['to a malformed path', 'GET /%zz HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n'],
    ]) {
      test(`leaves it at a call ${what}`, async () => {
        await using receiver = await Receiver.start();
        const node = await startNode(storage);
        try {
          await assertLeavesLocalMode(node, receiver, async () => {
            const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
            await once(socket, 'connect');
            socket.write(String(request));
            await text(socket);
          });
        } finally {
          await node.stop();
        }
      });
    }

    test('stays in it for calls from this machine, and is in it again after a restart', async () => {
      await using receiver = await Receiver.start();
      const node = await startNode(storage);
      try {
        for (const host of LOCAL_HOSTS) {
          const body = { url: receiver.url, events: EVENTS };
          const answer = await node.post(ENDPOINTS, body, { headers: { host } });
          assert.equal(answer.status, 201, host);
        }
        assert.deepEqual(warningsIn(node), []);
      } finally {
        await node.stop();
      }
    });

    test('never begins it with ROTA_TRUSTED_PROXIES, and logs no warning', async () => {
      const environment = { ROTA_TRUSTED_PROXIES: '127.0.0.1' };
      const node = await startNode(storage, { environment });
      try {
        const headers = { 'x-forwarded-for': '203.0.113.7' };
        const answer = await node.post(ENDPOINTS, { url: 'http://127.0.0.1/', events: EVENTS }, { headers });
        assert.deepEqual([answer.status, warningsIn(node)], [422, []]);
      } finally {
        await node.stop();
      }
    });
  });
});
