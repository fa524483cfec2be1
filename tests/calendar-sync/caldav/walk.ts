// What holds for a calendar on any CalDAV server: `npm test` walks through servers that are scripted, `npm run interop`
// through real ones.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../src/time/timestamps.ts';
import { test } from '../../support/lanes.ts';
import { bookHour, cancelHour, rescheduleHour } from '../../support/makers/booked-hours.ts';
import { type CaldavAccount, eventText } from '../../support/makers/caldav-account.ts';
import {
  busyTimes,
  CALENDARS,
  type Calendar,
  calendarWhen,
  createCalendar,
  failing,
  synced,
  syncRow,
} from '../../support/makers/calendars.ts';
import { eventsOf } from '../../support/makers/events.ts';
import { type Member, makeMember } from '../../support/makers/team-members.ts';
import { eventually } from '../../support/makers/webhooks.ts';
import { dataOf, type Node, type NodeOptions, onBothEngines } from '../../support/server/rota.ts';

export interface CaldavServer extends AsyncDisposable {
  /** Any address of the server. */
  url: string;
  account: CaldavAccount;
  checksPasswords: boolean;
  /** It has this calendar and no other. */
  onlyCalendar?: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Requests a sync, and waits for it. */
export async function syncNow(node: Node, calendar: { id: string }): Promise<Calendar> {
  node.clock.advance(1);
  dataOf(await node.post(`${CALENDARS}/${calendar.id}/sync`));
  return synced(node, calendar);
}

export interface WalkOptions {
  node?: NodeOptions;
  /** The server belongs to somebody else: it has one calendar, and is never stopped. */
  isGiven?: boolean;
}

export function caldavWalk(
  name: string,
  start: () => Promise<CaldavServer>,
  { node: options, isGiven = false }: WalkOptions = {},
): void {
  onBothEngines(`A calendar on ${name}`, (node) => defineWalk(node, start, isGiven), options);
}

function defineWalk(node: () => Node, start: () => Promise<CaldavServer>, isGiven: boolean): void {
  let server: CaldavServer;
  const connected: Calendar[] = [];
  const made: string[] = [];
  before(async () => {
    server = await start();
  });
  after(() => server?.[Symbol.asyncDispose]());

  /** With a server of our own. */
  const ownStep = isGiven ? () => {} : step;

  /** Nothing is left of a test, so that the next one finds its calendar alone. */
  function step(title: string, work: () => Promise<void>): void {
    test(title, async () => {
      try {
        await work();
      } finally {
        for (const { id } of connected.splice(0)) await node().delete(`${CALENDARS}/${id}`);
        for (const url of made.splice(0)) await server.account.removeCalendar(url);
      }
    });
  }

  async function makeCalendar(kind?: string): Promise<string> {
    if (server.onlyCalendar) return server.onlyCalendar;
    const url = await server.account.makeCalendar(`calendar-${node().clock.now()}-${made.length}`, kind);
    made.push(url);
    return url;
  }

  async function connect(url: string, fields: object = {}, member?: Member): Promise<Calendar> {
    const { username, password } = server.account;
    const body = { type: 'caldav', url, username, password, ...fields };
    const calendar = await createCalendar(node(), body, member && { member });
    connected.push(calendar);
    return calendar;
  }

  const put = (calendar: string, event: string, times: [string, string], ...lines: string[]) =>
    server.account.put(calendar, `${event}.ics`, eventText(`${event}@example.com`, times, ...lines));

  step('is found at its own address, at that of its user, and at that of the server', async () => {
    const url = await makeCalendar();
    await put(url, 'one', ['20260303T100000Z', '20260303T110000Z']);
    for (const given of server.onlyCalendar ? [url] : [url, server.account.home, server.url]) {
      const calendar = await synced(node(), await connect(given));
      assert.deepEqual(await busyTimes(node(), calendar), ['2026-03-03T10:00/2026-03-03T11:00'], given);
    }
    await server.account.remove(url, 'one.ics');
  });

  ownStep('is not chosen among several, nor among none: the error says so', async () => {
    const none = await failing(node(), await connect(server.url));
    assert.equal(none.last_error, 'this user has no calendar for events on the server');
    const urls = [await makeCalendar(), await makeCalendar()];
    const several = await failing(node(), await connect(server.url));
    assert.match(several.last_error ?? '', /^this user has 2 calendars: \//);
    for (const url of urls) assert.ok(several.last_error?.includes(new URL(url).pathname));
  });

  step('is read: what is new, what has changed, what is gone, what recurs', async () => {
    const url = await makeCalendar();
    await put(url, 'one', ['20260303T100000Z', '20260303T110000Z']);
    await put(url, 'two', ['20260304T100000Z', '20260304T110000Z']);
    const calendar = await synced(node(), await connect(url));
    assert.deepEqual(await busyTimes(node(), calendar), [
      '2026-03-03T10:00/2026-03-03T11:00',
      '2026-03-04T10:00/2026-03-04T11:00',
    ]);

    await put(url, 'one', ['20260303T140000Z', '20260303T150000Z'], 'SEQUENCE:1');
    await server.account.remove(url, 'two.ics');
    await put(url, 'three', ['20260305T080000Z', '20260305T083000Z'], 'RRULE:FREQ=WEEKLY;COUNT=3');
    await syncNow(node(), calendar);
    const after = [
      '2026-03-03T14:00/2026-03-03T15:00',
      '2026-03-05T08:00/2026-03-05T08:30',
      '2026-03-12T08:00/2026-03-12T08:30',
      '2026-03-19T08:00/2026-03-19T08:30',
    ];
    assert.deepEqual(await busyTimes(node(), calendar), after);
    await syncNow(node(), calendar);
    assert.deepEqual(await busyTimes(node(), calendar), after, 'nothing has changed');
    for (const event of ['one', 'three']) await server.account.remove(url, `${event}.ics`);
    await syncNow(node(), calendar);
    assert.deepEqual(await busyTimes(node(), calendar), []);
  });

  step('says that the password is wrong, unless the server takes any', async () => {
    const wrong = await connect(await makeCalendar(), { password: 'wrong' });
    if (!server.checksPasswords) {
      await synced(node(), wrong);
      return;
    }
    const calendar = await failing(node(), wrong);
    const refused = 'the server refused access (401): check the user name and the password';
    assert.equal(calendar.last_error, refused);
  });

  ownStep('keeps its busy times while the server is away, and is read again when it is back', async () => {
    const url = await makeCalendar();
    await put(url, 'one', ['20260401T100000Z', '20260401T110000Z']);
    const calendar = await synced(node(), await connect(url));
    await server.stop();
    for (const [minutes, attempts] of [
      [11, 1],
      [11, 2],
      [22, 3],
      [33, 4],
    ] as const) {
      node().clock.advance(minutes * MINUTE_MS);
      await eventually(async () => (await syncRow(node(), calendar)).attempts === attempts);
    }
    assert.deepEqual(await busyTimes(node(), calendar), ['2026-04-01T10:00/2026-04-01T11:00']);
    assert.equal((await failing(node(), calendar)).last_error, 'the connection was refused');
    assert.deepEqual(await typesAbout(calendar), ['calendar.failing']);

    await server.start();
    await put(url, 'one', ['20260401T120000Z', '20260401T130000Z']);
    node().clock.advance(7 * HOUR_MS);
    await calendarWhen(node(), calendar, ({ health }) => health === 'ok');
    assert.deepEqual(await busyTimes(node(), calendar), ['2026-04-01T12:00/2026-04-01T13:00']);
    assert.deepEqual(await typesAbout(calendar), ['calendar.failing', 'calendar.recovered']);
  });

  const typesAbout = async ({ id }: Calendar) => (await eventsOf(node(), id)).map(({ type }) => type);

  step('gets bookings, moves them and removes them, and does not take them for busy times', async () => {
    const url = await makeCalendar();
    const member = await makeMember(node());
    const calendar = await synced(node(), await connect(url, { receives_bookings: true }, member));
    const title = `Budget; plans, \\ and "more" ${'é'.repeat(80)}`;
    const request = await bookHour(node(), member, '2026-05-04T10:00:00Z', { context: { title } });
    const file = `${request.id}.ics`;
    const written = await eventually(() => server.account.read(url, file));
    assert.match(written, new RegExp(`^UID:${request.id}@`, 'm'));
    assert.match(written, /^DTSTART:20260504T100000Z\r?$/m);
    assert.match(written, /^DTEND:20260504T110000Z\r?$/m);
    assert.match(written, /^SUMMARY:Budget\\; plans\\, \\\\ and "more" é{80}\r?$/m);
    assert.doesNotMatch(written, /ATTENDEE/);
    await syncNow(node(), calendar);
    assert.deepEqual(await busyTimes(node(), calendar), []);

    await rescheduleHour(node(), request, '2026-05-05T10:00:00Z');
    const moved = await eventually(async () => {
      const text = await server.account.read(url, file);
      return text?.includes('DTSTART:20260505T100000Z') && text;
    });
    assert.match(moved, /^SEQUENCE:1\r?$/m);

    await cancelHour(node(), request);
    await eventually(async () => (await server.account.read(url, file)) === undefined);
    await syncNow(node(), calendar);
    assert.deepEqual(await busyTimes(node(), calendar), []);
  });
}
