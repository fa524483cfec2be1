// One client cannot hold more of the process than its share, tested over raw sockets.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, type TestContext } from 'node:test';
import { insertEvents } from '../../src/features/events/events/queries.ts';
import { createNetworkCheck, networkOf } from '../../src/text/networks.ts';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { figure } from '../support/server/metrics.ts';
import {
  freshStorage,
  type Node,
  type NodeOptions,
  type Storage,
  startNode,
} from '../support/server/rota.ts';
import { EVENTS, Follower } from '../support/server/stream.ts';

/** After six checks without progress, the server closes a connection. */
const CHECK_EVERY_MS = 5_000;
/** Fifty of these responses do not fit into socket buffers. */
const LONG_PAGE = '/openapi.json';
const LAST_REQUEST = 'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

async function startAlone(options: NodeOptions = {}): Promise<{ node: Node; storage: Storage }> {
  const storage = await freshStorage('sqlite');
  return { node: await startNode(storage, options), storage };
}

/** Sends `count` requests at once on one connection, and reads no response. */
function pipeline(t: TestContext, node: Node, count: number, path = LONG_PAGE, headers = ''): Socket {
  const { hostname, port } = new URL(node.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  t.after(() => socket.destroy());
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`.repeat(count));
  return socket;
}

const closed = async (node: Node, reason: string) =>
  (await figure(node, `rota_http_connections_closed_total{reason="${reason}"}`)) ?? 0;

async function runCheck(node: Node): Promise<void> {
  node.clock.advance(CHECK_EVERY_MS);
  // The next check is scheduled when this one has ended. A request gives it time for that.
  await figure(node, 'none');
}

/** Reads until there are `bytes` bytes, or until the connection is closed. */
async function read(socket: Socket, bytes = Number.POSITIVE_INFINITY): Promise<string> {
  let text = '';
  socket.setEncoding('latin1');
  while (text.length < bytes && !socket.destroyed) {
    const chunk = socket.read();
    if (chunk === null) await readableOrClosed(socket);
    else text += chunk;
  }
  return text;
}

/** Unlike `once`, it does not fail on a reset. */
const closing = (socket: Socket) => new Promise<void>((resolve) => void socket.once('close', resolve));

function readableOrClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('readable', done).off('close', done);
      resolve();
    };
    socket.on('readable', done).on('close', done);
  });
}

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

describe('A connection', () => {
  let node: Node;
  let storage: Storage;
  before(async () => {
    ({ node, storage } = await startAlone());
  });
  after(async () => {
    await node.stop();
    await storage.remove();
  });

  test('whose responses nobody reads is closed', async (t) => {
    const socket = pipeline(t, node, 50);
    await eventually(async () => {
      await runCheck(node);
      return (await closed(node, 'unread')) === 1;
    });
    socket.resume();
    await closing(socket);
  });

  test('whose responses are read slowly gets all of them', async (t) => {
    const before = await closed(node, 'unread');
    const length = (await node.get(LONG_PAGE)).text.length;
    const socket = pipeline(t, node, 49);
    socket.write(LAST_REQUEST);
    let text = '';
    for (let portion = 0; portion < 20; portion++) {
      text += await read(socket, length * 2);
      await runCheck(node);
      await runCheck(node);
    }
    text += await read(socket);
    assert.deepEqual(statusesIn(text), [...Array(49).fill('200'), '404']);
    assert.equal(await closed(node, 'unread'), before);
  });

  test('with a stream that nobody reads is closed, and an idle one is not', async (t) => {
    const { database, ids, clock } = node.services;
    const other = await node.otherWorkspace();
    await using idle = await Follower.open(node, { key: other.rawKey });
    const since = ids('event');
    const rows = Array.from({ length: 300 }, () => ({
      id: ids('event'),
      type: 'test',
      payload: JSON.stringify({ event: 'test', message: 'x'.repeat(50_000) }),
      created_at: clock.now(),
    }));
    await database.transaction(async (tx) => insertEvents(tx, node.workspaceId, rows));
    const before = await closed(node, 'unread');
    const headers = `Authorization: Bearer ${node.rawKey}\r\nAccept: text/event-stream\r\n`;
    pipeline(t, node, 1, `${EVENTS}?after=${since}`, headers);
    await eventually(async () => {
      await runCheck(node);
      return (await closed(node, 'unread')) === before + 1;
    });
    assert.equal(idle.hasEnded, false);
  });

  test('gets its responses in order, up to 50 requests at once', async (t) => {
    const socket = pipeline(t, node, 49, '/healthz');
    socket.write(LAST_REQUEST);
    assert.deepEqual(statusesIn(await read(socket)), [...Array(49).fill('200'), '404']);
  });

  test('with more than 50 requests at once is closed, and the rest are not handled', async (t) => {
    const lines = node.logLines.length;
    const socket = pipeline(t, node, 1_500);
    await eventually(async () => (await closed(node, 'pipelined')) === 1);
    socket.resume();
    await closing(socket);
    const served = node.logLines.slice(lines).filter((line) => line.includes(`"route":"${LONG_PAGE}"`));
    assert.ok(served.length <= 50, `${served.length} were served`);
  });
});

describe('Connections from one address', () => {
  const isServed = async (socket: Socket) => (await read(socket, 50)).startsWith('HTTP/1.1 200');

  test('are limited, and closing one makes room', async (t) => {
    const { node, storage } = await startAlone({ environment: { ROTA_CONNECTIONS_PER_ADDRESS: '4' } });
    t.after(async () => {
      await node.stop();
      await storage.remove();
    });
    // The test client has a connection open as well.
    const sockets = Array.from({ length: 3 }, () => pipeline(t, node, 1, '/healthz'));
    for (const socket of sockets) assert.ok(await isServed(socket));
    for (let times = 0; times < 3; times++) {
      const { hostname, port } = new URL(node.url);
      const text = await read(connect(Number(port), hostname));
      assert.match(
        text,
        /^HTTP\/1\.1 503 .*\r\n(?:.+\r\n)+\r\n\{"error":\{"type":"unavailable","message":"There/,
      );
    }
    assert.equal(await closed(node, 'too_many'), 3);
    const warnings = () => node.logLines.filter((line) => line.includes('too many connections')).length;
    assert.equal(warnings(), 1, 'at most one a minute');

    await closing(sockets[0]?.resume().end() as Socket);
    await eventually(async () => {
      const socket = pipeline(t, node, 1, '/healthz');
      return (await read(socket, 50)).startsWith('HTTP/1.1 200');
    });
    node.clock.advance(60_000);
    await read(pipeline(t, node, 1, '/healthz'));
    assert.equal(warnings(), 2);
  });

  for (const [who, environment] of Object.entries<Record<string, string>>({
    'those of a trusted proxy': { ROTA_CONNECTIONS_PER_ADDRESS: '2', ROTA_TRUSTED_PROXIES: '127.0.0.0/8' },
    'with the limit turned off': { ROTA_CONNECTIONS_PER_ADDRESS: '0' },
  })) {
    test(`are not limited: ${who}`, async (t) => {
      const { node, storage } = await startAlone({ environment });
      t.after(async () => {
        await node.stop();
        await storage.remove();
      });
      const sockets = Array.from({ length: 5 }, () => pipeline(t, node, 1, '/healthz'));
      for (const socket of sockets) assert.ok(await isServed(socket));
    });
  }

  test('are counted by /64 for IPv6; an IPv4-mapped address counts as its IPv4 address', () => {
    assert.equal(networkOf('203.0.113.7'), '203.0.113.7');
    assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7');
    assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
    assert.equal(networkOf('2001:DB8:1:2::'), '2001:db8:1:2::/64');
    assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'));
    assert.equal(networkOf('fe80::1%eth0'), networkOf('fe80::2'));
    const isTrusted = createNetworkCheck(['10.0.0.0/8', '::1', 'fd00::/8', '192.0.2.1']);
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::1', 'fd12::1', '192.0.2.1']) {
      assert.ok(isTrusted(address), address);
    }
    for (const address of ['11.0.0.1', '::2', 'fe80::1', '192.0.2.2', 'unknown']) {
      assert.ok(!isTrusted(address), address);
    }
  });
});
