// Turns and audit entries are kept for good, unless a setting says otherwise; messages for a year.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/timestamps.ts';
import { writeMessages } from '../support/makers/messages.ts';
import { makeTeam } from '../support/makers/routed-team.ts';
import { countRows, writeEvents } from '../support/makers/webhook-rows.ts';
import { eventually } from '../support/makers/webhooks.ts';
import type { AuditEntry, Turn } from '../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../support/server/rota.ts';

const SWEEP_MS = 10 * 60 * 1000;

const turnsOf = async (node: Node, { path }: { path: string }) =>
  dataOf<Turn[]>(await node.get(`${path}/assignments?limit=100`)).map(({ number }) => number);
const entriesOf = async (node: Node) => dataOf<AuditEntry[]>(await node.get('/api/v1/audit_log?limit=100'));

/** Advances the clock repeatedly: a sweep begins ten minutes after the end of the last one. */
const sweepUntil = (node: Node, isDone: () => Promise<boolean>) =>
  eventually(async () => {
    node.clock.advance(SWEEP_MS);
    return isDone();
  });

/** Takes turns, a minute apart. Returns whose they were, by the place in the team. */
async function takeTurns(node: Node, team: Awaited<ReturnType<typeof makeTeam>>, count: number) {
  const places: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const { workspace_membership_id } = await team.assign();
    places.push(team.memberIds.indexOf(workspace_membership_id));
    node.clock.advance(60_000);
  }
  return places;
}

onBothEngines('Without a setting', (node) => {
  test('turns and audit entries are kept for good', async () => {
    const team = await makeTeam(node());
    await takeTurns(node(), team, 5);
    const entries = await entriesOf(node());
    node().clock.advance(4_000 * DAY_MS);
    const [old] = await writeEvents(node(), 1, node().clock.now() - 40 * DAY_MS);
    const { database } = node().services;
    await sweepUntil(node(), async () => (await countRows(database, 'events', `id = '${old}'`)) === 0);
    assert.deepEqual(await turnsOf(node(), team), [5, 4, 3, 2, 1]);
    assert.deepEqual(await entriesOf(node()), entries);
  });
});

onBothEngines(
  'With ROTA_TURN_RETENTION_DAYS',
  (node) => {
    for (const mode of ['pool', 'stack'] as const) {
      test(`older turns are removed, except the last of each member, so that nobody is passed over (${mode})`, async () => {
        const team = await makeTeam(node(), { mode });
        const other = await makeTeam(node(), { mode }, 1);
        // In one of the modes, more than a batch.
        const many = mode === 'pool' ? 510 : 5;
        assert.deepEqual(await takeTurns(node(), team, 8), [0, 1, 2, 0, 1, 2, 0, 1]);
        await takeTurns(node(), other, many);
        node().clock.advance(31 * DAY_MS);
        assert.deepEqual(await takeTurns(node(), team, 1), [2]);
        await sweepUntil(node(), async () => (await turnsOf(node(), other)).length === 1);
        await sweepUntil(node(), async () => (await turnsOf(node(), team)).length === 3);
        assert.deepEqual(await turnsOf(node(), team), [9, 8, 7]);
        assert.deepEqual(await turnsOf(node(), other), [many]);
        const { queue } = await team.rotation();
        assert.deepEqual(
          queue.map(({ last_turn, turns_last_30_days }) => [last_turn?.number, turns_last_30_days]),
          [
            [7, 0],
            [8, 0],
            [9, 1],
          ],
        );
        assert.deepEqual(await takeTurns(node(), team, 4), [0, 1, 2, 0]);
        assert.deepEqual((await turnsOf(node(), team)).slice(0, 4), [13, 12, 11, 10]);
      });
    }
  },
  { environment: { ROTA_TURN_RETENTION_DAYS: '31' } },
);

onBothEngines(
  'With ROTA_AUDIT_RETENTION_DAYS',
  (node) => {
    test('older entries are removed, in every workspace', async () => {
      const { rawKey: key } = await node().otherWorkspace();
      for (const options of [{}, { key }]) {
        dataOf(await node().patch('/api/v1/workspace', { name: 'Renamed' }, options));
      }
      const old = [...(await entriesOf(node()))].length;
      assert.ok(old >= 4);
      node().clock.advance(5 * DAY_MS);
      for (const options of [{}, { key }]) {
        dataOf(await node().patch('/api/v1/workspace', { name: 'Renamed again' }, options));
      }
      const { database } = node().services;
      await sweepUntil(node(), async () => (await countRows(database, 'audit_entries')) === 2);
      const [entry, ...others] = await entriesOf(node());
      assert.deepEqual(entry?.changes, { name: ['Renamed', 'Renamed again'] });
      assert.deepEqual(others, []);
    });
  },
  { environment: { ROTA_AUDIT_RETENTION_DAYS: '5' } },
);

const messageIdsOf = async ({ services }: Node) =>
  (await services.database.all<{ id: string }>('select id from messages order by id')).map(({ id }) => id);

onBothEngines(
  'With ROTA_MESSAGE_RETENTION_DAYS',
  (node) => {
    test('older messages are removed, in every workspace, except those that are still to be sent', async () => {
      const places = [node(), { ...node(), workspaceId: (await node().otherWorkspace()).id }];
      const end = node().clock.now() - 40 * DAY_MS;
      const states = ['sent', 'kept', 'failed', 'received', 'ignored', 'queued'] as const;
      const left: string[] = [];
      for (const place of places) {
        // More than a batch.
        const old = await writeMessages(place, 600, {
          madeAt: end - DAY_MS,
          fieldsOf: (number) => ({ status: states[number % states.length] ?? 'sent' }),
        });
        const recent = await writeMessages(place, 10, { madeAt: end + DAY_MS });
        left.push(...[...old.filter(({ status }) => status === 'queued'), ...recent].map(({ id }) => id));
      }
      await sweepUntil(node(), async () => (await messageIdsOf(node())).length === left.length);
      assert.deepEqual(await messageIdsOf(node()), left.sort());
    });
  },
  { environment: { ROTA_MESSAGE_RETENTION_DAYS: '40' } },
);
