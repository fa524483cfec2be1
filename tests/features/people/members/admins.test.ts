// Whoever is made an admin can do everything, so a key needs a scope of its own for that, and no bounded key may.
import assert from 'node:assert/strict';
import { scopes } from '../../../../src/scopes.ts';
import { test } from '../../../support/lanes.ts';
import { createMember, deactivate, MEMBERS } from '../../../support/makers/team-members.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';
import { snapshotsOf } from '../../../support/server/snapshot.ts';

const MISSING = 'API key missing required scope: members.admin';
const BOUNDED = "A key that expires or has allowed_networks can't create or change an admin";

async function keyOf(node: Node, body: object): Promise<string> {
  return dataOf<{ key: string }>(await node.post('/api/v1/api_keys', { name: 'A key', ...body })).key;
}

onBothEngines('Admins', (node) => {
  /** An admin, one who was deactivated, and a member. */
  async function makePeople(name: string) {
    const admin = await createMember(node(), { email: `${name}-admin@example.com`, role: 'admin' });
    const former = await createMember(node(), { email: `${name}-former@example.com`, role: 'admin' });
    await deactivate(node(), former);
    return { admin, former, member: await createMember(node(), { email: `${name}@example.com` }) };
  }

  /** Every way to make an admin, and to get hold of the mail of one. */
  const waysWith = (
    key: string,
    name: string,
    { admin, former, member }: Awaited<ReturnType<typeof makePeople>>,
  ) => [
    () => node().post(MEMBERS, { email: `${name}-new@example.com`, role: 'admin' }, { key }),
    () => node().patch(`${MEMBERS}/${member.id}`, { role: 'admin' }, { key }),
    () => node().patch(`${MEMBERS}/${admin.id}`, { email: `${name}-mine@example.com` }, { key }),
    () => node().patch(`${MEMBERS}/${admin.id}`, { role: 'member' }, { key }),
    () => node().post(`${MEMBERS}/${former.id}/reactivate`, {}, { key }),
  ];

  test('403 without members.admin, and for a key that expires or is bound to networks; nothing is changed', async () => {
    const people = await makePeople('bounded');
    const expires_at = '2099-01-01T00:00:00.000Z';
    const keys: [key: string, message: string][] = [
      [await keyOf(node(), { scopes: scopes.filter((scope) => scope !== 'members.admin') }), MISSING],
      [await keyOf(node(), { scopes, expires_at }), BOUNDED],
      [await keyOf(node(), { scopes, allowed_networks: ['127.0.0.0/8', '::1/128'] }), BOUNDED],
    ];
    await untilIdle(node());
    const snapshot = await snapshotsOf(node().services.database);
    const before = await snapshot();
    for (const [key, message] of keys) {
      for (const [place, way] of waysWith(key, 'bounded', people).entries()) {
        const { status, body } = await way();
        assert.deepEqual([status, body], [403, { error: { type: 'forbidden', message } }], `way ${place}`);
        assert.deepEqual(await snapshot(), before, `way ${place}: ${message}`);
      }
    }
  });

  test('200 with members.admin: a key with every scope has it', async () => {
    const people = await makePeople('free');
    for (const way of waysWith(node().rawKey, 'free', people)) dataOf(await way());
  });

  test('without it, a key still adds, changes and deactivates members, and names an admin anew', async () => {
    const { admin, member } = await makePeople('usual');
    const key = await node().keyWith('members.write');
    dataOf(await node().post(MEMBERS, { email: 'usual-new@example.com', role: 'member' }, { key }));
    dataOf(await node().patch(`${MEMBERS}/${member.id}`, { email: 'usual-2@example.com' }, { key }));
    dataOf(await node().patch(`${MEMBERS}/${admin.id}`, { name: 'Ada', role: 'admin' }, { key }));
    dataOf(await node().post(`${MEMBERS}/${member.id}/deactivate`, {}, { key }));
    dataOf(await node().post(`${MEMBERS}/${member.id}/reactivate`, {}, { key }));
  });
});
