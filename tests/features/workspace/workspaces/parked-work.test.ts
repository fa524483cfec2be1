// What waits in a closed workspace is not touched, is all there when it is resumed, and is never in the way of others.
import assert from 'node:assert/strict';
import { after, afterEach } from 'node:test';
import { syncTable } from '../../../../src/calendar-sync/queries.ts';
import { CALENDARS_DUE } from '../../../../src/calendar-sync/sync-requests.ts';
import { SCHEDULING_DUE } from '../../../../src/features/meetings/schedules/operations.ts';
import { messageTable } from '../../../../src/mail-out/queries.ts';
import type { Due } from '../../../../src/outbox/channel.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { copyCalendar, createCalendar, synced, syncRow } from '../../../support/makers/calendars.ts';
import { resume, suspend } from '../../../support/makers/closed-workspaces.ts';
import { countOf, writeHandOver, writeRequests } from '../../../support/makers/hand-overs.ts';
import { draftTo, messageOnce, queue, selectMessages } from '../../../support/makers/mail.ts';
import { writeMessages } from '../../../support/makers/messages.ts';
import { makeOffered, untilIdle, writtenAbout } from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { writeDeliveries } from '../../../support/makers/webhook-rows.ts';
import { createEndpoint, eventually, tryOnce } from '../../../support/makers/webhooks.ts';
import { Feed } from '../../../support/receivers/feed.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import { scansOf } from '../../../support/server/plans.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

const receiver = await Receiver.start();
const feed = await Feed.start();
after(async () => {
  await receiver[Symbol.asyncDispose]();
  await feed[Symbol.asyncDispose]();
});

const MANY = 1_500;
/** More than a look needs, and far fewer than are parked. */
const FEW = 50;
const NOTHING_SKIPPED = { lane_ids: [], workspace_ids: [] };
const PARKED = 1e15;

