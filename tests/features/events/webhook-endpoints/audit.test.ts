// Each change to an endpoint leaves one audit entry, without secrets and header values.

import assert from 'node:assert/strict';
import { keyPrefix } from '../../../../src/features/workspace/api-keys/rules.ts';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { timeOf } from '../../../support/makers/team-members.ts';
import {
  auditOf,
  changeEndpoint,
  HOOK,
  LEAST,
  pathOf,
  rotateSecret,
} from '../../../support/makers/webhook-endpoints.ts';
import { createEndpoint, ENDPOINTS, sendTest } from '../../../support/makers/webhooks.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const headers = [
  { key: 'X-Token', value: 'abc' },
  { key: 'X-Tenant', value: '7' },
];

/** Makes the change a second later. Returns the audit entries that it leaves. */
async function entriesOf(node: Node, endpoint: { id: string }, change: () => Promise<unknown>) {
  const before = await auditOf(node, endpoint);
  node.clock.advance(1_000);
  await change();
  const after = await auditOf(node, endpoint);
  assert.deepEqual(after.slice(0, before.length), before);
  return after.slice(before.length);
}

onBothEngines('the audit log of webhook endpoints', (node) => {
  const actorOf = async (key = node().rawKey) => {
    const keys = dataOf<{ id: string; key_prefix: string }[]>(await node().get('/api/v1/api_keys?limit=100'));
    return {
      type: 'api_key' as const,
      id: keys.find(({ key_prefix }) => key_prefix === keyPrefix(key))?.id as string,
    };
  };
  const entry = async (
    { id }: { id: string },
    action: string,
    changes: AuditEntry['changes'],
  ): Promise<Omit<AuditEntry, 'id'>> => ({
    action: `webhook_endpoint.${action}`,
    actor: await actorOf(),
    target: { type: 'webhook_endpoint', id },
    changes,
    tool: null,
    reason: null,
    created_at: timeOf(node()),
  });

  test('a creation records all fields, and only the names of headers', async () => {
    for (const [given, recorded] of [
      [{}, { description: [null, null], headers: [null, []] }],
      [
        { description: 'CRM sync', headers },
        { description: [null, 'CRM sync'], headers: [null, ['X-Token', 'X-Tenant']] },
      ],
    ] as const) {
      const endpoint = await createEndpoint(node(), HOOK, given);
      const changes = { url: [null, HOOK], events: [null, LEAST.events], ...recorded };
      assert.deepEqual(await auditOf(node(), endpoint), [
        await entry(endpoint, 'created', changes as unknown as AuditEntry['changes']),
      ]);
    }
  });

  test('a change records the values before and after, and only the names of headers', async () => {
    const endpoint = await createEndpoint(node(), HOOK);
    const moved = `${HOOK}/moved`;
    const both = ['member.deactivated', 'meeting_request.created'];
    const changed: [body: object, changes: AuditEntry['changes']][] = [
      [{ url: moved }, { url: [HOOK, moved] }],
      [{ events: both }, { events: [['meeting_request.created'], both] }],
      [{ description: 'CRM sync' }, { description: [null, 'CRM sync'] }],
      [{ description: null, colour: 'red' }, { description: ['CRM sync', null] }],
      [{ headers }, { headers: [[], ['X-Token', 'X-Tenant']] }],
      // Only a value differs: the entry shows that it changed, and not to what.
      [
        { headers: [headers[0], { key: 'X-Tenant', value: '8' }] },
        {
          headers: [
            ['X-Token', 'X-Tenant'],
            ['X-Token', 'X-Tenant'],
          ],
        },
      ],
      [{ headers: null }, { headers: [['X-Token', 'X-Tenant'], []] }],
      [{ enabled: false }, { enabled: [true, false], disabled_reason: [null, 'manual'] }],
      [{ enabled: true }, { enabled: [false, true], disabled_reason: ['manual', null] }],
      [
        { url: HOOK, events: both.toReversed(), description: 'All', headers, enabled: false },
        {
          url: [moved, HOOK],
          events: [both, both.toReversed()],
          description: [null, 'All'],
          enabled: [true, false],
          disabled_reason: [null, 'manual'],
          headers: [[], ['X-Token', 'X-Tenant']],
        },
      ],
    ];
    for (const [body, changes] of changed) {
      const entries = await entriesOf(node(), endpoint, () => changeEndpoint(node(), endpoint, body));
      assert.deepEqual(entries, [await entry(endpoint, 'updated', changes)], JSON.stringify(body));
    }
    for (const body of [{}, { enabled: false }, { headers }, { url: HOOK, description: 'All' }]) {
      const entries = await entriesOf(node(), endpoint, () => changeEndpoint(node(), endpoint, body));
      assert.deepEqual(entries, [], JSON.stringify(body));
    }
  });

  test('a rotation records until when the former secret is valid, before and after', async () => {
    const endpoint = await createEndpoint(node(), HOOK);
    let before: string | null = null;
    for (let round = 1; round <= 2; round++) {
      const entries = await entriesOf(node(), endpoint, () => rotateSecret(node(), endpoint));
      const until = timeOf(node(), DAY_MS);
      const changes: AuditEntry['changes'] = { former_secret_until: [before, until] };
      assert.deepEqual(entries, [await entry(endpoint, 'secret_rotated', changes)], `rotation ${round}`);
      before = until;
    }
  });

  test('a test records its delivery', async () => {
    const endpoint = await createEndpoint(node(), 'http://127.0.0.1:1/hook');
    let delivery = '';
    const entries = await entriesOf(node(), endpoint, async () => {
      delivery = await sendTest(node(), endpoint.id);
    });
    assert.deepEqual(entries, [await entry(endpoint, 'tested', { delivery_id: [null, delivery] })]);
  });

  test('a deletion records the URL, and the log outlives the endpoint', async () => {
    const endpoint = await createEndpoint(node(), HOOK);
    const entries = await entriesOf(node(), endpoint, () => node().delete(pathOf(endpoint)));
    const changes: AuditEntry['changes'] = { url: [HOOK, null], deleted_at: [null, timeOf(node())] };
    assert.deepEqual(entries, [await entry(endpoint, 'deleted', changes)]);
    const again = await entriesOf(node(), endpoint, () => node().delete(pathOf(endpoint)));
    assert.deepEqual(again, []);
  });

  test('an entry names the key that was used', async () => {
    const key = await node().keyWith('webhooks.write');
    const answer = await node().post(ENDPOINTS, LEAST, { key });
    const [created] = await auditOf(node(), dataOf<{ id: string }>(answer));
    assert.deepEqual(created?.actor, await actorOf(key));
    assert.notDeepEqual(created?.actor, await actorOf());
  });
});
