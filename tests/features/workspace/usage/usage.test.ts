// What a workspace uses is counted by month, each thing once, some minutes later, and stays counted when it is removed.
import assert from 'node:assert/strict';
import { SETTLED_MS } from '../../../../src/features/workspace/usage/counting.ts';
import { countRows, selectUncounted } from '../../../../src/features/workspace/usage/counting-queries.ts';
import { usageByMonth, usageOfMonth } from '../../../../src/features/workspace/usage/operations.ts';
import { firstIdAt } from '../../../../src/ids.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { atCommandLine } from '../../../support/makers/closed-workspaces.ts';
import { makeRequestAfter } from '../../../support/makers/meeting-requests.ts';
import { writeMessages } from '../../../support/makers/messages.ts';
import { untilIdle } from '../../../support/makers/scheduling.ts';
import { deactivate, makeMember } from '../../../support/makers/team-members.ts';
import { writeEvents } from '../../../support/makers/webhook-rows.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { scansOf } from '../../../support/server/plans.ts';
import { type Node, onBothEngines, startTwoNodes } from '../../../support/server/rota.ts';

const MARCH = '2026-03';
const APRIL = '2026-04';
/** More than are counted in one transaction. */
const MANY = 12_000;

const usageOf = async (node: Node, workspaceId = node.workspaceId, months = {}) =>
  usageByMonth(atCommandLine(node, workspaceId), { from: '2026-01', to: '2026-12', ...months });

/** Until all that has been made up to now is counted. */
async function untilCounted(node: Node): Promise<void> {
  const made = node.clock.now();
  node.clock.advance(SETTLED_MS + 1);
  await eventually(async () => {
    if ((await countedUntil(node)) > made) return true;
    node.clock.advance(MINUTE_MS);
    return false;
  });
}

async function countedUntil({ services }: Node): Promise<number> {
  const row = await services.database.get<{ counted_until: number }>(
    'select counted_until from usage_progress',
  );
  return row?.counted_until ?? 0;
}

