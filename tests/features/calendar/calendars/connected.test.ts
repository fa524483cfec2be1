// Calendars of connected accounts: which are read, and which one gets bookings.
import assert from 'node:assert/strict';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import {
  busyTimes,
  CALENDARS,
  type Calendar,
  calendarsOf,
  createCalendar,
  readCalendar,
  syncRow,
} from '../../../support/makers/calendars.ts';
import { makeConnectedAccount } from '../../../support/makers/connected-calendars.ts';
import { deactivate, entriesAbout, makeMember, reactivate } from '../../../support/makers/team-members.ts';
import { assertRefused, type Refusal } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const BROKEN = 'Google no longer lets Rota in: connect the account again';
const invalid = (message: string): Refusal => ['invalid_request', message];

onBothEngines('A calendar of a connected account', (node) => {
  /** With its main calendar, one that isn't read, and one that can't be written to. */
  async function account(given: Parameters<typeof makeConnectedAccount>[2] = {}) {
    const member = await makeMember(node());
    const { id, calendars } = await makeConnectedAccount(node(), member, given);
    const [main, family, holidays] = calendars.map((calendar) => ({ id: calendar }));
    assert.ok(main && family && holidays);
    return { member, connection: id, main, family, holidays };
  }
  const change = async ({ id }: { id: string }, body: object) =>
    dataOf<Calendar>(await node().patch(`${CALENDARS}/${id}`, body));
  const setSync = (calendar: { id: string }, assignments: string) =>
    node().services.database.change(`update calendar_syncs set ${assignments} where calendar_id = $1`, [
      calendar.id,
    ]);
  /** Busy from 10 to 11 on the third of March. */
  const makeBusy = ({ id }: { id: string }) => {
    const start = Date.parse('2026-03-03T10:00Z');
    return node().services.database.change(
      `insert into busy_times (workspace_id, calendar_id, member_id, object, starts_at, ends_at)
       select workspace_id, id, member_id, 'event-1', $2, $3 from calendars where id = $1`,
      [id, start, start + 3_600_000],
    );
  };

  test('shows its account, and what it is to it', async () => {
    const { member, connection, main, family, holidays } = await account({ provider: 'microsoft' });
    const listed = dataOf<Calendar[]>(await node().get(calendarsOf(member)));
    assert.deepEqual(
      listed.map(({ id }) => id),
      [holidays.id, family.id, main.id],
    );
    const { created_at: _, updated_at: __, ...shown } = await readCalendar(node(), main);
    assert.deepEqual(shown, {
      ...{ id: main.id, workspace_membership_id: member.id, type: 'microsoft' },
      ...{ calendar_connection_id: connection, account_email: 'ada@example.com' },
      ...{ is_primary: true, is_writable: true, is_read: true },
      ...{ name: 'ada@example.com', url: null, username: null, receives_bookings: false },
      ...{ health: 'new', last_synced_at: null, last_error: null },
    });
    assert.deepEqual(
      listed.map(({ is_primary, is_writable, is_read }) => [is_primary, is_writable, is_read]),
      [
        [false, false, false],
        [false, true, false],
        [true, true, true],
      ],
    );
  });

  test('that is read no more loses its busy times and the sync that is under way, at once', async () => {
    const { main, family } = await account();
    await makeBusy(main);
    await setSync(
      main,
      "health = 'ok', last_synced_at = 1, claim_id = 'a-node:1', lease_until = 9, etag = 'token', expanded_until = 5",
    );
    const off = await change(main, { is_read: false });
    assert.deepEqual([off.is_read, off.health, off.last_synced_at], [false, 'new', null]);
    assert.deepEqual(await busyTimes(node(), main), []);
    const stopped = await syncRow(node(), main);
    assert.deepEqual(
      [stopped.due_at, stopped.lane, stopped.claim_id, stopped.etag, stopped.expanded_until],
      [null, null, null, null, null],
    );
    await change(family, { is_read: true });
    assert.deepEqual((await readCalendar(node(), family)).is_read, true);
    const { lane, due_at } = await syncRow(node(), family);
    assert.equal(lane, `${node().workspaceId} google`);
    assert.notEqual(due_at, null);
    assert.deepEqual(
      (await entriesAbout(node(), main.id)).map(({ action, changes }) => [action, changes]),
      [['calendar.updated', { is_read: [true, false] }]],
    );
  });

  test('that gets bookings goes on being synced without being read, and once more when it gets none', async () => {
    const { main } = await account();
    await change(main, { receives_bookings: true });
    await makeBusy(main);
    await change(main, { is_read: false });
    assert.deepEqual(await busyTimes(node(), main), []);
    assert.notEqual((await syncRow(node(), main)).due_at, null);
    // What was read meanwhile says nothing of busy times, so it's read anew.
    await setSync(main, "etag = 'token', expanded_until = 5");
    await change(main, { is_read: true });
    const { etag, expanded_until } = await syncRow(node(), main);
    assert.deepEqual([etag, expanded_until], [null, null]);
    await change(main, { is_read: false });
    await setSync(main, `due_at = ${node().clock.now() + DAY_MS}, claim_id = null, lease_until = null`);
    await change(main, { receives_bookings: false });
    const { lane, due_at } = await syncRow(node(), main);
    assert.equal(lane, `${node().workspaceId} google`);
    assert.ok(due_at !== null && due_at < node().clock.now() + DAY_MS);
  });

  test('is the only one that gets bookings, and is one that may be written to', async () => {
    const { member, main, family, holidays } = await account();
    const caldav = await createCalendar(
      node(),
      {
        type: 'caldav',
        url: 'https://caldav.example.com/',
        username: 'ada',
        password: 'x',
        receives_bookings: true,
      },
      { member },
    );
    const elsewhere =
      'receives_bookings is true for another calendar of the member: set it to false there first';
    await assertRefused(node(), [
      [
        () => node().patch(`${CALENDARS}/${main.id}`, { receives_bookings: true }),
        'validation_error',
        elsewhere,
      ],
      [
        () => node().patch(`${CALENDARS}/${holidays.id}`, { receives_bookings: true }),
        ...invalid('receives_bookings is for calendars that the account may write to'),
      ],
    ]);
    await change(caldav, { receives_bookings: false });
    assert.equal((await change(family, { receives_bookings: true })).receives_bookings, true);
    await assertRefused(node(), [
      [
        () => node().patch(`${CALENDARS}/${caldav.id}`, { receives_bookings: true }),
        'validation_error',
        elsewhere,
      ],
    ]);
  });

  test('has a name, and neither address nor password', async () => {
    const { main } = await account();
    const renamed = await change(main, { name: 'Work', username: null, password: null });
    assert.equal(renamed.name, 'Work');
    const reached = (field: string) =>
      invalid(`${field} is not for calendars of type google: they are reached by their account`);
    await assertRefused(node(), [
      [() => node().patch(`${CALENDARS}/${main.id}`, { url: 'https://a.example/' }), ...reached('url')],
      [() => node().patch(`${CALENDARS}/${main.id}`, { username: 'ada' }), ...reached('username')],
      [() => node().patch(`${CALENDARS}/${main.id}`, { password: 'x' }), ...reached('password')],
      [
        () => node().patch(`${CALENDARS}/${main.id}`, { is_read: null }),
        ...invalid('is_read must be a boolean'),
      ],
    ]);
  });

  test('goes with its account only, and is not sent busy times', async () => {
    const { main } = await account();
    const [from, to] = ['2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'];
    await assertRefused(node(), [
      [
        () => node().delete(`${CALENDARS}/${main.id}`),
        'validation_error',
        "Calendars of type google come with a connected account: set is_read to false, or delete the account's calendar connection",
      ],
      [
        () => node().post(`${CALENDARS}/${main.id}/busy_times`, { from, to, busy: [] }),
        ...invalid('A calendar of type google is fetched: only one of type pushed takes busy times'),
      ],
    ]);
    assert.equal((await readCalendar(node(), main)).id, main.id);
  });

  test('is read now, unless it isn’t read at all', async () => {
    const { main, family } = await account();
    const sync =
      ({ id }: { id: string }) =>
      () =>
        node().post(`${CALENDARS}/${id}/sync`);
    assert.equal((await sync(main)()).status, 202);
    await assertRefused(node(), [
      [sync(family), ...invalid('The calendar is not synced: set is_read to true first')],
    ]);
    const broken = await account({ connection: { status: 'broken', broken_at: node().clock.now() } });
    await setSync(broken.main, `due_at = null, health = 'failing', last_error = '${BROKEN}'`);
    await assertRefused(node(), [
      [sync(broken.main), ...invalid('The calendar is not synced until its account is connected again')],
    ]);
    const { health, last_error } = await readCalendar(node(), broken.main);
    assert.deepEqual([health, last_error], ['failing', BROKEN]);
  });

  test('waits while its member is deactivated or its account is broken, whatever is chosen', async () => {
    const { member, main, family } = await account();
    const broken = await account({ connection: { status: 'broken', broken_at: node().clock.now() } });
    await setSync(broken.main, 'due_at = null');
    await deactivate(node(), member);
    await deactivate(node(), broken.member);
    for (const calendar of [family, broken.family]) await change(calendar, { is_read: true });
    await change(main, { is_read: false });
    const dueOf = async (calendar: { id: string }) => (await syncRow(node(), calendar)).due_at !== null;
    const all = [main, family, broken.main, broken.family];
    assert.deepEqual(await Promise.all(all.map(dueOf)), [false, false, false, false]);
    await reactivate(node(), member);
    await reactivate(node(), broken.member);
    assert.deepEqual(await Promise.all(all.map(dueOf)), [false, true, false, false]);
  });

  test('does not count among the 20 that a member may add', async () => {
    const { member } = await account();
    for (let count = 0; count < 20; count += 1) await createCalendar(node(), { type: 'pushed' }, { member });
    await assertRefused(node(), [
      [
        () => node().post(calendarsOf(member), { type: 'pushed' }),
        'validation_error',
        'A member may have 20 calendars: delete one first',
      ],
    ]);
  });
});