onBothEngines('What waits in a closed workspace', (node) => {
  const database = () => node().services.storage.background;
  const countParked = async (table: string) =>
    (
      await database().get<{ count: number }>(`select count(*) as count from ${table} where due_at >= $1`, [
        PARKED,
      ])
    )?.count;

  afterEach(async () => {
    await resume(node());
    await untilIdle(node());
  });

  /** Passes through the engine of messages, in another workspace. */
  async function sendElsewhere(): Promise<void> {
    const other = await node().otherWorkspace();
    const place = { services: node().services, workspaceId: other.id };
    const [id = ''] = await queue(place, draftTo('linus@example.org'));
    await eventually(async () => {
      const [row] = await selectMessages<{ status: string }>(node(), 'status', [id]);
      return row?.status === 'kept';
    });
  }

  test('waits, whatever time passes, and is done when it is resumed', async () => {
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url });
    await synced(node(), calendar);
    const endpoint = await createEndpoint(node(), receiver.url);
    const [leaver, successor] = [await makeMember(node()), await makeMember(node())];
    const request = await makeOffered(node(), { participant_emails: ['grace@example.org'] });
    await untilIdle(node());
    const [asked, received] = [feed.asked.length, receiver.received.length];

    await suspend(node());
    const now = node().clock.now();
    const [messageId = ''] = await queue(node(), draftTo('grace@example.org'));
    await writeDeliveries(node(), endpoint.id, 3);
    await writeRequests(node(), leaver.id, 3);
    await writeHandOver(node(), leaver.id, successor.id);
    await database().transaction(async (tx) => {
      await tx.run('update calendar_syncs set due_at = $1 where calendar_id = $2', [now, calendar.id]);
      await tx.run('update meeting_request_schedules set due_at = $1 where request_id = $2', [
        now,
        request.id,
      ]);
      for (const wakeUp of [CALENDARS_DUE, SCHEDULING_DUE]) tx.notify(wakeUp);
    });
    node().clock.advance(HOUR_MS);
    await sendElsewhere();
    await untilIdle(node());
    assert.deepEqual([feed.asked.length, receiver.received.length], [asked, received]);
    const [message] = await selectMessages<{ status: string }>(node(), 'status', [messageId]);
    assert.equal(message?.status, 'queued');
    assert.equal(await countOf(node(), leaver.id), 3);
    for (const table of ['messages', 'calendar_syncs', 'meeting_request_schedules']) {
      await eventually(async () => Number(await countParked(table)) > 0);
    }

    await resume(node());
    await untilIdle(node());
    await messageOnce(node(), messageId, ({ status }) => status === 'kept');
    await receiver.atLeast(received + 3);
    await feed.askedTimes(asked + 1);
    await eventually(async () => (await countOf(node(), leaver.id)) === 0);
    await eventually(async () => (await syncRow(node(), calendar)).claim_id === null);
    for (const table of ['messages', 'inbox', 'calendar_syncs', 'meeting_request_schedules']) {
      assert.equal(await countParked(table), 0, table);
    }
  });

  test('goes on waiting if an attempt that was under way has failed, and is sent later', async () => {
    let answer = (_status: number) => {};
    receiver.answer = (response) => {
      answer = (status) => void response.writeHead(status).end();
    };
    const endpoint = await createEndpoint(node(), receiver.url);
    const before = receiver.received.length;
    const [delivery] = await writeDeliveries(node(), endpoint.id, 1);
    await receiver.atLeast(before + 1);
    await suspend(node());
    receiver.answer = 200;
    answer(500);
    await eventually(async () => {
      const row = await database().get<{ attempts: number }>(
        'select attempts from webhook_deliveries where id = $1',
        [delivery?.id ?? ''],
      );
      return row?.attempts === 1;
    });
    node().clock.advance(HOUR_MS);
    await sendElsewhere();
    assert.equal(receiver.received.length, before + 1);
    await resume(node());
    await receiver.atLeast(before + 2);
  });

  test('costs polls for others nothing, however much it is', async () => {
    const { clock } = node();
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url });
    await synced(node(), calendar);
    await suspend(node());
    const due = clock.now();
    const fieldsOf = (place: number) => ({
      status: 'queued' as const,
      attempts: place % 2,
      due_at: due,
      recipient_address: `grace@${place % 7}.example.org`,
    });
    await writeMessages(node(), MANY, { fieldsOf });
    await copyCalendar(node(), calendar, MANY);
    // The next poll finds what nobody has notified of.
    clock.advance(MINUTE_MS);
    await eventually(async () => (await countParked('messages')) === MANY);
    await eventually(async () => Number(await countParked('calendar_syncs')) >= MANY);
    const scans = await scansOf(database(), FEW, async (reader) => {
      assert.deepEqual(
        firsts(await messageTable.createDueSearch()(reader, clock.now(), FEW, NOTHING_SKIPPED)),
        [],
      );
      assert.equal(await messageTable.selectOldestDue(reader, clock.now(), NOTHING_SKIPPED), undefined);
      assert.deepEqual(
        firsts(await syncTable.createDueSearch()(reader, clock.now(), FEW, NOTHING_SKIPPED)),
        [],
      );
    });
    assert.deepEqual(
      scans.filter((detail) => /SCAN (messages|calendar_syncs)/.test(detail)),
      [],
    );

    await database().transaction((tx) => tx.run('delete from calendar_syncs where last_synced_at is null'));
    await resume(node());
    await eventually(async () => (await countParked('messages')) === 0);
    // Some may be on their way already. The others are due since when they were.
    const late = await database().all(
      "select id from messages where status = 'queued' and recipient_address like '%.example.org' and due_at <> $1",
      [due],
    );
    assert.deepEqual(late, []);
    await database().transaction((tx) =>
      tx.run("delete from messages where status = 'queued' and claim_id is null"),
    );
  });

  test('hides nobody from polls before it is out of the way', async () => {
    const other = await node().otherWorkspace();
    await suspend(node());
    const due = node().clock.now();
    const queued = { status: 'queued' as const, due_at: due };
    // More lanes than a poll goes through, and more rows than it reads.
    const fieldsOf = (place: number) => ({ ...queued, recipient_address: `grace@${place % 60}.example.org` });
    await writeMessages(node(), 400, { fieldsOf });
    const place = { services: node().services, workspaceId: other.id };
    const [row] = await writeMessages(place, 1, { fieldsOf: () => queued });
    const search = messageTable.createDueSearch();
    const found = [];
    for (const _ of [1, 2]) found.push(...firsts(await search(database(), due, FEW, NOTHING_SKIPPED)));
    assert.deepEqual(found, [row?.id]);
    await database().transaction((tx) => tx.run('delete from messages where due_at is not null'));
  });

  test('can not be claimed, not even by a node that had found it before', async () => {
    const [row] = await writeMessages(node(), 1, {
      fieldsOf: () => ({ status: 'queued' as const, due_at: node().clock.now() + DAY_MS }),
    });
    const keys = [{ workspace_id: node().workspaceId, id: row?.id ?? '' }];
    const later = node().clock.now() + DAY_MS;
    await suspend(node());
    const claim = { id: 'late', now: later, until: later + MINUTE_MS };
    assert.deepEqual(await messageTable.claim(database(), keys, claim), []);
    await resume(node());
    await eventually(async () => (await countParked('messages')) === 0);
    assert.equal((await messageTable.claim(database(), keys, claim)).length, 1);
    await database().transaction((tx) => tx.run("delete from messages where claim_id = 'late'"));
  });

  test('is not sent all at once: of the follow-ups that came due meanwhile, at most one goes out', async () => {
    const request = await makeOffered(node(), { participant_emails: ['grace@example.org'] });
    await untilIdle(node());
    const before = await writtenAbout(node(), request.id);
    await suspend(node());
    node().clock.advance(30 * DAY_MS);
    await sendElsewhere();
    await untilIdle(node());
    assert.deepEqual(await writtenAbout(node(), request.id), before);
    await resume(node());
    await untilIdle(node());
    const after = await writtenAbout(node(), request.id);
    assert.ok(after.length <= before.length + 1, `${after}`);
  });

  test('does not keep the others from their work', async () => {
    const endpoint = await createEndpoint(node(), receiver.url);
    await tryOnce(node(), endpoint.id);
    await suspend(node());
    await writeDeliveries(node(), endpoint.id, 50);
    await sendElsewhere();
    const before = receiver.received.length;
    await resume(node());
    await receiver.atLeast(before + 50);
  });
});

const firsts = ({ lanes }: Due) => lanes.flatMap(({ first_ids }) => first_ids);
