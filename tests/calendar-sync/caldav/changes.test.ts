// Of a calendar on a CalDAV server, only what has changed is fetched, whatever the server can tell.

import assert from 'node:assert/strict';
import { DAY_MS } from '../../../src/time/timestamps.ts';
import { test } from '../../support/lanes.ts';
import { eventText } from '../../support/makers/caldav-account.ts';
import {
  busyTimes,
  CALENDARS,
  calendarWhen,
  failing,
  readCalendar,
  synced,
  syncRow,
} from '../../support/makers/calendars.ts';
import { makeMember } from '../../support/makers/team-members.ts';
import { type DialectName, dialects } from '../../support/receivers/caldav-server.ts';
import { dataOf, type Node, onBothEngines } from '../../support/server/rota.ts';
import { ConnectedServer } from './connected.ts';
import { syncNow } from './walk.ts';

const SYNC = 'sync-collection xmlns';
const MULTIGET = 'calendar-multiget xmlns';
const TEN = '2026-03-03T10:00/2026-03-03T11:00';
const TWELVE = '2026-03-03T12:00/2026-03-03T13:00';

onBothEngines('Changes of a CalDAV calendar', (node) => {
  /** What was fetched since the last call, by name. */
  const fetchedFrom = ({ server }: ConnectedServer) => {
    const bodies = server.asked.splice(0).filter(({ body }) => body.includes(MULTIGET));
    return bodies.flatMap(({ body }) => [...body.matchAll(/([\w-]+)\.ics</g)].map(([, name]) => name)).sort();
  };

  test('cost one request while there are none', async () => {
    await using calendars = await ConnectedServer.start();
    await calendars.put('one', '20260303T10');
    const calendar = await synced(node(), await calendars.connect(node()));
    const { collection_url } = (await syncRow(node(), calendar)) as unknown as { collection_url: string };
    assert.equal(collection_url, calendars.url);
    calendars.server.asked.length = 0;
    await syncNow(node(), calendar);
    assert.deepEqual(
      calendars.server.asked.map(({ method, depth, path }) => [method, depth, path]),
      [['PROPFIND', '0', calendars.path]],
    );
  });

  test('are asked for by the token, and only changed events are fetched', async () => {
    await using calendars = await ConnectedServer.start();
    await calendars.put('one', '20260303T10');
    await calendars.put('two', '20260303T12');
    const calendar = await synced(node(), await calendars.connect(node()));
    assert.deepEqual(fetchedFrom(calendars), ['one', 'two']);
    await calendars.put('two', '20260303T14');
    await calendars.put('three', '20260303T16');
    await calendars.server.account.remove(calendars.url, 'one.ics');
    await syncNow(node(), calendar);
    assert.equal(calendars.server.count('PROPFIND', '<d:prop><d:resourcetype/><d:getetag/>'), 0);
    assert.deepEqual(fetchedFrom(calendars), ['three', 'two']);
    assert.deepEqual(await busyTimes(node(), calendar), [
      '2026-03-03T14:00/2026-03-03T15:00',
      '2026-03-03T16:00/2026-03-03T17:00',
    ]);
  });

  for (const dialect of Object.keys(dialects) as DialectName[]) {
    test(`are found by etags when a server like ${dialect} has forgotten the token`, async () => {
      await using calendars = await ConnectedServer.start(dialect);
      await calendars.put('one', '20260303T10');
      await calendars.put('two', '20260303T12');
      const calendar = await synced(node(), await calendars.connect(node()));
      fetchedFrom(calendars);
      await calendars.put('three', '20260303T14');
      await calendars.server.account.remove(calendars.url, 'one.ics');
      calendars.server.oldestToken = 1_000;
      await syncNow(node(), calendar);
      assert.equal(calendars.server.count('REPORT', SYNC), 1);
      assert.deepEqual(fetchedFrom(calendars), ['three']);
      assert.deepEqual(await busyTimes(node(), calendar), [TWELVE, '2026-03-03T14:00/2026-03-03T15:00']);
    });
  }

  test('are found by etags on a server without tokens', async () => {
    await using calendars = await ConnectedServer.start();
    const { server } = calendars;
    let state = 'first';
    server.answerWith = ({ method, depth, body }) => {
      if (method === 'REPORT' && body.includes(SYNC)) return { status: 415 };
      if (method !== 'PROPFIND' || depth !== '0') return undefined;
      const kind = '<resourcetype><C:calendar /><collection /></resourcetype>';
      return server.multistatus(server.response(calendars.path, `${kind}<CS:getctag>${state}</CS:getctag>`));
    };
    await calendars.put('one', '20260303T10');
    const calendar = await synced(node(), await calendars.connect(node()));
    await calendars.put('two', '20260303T12');
    await syncNow(node(), calendar);
    assert.deepEqual(await busyTimes(node(), calendar), [TEN], 'the server says that nothing has changed');
    state = 'second';
    fetchedFrom(calendars);
    await syncNow(node(), calendar);
    assert.deepEqual(fetchedFrom(calendars), ['two']);
    assert.deepEqual(await busyTimes(node(), calendar), [TEN, TWELVE]);
  });

  test('that a server tells in parts are all read', async () => {
    await using calendars = await ConnectedServer.start();
    const { server, path } = calendars;
    const calendar = await synced(node(), await calendars.connect(node()));
    await calendars.put('one', '20260303T10');
    await calendars.put('two', '20260303T12');
    const etag = '<getetag>"cut"</getetag>';
    const cut = `<response><href>${path}</href><status>HTTP/1.1 507 Insufficient Storage</status></response>`;
    server.answerWith = ({ body }) => {
      if (!body.includes(SYNC)) return undefined;
      return body.includes('>middle<')
        ? server.multistatus(server.response(`${path}two.ics`, etag), '<sync-token>end</sync-token>')
        : server.multistatus(server.response(`${path}one.ics`, etag), cut, '<sync-token>middle</sync-token>');
    };
    await syncNow(node(), calendar);
    assert.equal((await syncRow(node(), calendar)).etag, 'end');
    assert.deepEqual(await busyTimes(node(), calendar), [TEN, TWELVE]);
  });

  test('are fetched a hundred at a time, and fewer where they are large', async () => {
    await using calendars = await ConnectedServer.start();
    const { server } = calendars;
    const names = Array.from({ length: 130 }, (_, number) => `event-${number}`);
    for (const name of names) await calendars.put(name, '20260303T10');
    const sizes: number[] = [];
    server.answerWith = ({ body }) => {
      if (!body.includes(MULTIGET)) return undefined;
      const size = body.match(/<d:href>/g)?.length ?? 0;
      sizes.push(size);
      return size > 40 ? { status: 207, body: Buffer.alloc(11 * 1024 * 1024, 32) } : undefined;
    };
    const calendar = await synced(node(), await calendars.connect(node()));
    assert.deepEqual(sizes, [100, 50, 25, 25, 50, 25, 25, 30]);
    assert.equal((await busyTimes(node(), calendar)).length, 130);
  });

  test('end with what is too much: more than 20,000 busy times are refused', async () => {
    await using calendars = await ConnectedServer.start();
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await calendars.put(name, '20260303T10', 'RRULE:FREQ=HOURLY;INTERVAL=2');
    }
    const calendar = await failing(node(), await calendars.connect(node()));
    assert.equal(calendar.last_error, 'the calendar has more than 20000 busy times');
    assert.deepEqual(await busyTimes(node(), calendar), []);
  });

  test('that can not be read leave the last good copy of their event, and are told of', async () => {
    await using calendars = await ConnectedServer.start();
    await calendars.put('one', '20260303T10');
    await calendars.put('two', '20260303T12');
    const calendar = await synced(node(), await calendars.connect(node()));
    await calendars.server.account.put(calendars.url, 'one.ics', 'This is no calendar.');
    await calendars.put('two', '20260303T14');
    await syncNow(node(), calendar);
    const now = await readCalendar(node(), calendar);
    assert.deepEqual(
      [now.health, now.last_error],
      ['ok', 'one event could not be understood, and is not busy or only in part'],
    );
    assert.deepEqual(await busyTimes(node(), calendar), [TEN, '2026-03-03T14:00/2026-03-03T15:00']);
    await syncNow(node(), calendar);
    assert.notEqual((await readCalendar(node(), calendar)).last_error, null, 'as long as it is so');
    await calendars.put('one', '20260303T16');
    assert.equal((await syncNow(node(), calendar)).last_error, null);
  });

  test('of the time zone of a member are read again with all events', async () => {
    await using calendars = await ConnectedServer.start();
    const member = await makeMember(node());
    await calendars.server.account.put(calendars.url, 'day.ics', wholeDay());
    const calendar = await synced(node(), await calendars.connect(node(), {}, member));
    assert.deepEqual(await busyTimes(node(), calendar), ['2026-03-03T00:00/2026-03-04T00:00']);
    await setZone(node(), member, 'Asia/Tokyo');
    await syncNow(node(), calendar);
    assert.deepEqual(await busyTimes(node(), calendar), ['2026-03-02T15:00/2026-03-03T15:00']);
  });

  test('are not needed to follow recurring events further', async () => {
    await using calendars = await ConnectedServer.start();
    await calendars.put('one', '20260303T10', 'RRULE:FREQ=MONTHLY');
    const calendar = await synced(node(), await calendars.connect(node()));
    const before = await busyTimes(node(), calendar);
    node().clock.advance(40 * DAY_MS);
    await synced(node(), calendar);
    const after = await busyTimes(node(), calendar);
    assert.ok((after.at(-1) ?? '') > (before.at(-1) ?? ''), `${after.at(-1)} after ${before.at(-1)}`);
  });

  test('are not written by a sync whose calendar leads elsewhere by now', async () => {
    await using calendars = await ConnectedServer.start();
    await using others = await ConnectedServer.start();
    await calendars.put('one', '20260603T10');
    await others.put('one', '20260603T12');
    const { password } = others.server.account;
    const calendar = await calendars.connect(node());
    let isMoved = false;
    calendars.server.answerWith = async ({ body }) => {
      if (!body.includes(MULTIGET) || isMoved) return undefined;
      isMoved = true;
      dataOf(await node().patch(`${CALENDARS}/${calendar.id}`, { url: others.url, password }));
      return undefined;
    };
    await synced(node(), calendar);
    assert.ok(isMoved);
    assert.deepEqual(await busyTimes(node(), calendar), ['2026-06-03T12:00/2026-06-03T13:00']);
  });

  test('of the address: a calendar that is gone is found anew, if it was found and not given', async () => {
    await using calendars = await ConnectedServer.start();
    const { account } = calendars.server;
    await calendars.put('one', '20260603T10');
    const found = await synced(node(), await calendars.connect(node(), { url: calendars.server.url }));
    const given = await synced(node(), await calendars.connect(node()));
    await account.removeCalendar(calendars.url);
    const other = await account.makeCalendar('other');
    await account.put(other, 'two.ics', eventText('two', ['20260603T120000Z', '20260603T130000Z']));
    await syncNow(node(), found);
    assert.deepEqual(await busyTimes(node(), found), ['2026-06-03T12:00/2026-06-03T13:00']);
    node().clock.advance(11 * 60_000);
    const gone = await calendarWhen(node(), given, ({ health }) => health === 'failing');
    assert.equal(gone.last_error, 'there is no calendar at the URL (404)');
    assert.deepEqual(await busyTimes(node(), given), ['2026-06-03T10:00/2026-06-03T11:00']);
  });
});

/** The zone of a member is set by another feature. */
async function setZone({ services }: Node, { id }: { id: string }, timezone: string): Promise<void> {
  await services.database.change('update members set timezone = $2 where id = $1', [id, timezone]);
}

const wholeDay = () =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:day', 'DTSTART;VALUE=DATE:20260303', 'END:VEVENT']
    .concat(['END:VCALENDAR', ''])
    .join('\r\n');
