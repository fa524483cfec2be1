// A server on a loopback address relaxes its rules until the first call that shows it is not local.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { NO_HTTPS } from '../support/makers/hostile-urls.ts';
import { createEndpoint, ENDPOINTS, tryOnce } from '../support/makers/webhooks.ts';
import { answered, outcomesOf, refused } from '../support/receivers/addresses.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import {
  engines,
  errorOf,
  freshStorage,
  type Node,
  type Storage,
  startNode,
} from '../support/server/rota.ts';

const EVENTS = ['meeting_request.created'];
const warningsIn = ({ logLines }: Node) => logLines.filter((line) => line.includes('ROTA_TRUSTED_PROXIES'));

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
const HARMLESS = [
  'localhost',
  'LOCALHOST:3000',
  'rota.localhost',
  '127.0.0.1',
  '127.8.9.1:80',
  '[::1]',
  '[::1]:3000',
  '[::ffff:7f00:1]:3000',
];

for (const engine of engines) {
  describe(`a server for this machine only (${engine})`, () => {
    let storage: Storage;
    before(async () => {
      storage = await freshStorage(engine);
    });
    after(() => storage.remove());

    /** What was allowed is refused, of this call already; and once it is said what to do about it. */
    async function assertLeft(node: Node, receiver: Receiver, call: () => Promise<unknown>): Promise<void> {
      const kept = await createEndpoint(node, receiver.url);
      const [outcome] = outcomesOf(await tryOnce(node, kept.id));
      assert.deepEqual(outcome, { ...answered(200), response_body: 'noted' });
      assert.deepEqual(warningsIn(node), []);

      await call();
      const again = await node.post(ENDPOINTS, { url: receiver.url, events: EVENTS });
      assert.deepEqual([again.status, errorOf(again).message], [422, NO_HTTPS]);
      // The connection from before is still there, and not used any more.
      assert.deepEqual(outcomesOf(await tryOnce(node, kept.id)), [refused]);
      assert.equal(receiver.received.length, 1);
      assert.equal(warningsIn(node).length, 1);
    }

    for (const [what, headers] of Object.entries(signs)) {
      test(`is none any more after a call with ${what}, which is refused itself`, async () => {
        await using receiver = await Receiver.start();
        const node = await startNode(storage);
        try {
          await assertLeft(node, receiver, async () => {
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
      ['to a path that is none', 'GET /%zz HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n'],
    ]) {
      test(`is none any more after a call ${what}`, async () => {
        await using receiver = await Receiver.start();
        const node = await startNode(storage);
        try {
          await assertLeft(node, receiver, async () => {
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

    test('stays one for calls from this machine, and is one again after a restart', async () => {
      await using receiver = await Receiver.start();
      const node = await startNode(storage);
      try {
        for (const host of HARMLESS) {
          const body = { url: receiver.url, events: EVENTS };
          const answer = await node.post(ENDPOINTS, body, { headers: { host } });
          assert.equal(answer.status, 201, host);
        }
        assert.deepEqual(warningsIn(node), []);
      } finally {
        await node.stop();
      }
    });

    test('is none from the start with the setting, and nothing is said', async () => {
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
}
