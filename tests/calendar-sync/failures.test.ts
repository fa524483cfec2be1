// A calendar that can't be read: the last good copy stays, others are told once, and nobody else waits for it.

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { DAY_MS, MINUTE_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import {
  busyTimes,
  CALENDARS,
  type Calendar,
  calendarWhen,
  createCalendar,
  failing,
  readCalendar,
  synced,
  syncRow,
} from '../support/makers/calendars.ts';
import { entriesAbout, makeMember, timeOf } from '../support/makers/team-members.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { calendarText, Feed, type Served } from '../support/receivers/feed.ts';
import { RawReceiver } from '../support/receivers/receiver.ts';
import { figure } from '../support/server/metrics.ts';
import { dataOf, freshStorage, type Node, onBothEngines, startNode } from '../support/server/rota.ts';

const MIB = 1024 * 1024;

const eventsAbout = async (node: Node, { id }: { id: string }) =>
  dataOf<{ type: string; payload: Record<string, unknown> }[]>(await node.get('/api/v1/events?limit=100'))
    .map(({ payload }) => payload)
    .filter((payload) => payload.id === id)
    .reverse();

interface Told {
  meeting_request_id: string | null;
  from: string;
  to: string;
  subject: string;
  text: string;
}

const mailsTo = async (node: Node, { email }: { email: string }) =>
  dataOf<Told[]>(await node.get('/api/v1/messages?kind=calendar_failing&limit=100')).filter(
    ({ to }) => to === email,
  );

/** Moves the clock until it has failed for more than an hour. */
async function failForAnHour(node: Node, calendar: Calendar): Promise<void> {
  const begin = node.clock.now();
  while (node.clock.now() - begin <= 60 * MINUTE_MS) await nextAttempt(node, calendar);
}

/** Moves the clock to the next attempt, and waits for its end. */
async function nextAttempt(node: Node, calendar: Calendar): Promise<number> {
  const { due_at, attempts } = await syncRow(node, calendar);
  const wait = Number(due_at) - node.clock.now();
  node.clock.advance(wait);
  await eventually(async () => {
    const now = await syncRow(node, calendar);
    return now.claim_id === null && (now.attempts !== attempts || now.due_at !== due_at);
  });
  return wait;
}

onBothEngines('A calendar that fails', (node) => {
  test('for a day is asked less and less, keeps its last good copy, and is told of once', async () => {
    await using feed = await Feed.start(calendarText(['20260310T100000Z', '20260310T110000Z']));
    const member = await makeMember(node());
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url }, { member });
    await synced(node(), calendar);
    const good = await busyTimes(node(), calendar);
    const lastGood = timeOf(node());

    feed.served = 500;
    await nextAttempt(node(), calendar);
    const since = timeOf(node());
    const error = 'the server answered 500';
    const expected = { health: 'failing', last_synced_at: lastGood, last_error: error };
    assert.deepEqual(await readCalendar(node(), calendar), { ...calendar, ...expected });

    const waits: number[] = [];
    const begin = node().clock.now();
    while (node().clock.now() - begin < DAY_MS) {
      waits.push(await nextAttempt(node(), calendar));
      assert.deepEqual(await busyTimes(node(), calendar), good);
      const isLong = node().clock.now() - begin >= 60 * MINUTE_MS;
      assert.equal((await eventsAbout(node(), calendar)).length, isLong ? 1 : 0);
    }
    for (const [place, minutes] of [10, 20, 30, 60, 120, 240, 360, 360].entries()) {
      const wait = waits[place] ?? 0;
      assert.ok(wait >= minutes * MINUTE_MS && wait <= minutes * 1.1 * MINUTE_MS, `${place}: ${wait} ms`);
    }
    const about = { id: calendar.id, workspace_membership_id: member.id, email: member.email };
    const [told] = await eventsAbout(node(), calendar);
    const { timestamp, ...payload } = told ?? {};
    assert.deepEqual(payload, {
      event: 'calendar.failing',
      ...about,
      last_error: error,
      failing_since: since,
    });

    feed.served = calendarText(['20260311T100000Z', '20260311T110000Z']);
    await nextAttempt(node(), calendar);
    const recovered_at = timeOf(node());
    const recovered = { event: 'calendar.recovered', ...about, failing_since: since, recovered_at };
    await nextAttempt(node(), calendar);
    const events = await eventsAbout(node(), calendar);
    assert.deepEqual(events, [told, { timestamp: recovered_at, ...recovered }]);
    assert.deepEqual(await busyTimes(node(), calendar), ['2026-03-11T10:00/2026-03-11T11:00']);
    const { health, last_error } = await readCalendar(node(), calendar);
    assert.deepEqual([health, last_error], ['ok', null]);
    const entries = (await entriesAbout(node(), calendar.id)).slice(1);
    assert.deepEqual(
      entries.map(({ action, changes }) => [action, changes]),
      [
        ['calendar.failing', { failing_since: [null, since], last_error: [null, error] }],
        ['calendar.recovered', { failing_since: [since, null] }],
      ],
    );
    assert.equal(await figure(node(), 'rota_calendar_failing_total'), 1);
    assert.equal((await mailsTo(node(), member)).length, 1, 'one mail, and none when it can be read again');
  });

  test('is told of in a mail to its member, in their zone and without its URL', async () => {
    await using feed = await Feed.start(500);
    const member = await makeMember(node());
    const fields = { name: 'Emi Tanaka', timezone: 'Asia/Tokyo' };
    dataOf(await node().patch(`/api/v1/workspace_members/${member.id}`, fields));
    const calendar = await createCalendar(
      node(),
      { type: 'ics', url: `${feed.url}?token=hidden` },
      { member },
    );
    await failing(node(), calendar);
    await failForAnHour(node(), calendar);
    const [mail = assert.fail('no mail'), ...others] = await mailsTo(node(), member);
    assert.equal(others.length, 0);
    assert.equal(mail.meeting_request_id, null);
    assert.equal(mail.from, '"Acme scheduling" <acme@rota.localhost>');
    assert.equal(mail.to, member.email);
    const { host } = new URL(feed.url);
    assert.ok(mail.subject.includes(host), mail.subject);
    assert.match(mail.text, /the server answered 500/);
    assert.match(mail.text, /Japan|Tokyo/);
    assert.doesNotMatch(mail.text, /hidden/);
  });

  test('for less than an hour is not told of', async () => {
    await using feed = await Feed.start(503);
    const calendar = await createCalendar(node(), { type: 'ics', url: feed.url });
    await failing(node(), calendar);
    await nextAttempt(node(), calendar);
    feed.served = calendarText();
    await nextAttempt(node(), calendar);
    assert.equal((await readCalendar(node(), calendar)).health, 'ok');
    assert.deepEqual(await eventsAbout(node(), calendar), []);
  });

  const refusals: Record<string, [served: Served, error: string]> = {
    'refuses access': [401, 'the server refused access (401): check the user name, the password and the URL'],
    'is gone': [404, 'there is no calendar at the URL (404)'],
    'sends a web page': [
      '<html>Sign in</html>',
      'this is a web page, not a calendar: use the address of the calendar in iCalendar format',
    ],
    'says that nothing has changed though it was not asked': [304, 'the server answered 304'],
    'redirects for ever': [
      (response) => response.writeHead(302, { location: '/again' }).end(),
      'more than 5 redirects',
    ],
    'redirects to the metadata service': [
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      'not fetched: not a public address',
    ],
    'redirects to the private network': [
      (response) => response.writeHead(301, { location: 'https://10.0.0.8/calendar' }).end(),
      'not fetched: not a public address',
    ],
    'redirects to a file': [
      (response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
      'a redirect does not lead to a web address',
    ],
    'has 50 MB': [
      (response) => response.end(Buffer.alloc(50 * MIB, 'x')),
      'the answer is larger than 10 MiB',
    ],
    'has 50 MB, compressed': [
      (response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50 * MIB))),
      'the answer is larger than 10 MiB',
    ],
    'is compressed in another way': [
      (response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
      'the answer is compressed in a way that was not asked for',
    ],
    'ends in the middle': [
      (response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('BEGIN:VCALENDAR');
        setImmediate(() => response.destroy());
      },
      'the connection was closed before the answer was complete',
    ],
  };
  for (const [name, [served, error]] of Object.entries(refusals)) {
    test(`because its server ${name} says so, and keeps its last good copy`, async () => {
      await using feed = await Feed.start(calendarText(['20260321T100000Z', '20260321T110000Z']));
      const calendar = await createCalendar(node(), { type: 'ics', url: feed.url });
      await synced(node(), calendar);
      const good = await busyTimes(node(), calendar);
      feed.served = served;
      node().clock.advance(1_000);
      await node().post(`${CALENDARS}/${calendar.id}/sync`);
      assert.equal((await failing(node(), calendar)).last_error, error);
      assert.deepEqual(await busyTimes(node(), calendar), good);
    });
  }

  test('because its server hangs has 30 seconds for everything', async () => {
    await using silent = await RawReceiver.start(() => {});
    const calendar = await createCalendar(node(), { type: 'ics', url: silent.url });
    await eventually(async () => silent.connections === 1);
    node().clock.advance(29_999);
    assert.equal((await readCalendar(node(), calendar)).health, 'new');
    node().clock.advance(1);
    const { last_error } = await failing(node(), calendar);
    assert.equal(last_error, 'no complete answer within 30 seconds');
  });

  test('because its password was sealed for another calendar sends nothing, until it is given again', async () => {
    await using feed = await Feed.start();
    const login = { type: 'ics', url: feed.url, username: 'ada' };
    const other = await createCalendar(node(), { ...login, password: 'of another' });
    const calendar = await createCalendar(node(), { ...login, password: 'own' });
    await synced(node(), other);
    await synced(node(), calendar);
    const { database } = node().services;
    await database.change(
      'update calendars set sealed_password = (select sealed_password from calendars where id = $1) where id = $2',
      [other.id, calendar.id],
    );
    const before = feed.asked.length;
    await node().post(`${CALENDARS}/${calendar.id}/sync`);
    const { last_error } = await failing(node(), calendar);
    assert.equal(last_error, "not fetched: the calendar's password can't be read; set it again");
    assert.equal(feed.asked.length, before);
    node().clock.advance(1);
    await node().patch(`${CALENDARS}/${calendar.id}`, { password: 'new' });
    await synced(node(), calendar);
    const sent = feed.asked.at(-1)?.headers.authorization;
    assert.equal(sent, `Basic ${Buffer.from('ada:new').toString('base64')}`);
  });
});

