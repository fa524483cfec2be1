// A key with networks works from there only: the address is the client's, as trusted proxies tell it.
import assert from 'node:assert/strict';
import { isWithin, plainAddress } from '../../../../src/text/networks.ts';
import { describe, test } from '../../../support/lanes.ts';
import { dataOf, errorOf, type Node, onBothEngines } from '../../../support/server/rota.ts';
import { Follower } from '../../../support/server/stream.ts';

interface ApiKey {
  id: string;
  name: string;
  key: string;
  allowed_networks: string[] | null;
}

const PATH = '/api/v1/api_keys';
const TEAMS = '/api/v1/teams';
const create = async (node: Node, body: object, key = node.rawKey) =>
  dataOf<ApiKey>(
    await node.post(PATH, { name: 'Some', scopes: ['teams.read', 'api_keys.write'], ...body }, { key }),
  );
/** A call as if it came from this address. */
const from = (address: string, key: string) => ({ key, headers: { 'x-forwarded-for': address } });

onBothEngines(
  'allowed_networks',
  (node) => {
    test('calls from elsewhere are answered with 403, which names the address', async () => {
      const networks = ['192.0.2.0/24', '198.51.100.7', '2001:db8::/32'];
      const { key, id, allowed_networks } = await create(node(), { allowed_networks: networks });
      assert.deepEqual(allowed_networks, networks);
      const shown = dataOf<ApiKey[]>(await node().get(`${PATH}?limit=100`)).find((one) => one.id === id);
      assert.deepEqual(shown?.allowed_networks, networks);
      for (const address of ['192.0.2.1', '::ffff:192.0.2.255', '198.51.100.7', '2001:db8:ffff::1']) {
        assert.equal((await node().get(TEAMS, from(address, key))).status, 200, address);
      }
      for (const [address, seen] of [
        ['192.0.3.1', '192.0.3.1'],
        ['::ffff:198.51.100.8', '198.51.100.8'],
        ['2001:db9::1', '2001:db9::1'],
        ['::1', '::1'],
      ] as const) {
        const answer = await node().get(TEAMS, from(address, key));
        assert.equal(answer.status, 403, address);
        assert.equal(
          errorOf(answer).message,
          `This API key may not be used from ${seen}: that is not in its allowed_networks`,
        );
      }
      assert.equal(
        (await node().get(TEAMS, { key: `${key}x` })).status,
        401,
        'a wrong key says nothing of networks',
      );
      assert.equal((await node().get(TEAMS, { key })).status, 403, '127.0.0.1 is not in them');
    });

    test('what is no network, none, or too many are refused, by the name of the field', async () => {
      const many = Array.from({ length: 51 }, (_, place) => `10.0.0.${place}`);
      for (const allowed_networks of [
        ['10.0.0.0/33'],
        ['localhost'],
        ['10.0.0.0/8/8'],
        ['fe80::1%eth0'],
        [''],
        ['10.0.0.1 '],
        [],
        many,
        '10.0.0.0/8',
        [7],
      ]) {
        const answer = await node().post(PATH, { name: 'Refused', allowed_networks });
        assert.equal(answer.status, 422, JSON.stringify(allowed_networks));
        assert.match(errorOf(answer).message, /allowed_networks/);
      }
      const { allowed_networks } = await create(node(), {
        allowed_networks: [...many.slice(0, 48), '10.0.0.0', '::1'],
      });
      assert.equal(allowed_networks?.length, 49, 'each once');
    });

    test('a key hands on its own networks, or a part of them, and never more', async () => {
      const maker = await create(node(), { allowed_networks: ['10.0.0.0/8', '2001:db8::/32'] });
      const make = (allowed_networks?: string[] | null) =>
        node().post(PATH, { name: 'Made', allowed_networks }, from('10.1.1.1', maker.key));
      const networksOf = async (given?: string[] | null) =>
        dataOf<ApiKey>(await make(given)).allowed_networks;
      assert.deepEqual(await networksOf(), ['10.0.0.0/8', '2001:db8::/32']);
      assert.deepEqual(await networksOf(null), ['10.0.0.0/8', '2001:db8::/32']);
      assert.deepEqual(await networksOf(['10.2.0.0/16', '2001:db8::1']), ['10.2.0.0/16', '2001:db8::1']);
      for (const wider of [['10.0.0.0/7'], ['10.0.0.1', '11.0.0.1'], ['::/0'], ['0.0.0.0/0']]) {
        const answer = await make(wider);
        assert.equal(answer.status, 422);
        assert.match(errorOf(answer).message, /^allowed_networks must be within those of the calling key/);
      }
    });

    test('PATCH changes name and networks, with an entry in the audit log, from the next call on', async () => {
      const { key, id } = await create(node(), {});
      const change = (body: object) => node().patch(`${PATH}/${id}`, body);
      const changed = dataOf<ApiKey>(await change({ name: ' Office ', allowed_networks: ['192.0.2.0/24'] }));
      assert.deepEqual([changed.name, changed.allowed_networks], ['Office', ['192.0.2.0/24']]);
      assert.ok(!('key' in changed));
      const [entry] = dataOf<{ action: string; changes: object }[]>(
        await node().get('/api/v1/audit_log?limit=1'),
      );
      assert.equal(entry?.action, 'api_key.updated');
      assert.deepEqual(entry?.changes, {
        name: ['Some', 'Office'],
        allowed_networks: [null, ['192.0.2.0/24']],
      });
      assert.equal((await node().get(TEAMS, { key })).status, 403);
      dataOf(await change({ allowed_networks: null }));
      assert.equal((await node().get(TEAMS, { key })).status, 200);
      const before = dataOf<{ id: string }[]>(await node().get('/api/v1/audit_log?limit=1'))[0]?.id;
      dataOf(await change({ name: 'Office', allowed_networks: null }));
      assert.equal(dataOf<{ id: string }[]>(await node().get('/api/v1/audit_log?limit=1'))[0]?.id, before);
      assert.equal((await change({ name: '' })).status, 422);

      const less = await node().keyWith('api_keys.write');
      const refused = await node().patch(`${PATH}/${id}`, { name: 'Mine' }, { key: less });
      assert.deepEqual(
        [refused.status, errorOf(refused).message],
        [403, 'API key missing required scope: teams.read'],
      );
    });

    test('a key can not lock itself out, nor let itself out', async () => {
      const { key, id } = await create(node(), {});
      const change = (address: string, allowed_networks: string[] | null) =>
        node().patch(`${PATH}/${id}`, { allowed_networks }, from(address, key));
      const answer = await change('192.0.2.7', ['198.51.100.0/24']);
      assert.equal(answer.status, 422);
      assert.equal(
        errorOf(answer).message,
        "allowed_networks must include 192.0.2.7, where this call comes from: it is the calling key's own list",
      );
      assert.equal((await change('::ffff:192.0.2.7', ['192.0.2.0/24'])).status, 200);
      assert.equal((await change('192.0.2.7', null)).status, 422);
      assert.equal((await change('192.0.2.7', ['192.0.2.0/25'])).status, 200);
    });

    test('a stream of events ends when its address is not allowed any more', async () => {
      const { key, id } = await create(node(), { scopes: ['webhooks.read'] });
      await using follower = await Follower.open(node(), { key });
      dataOf(await node().patch(`${PATH}/${id}`, { allowed_networks: ['192.0.2.1'] }));
      await follower.until(() => {
        node().clock.advance(60_000);
        return follower.hasEnded;
      });
    });
  },
  { environment: { ROTA_TRUSTED_PROXIES: '127.0.0.0/8' } },
);

describe('networks', () => {
  test('one is within another when all of its addresses are', () => {
    const others = ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'];
    for (const inside of ['10.0.0.0/8', '10.9.9.9', '10.128.0.0/9', '192.0.2.7/32', '2001:db8:1::/48']) {
      assert.ok(isWithin(inside, others), inside);
    }
    for (const outside of [
      '10.0.0.0/7',
      '192.0.2.6/31',
      '0.0.0.0/0',
      '::/0',
      '2001:db8::/31',
      '11.0.0.0/8',
    ]) {
      assert.ok(!isWithin(outside, others), outside);
    }
  });

  test('an address is told as IPv4 where it is one, and without its zone', () => {
    for (const [given, plain] of [
      ['::ffff:192.0.2.7', '192.0.2.7'],
      ['::ffff:c000:207', '192.0.2.7'],
      ['192.0.2.7', '192.0.2.7'],
      ['fe80::1%eth0', 'fe80::1'],
      ['unknown', 'unknown'],
    ] as const) {
      assert.equal(plainAddress(given), plain);
    }
  });
});
