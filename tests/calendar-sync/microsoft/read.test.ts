// What Graph says of an event, and when its owner is busy: each kind of event, series, and changes since the last time.
import assert from 'node:assert/strict';
import type { Event } from '@microsoft/microsoft-graph-types';
import { describe, test } from '../../support/lanes.ts';
import { ADA, entry, REQUEST } from '../../support/makers/provider-calls.ts';
import type { Times } from '../../support/receivers/microsoft-mailbox.ts';
import { Connected, inWords } from './connected.ts';

const MONDAY: Times = ['2026-03-09T14:00', '2026-03-09T15:30'];
const TUESDAY: Times = ['2026-03-10T14:00', '2026-03-10T15:30'];
const WEDNESDAY: Times = ['2026-03-11T14:00', '2026-03-11T15:30'];
const IN_WORDS = '2026-03-09T14:00:00.000Z – 2026-03-09T15:30:00.000Z';

/** What is read of one event. */
async function readOne(connected: Connected, times: Times, fields: Event = {}) {
  const event = connected.mailbox.primary.add(times, fields);
  const { events } = await connected.read();
  assert.equal(events.size, 1);
  const read = events.get(String(event.id));
  assert.ok(read);
  // Asked for alone, it's the same.
  assert.deepEqual(await connected.readEvent(String(event.id)), read);
  return { ...read, times: inWords(read.times) };
}

/** The UID of an invitation as Exchange keeps it. */
const wrapped = (uid: string) =>
  `040000008200e00074c5b7101a82e008${'0'.repeat(40)}38000000${Buffer.from(`vCal-Uid\x01\0\0\0${uid}\0`).toString('hex')}`;

describe('an event in a Microsoft calendar', () => {
  for (const showAs of ['busy', 'tentative', 'oof', 'unknown'] as const) {
    test(`is busy as ${showAs}`, async () => {
      await using connected = await Connected.start();
      const { times, is_busy, request_id } = await readOne(connected, MONDAY, { showAs });
      assert.deepEqual([times, is_busy, request_id], [[IN_WORDS], true, null]);
    });
  }

  for (const showAs of ['free', 'workingElsewhere'] as const) {
    test(`is not busy as ${showAs}`, async () => {
      await using connected = await Connected.start();
      const { times, is_busy } = await readOne(connected, MONDAY, { showAs });
      assert.deepEqual([times, is_busy], [[IN_WORDS], false]);
    });
  }

  test('is not busy once it was declined, and busy while it is not answered', async () => {
    await using connected = await Connected.start();
    const { primary } = connected.mailbox;
    const declined = await readOne(connected, MONDAY, { responseStatus: { response: 'declined' } });
    assert.equal(declined.is_busy, false);
    const open = primary.add(MONDAY, { responseStatus: { response: 'notResponded' } });
    assert.equal((await connected.readEvent(String(open.id)))?.is_busy, true);
  });

  for (const [dateTime, timeZone] of [
    ['2026-03-09T14:00:00Z', 'UTC'],
    ['2026-03-09T14:00:00.000Z', 'Etc/UTC'],
    ['2026-03-09T15:00:00+01:00', 'UTC'],
    ['2026-03-09T14:00:00', 'GMT'],
  ])
    test(`is read also from a server that says ${dateTime} ${timeZone}`, async () => {
      await using connected = await Connected.start();
      const end = { dateTime: '2026-03-09T15:30:00.0000000', timeZone: 'UTC' };
      const event = { id: 'one', type: 'singleInstance', showAs: 'busy', start: { dateTime, timeZone }, end };
      connected.server.answerWith = () => ({ status: 200, body: { value: [event] } });
      const { events } = await connected.read();
      assert.deepEqual(inWords(events.get('one')?.times ?? []), [IN_WORDS]);
    });

  test('is gone once it was cancelled', async () => {
    await using connected = await Connected.start();
    const { times, is_busy } = await readOne(connected, MONDAY, { isCancelled: true });
    assert.deepEqual([times, is_busy], [[], false]);
  });

  test('of whole days is busy from midnight to midnight where the member is', async () => {
    await using connected = await Connected.start();
    const days: Times = ['2026-03-28T00:00', '2026-03-30T00:00'];
    const { times } = await readOne(connected, days, { isAllDay: true });
    // The clocks go forward on the 29th.
    assert.deepEqual(times, ['2026-03-27T23:00:00.000Z – 2026-03-29T22:00:00.000Z']);
  });

  test('of no length is not busy, and not gone', async () => {
    await using connected = await Connected.start();
    const { times, is_busy } = await readOne(connected, ['2026-03-09T14:00', '2026-03-09T14:00']);
    assert.deepEqual([times.length, is_busy], [1, false]);
  });

  test('that Rota has made is recognised', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    const { events } = await connected.read();
    assert.deepEqual(events.get(id), {
      id,
      times: [{ start: entry.starts_at, end: entry.ends_at }],
      is_busy: true,
      request_id: REQUEST,
      is_written: true,
    });
  });

  test('that came with an invitation by Rota is recognised, however Exchange writes its UID', async () => {
    await using connected = await Connected.start();
    const uid = `${REQUEST}@rota.example.com`;
    for (const iCalUId of [uid, uid.toLowerCase(), wrapped(uid), wrapped(uid).toUpperCase()]) {
      const { id } = connected.mailbox.primary.add(MONDAY, { iCalUId });
      assert.equal((await connected.readEvent(String(id)))?.request_id, REQUEST, iCalUId);
    }
    for (const iCalUId of [
      'mr_1@rota.example.com',
      wrapped('123@google.com'),
      `x${uid}`,
      'ff'.repeat(9000),
    ]) {
      const { id } = connected.mailbox.primary.add(MONDAY, { iCalUId });
      assert.equal((await connected.readEvent(String(id)))?.request_id, null, iCalUId);
    }
  });

  test('with a transaction id of Outlook is nobody else’s', async () => {
    await using connected = await Connected.start();
    const transactionId = 'localevent:d3fa2faf-64b8-2df8-1b16-4bb64ee4e2c3';
    assert.equal((await readOne(connected, MONDAY, { transactionId })).request_id, null);
  });

  test('that is no longer there is undefined', async () => {
    await using connected = await Connected.start();
    const { primary } = connected.mailbox;
    const { id } = primary.add(MONDAY);
    primary.remove(String(id));
    assert.equal(await connected.readEvent(String(id)), undefined);
  });
});

