// Bookings of a member are in the calendar that receives them, whatever happens to it.

import assert from 'node:assert/strict';
import { DAY_MS } from '../../../src/time/timestamps.ts';
import { test } from '../../support/lanes.ts';
import { bookHour, cancelHour, rescheduleHour } from '../../support/makers/booked-hours.ts';
import { busyTimes, CALENDARS, type Calendar, calendarWhen, synced } from '../../support/makers/calendars.ts';
import { makeMember } from '../../support/makers/team-members.ts';
import { dataOf, onBothEngines } from '../../support/server/rota.ts';
import { ConnectedServer } from './connected.ts';
import { syncNow } from './walk.ts';

onBothEngines('Bookings in a CalDAV calendar', (node) => {
  /** A calendar that receives the bookings of somebody new. */
  async function receiving(calendars: ConnectedServer) {
    const member = await makeMember(node());
    const calendar = await synced(
      node(),
      await calendars.connect(node(), { receives_bookings: true }, member),
    );
    const read = ({ id }: { id: string }) => calendars.server.account.read(calendars.url, `${id}.ics`);
    return { member, calendar, read };
  }

  const on = (days: number, hour = 10) => {
    const day = new Date(node().clock.now() + days * DAY_MS).toISOString().slice(0, 10);
    return `${day}T${hour}:00:00Z`;
  };

  test('are written once, with whom they are', async () => {
    await using calendars = await ConnectedServer.start();
    const { member, calendar, read } = await receiving(calendars);
    const guests = ['a@example.org', 'b@example.org'];
    const request = await bookHour(node(), member, on(3), { participant_emails: guests });
    await bookHour(node(), await makeMember(node()), on(3));
    await syncNow(node(), calendar);
    await syncNow(node(), calendar);
    const puts = calendars.server.asked.filter(({ method }) => method === 'PUT');
    assert.deepEqual(
      puts.map(({ path }) => path),
      [`${calendars.path}${request.id}.ics`],
    );
    const text = (await read(request)) ?? '';
    assert.match(text, /^SUMMARY:Meeting with a@example.org\r$/m);
    assert.match(text, /^DESCRIPTION:a@example.org\\nb@example.org\r$/m);
  });

  test('stay as somebody has made them until they change', async () => {
    await using calendars = await ConnectedServer.start();
    const { member, calendar, read } = await receiving(calendars);
    const request = await bookHour(node(), member, on(3));
    await syncNow(node(), calendar);
    const { account } = calendars.server;
    const edited = ((await read(request)) ?? '').replace(/SUMMARY:.*/, 'SUMMARY:Mine');
    await account.put(calendars.url, `${request.id}.ics`, edited);
    await syncNow(node(), calendar);
    assert.match((await read(request)) ?? '', /SUMMARY:Mine/);
    assert.deepEqual(await busyTimes(node(), calendar), [], 'it is still a booking of Rota');

    await rescheduleHour(node(), request, on(4));
    await syncNow(node(), calendar);
    assert.match((await read(request)) ?? '', /SUMMARY:Meeting with/);
    await account.remove(calendars.url, `${request.id}.ics`);
    await cancelHour(node(), request);
    await syncNow(node(), calendar);
    assert.equal(await read(request), undefined);
  });

  test('say where they are, and follow the meeting elsewhere', async () => {
    await using calendars = await ConnectedServer.start();
    const { member, calendar, read } = await receiving(calendars);
    const location = { kind: 'link', url: 'https://meet.example.org/ada' };
    const request = await bookHour(node(), member, on(3), { location });
    await syncNow(node(), calendar);
    assert.match((await read(request)) ?? '', /^LOCATION:https:\/\/meet\.example\.org\/ada\r$/m);
    const elsewhere = { kind: 'in_person', address: '12 Analytical Street\nLondon' };
    dataOf(await node().patch(`/api/v1/meeting_requests/${request.id}`, { location: elsewhere }));
    await syncNow(node(), calendar);
    const text = (await read(request)) ?? '';
    assert.match(text, /^LOCATION:12 Analytical Street\\nLondon\r$/m);
    assert.match(text, /^SEQUENCE:1\r$/m);
    node().clock.advance(1);
    dataOf(await node().patch(`/api/v1/meeting_requests/${request.id}`, { location: null }));
    await synced(node(), calendar);
    assert.doesNotMatch((await read(request)) ?? '', /^LOCATION/m);
  });

  test('that are over stay, and cost nothing any more', async () => {
    await using calendars = await ConnectedServer.start();
    const { member, calendar, read } = await receiving(calendars);
    const request = await bookHour(node(), member, on(1));
    await syncNow(node(), calendar);
    node().clock.advance(3 * DAY_MS);
    await synced(node(), calendar);
    assert.match((await read(request)) ?? '', /SUMMARY/);
    const rows = await node().services.database.all(
      'select request_id from calendar_entries where calendar_id = $1',
      [calendar.id],
    );
    assert.deepEqual(rows, []);
  });

  test('leave a calendar that receives them no more', async () => {
    await using calendars = await ConnectedServer.start();
    const { member, calendar, read } = await receiving(calendars);
    const request = await bookHour(node(), member, on(3));
    await syncNow(node(), calendar);
    dataOf(await node().patch(`${CALENDARS}/${calendar.id}`, { receives_bookings: false }));
    await syncNow(node(), calendar);
    assert.equal(await read(request), undefined);
  });

  test('move with the calendar to another one on the server', async () => {
    await using calendars = await ConnectedServer.start();
    const { member, calendar, read } = await receiving(calendars);
    const { account } = calendars.server;
    const request = await bookHour(node(), member, on(3));
    await syncNow(node(), calendar);
    const other = await account.makeCalendar('other');
    dataOf(await node().patch(`${CALENDARS}/${calendar.id}`, { url: other }));
    await syncNow(node(), calendar);
    assert.equal(await read(request), undefined);
    assert.match((await account.read(other, `${request.id}.ics`)) ?? '', /SUMMARY/);
  });

  test('are written again when the calendar is on another server', async () => {
    await using calendars = await ConnectedServer.start();
    await using others = await ConnectedServer.start();
    const { member, calendar, read } = await receiving(calendars);
    const request = await bookHour(node(), member, on(3));
    await syncNow(node(), calendar);
    const { password } = others.server.account;
    dataOf(await node().patch(`${CALENDARS}/${calendar.id}`, { url: others.url, password }));
    await syncNow(node(), calendar);
    assert.match((await others.server.account.read(others.url, `${request.id}.ics`)) ?? '', /SUMMARY/);
    assert.match((await read(request)) ?? '', /SUMMARY/, 'nobody can remove it there any more');
  });

  test('that were cancelled before anybody knew that they had been written are not left behind', async () => {
    await using calendars = await ConnectedServer.start();
    const { member, calendar, read } = await receiving(calendars);
    const { server } = calendars;
    // What it was asked for has taken effect, and the answer says otherwise.
    server.answerWith = async ({ method, path, body }) => {
      if (method !== 'PUT') return undefined;
      server.answerWith = undefined;
      await server.account.put(calendars.url, path.slice(calendars.path.length), body);
      return { status: 503 };
    };
    const request = await bookHour(node(), member, on(3));
    await calendarWhen(node(), calendar, ({ health }) => health === 'failing');
    assert.match((await read(request)) ?? '', /SUMMARY/);
    await cancelHour(node(), request);
    await syncNow(node(), calendar);
    assert.equal(await read(request), undefined);
  });

  test('that the server refuses are told of, and busy times are read all the same', async () => {
    await using calendars = await ConnectedServer.start();
    const { member, calendar, read } = await receiving(calendars);
    await calendars.put('one', '20270303T10');
    calendars.server.answerWith = ({ method }) => (method === 'PUT' ? { status: 403 } : undefined);
    const request = await bookHour(node(), member, on(3));
    const now = await calendarWhen(node(), calendar, ({ health }) => health === 'failing');
    assert.equal(now.last_error, 'the server does not take bookings: it answered 403 to PUT');
    assert.deepEqual(await busyTimes(node(), calendar), ['2027-03-03T10:00/2027-03-03T11:00']);
    calendars.server.answerWith = undefined;
    await syncNow(node(), calendar as Calendar);
    assert.match((await read(request)) ?? '', /SUMMARY/);
  });
});
