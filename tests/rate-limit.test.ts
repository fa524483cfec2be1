import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { errorOf, freshStorage, type Node, onBothEngines, startNode, startTwoNodes } from './support/rota.ts';

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
      // A bucket that refills, or a minute of the wall clock, would let another number pass here.
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

    test('every authenticated answer says what is left, whatever its status', async () => {
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
    test('is limited by client address, without locking out keys that are at work there', async () => {
      const atWork = await node().otherWorkspace();
      const idle = await node().otherWorkspace();
      assert.equal((await node().get(PATH, { key: atWork.rawKey })).status, 200);

      const wrong = await statuses(node(), 119, 'sk_wrong_key_0123456789');
      assert.deepEqual(new Set(wrong), new Set([401]));
      assert.equal((await node().get(PATH, { key: null })).status, 401);
      const refused = await node().get(PATH, { key: 'sk_wrong_key_9876543210' });
      assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60']);
      assert.deepEqual(errorOf(refused), { type: 'rate_limited', message: 'Too many requests' });
      assert.equal(refused.headers.ratelimit, undefined);

      // A right guess is refused like a wrong one: guessing gains nothing.
      assert.equal((await node().get(PATH, { key: idle.rawKey })).status, 429);
      assert.equal((await node().get(PATH, { key: atWork.rawKey })).status, 200);

      node().clock.advance(60_000);
      assert.equal((await node().get(PATH, { key: idle.rawKey })).status, 200);
      assert.equal((await node().get(PATH, { key: 'sk_wrong_key_0123456789' })).status, 401);
    });
  },
  LIMITED,
);

describe('the rate limit with several nodes on PostgreSQL', () => {
  test('is one for all of them, also when requests arrive at the same time', async (t) => {
    const [one, two] = await startTwoNodes(t, LIMITED);
    const { rawKey: key } = await one.otherWorkspace();
    const found = await Promise.all([statuses(one, 100, key), statuses(two, 100, key)]);
    assert.equal(admitted(found.flat()), 120);
    one.clock.advance(60_000);
    assert.equal(admitted(await statuses(two, 121, key)), 120);
  });
});

describe('the rate limit', () => {
  test('0 turns it off, with its headers', async (t) => {
    const storage = await freshStorage('sqlite');
    const node = await startNode(storage);
    t.after(async () => {
      await node.stop();
      await storage.remove();
    });
    assert.equal(admitted(await statuses(node, 200, node.rawKey)), 200);
    assert.equal((await node.get(PATH)).headers.ratelimit, undefined);
  });
});