describe('a series in a Microsoft calendar', () => {
  test('is one event with all its times, which take over what is said of the series', async () => {
    await using connected = await Connected.start();
    const { primary } = connected.mailbox;
    const busy = primary.addSeries([MONDAY, TUESDAY]);
    const free = primary.addSeries([MONDAY, TUESDAY], { showAs: 'free' });
    const { events } = await connected.read();
    assert.equal(events.size, 2);
    assert.deepEqual(inWords(events.get(String(busy.id))?.times ?? []), [
      IN_WORDS,
      '2026-03-10T14:00:00.000Z – 2026-03-10T15:30:00.000Z',
    ]);
    assert.deepEqual(events.get(String(free.id)), {
      id: free.id,
      times: [],
      is_busy: false,
      request_id: null,
      is_written: false,
    });
  });

  test('of whole days is busy on these days', async () => {
    await using connected = await Connected.start();
    const days: Times[] = [
      ['2026-03-09T00:00', '2026-03-10T00:00'],
      ['2026-03-16T00:00', '2026-03-17T00:00'],
    ];
    const { id } = connected.mailbox.primary.addSeries(days, { isAllDay: true });
    const { events } = await connected.read();
    assert.deepEqual(inWords(events.get(String(id))?.times ?? []), [
      '2026-03-08T23:00:00.000Z – 2026-03-09T23:00:00.000Z',
      '2026-03-15T23:00:00.000Z – 2026-03-16T23:00:00.000Z',
    ]);
  });

  test('has exceptions: one that was moved, one that is free, one that was declined', async () => {
    await using connected = await Connected.start();
    const { primary } = connected.mailbox;
    const { id } = primary.addSeries([MONDAY, TUESDAY, WEDNESDAY]);
    primary.changeOccurrence(String(id), 0, {
      times: ['2026-03-09T16:00', '2026-03-09T17:00'],
      subject: 'X',
    });
    primary.changeOccurrence(String(id), 1, { showAs: 'free' });
    primary.changeOccurrence(String(id), 2, { responseStatus: { response: 'declined' } });
    const { events } = await connected.read();
    assert.deepEqual(inWords(events.get(String(id))?.times ?? []), [
      '2026-03-09T16:00:00.000Z – 2026-03-09T17:00:00.000Z',
    ]);
  });

  test('loses a time that was deleted, of which Microsoft says nothing', async () => {
    await using connected = await Connected.start();
    const { primary } = connected.mailbox;
    const { id } = primary.addSeries([MONDAY, TUESDAY, WEDNESDAY]);
    const { token } = await connected.read();
    primary.changeOccurrence(String(id), 1, null);
    const { events } = await connected.read(token);
    assert.deepEqual([...events.keys()], [id]);
    assert.deepEqual(inWords(events.get(String(id))?.times ?? []), [
      IN_WORDS,
      '2026-03-11T14:00:00.000Z – 2026-03-11T15:30:00.000Z',
    ]);
  });

  test('comes once, however many pages it is on', async () => {
    await using connected = await Connected.start();
    connected.server.pageSize = 2;
    const { id } = connected.mailbox.primary.addSeries([MONDAY, TUESDAY, WEDNESDAY]);
    connected.mailbox.primary.add(TUESDAY);
    const { pages, events } = await connected.read();
    assert.equal(pages.flat().length, 2);
    assert.equal(events.get(String(id))?.times.length, 3);
  });

  test('is gone once it was deleted', async () => {
    await using connected = await Connected.start();
    const { primary } = connected.mailbox;
    const { id } = primary.addSeries([MONDAY, TUESDAY]);
    const { token } = await connected.read();
    primary.remove(String(id));
    assert.deepEqual((await connected.read(token)).events.get(String(id))?.times, []);
  });

  test('that is not listed with its times is looked up once', async () => {
    await using connected = await Connected.start();
    const { server, mailbox } = connected;
    const { id } = mailbox.primary.addSeries([MONDAY, TUESDAY], { showAs: 'free' });
    const other = mailbox.primary.addSeries([MONDAY]);
    await hideSeries(connected);
    const { events } = await connected.read();
    assert.deepEqual([events.get(String(id))?.is_busy, events.get(String(other.id))?.is_busy], [false, true]);
    assert.equal(server.count('GET', '/events/'), 2);
  });

  test('of which only times come as a change makes everything be read anew', async () => {
    await using connected = await Connected.start();
    const { primary } = connected.mailbox;
    const { id } = primary.addSeries([MONDAY, TUESDAY]);
    const { token } = await connected.read();
    primary.changeOccurrence(String(id), 0, null);
    await hideSeries(connected);
    await assert.rejects(connected.read(token), { name: 'TokenForgotten' });
  });
});