onBothEngines('Servers that hang', (node) => {
  test('leave permits to others: of another workspace, and of another server', async () => {
    await using silent = await RawReceiver.start(() => {});
    for (let count = 0; count < 12; count += 1) {
      await createCalendar(node(), { type: 'ics', url: silent.url });
    }
    await eventually(async () => silent.connections >= 6);
    await using feed = await Feed.start();
    const near = await createCalendar(node(), { type: 'ics', url: feed.url });
    await synced(node(), near);
    const { rawKey } = await node().otherWorkspace();
    const far = await createCalendar(node(), { type: 'ics', url: feed.url }, { key: rawKey });
    await calendarWhen(node(), far, ({ health }) => health === 'ok', rawKey);
    assert.ok(silent.connections <= 8, `${silent.connections} at a time`);
  });
});

test('a redirect does not lead to a network that is not allowed', async (t) => {
  const storage = await freshStorage('sqlite');
  const environment = { HOST: '0.0.0.0', ROTA_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.2' };
  const node = await startNode(storage, { environment });
  t.after(async () => {
    await node.stop();
    await storage.remove();
  });
  await using hidden = await Feed.start(calendarText(['20260321T100000Z', '20260321T110000Z']));
  await using feed = await Feed.start(
    (response) => response.writeHead(302, { location: hidden.url }).end(),
    '127.0.0.2',
  );
  const calendar = await createCalendar(node, { type: 'ics', url: feed.url });
  assert.equal((await failing(node, calendar)).last_error, 'not fetched: not a public address');
  assert.deepEqual([feed.asked.length, hidden.asked.length], [1, 0]);
});
