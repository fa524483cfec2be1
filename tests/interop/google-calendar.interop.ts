// A calendar of the public emulator of Google: connected, read, written to, moved, and disconnected.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { describe, test } from '../support/lanes.ts';
import { bookHour, cancelHour, rescheduleHour } from '../support/makers/booked-hours.ts';
import { busyTimes, type Calendar, calendarsOf, readAgain, synced } from '../support/makers/calendars.ts';
import { begin, CONNECTIONS, comeBack, connectionRow } from '../support/makers/connections.ts';
import { REQUESTS } from '../support/makers/meeting-requests.ts';
import { type Member, makeMember } from '../support/makers/team-members.ts';
import { eventually } from '../support/makers/webhooks.ts';
import type { ShownMeetingRequest } from '../support/server/resources.ts';
import { dataOf, freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';
import { type GoogleEmulator, startGoogleEmulator } from './servers/google-emulator.ts';

const EMAIL = 'ada@example.com';
const DINNER = {
  id: 'dinner',
  user_email: EMAIL,
  calendar_id: 'primary',
  summary: 'Dinner',
  start_date_time: '2026-03-20T18:00:00+01:00',
  end_date_time: '2026-03-20T20:00:00+01:00',
};

describe('A calendar of the emulator of Google', () => {
  let storage: Storage;
  let emulator: GoogleEmulator;
  let node: Node;
  let member: Member;
  let calendar: Calendar;
  let connection: string;
  before(async () => {
    emulator = await startGoogleEmulator({ users: [{ email: EMAIL }], calendar_events: [DINNER] });
    storage = await freshStorage('sqlite');
    node = await startNode(storage, { environment: emulator.settings });
    emulator.register(`${node.url}/connect/callback`);
    member = await makeMember(node, 'Ada');
  });
  after(async () => {
    await node.stop();
    await emulator[Symbol.asyncDispose]();
    await storage.remove();
  });

  const ours = () => emulator.events().filter(({ google_id }) => google_id !== DINNER.id);
  const times = () => ours().map(({ start_date_time }) => String(start_date_time).slice(0, 16));
  const read = async ({ id }: { id: string }) =>
    dataOf<ShownMeetingRequest>(await node.get(`${REQUESTS}/${id}`));

  test('is connected by its consent', async () => {
    const { id, authorize_url } = await begin(node, member);
    connection = id;
    const answer = await comeBack(await emulator.consent(authorize_url, EMAIL));
    assert.equal(answer.status, 200, answer.text);
    const shown = dataOf<{ status: string; account_email: string }>(await node.get(`${CONNECTIONS}/${id}`));
    assert.deepEqual([shown.status, shown.account_email], ['connected', EMAIL]);
    const [first, ...others] = dataOf<Calendar[]>(await node.get(calendarsOf(member)));
    assert.ok(first);
    assert.deepEqual([first.is_read, first.receives_bookings, others], [true, true, []]);
    calendar = first;
  });

  test('is read whole each time: there are no tokens for what has changed', async () => {
    await synced(node, calendar);
    const dinner = ['2026-03-20T17:00/2026-03-20T19:00'];
    assert.deepEqual(await busyTimes(node, calendar), dinner);
    await readAgain(node, calendar);
    assert.deepEqual(await busyTimes(node, calendar), dinner);
  });

  test('has a booking once, wherever it moves, until it is cancelled', async () => {
    const request = await bookHour(node, member, '2026-03-10T09:00:00Z');
    await readAgain(node, calendar);
    assert.deepEqual(times(), ['2026-03-10T09:00']);
    await rescheduleHour(node, request, '2026-03-11T09:00:00Z');
    await readAgain(node, calendar);
    assert.deepEqual(times(), ['2026-03-11T09:00']);
    assert.equal((await busyTimes(node, calendar)).length, 1, 'its own booking is no busy time');
    assert.equal((await read(request)).attention, null);

    emulator.move(ours()[0]?.google_id ?? '', '2026-03-11T13:00:00Z', '2026-03-11T14:00:00Z');
    await readAgain(node, calendar);
    assert.equal((await read(request)).attention?.reason, 'moved_in_calendar');
    await cancelHour(node, request);
    await readAgain(node, calendar);
    assert.deepEqual(times(), []);
  });

  test('can be disconnected', async () => {
    assert.equal((await node.delete(`${CONNECTIONS}/${connection}`)).status, 204);
    await eventually(async () => (await connectionRow(node, connection)) === undefined);
    assert.deepEqual(dataOf(await node.get(calendarsOf(member))), []);
  });
});
