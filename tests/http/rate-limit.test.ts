// Rate limits of keys, workspaces and client addresses hold, also across nodes.
import assert from 'node:assert/strict';
import { createKeyRing } from '../../src/features/workspace/api-keys/key-ring.ts';
import { generateRawKey } from '../../src/features/workspace/api-keys/rules.ts';
import { MemoryRateLimiter } from '../../src/limits/rate-windows.ts';
import { describe, test } from '../support/lanes.ts';
import {
  errorOf,
  freshStorage,
  type Node,
  onBothEngines,
  startNode,
  startTwoNodes,
} from '../support/server/rota.ts';

const PATH = '/api/v1/workspace';
const LIMITED = { environment: { ROTA_RATE_LIMIT_PER_MINUTE: '120' } };

async function statuses(node: Node, count: number, key: string): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => node.get(PATH, { key })));
  return answers.map((answer) => answer.status);
}

const admitted = (found: number[]) => found.filter((status) => status === 200).length;

onBothEngines(
  'the rate limit',
  (node) => {
    test('429: the 121st request in 60 seconds, in the form of the contract', async () => {
      const { rawKey: key } = await node().otherWorkspace();
      assert.equal(admitted(await statuses(node(), 120, key)), 120);
      const answer = await node().get(PATH, { key });
      assert.equal(answer.status, 429);
      assert.deepEqual(errorOf(answer), { type: 'rate_limited', message: 'Too many requests' });
      assert.equal(answer.headers['retry-after'], '60');
      assert.equal(answer.headers['ratelimit-policy'], '"default";q=120;w=60');
      assert.equal(answer.headers.ratelimit, '"default";r=0;t=60');
    });

    test('the window slides: requests become free one by one, 60 seconds after they were made', async () => {
      const { rawKey: key } = await node().otherWorkspace();
      assert.equal(admitted(await statuses(node(), 50, key)), 50);
      node().clock.advance(30_000);
      assert.equal(admitted(await statuses(node(), 71, key)), 70);
      // 59.999 s after the first fifty: still 120 in the window.
      node().clock.advance(29_999);
      const refused = await node().get(PATH, { key });
      assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '1']);
      node().clock.advance(1);
      // A token bucket or a fixed minute would admit another number here.
      assert.equal(admitted(await statuses(node(), 60, key)), 50);
      node().clock.advance(29_999);
      assert.equal(admitted(await statuses(node(), 5, key)), 0);
      node().clock.advance(1);
      assert.equal(admitted(await statuses(node(), 100, key)), 70);
    });

    test('a refused request does not count', async () => {
      const { rawKey: key } = await node().otherWorkspace();
      await statuses(node(), 120, key);
      node().clock.advance(59_000);
      assert.equal(admitted(await statuses(node(), 30, key)), 0);
      node().clock.advance(1_000);
      assert.equal(admitted(await statuses(node(), 130, key)), 120);
    });

    test('every authenticated response says how many requests are left, whatever its status', async () => {
      const { rawKey: key } = await node().otherWorkspace();
      const left = async (method: string, path: string) =>
        (await node().call(method, path, { key })).headers.ratelimit;
      assert.equal(await left('GET', PATH), '"default";r=119;t=60');
      node().clock.advance(10_500);
      assert.equal(await left('GET', '/api/v1/nothing'), '"default";r=118;t=50');
      assert.equal(await left('PUT', PATH), '"default";r=117;t=50');
      assert.equal(await left('POST', '/api/v1/api_keys'), '"default";r=116;t=50');
      assert.equal(await left('DELETE', '/api/v1/api_keys/none'), '"default";r=115;t=50');
    });

    test('429 comes before 403, and one key does not use up the budget of another', async () => {
      const other = await node().otherWorkspace();
      const body = { name: 'No scopes' };
      const made = await node().post('/api/v1/api_keys', body, { key: other.rawKey });
      const { key } = (made.body as { data: { key: string } }).data;
      assert.deepEqual(new Set(await statuses(node(), 120, key)), new Set([403]));
      assert.equal((await node().get(PATH, { key })).status, 429);
      assert.equal((await node().get(PATH, { key: other.rawKey })).status, 200);
    });
  },
  LIMITED,
);