/** Leaves series out of the answers, with their times still in them. */
async function hideSeries({ server, mailbox }: Connected): Promise<void> {
  const token = server.tokenOf(ADA);
  server.answerWith = async ({ path, query, headers }) => {
    if (!path.endsWith('/delta') || headers['x-test'] !== undefined) return undefined;
    const url = `${server.graphUrl}/me/calendars/${encodeURIComponent(mailbox.primary.id)}/calendarView/delta?${query}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, 'x-test': 'own' } });
    const body = (await answer.json()) as { value: Event[] };
    return {
      status: 200,
      body: { ...body, value: body.value.filter(({ type }) => type !== 'seriesMaster') },
    };
  };
}

describe('changes of a Microsoft calendar', () => {
  test('are asked for with the token of the last time, and in UTC', async () => {
    await using connected = await Connected.start();
    const { server, mailbox } = connected;
    const kept = mailbox.primary.add(MONDAY);
    const moved = mailbox.primary.add(MONDAY);
    const deleted = mailbox.primary.add(MONDAY);
    const first = await connected.read();
    assert.equal(first.events.size, 3);
    mailbox.primary.change(String(moved.id), { times: TUESDAY });
    mailbox.primary.remove(String(deleted.id));
    const added = mailbox.primary.add(WEDNESDAY);
    const second = await connected.read(first.token);
    assert.equal(second.events.has(String(kept.id)), false);
    assert.deepEqual(
      [...second.events].map(([id, { times }]) => [id, inWords(times)[0]?.slice(0, 10)]),
      [
        [moved.id, '2026-03-10'],
        [deleted.id, undefined],
        [added.id, '2026-03-11'],
      ],
    );
    const third = await connected.read(second.token);
    assert.deepEqual([third.pages, third.events.size], [[], 0]);
    for (const { headers } of server.asked) assert.match(String(headers.prefer), /outlook\.timezone="UTC"/);
  });

  test('that lead out of the range, or never were in it, count as gone', async () => {
    await using connected = await Connected.start();
    const { primary } = connected.mailbox;
    const { id } = primary.add(MONDAY);
    const { token } = await connected.read();
    primary.change(String(id), { times: ['2031-03-09T14:00', '2031-03-09T15:00'] });
    const elsewhere = primary.add(['2031-03-09T14:00', '2031-03-09T15:00']);
    primary.touchElsewhere();
    const { events } = await connected.read(token);
    assert.equal(events.size, 3);
    assert.deepEqual([events.get(String(id))?.times, events.get(String(elsewhere.id))?.times], [[], []]);
  });

  test('come page by page, each event once', async () => {
    await using connected = await Connected.start();
    const { server, mailbox } = connected;
    for (let number = 0; number < 25; number += 1) mailbox.primary.add(MONDAY);
    server.pageSize = 10;
    const { pages, events, token } = await connected.read();
    assert.deepEqual(
      pages.map(({ length }) => length),
      [10, 10, 5],
    );
    assert.equal(events.size, 25);
    assert.ok(token);
  });

  test('while the pages are read are in the next round', async () => {
    await using connected = await Connected.start();
    const { server, mailbox } = connected;
    for (let number = 0; number < 3; number += 1) mailbox.primary.add(MONDAY);
    server.pageSize = 2;
    let late: Event | undefined;
    server.answerWith = ({ query }) => {
      if (query.has('$skiptoken')) late ??= mailbox.primary.add(TUESDAY);
      return undefined;
    };
    const first = await connected.read();
    const second = await connected.read(first.token);
    assert.ok(second.events.has(String(late?.id)));
  });

  test('of a calendar that somebody else shares are read', async () => {
    await using connected = await Connected.start();
    const shared = connected.mailbox.add('Ben', { canEdit: false }, 'ben@example.com');
    const { id } = shared.add(MONDAY);
    const { events } = await connected.read(null, shared);
    assert.ok(events.has(String(id)));
  });
});
