// Events are at the right time whatever their zone is called; a zone that nobody knows is told of until it is mended.
import assert from 'node:assert/strict';
import { MINUTE_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import { busyTimes, createCalendar, failing, readCalendar, synced } from '../support/makers/calendars.ts';
import { Feed } from '../support/receivers/feed.ts';
import { onBothEngines } from '../support/server/rota.ts';
import { ConnectedServer } from './caldav/connected.ts';
import { syncNow } from './caldav/walk.ts';

/** An hour, from `20260303T10` on the clock of the zone. */
function eventIn(tzid: string, hour: string, ...more: string[]): string[] {
  const end = `${hour.slice(0, -2)}${Number(hour.slice(-2)) + 1}`;
  const times = [`DTSTART;TZID="${tzid}":${hour}0000`, `DTEND;TZID="${tzid}":${end}0000`];
  return ['BEGIN:VEVENT', `UID:${tzid}-${hour}@example.com`, ...times, ...more, 'END:VEVENT'];
}
const calendarOf = (...lines: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines.flat(), 'END:VCALENDAR', ''].join('\r\n');

const DEFINED = [
  'BEGIN:VTIMEZONE',
  'TZID:Customized Time Zone',
  'BEGIN:STANDARD',
  'DTSTART:16010101T000000',
  'TZOFFSETFROM:-0300',
  'TZOFFSETTO:-0300',
  'END:STANDARD',
  'END:VTIMEZONE',
];
const ONE = 'one event could not be understood, and may be busy at a wrong time or not at all';

onBothEngines('The zone of an event', (node) => {
  const untilDue = () => node().clock.advance(11 * MINUTE_MS);

  test('is known by the names that old programs give it, in summer, too', async () => {
    await using feed = await Feed.start(
      calendarOf(
        DEFINED,
        eventIn('(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna', '20260601T10'),
        eventIn('GMT -0500 (Standard) / GMT -0400 (Daylight)', '20260602T10'),
        eventIn('Pacific Time (US & Canada); Tijuana', '20260603T10'),
        eventIn('(UTC-05:00) Indiana (East)', '20260604T10'),
        eventIn('/freeassociation.sourceforge.net/Tzfile/Europe/Berlin', '20260605T10'),
        eventIn('tzone://Microsoft/Utc', '20260606T10'),
        eventIn('Customized Time Zone', '20260607T10'),
      ),
    );
    const calendar = await synced(node(), await createCalendar(node(), { type: 'ics', url: feed.url }));
    assert.equal(calendar.last_error, null);
    assert.deepEqual(await busyTimes(node(), calendar), [
      '2026-06-01T08:00/2026-06-01T09:00',
      '2026-06-02T14:00/2026-06-02T15:00',
      '2026-06-03T17:00/2026-06-03T18:00',
      '2026-06-04T14:00/2026-06-04T15:00',
      '2026-06-05T08:00/2026-06-05T09:00',
      '2026-06-06T10:00/2026-06-06T11:00',
      '2026-06-07T13:00/2026-06-07T14:00',
    ]);
  });

  test('that nobody knows is told of with the number of events, and the rest counts, until it is mended', async () => {
    const rest = eventIn('Europe/Berlin', '20260601T10');
    const harmless = [
      eventIn('Nowhere/Past', '20200601T10'),
      eventIn('Nowhere/Free', '20260601T10', 'TRANSP:TRANSPARENT'),
      eventIn('Nowhere/Off', '20260601T10', 'STATUS:CANCELLED'),
    ];
    await using feed = await Feed.start(
      calendarOf(
        rest,
        ...harmless,
        eventIn('Nowhere/Land', '20260602T10'),
        eventIn('Nowhere/Land', '20260603T10'),
      ),
    );
    const created = await createCalendar(node(), { type: 'ics', url: feed.url });
    const calendar = await synced(node(), created);
    const why = 'the time zone "Nowhere/Land" is not known';
    assert.deepEqual(
      [calendar.health, calendar.last_error],
      ['ok', `2 events could not be understood, and may be busy at a wrong time or not at all: ${why}`],
    );
    assert.deepEqual(
      await busyTimes(node(), calendar),
      [
        '2026-06-01T08:00/2026-06-01T09:00',
        '2026-06-02T10:00/2026-06-02T11:00',
        '2026-06-03T10:00/2026-06-03T11:00',
      ],
      'as on the clock of the member',
    );

    feed.served = calendarOf(
      rest,
      eventIn('Nowhere/Land', '20260602T10'),
      eventIn('(UTC+05:00) Elsewhere', '20260603T10'),
    );
    untilDue();
    assert.equal(
      (await synced(node(), calendar)).last_error,
      '2 events could not be understood, and may be busy at a wrong time or not at all: the time zones "Nowhere/Land" ' +
        'and "(UTC+05:00) Elsewhere" are not known',
    );
    assert.equal((await busyTimes(node(), calendar)).at(-1), '2026-06-03T05:00/2026-06-03T06:00');

    feed.served = calendarOf(rest, eventIn('Europe/Paris', '20260602T10'));
    untilDue();
    assert.equal((await synced(node(), calendar)).last_error, null);
    assert.equal((await busyTimes(node(), calendar)).at(-1), '2026-06-02T08:00/2026-06-02T09:00');
  });

  test('that nobody knows is still told of when nothing has changed, and after a failure', async () => {
    const text = calendarOf(eventIn('Nowhere/Land', '20260602T10'));
    let isDown = false;
    await using feed = await Feed.start((response, { headers }) => {
      if (isDown) response.writeHead(500).end();
      else if (headers['if-none-match']) response.writeHead(304).end();
      else response.writeHead(200, { etag: '"v1"' }).end(text);
    });
    const calendar = await synced(node(), await createCalendar(node(), { type: 'ics', url: feed.url }));
    const told = `${ONE}: the time zone "Nowhere/Land" is not known`;
    assert.equal(calendar.last_error, told);
    untilDue();
    assert.equal((await synced(node(), calendar)).last_error, told);
    assert.equal(feed.asked.at(-1)?.headers['if-none-match'], '"v1"');

    isDown = true;
    untilDue();
    assert.equal((await failing(node(), calendar)).last_error, 'the server answered 500');
    isDown = false;
    untilDue();
    assert.equal((await synced(node(), calendar)).last_error, told);
  });

  test('that nobody knows is told of in a CalDAV calendar, too, as long as an event is in it', async () => {
    await using calendars = await ConnectedServer.start();
    const put = (name: string, text: string) =>
      calendars.server.account.put(calendars.url, `${name}.ics`, text);
    await calendars.put('good', '20260303T10');
    await put('odd', calendarOf(eventIn('Nowhere/Land', '20260602T10')));
    const calendar = await synced(node(), await calendars.connect(node()));
    const told = `${ONE}: the time zone "Nowhere/Land" is not known`;
    assert.equal(calendar.last_error, told);
    assert.equal((await syncNow(node(), calendar)).last_error, told, 'while nothing has changed');
    await calendars.put('good', '20260303T12');
    assert.equal((await syncNow(node(), calendar)).last_error, told, 'when another event has changed');

    await put('odd', calendarOf(eventIn('Europe/Berlin', '20260602T10')));
    await put('broken', 'This is no calendar.');
    const { last_error } = await syncNow(node(), calendar);
    assert.equal(last_error, 'one event could not be understood, and is not busy or only in part');
    await calendars.server.account.remove(calendars.url, 'broken.ics');
    assert.equal((await syncNow(node(), calendar)).last_error, null);
    assert.equal((await readCalendar(node(), calendar)).health, 'ok');
  });
});