onBothEngines(
  'failed authentication',
  (node) => {
    test('is limited by client address, without locking out keys in use there', async () => {
      const atWork = await node().otherWorkspace();
      const idle = await node().otherWorkspace();
      assert.equal((await node().get(PATH, { key: atWork.rawKey })).status, 200);

      const wrong = await statuses(node(), 119, 'sk_wrong_key_0123456789');
      assert.deepEqual(new Set(wrong), new Set([401]));
      assert.equal((await node().get(PATH, { key: null })).status, 401);
      const refused = await node().get(PATH, { key: 'sk_wrong_key_9876543210' });
      assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60']);
      const message = 'Too many requests: too many calls from this address have failed authentication';
      assert.deepEqual(errorOf(refused), { type: 'rate_limited', message });
      assert.equal(refused.headers.ratelimit, undefined);

      assert.equal((await node().get(PATH, { key: generateRawKey() })).status, 429, 'a wrong guess');
      assert.equal((await node().get(PATH, { key: idle.rawKey })).status, 200, 'seen for the first time');
      assert.equal((await node().get(PATH, { key: atWork.rawKey })).status, 200);

      node().clock.advance(60_000);
      assert.equal((await node().get(PATH, { key: 'sk_wrong_key_0123456789' })).status, 401);
    });
  },
  LIMITED,
);

onBothEngines(
  'guessing keys',
  (node) => {
    test('of the right form is limited, too: to ten times as many look-ups', async () => {
      const [idle, late] = [await node().otherWorkspace(), await node().otherWorkspace()];
      await statuses(node(), 3, 'garbage-0123456789');
      for (let guesses = 0; guesses < 29; guesses++) {
        assert.equal((await node().get(PATH, { key: generateRawKey() })).status, 429);
      }
      // Malformed keys use nothing of the reserve.
      await statuses(node(), 30, 'garbage-0123456789');
      assert.equal((await node().get(PATH, { key: idle.rawKey })).status, 200);
      assert.equal((await node().get(PATH, { key: late.rawKey })).status, 429);
      assert.equal((await node().get(PATH, { key: idle.rawKey })).status, 200);
      node().clock.advance(60_000);
      assert.equal((await node().get(PATH, { key: late.rawKey })).status, 200);
    });

    test('is counted by network: with IPv6 a client has all addresses of a /64', async () => {
      const from = async (address: string) =>
        (await node().get(PATH, { key: null, headers: { 'x-forwarded-for': address } })).status;
      const tried = ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1:ffff::3', '2001:db8:0:1::4'];
      assert.deepEqual(await Promise.all(tried.map(from)), [401, 401, 401, 429]);
      assert.equal(await from('2001:db8:0:2::1'), 401);
      assert.equal(await from('203.0.113.1'), 401);
    });

    test('reaches the database only with plausible keys: well-formed, or with the prefix of a chosen one', async () => {
      const { services, rawKey } = node();
      const { database } = services;
      const failsChecksum = (key: string) => {
        const lastUsed = { note: () => {}, flush: async () => {} };
        return createKeyRing(services, lastUsed, { count: () => {} }).failsChecksum(key);
      };
      assert.equal(await failsChecksum(generateRawKey()), false);
      assert.equal(await failsChecksum(rawKey), false);
      assert.equal(await failsChecksum(`${rawKey.slice(0, 12)}something else`), false);
      assert.equal(await failsChecksum(`x${rawKey}`), true);
      // Without the mark, its prefix is not known for that of a chosen one.
      await database.transaction((tx) => tx.script('update api_keys set lookalike = 0'));
      assert.equal(await failsChecksum(rawKey), true);
    });
  },
  { environment: { ROTA_RATE_LIMIT_PER_MINUTE: '3', ROTA_TRUSTED_PROXIES: '127.0.0.1' } },
);

