// Full lane, because it needs much data: How long things are kept: for good, as long as a setting says, or as a workspace has decided for itself.

import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import { fillIn, makeLinked } from '../support/makers/booking-links.ts';
import { applyTransition, makeRequest } from '../support/makers/meeting-requests.ts';
import { writeMessages } from '../support/makers/messages.ts';
import { makeTeam } from '../support/makers/routed-team.ts';
import { makeOffered, untilIdle } from '../support/makers/scheduling.ts';
import { countRows, writeEvents } from '../support/makers/webhook-rows.ts';
import { eventually } from '../support/makers/webhooks.ts';
import type { AuditEntry, Turn } from '../support/server/resources.ts';
import { dataOf, errorOf, type Node, onBothEngines } from '../support/server/rota.ts';

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

const RETENTION = '/api/v1/workspace/retention';

onBothEngines(
  'A workspace',
  (node) => {
    const shown = { requests_days: null, messages_days: null, events_days: null, audit_log_days: null };
    const service = { requests_days: 30, messages_days: 365, events_days: 30, audit_log_days: null };
    const left = async (table: string, workspaceId: string) =>
      countRows(node().services.database, table, `workspace_id = '${workspaceId}'`);

    test('reads and changes its own times, never to longer ones than those of the service', async () => {
      assert.deepEqual(dataOf(await node().get(RETENTION)), { ...shown, service });
      const changed = { ...shown, messages_days: 20, audit_log_days: 400 };
      const answer = await node().patch(RETENTION, { messages_days: 20, audit_log_days: 400 });
      assert.deepEqual(dataOf(answer), { ...changed, service });
      const [entry] = await entriesOf(node());
      assert.equal(entry?.action, 'retention.updated');
      assert.deepEqual(entry?.changes, { messages_days: [null, 20], audit_log_days: [null, 400] });
      const refused = await node().patch(RETENTION, { requests_days: 31, messages_days: 5 });
      assert.deepEqual(
        [refused.status, errorOf(refused).message],
        [
          422,
          'requests_days must be at most 30: this service keeps meeting requests no longer (ROTA_REQUEST_RETENTION_DAYS)',
        ],
      );
      for (const days of [0, 36_501, 1.5, 'x']) {
        assert.equal((await node().patch(RETENTION, { events_days: days })).status, 422);
      }
      assert.deepEqual(dataOf(await node().get(RETENTION)), { ...changed, service });
      dataOf(await node().patch(RETENTION, { messages_days: null, audit_log_days: null }));
    });

    test('keeps messages, events and audit entries as long as it says, and others as long as the service', async () => {
      const other = { ...node(), workspaceId: (await node().otherWorkspace()).id };
      dataOf(await node().patch(RETENTION, { messages_days: 10, events_days: 10, audit_log_days: 10 }));
      const madeAt = node().clock.now() - 15 * DAY_MS;
      for (const place of [node(), other]) {
        await writeMessages(place, 3, { madeAt });
        await writeEvents(place, 3, madeAt);
      }
      node().clock.advance(11 * DAY_MS);
      await sweepUntil(node(), async () => (await left('messages', node().workspaceId)) === 0);
      await sweepUntil(node(), async () => (await left('audit_entries', node().workspaceId)) === 0);
      assert.deepEqual(
        [await left('messages', other.workspaceId), await left('events', other.workspaceId)],
        [3, 3],
      );
      assert.equal(await left('events', node().workspaceId), 0);
      dataOf(await node().patch(RETENTION, { messages_days: null, events_days: null, audit_log_days: null }));
    });

    test('loses requests that are over, with everything of them, and no other', async () => {
      const { database } = node().services;
      const { path } = await makeLinked(node(), { size: 1 });
      const starts_at = new Date(
        Math.ceil(node().clock.now() / DAY_MS + 1) * DAY_MS + 10 * HOUR_MS,
      ).toISOString();
      await fillIn(node(), path, { starts_at });
      const cancelled = await makeOffered(node());
      dataOf(await applyTransition(node(), cancelled.id, 'cancel', { notify: true }));
      const open = await makeOffered(node());
      const later = await makeRequest(node());
      const distant = new Date(node().clock.now() + 200 * DAY_MS).toISOString();
      dataOf(await applyTransition(node(), later.id, 'book', { starts_at: distant, force: true }));
      await untilIdle(node());
      const idsLeft = async () =>
        (await database.all<{ id: string }>('select id from meeting_requests order by id')).map(
          ({ id }) => id,
        );
      assert.equal((await idsLeft()).length, 4);
      node().clock.advance(32 * DAY_MS);
      await sweepUntil(node(), async () => (await idsLeft()).length === 2);
      assert.deepEqual(await idsLeft(), [open.id, later.id].sort());
      const belonging = ['options', 'messages', 'invites', 'meeting_request_participants', 'bookings'];
      for (const table of [...belonging, 'booking_link_uses', 'meeting_request_schedules', 'place_orders']) {
        const orphans = await database.all(
          `select request_id from ${table} where request_id is not null and request_id not in (select id from meeting_requests)`,
        );
        assert.deepEqual(orphans, [], table);
      }
      assert.ok((await countRows(database, 'turns', 'meeting_request_id is not null')) > 0, 'turns stay');
      assert.equal((await node().get(`/api/v1/meeting_requests/${cancelled.id}`)).status, 404);
    });
  },
  { environment: { ROTA_REQUEST_RETENTION_DAYS: '30' } },
);
