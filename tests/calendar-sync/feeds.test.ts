// Feeds are fetched when they are due, and become busy times.

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { DAY_MS, MINUTE_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import {
  busyTimes,
  CALENDARS,
  createCalendar,
  failing,
  readCalendar,
  synced,
  syncRow,
} from '../support/makers/calendars.ts';
import { deactivate, MEMBERS, makeMember, reactivate, timeOf } from '../support/makers/team-members.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { calendarText, Feed } from '../support/receivers/feed.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

onBothEngines('A feed', (node) => {
  /** Moves the clock past the time of the next sync. */
  const untilDue = () => node().clock.advance(11 * MINUTE_MS);

  test('is read at once, and again after ten to eleven minutes', async () => {
    await using feed = await Feed.start(calendarText(['20260303T100000Z', '20260303T113000Z']));
    const created = await createCalendar(node(), { type: 'ics', url: feed.url, name: 'Work' });
    assert.deepEqual([created.health, created.last_synced_at, created.last_error], ['new', null, null]);
    const calendar = await synced(node(), created);
    assert.deepEqual(calendar, { ...created, health: 'ok', last_synced_at: timeOf(node()) });
    assert.deepEqual(await busyTimes(node(), calendar), ['2026-03-03T10:00/2026-03-03T11:30']);
    const { due_at, claim_id, attempts } = await syncRow(node(), calendar);
    const wait = Number(due_at) - node().clock.now();
    assert.ok(wait >= 10 * MINUTE_MS && wait <= 11 * MINUTE_MS, `after ${wait} ms`);
    assert.deepEqual([claim_id, attempts], [null, 0]);

    feed.served = calendarText(
      ['20260304T100000Z', '20260304T113000Z'],
      ['20260303T100000Z', '20260303T110000Z'],
    );
    untilDue();
    await synced(node(), calendar);
    assert.deepEqual(await busyTimes(node(), calendar), [
      '2026-03-03T10:00/2026-03-03T11:00',
      '2026-03-04T10:00/2026-03-04T11:30',
    ]);
    const [request] = feed.asked;
    assert.equal(request?.method, 'GET');
    assert.match(String(request?.headers['user-agent']), /^Rota\//);
    assert.equal(request?.headers.authorization, undefined);
  });

  test('that has not changed is asked for by its entity tag, and nothing is written', async () => {
    const text = calendarText(['20260303T100000Z', '20260303T113000Z']);
    await using feed = await Feed.start((response, request) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"v1"' }).end(text);
    });
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url });
    await synced(node(), calendar);
    untilDue();
    await synced(node(), calendar);
    assert.deepEqual(
      feed.asked.map(({ headers }) => headers['if-none-match']),
      [undefined, '"v1"'],
    );
    assert.equal((await busyTimes(node(), calendar)).length, 1);
  });

  test('without an entity tag is asked for by the time of its last change', async () => {
    const at = 'Sun, 01 Mar 2026 08:00:00 GMT';
    await using feed = await Feed.start((response, { headers }) => {
      const isSame = headers['if-modified-since'] === at;
      response.writeHead(isSame ? 304 : 200, { 'last-modified': at }).end(isSame ? '' : calendarText());
    });
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url });
    await synced(node(), calendar);
    untilDue();
    await synced(node(), calendar);
    assert.deepEqual(
      feed.asked.map(({ headers }) => headers['if-modified-since']),
      [undefined, at],
    );
  });

  test('that comes compressed is read, and may hold nothing', async () => {
    await using feed = await Feed.start((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(calendarText(['20260303', '20260304'])));
    });
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url });
    await synced(node(), calendar);
    assert.deepEqual(await busyTimes(node(), calendar), ['2026-03-03T00:00/2026-03-04T00:00']);
    feed.served = calendarText();
    untilDue();
    await synced(node(), calendar);
    assert.deepEqual(await busyTimes(node(), calendar), []);
  });

  test('gets the user name and the password, and an origin that it redirects to does not', async () => {
    await using other = await Feed.start(calendarText(['20260303T100000Z', '20260303T110000Z']));
    await using feed = await Feed.start((response, { url }) => {
      if (url === '/moved') response.writeHead(302, { location: other.url }).end();
      else response.writeHead(307, { location: '/moved' }).end();
    });
    const login = { username: 'ada', password: 'päss:word' };
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url, ...login });
    await synced(node(), calendar);
    const sent = `Basic ${Buffer.from('ada:päss:word').toString('base64')}`;
    assert.deepEqual(
      [...feed.asked, ...other.asked].map(({ headers }) => headers.authorization),
      [sent, sent, undefined],
    );
    assert.equal((await busyTimes(node(), calendar)).length, 1);
  });

  test('is read in the time zone of its member', async () => {
    const member = await makeMember(node());
    await node().services.database.change("update members set timezone = 'Asia/Tokyo' where id = $1", [
      member.id,
    ]);
    const text = calendarText(['20260303', '20260304'], ['20260305T090000', '20260305T100000']);
    await using feed = await Feed.start((response, { headers }) => {
      response
        .writeHead(headers['if-none-match'] ? 304 : 200, { etag: '"v1"' })
        .end(headers['if-none-match'] ? '' : text);
    });
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url }, { member });
    await synced(node(), calendar);
    assert.deepEqual(await busyTimes(node(), calendar), [
      '2026-03-02T15:00/2026-03-03T15:00',
      '2026-03-05T00:00/2026-03-05T01:00',
    ]);
    await node().services.database.change("update members set timezone = 'Europe/Berlin' where id = $1", [
      member.id,
    ]);
    untilDue();
    await synced(node(), calendar);
    assert.deepEqual(await busyTimes(node(), calendar), [
      '2026-03-02T23:00/2026-03-03T23:00',
      '2026-03-05T08:00/2026-03-05T09:00',
    ]);
  });

  test('is read at once when somebody asks for it, and once more if that was during a reading', async () => {
    let release = () => {};
    await using feed = await Feed.start();
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url });
    await synced(node(), calendar);
    feed.served = (response) => {
      release = () => void response.end(calendarText());
    };
    node().clock.advance(1_000);
    const asked = await node().post(`${CALENDARS}/${calendar.id}/sync`);
    assert.equal(asked.status, 202);
    await feed.askedTimes(2);
    await node().post(`${CALENDARS}/${calendar.id}/sync`);
    feed.served = calendarText(['20260303T100000Z', '20260303T110000Z']);
    release();
    await feed.askedTimes(3);
    await eventually(async () => (await busyTimes(node(), calendar)).length === 1);
    assert.equal(feed.asked.length, 3);
  });

  test('whose settings change is read anew, and what was under way writes nothing', async () => {
    let release = () => {};
    await using old = await Feed.start((response) => {
      release = () => void response.end(calendarText(['20260309T100000Z', '20260309T110000Z']));
    });
    await using feed = await Feed.start(calendarText(['20260303T100000Z', '20260303T110000Z']));
    const calendar = await createCalendar(node(), { type: 'ics', url: old.url });
    await old.askedTimes(1);
    assert.equal((await node().patch(`${CALENDARS}/${calendar.id}`, { url: feed.url })).status, 200);
    await synced(node(), calendar);
    release();
    await eventually(async () =>
      node().logLines.some((line) => /claim lost/.test(line) && line.includes(calendar.id)),
    );
    assert.deepEqual(await busyTimes(node(), calendar), ['2026-03-03T10:00/2026-03-03T11:00']);
    assert.equal((await readCalendar(node(), calendar)).health, 'ok');
  });

  test('of a deactivated member is not read, and is again after a reactivation', async () => {
    await using feed = await Feed.start(calendarText(['20260303T100000Z', '20260303T110000Z']));
    const member = await makeMember(node());
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url }, { member });
    await synced(node(), calendar);
    await deactivate(node(), member);
    const { due_at } = await syncRow(node(), calendar);
    assert.equal(due_at, null);
    const refused = await node().post(`${CALENDARS}/${calendar.id}/sync`);
    assert.equal(refused.status, 422);
    assert.equal((await node().post(`${MEMBERS}/${member.id}/calendars`, { type: 'pushed' })).status, 422);
    untilDue();
    await using witness = await Feed.start();
    await synced(node(), await createCalendar(node(), { type: 'ics', url: witness.url }));
    assert.equal(feed.asked.length, 1);
    assert.equal((await busyTimes(node(), calendar)).length, 1);
    await reactivate(node(), member);
    await synced(node(), calendar);
    assert.equal(feed.asked.length, 2);
  });

  test('that is deleted takes its busy times with it, while it is read too', async () => {
    let release = () => {};
    await using feed = await Feed.start(calendarText(['20260303T100000Z', '20260303T110000Z']));
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url });
    await synced(node(), calendar);
    feed.served = (response) => {
      release = () => void response.end(calendarText(['20260309T100000Z', '20260309T110000Z']));
    };
    untilDue();
    await feed.askedTimes(2);
    assert.equal((await node().delete(`${CALENDARS}/${calendar.id}`)).status, 204);
    release();
    await eventually(async () =>
      node().logLines.some((line) => /claim lost/.test(line) && line.includes(calendar.id)),
    );
    assert.deepEqual(await busyTimes(node(), calendar), []);
    assert.equal((await node().get(`${CALENDARS}/${calendar.id}`)).status, 404);
  });

  test('with something that can not be understood is used as far as it can be, and says so', async () => {
    const broken = 'BEGIN:VEVENT\r\nUID:x\r\nDTSTART:yesterday\r\nEND:VEVENT\r\nEND:VCALENDAR';
    const text = calendarText(['20260303T100000Z', '20260303T110000Z']).replace('END:VCALENDAR', broken);
    await using feed = await Feed.start(text);
    const calendar = await synced(node(), await createCalendar(node(), { type: 'ics', url: feed.url }));
    assert.equal(calendar.last_error, 'one event could not be understood, and is not busy or only in part');
    assert.equal((await busyTimes(node(), calendar)).length, 1);
  });

  test('never shows its titles, its URL or its password in the log or the database', async () => {
    await using feed = await Feed.start(calendarText(['20260303T100000Z', '20260303T110000Z']));
    const login = { username: 'ada', password: 'hunter-password' };
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url, ...login });
    await synced(node(), calendar);
    feed.served = 500;
    untilDue();
    await failing(node(), calendar);
    const log = node().logLines.join('\n');
    for (const secret of ['hunter-password', 'private-4f81c2', 'Secret plans'])
      assert.ok(!log.includes(secret), secret);
    const { database } = node().services;
    const row = await database.get<{ sealed_password: string }>(
      'select sealed_password from calendars where id = $1',
      [calendar.id],
    );
    assert.match(String(row?.sealed_password), /^2\./);
    const entries = await node().get(`/api/v1/audit_log?target_id=${calendar.id}`);
    assert.ok(dataOf<unknown[]>(entries).length > 0);
    for (const secret of ['hunter-password', 'private-4f81c2'])
      assert.ok(!entries.text.includes(secret), secret);
    const shown = await node().get(`${CALENDARS}/${calendar.id}`);
    assert.ok(!shown.text.includes('password'), 'not even that there is one');
  });

  test('is asked for whole when recurring events have to be followed further', async () => {
    const daily = calendarText(['20260303T100000Z', '20260303T110000Z', 'RRULE:FREQ=DAILY']);
    await using feed = await Feed.start((response, { headers }) => {
      response
        .writeHead(headers['if-none-match'] ? 304 : 200, { etag: '"v1"' })
        .end(headers['if-none-match'] ? '' : daily);
    });
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url });
    await synced(node(), calendar);
    const before = await busyTimes(node(), calendar);
    assert.ok(before.length > 395 && before.length < 405, `${before.length} days`);
    node().clock.advance(29 * DAY_MS);
    await synced(node(), calendar);
    assert.deepEqual(await busyTimes(node(), calendar), before);
    node().clock.advance(3 * DAY_MS);
    await synced(node(), calendar);
    assert.equal(feed.asked.at(-1)?.headers['if-none-match'], undefined);
    const after = await busyTimes(node(), calendar);
    assert.ok(String(after.at(-1)) > String(before.at(-1)), 'it is followed further');
    assert.ok(String(after[0]) > String(before[0]), 'what is over is forgotten');
  });
});