onBothEngines('What a workspace uses', (node) => {
  const place = (workspaceId: string) => ({ services: node().services, workspaceId });

  test('is counted by month: requests, bookings, messages, events, members, seats', async () => {
    await makeRequestAfter(node(), 'book');
    await makeRequestAfter(node());
    await untilIdle(node());
    const leaver = await makeMember(node());
    await untilCounted(node());
    const [march, ...others] = await usageOf(node());
    assert.deepEqual(others, []);
    const written = await node().services.database.get<{ sent: number; events: number; members: number }>(
      `select (select count(*) from messages where direction = 'out') as sent, (select count(*) from events) as events,
         (select count(*) from members where deactivated_at is null) as members`,
    );
    assert.ok(march && written && written.sent > 0);
    assert.deepEqual(
      [march.month, march.meeting_requests, march.bookings, march.messages_sent, march.messages_received],
      [MARCH, 2, 1, written.sent, 0],
    );
    assert.deepEqual([march.events, march.members, march.seats], [written.events, written.members, 0]);

    // The most in the month, although somebody has left.
    await deactivate(node(), leaver);
    await untilCounted(node());
    assert.equal((await usageOf(node()))[0]?.members, written.members);
  });

  test('is counted once, and stays counted when it is removed', async () => {
    const { id } = await node().otherWorkspace();
    await writeMessages(place(id), 3, { fieldsOf: () => ({ direction: 'in', status: 'received' }) });
    await writeMessages(place(id), 2);
    await untilCounted(node());
    const [before] = await usageOf(node(), id);
    assert.deepEqual([before?.messages_received, before?.messages_sent], [3, 2]);
    await node().services.database.change('delete from messages where workspace_id = $1', [id]);
    for (const _ of [1, 2]) await untilCounted(node());
    const [after] = await usageOf(node(), id);
    assert.deepEqual({ ...after, counted_until: null }, { ...before, counted_until: null });
    await writeMessages(place(id), 1);
    await untilCounted(node());
    assert.equal((await usageOf(node(), id))[0]?.messages_sent, 3);
  });

  test('is counted in the month in which it was made, however much it is', async () => {
    const { id } = await node().otherWorkspace();
    const edge = Date.parse('2026-02-01T00:00:00.000Z');
    await writeEvents(place(id), MANY, edge - 1);
    await writeEvents(place(id), 7, edge);
    await untilCounted(node());
    assert.deepEqual(
      (await usageOf(node(), id)).map(({ month, events }) => [month, events]),
      [
        ['2026-01', MANY],
        ['2026-02', 7],
      ],
    );
    assert.deepEqual(
      (await usageOf(node(), id, { from: '2026-02' })).map(({ month }) => month),
      ['2026-02'],
    );
  });

  test('is not counted before every transaction of that time is over', async () => {
    const { id } = await node().otherWorkspace();
    await untilCounted(node());
    const before = await countedUntil(node());
    await writeMessages(place(id), 1);
    node().clock.advance(SETTLED_MS - 1);
    await eventually(async () => (await countedUntil(node())) > before);
    assert.deepEqual(await usageOf(node(), id), []);
  });

  test('includes requests to the API, but for those that are refused for the limit or the workspace', async () => {
    const { id, rawKey } = await node().otherWorkspace();
    const before = node().clock.now();
    for (const _ of [1, 2, 3]) assert.equal((await node().get('/api/v1/teams', { key: rawKey })).status, 200);
    assert.equal((await node().get('/api/v1/teams/nowhere', { key: rawKey })).status, 404);
    node().clock.advance(1_000);
    const used = await eventually(async () =>
      (await usageOf(node(), id)).find(({ api_requests }) => api_requests),
    );
    assert.equal(used.api_requests, 4);
    assert.equal(used.month, new Date(before).toISOString().slice(0, 7));
  });

  test('of all workspaces in a month can be read page by page', async () => {
    await untilCounted(node());
    const first = await usageOfMonth(node().services, MARCH, { limit: 2, cursor: undefined });
    assert.deepEqual([first.data.length, first.meta.has_more], [2, true]);
    const rest = await usageOfMonth(node().services, MARCH, {
      limit: 100,
      cursor: first.meta.next_cursor ?? undefined,
    });
    const ids = [...first.data, ...rest.data].map(({ workspace_id }) => workspace_id);
    assert.deepEqual(ids, [...new Set(ids)].toSorted().reverse());
    assert.ok(ids.includes(node().workspaceId));
    assert.deepEqual(Object.keys(first.data[0] ?? {}), [
      ...['workspace_id', 'month', 'meeting_requests', 'bookings', 'messages_sent', 'messages_received'],
      ...['events', 'api_requests', 'members', 'seats', 'counted_until'],
    ]);
  });

  test('422: for months that are none, or in the wrong order', async () => {
    for (const [months, message] of [
      [{ from: '2026-13' }, / from must be a month such as 2026-11$/],
      [{ to: 'March' }, / to must be a month such as 2026-11$/],
      [{ from: APRIL, to: MARCH }, / from must not be after to$/],
      [{ from: '2016-12' }, / from and to must be at most 120 months apart$/],
    ] as const) {
      await assert.rejects(usageOf(node(), undefined, months), message);
    }
    await assert.rejects(
      usageOfMonth(node().services, '2026', { limit: 1, cursor: undefined }),
      / month must be a month/,
    );
  });

  test('is counted by indexes: what is old costs nothing', async () => {
    const few = 60;
    const { services, workspaceId, clock } = node();
    const end = (kind: 'meetingRequest' | 'message' | 'event') => firstIdAt(kind, clock.now());
    const before = {
      meeting_request_id: end('meetingRequest'),
      message_id: end('message'),
      event_id: end('event'),
    };
    const page = { after: '', limit: 5, month: MARCH, now: clock.now() };
    const scans = await scansOf(services.storage.background, few, async (database) => {
      await selectUncounted(database, page, before);
      await database.transaction(async (tx) => {
        const rows = { table: 'events', mark: 'event_id', figures: { events: 'true' } } as const;
        const range = {
          after: firstIdAt('event', clock.now() - DAY_MS),
          before: before.event_id,
          limit: few,
        };
        await countRows(tx, workspaceId, rows, range);
      });
    });
    assert.deepEqual(
      scans.filter((detail) => /^SCAN (events|messages|meeting_requests|members|seats|usage)/.test(detail)),
      [],
    );
  });
});

test('Two nodes count nothing twice', async (t) => {
  const nodes = await startTwoNodes(t);
  const [one] = nodes;
  for (let round = 1; round <= 3; round += 1) {
    await writeMessages(one, 50);
    await untilCounted(one);
    assert.equal((await usageOf(one))[0]?.messages_sent, round * 50);
  }
});