onBothEngines(
  "the workspace's limit",
  (node) => {
    /** Three keys of one workspace, with nothing used of their limits. */
    async function makeKeys(): Promise<[string, string, string]> {
      const { rawKey } = await node().otherWorkspace();
      const made = ['A', 'B', 'C'].map(async (name) => {
        const answer = await node().post(
          '/api/v1/api_keys',
          { name, scopes: ['workspace.read'] },
          { key: rawKey },
        );
        return (answer.body as { data: { key: string } }).data.key;
      });
      const keys = (await Promise.all(made)) as [string, string, string];
      node().clock.advance(60_000);
      return keys;
    }

    test('holds for all its keys together, and the RateLimit header says what is left of it', async () => {
      const [one, two, three] = await makeKeys();
      assert.equal(admitted(await statuses(node(), 12, one)), 10);
      assert.equal(admitted(await statuses(node(), 12, two)), 10);
      node().clock.advance(10_000);
      const { headers } = await node().get(PATH, { key: three });
      // The key itself has nine of its ten left.
      assert.equal(headers.ratelimit, '"default";r=4;t=50');
      assert.equal(headers['ratelimit-policy'], '"default";q=10;w=60');
      assert.equal(admitted(await statuses(node(), 12, three)), 4);
      const refused = await node().get(PATH, { key: three });
      const message = 'Too many requests: the keys of this workspace have together used up its limit';
      assert.deepEqual([refused.status, errorOf(refused)], [429, { type: 'rate_limited', message }]);
      assert.equal(refused.headers['retry-after'], '50');
      assert.equal(refused.headers.ratelimit, '"default";r=0;t=50');
      assert.equal((await node().get(PATH)).status, 200, 'another workspace');
    });

    test('a request that one limit refuses does not count for the other', async () => {
      const [one, two, three] = await makeKeys();
      await statuses(node(), 30, one);
      assert.equal(admitted(await statuses(node(), 30, two)), 10);
      node().clock.advance(30_000);
      assert.equal(admitted(await statuses(node(), 9, three)), 5);
      node().clock.advance(30_000);
      assert.equal(admitted(await statuses(node(), 9, three)), 5);
    });
  },
  { environment: { ROTA_RATE_LIMIT_PER_MINUTE: '10', ROTA_WORKSPACE_RATE_LIMIT_PER_MINUTE: '25' } },
);

test('Failures are remembered for a limited number of addresses; those that failed longest ago are forgotten', () => {
  const limiter = new MemoryRateLimiter(3);
  const isFull = (subject: string, now: number) => limiter.isFull({ subject, limit: 1 }, now);
  for (const [now, subject] of ['a', 'b', 'c'].entries()) limiter.take([{ subject, limit: 2 }], now);
  limiter.take([{ subject: 'a', limit: 2 }], 3);
  limiter.take([{ subject: 'd', limit: 2 }], 4);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((subject) => isFull(subject, 5)),
    [true, false, true, true],
  );
});

describe.full('the rate limit with several nodes on PostgreSQL', () => {
  test('is one for all of them, also when requests arrive at the same time', async (t) => {
    const [one, two] = await startTwoNodes(t, LIMITED);
    const { rawKey: key } = await one.otherWorkspace();
    const found = await Promise.all([statuses(one, 100, key), statuses(two, 100, key)]);
    assert.equal(admitted(found.flat()), 120);
    one.clock.advance(60_000);
    assert.equal(admitted(await statuses(two, 121, key)), 120);
  });

  test("so is the workspace's, which is ten times that of a key", async (t) => {
    const [one, two] = await startTwoNodes(t, { environment: { ROTA_RATE_LIMIT_PER_MINUTE: '4' } });
    const { rawKey } = await one.otherWorkspace();
    const keys: string[] = [];
    for (let made = 0; made < 15; made++) {
      const answer = await one.post(
        '/api/v1/api_keys',
        { name: 'x', scopes: ['workspace.read'] },
        { key: rawKey },
      );
      keys.push((answer.body as { data: { key: string } }).data.key);
      one.clock.advance(60_000);
    }
    const found = await Promise.all(keys.flatMap((key) => [statuses(one, 3, key), statuses(two, 3, key)]));
    assert.equal(admitted(found.flat()), 40);
  });
});

describe('the rate limit', () => {
  test('0 turns it off, with its headers, but not the limit on failed authentication', async (t) => {
    const storage = await freshStorage('sqlite');
    const node = await startNode(storage);
    t.after(async () => {
      await node.stop();
      await storage.remove();
    });
    assert.equal(admitted(await statuses(node, 200, node.rawKey)), 200);
    assert.equal((await node.get(PATH)).headers.ratelimit, undefined);
    const failed = await statuses(node, 130, 'sk_wrong_key_0123456789');
    assert.equal(failed.filter((status) => status === 401).length, 120);
    assert.equal((await node.get(PATH)).status, 200);
  });
});
