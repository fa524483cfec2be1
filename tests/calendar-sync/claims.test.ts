// A calendar is read by one node at a time, for as long as its lease lasts.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from '../support/lanes.ts';
import {
  busyTimes,
  CALENDARS,
  copyCalendar,
  createCalendar,
  readCalendar,
  synced,
  syncRow,
} from '../support/makers/calendars.ts';
import { makeMember } from '../support/makers/team-members.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { calendarText, Feed } from '../support/receivers/feed.ts';
import { figure } from '../support/server/metrics.ts';
import { type Node, onBothEngines, startTwoNodes } from '../support/server/rota.ts';

/** Six times the time for a fetch. */
const LEASE_MS = 180_000;
const LOST = 'rota_calendar_claims_lost_total';

onBothEngines.fast('A claim on a calendar', (node) => {
  test('that another node has taken over keeps a late result from being written', async () => {
    const responses: ServerResponse[] = [];
    await using feed = await Feed.start((response) => void responses.push(response));
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url });
    await feed.askedTimes(1);
    const { claim_id, lease_until } = await syncRow(node(), calendar);
    assert.match(String(claim_id), /^[0-9a-f-]{36}\.\d+$/);
    assert.equal(lease_until, node().clock.now() + LEASE_MS);
    await node().services.database.change(
      "update calendar_syncs set claim_id = 'of another node' where calendar_id = $1",
      [calendar.id],
    );
    responses[0]?.end(calendarText(['20260303T100000Z', '20260303T110000Z']));
    await eventually(async () => (await figure(node(), LOST)) === 1);
    assert.deepEqual(await busyTimes(node(), calendar), []);
    assert.equal((await readCalendar(node(), calendar)).health, 'new');

    // The other node never comes back: its lease ends.
    feed.served = calendarText(['20260304T100000Z', '20260304T110000Z']);
    node().clock.advance(LEASE_MS);
    await untilLooked(node());
    await synced(node(), calendar);
    assert.deepEqual(await busyTimes(node(), calendar), ['2026-03-04T10:00/2026-03-04T11:00']);
  });
});

onBothEngines.full('A claim on a calendar', (node) => {
  test('holds for a thousand calendars that are due at once, until each has been read', async () => {
    await using feed = await Feed.start(calendarText(['20260310T100000Z', '20260310T110000Z']));
    const member = await makeMember(node());
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url }, { member });
    await synced(node(), calendar);
    const { lane } = await syncRow(node(), calendar);
    await copyCalendar(node(), calendar, 999);
    await node().post(`${CALENDARS}/${calendar.id}/sync`);
    const { database } = node().services;
    await eventually(async () => {
      const row = await database.get<{ count: number }>(
        `select count(*) as count from calendar_syncs
         where lane = $1 and health = 'ok' and due_at > $2 and claim_id is null`,
        [lane, node().clock.now()],
      );
      return row?.count === 1_000;
    });
    const busy = await database.get<{ count: number }>(
      'select count(*) as count from busy_times where member_id = $1',
      [member.id],
    );
    assert.equal(busy?.count, 1_000);
    assert.ok(feed.asked.length <= 1_002, `${feed.asked.length} requests`);
  });
});

/** What is made now is due only now, so whoever reads it has looked at the present time, at all calendars. */
async function untilLooked(node: Node): Promise<void> {
  await using feed = await Feed.start();
  await synced(node, await createCalendar(node, { type: 'ics', url: feed.url }));
}

test('two nodes read each calendar once, and one that dies leaves its calendars to the other', async (t) => {
  const [one, other] = await startTwoNodes(t);
  await using feed = await Feed.start();
  const member = await makeMember(one);
  const calendar = await createCalendar(one, { type: 'ics', url: feed.url }, { member });
  await synced(one, calendar);
  await copyCalendar(one, calendar, 100);
  await one.post(`${CALENDARS}/${calendar.id}/sync`);
  const isRead = async () => {
    const row = await one.services.database.get<{ count: number }>(
      "select count(*) as count from calendar_syncs where health = 'ok' and claim_id is null and due_at > $1",
      [one.clock.now()],
    );
    return row?.count === 101;
  };
  await eventually(isRead);
  assert.equal(feed.asked.length, 102);

  // A claim of a node that is gone.
  await one.services.database.change(
    "update calendar_syncs set claim_id = 'gone', lease_until = $1, due_at = $2 where calendar_id = $3",
    [one.clock.now() + LEASE_MS, one.clock.now(), calendar.id],
  );
  one.clock.advance(LEASE_MS - 1);
  await untilLooked(other);
  assert.equal((await syncRow(one, calendar)).claim_id, 'gone');
  one.clock.advance(1);
  await untilLooked(other);
  await synced(other, calendar);
  assert.equal(feed.asked.length, 103);
});
