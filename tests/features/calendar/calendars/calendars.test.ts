// Calendars of members: what a call makes of them, and what the audit log tells of it.
import assert from 'node:assert/strict';
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
import { entriesAbout, makeMember, timeOf } from '../../../support/makers/team-members.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const URL = 'https://calendar.example.com/ada/4f81c2/basic.ics';
const LOGIN = { username: 'ada', password: 'secret-1' };

async function change(node: Node, { id }: { id: string }, body: object): Promise<Calendar> {
  return dataOf(await node.patch(`${CALENDARS}/${id}`, body));
}

onBothEngines('A calendar', (node) => {
  const push = async (
    { id }: { id: string },
    from: string,
    to: string,
    ...busy: [start: string, end: string][]
  ) => {
    const body = {
      from: at(from),
      to: at(to),
      busy: busy.map(([start, end]) => ({ start: at(start), end: at(end) })),
    };
    return dataOf<Calendar>(await node().post(`${CALENDARS}/${id}/busy_times`, body));
  };
  /** `3T10:00` is on the third of March. */
  const at = (text: string) => `2026-03-0${text.includes('T') ? text : `${text}T00:00`}:00Z`;
  const busy = async (calendar: { id: string }) =>
    (await busyTimes(node(), calendar)).map((text) => text.replaceAll('2026-03-0', ''));

  test('201 with its fields, each kind with what it has', async () => {
    const member = await makeMember(node());
    const made = {
      workspace_membership_id: member.id,
      calendar_connection_id: null,
      account_email: null,
      is_primary: false,
      is_writable: false,
      is_read: true,
      name: null,
      url: null,
      username: null,
      receives_bookings: false,
      health: 'new',
      last_synced_at: null,
      last_error: null,
      created_at: timeOf(node()),
      updated_at: timeOf(node()),
    };
    const kinds: [given: object, shown: object][] = [
      [{ type: 'pushed' }, { type: 'pushed' }],
      [
        { type: 'ics', url: URL, name: ' Work ' },
        { type: 'ics', url: URL, name: 'Work' },
      ],
      [
        { type: 'ics', url: 'WEBCAL://calendar.example.com/a.ics', ...LOGIN },
        { type: 'ics', url: 'https://calendar.example.com/a.ics', username: 'ada' },
      ],
      [
        { type: 'caldav', url: URL, ...LOGIN, receives_bookings: true },
        { type: 'caldav', url: URL, username: 'ada', is_writable: true, receives_bookings: true },
      ],
    ];
    const calendars: Calendar[] = [];
    for (const [given, shown] of kinds) {
      const { id, ...calendar } = await createCalendar(node(), given, { member });
      assert.match(id, /^clr_[0-9A-Z]{26}$/);
      assert.deepEqual(calendar, { ...made, ...shown });
      calendars.push({ id, ...calendar });
    }
    const listed = dataOf<Calendar[]>(await node().get(calendarsOf(member)));
    assert.deepEqual(
      listed.map(({ id }) => id),
      calendars.map(({ id }) => id).reverse(),
    );
    const [, second] = listed;
    const page = await node().get(`${calendarsOf(member)}?limit=1&cursor=${listed[0]?.id}`);
    assert.deepEqual(dataOf<Calendar[]>(page)[0]?.id, second?.id);
    const other = await makeMember(node());
    assert.deepEqual(dataOf(await node().get(calendarsOf(other))), []);
  });

  test('however many calls come at once, a member has 20 calendars and one that receives bookings', async () => {
    const member = await makeMember(node());
    const body = { type: 'caldav', url: URL, ...LOGIN, receives_bookings: true };
    const receiving = await Promise.all(
      Array.from({ length: 5 }, () => node().post(calendarsOf(member), body)),
    );
    assert.deepEqual(receiving.map(({ status }) => status).sort(), [201, 422, 422, 422, 422]);
    const many = await Promise.all(
      Array.from({ length: 25 }, () => node().post(calendarsOf(member), { type: 'pushed' })),
    );
    assert.equal(many.filter(({ status }) => status === 201).length, 19);
    assert.ok(many.every(({ status }) => status === 201 || status === 422));
  });

  test('changes what is given, and is read anew only if that matters', async () => {
    const calendar = await createCalendar(node(), { type: 'ics', url: URL, ...LOGIN });
    const { database } = node().services;
    const settle = () =>
      database.change(
        "update calendar_syncs set due_at = $2, claim_id = null, lease_until = null, etag = 'x' where calendar_id = $1",
        [calendar.id, node().clock.now() + 600_000],
      );
    const changes: [body: object, isReadAnew: boolean][] = [
      [{ name: 'Work' }, false],
      [{ name: 'Work' }, false],
      [{}, false],
      [{ url: `${URL}?new` }, true],
      [{ username: 'grace' }, true],
      [{ password: 'other' }, true],
      [{ url: 'https://other.example.com/a.ics', password: 'third' }, true],
      [{ username: null, password: null }, true],
    ];
    for (const [body, isReadAnew] of changes) {
      await settle();
      node().clock.advance(1_000);
      const before = await readCalendar(node(), calendar);
      const after = await change(node(), calendar, body);
      const { password: _, ...shown } = body as { password?: string };
      const isChanged =
        JSON.stringify({ ...before, ...shown }) !== JSON.stringify(before) || 'password' in body;
      const updated_at = isChanged ? timeOf(node()) : before.updated_at;
      assert.deepEqual(
        { ...after, health: before.health, last_error: before.last_error },
        { ...before, ...shown, updated_at },
        JSON.stringify(body),
      );
      assert.equal((await syncRow(node(), calendar)).etag, isReadAnew ? null : 'x', JSON.stringify(body));
    }
  });

  test('leaves an audit entry for each change, without secrets', async () => {
    const member = await makeMember(node());
    const calendar = await createCalendar(
      node(),
      { type: 'ics', url: URL, name: 'Work', ...LOGIN },
      { member },
    );
    await change(node(), calendar, { name: null });
    await change(node(), calendar, { url: URL.replace('4f81c2', '9e107d'), password: 'secret-2' });
    await change(node(), calendar, { username: null, password: null });
    dataOf(await node().post(`${CALENDARS}/${calendar.id}/sync`));
    await node().delete(`${CALENDARS}/${calendar.id}`);
    const entries = await entriesAbout(node(), calendar.id);
    const origin = 'https://calendar.example.com/…';
    assert.deepEqual(
      entries.map(({ action, changes }) => [action, changes]),
      [
        [
          'calendar.created',
          {
            workspace_membership_id: [null, member.id],
            type: [null, 'ics'],
            name: [null, 'Work'],
            url: [null, origin],
            username: [null, 'ada'],
            password: [null, 'set'],
            receives_bookings: [null, false],
          },
        ],
        ['calendar.updated', { name: ['Work', null] }],
        ['calendar.updated', { url: [origin, origin], password: ['set', 'changed'] }],
        ['calendar.updated', { username: ['ada', null], password: ['set', null] }],
        ['calendar.sync_requested', {}],
        ['calendar.deleted', { type: ['ics', null], name: [null, null], url: [origin, null] }],
      ],
    );
    assert.ok(!JSON.stringify(entries).match(/secret-|4f81c2|9e107d/));
  });

  test('takes busy times in place of those of a range, and cuts what reaches outside', async () => {
    const calendar = await createCalendar(node(), { type: 'pushed' });
    node().clock.advance(1_000);
    const pushed = await push(calendar, '3', '8', ['3T10:00', '3T11:00'], ['5T08:00', '7T20:00']);
    assert.deepEqual(pushed, { ...calendar, health: 'ok', last_synced_at: timeOf(node()) });
    assert.deepEqual(await busy(calendar), ['3T10:00/3T11:00', '5T08:00/7T20:00']);

    await push(calendar, '6', '7', ['6T09:00', '6T10:00']);
    assert.deepEqual(await busy(calendar), [
      '3T10:00/3T11:00',
      '5T08:00/6T00:00',
      '6T09:00/6T10:00',
      '7T00:00/7T20:00',
    ]);

    // In any order, overlapping, touching, and reaching outside.
    await push(
      calendar,
      '3',
      '4',
      ['3T12:00', '3T13:00'],
      ['2T12:00', '3T01:00'],
      ['3T12:30', '3T14:00'],
      ['3T14:00', '4T09:00'],
    );
    assert.deepEqual(await busy(calendar), [
      ...['3T00:00/3T01:00', '3T12:00/4T00:00'],
      ...['5T08:00/6T00:00', '6T09:00/6T10:00', '7T00:00/7T20:00'],
    ]);
    await push(calendar, '3', '9');
    assert.deepEqual(await busy(calendar), []);
    const [entry] = (await entriesAbout(node(), calendar.id)).slice(1);
    assert.deepEqual(entry?.changes, {
      from: [null, '2026-03-03T00:00:00.000Z'],
      to: [null, '2026-03-08T00:00:00.000Z'],
      busy_times: [null, 2],
    });
  });

  test('takes ranges that are sent at once, each as if it were alone', async () => {
    const calendar = await createCalendar(node(), { type: 'pushed' });
    const days = [3, 4, 5, 6, 7, 8];
    await Promise.all(
      days.map((day) => push(calendar, `${day}`, `${day + 1}`, [`${day}T10:00`, `${day}T11:00`])),
    );
    assert.deepEqual(
      await busy(calendar),
      days.map((day) => `${day}T10:00/${day}T11:00`),
    );
  });

  test('forgets busy times that ended more than a day ago', async () => {
    const calendar = await createCalendar(node(), { type: 'pushed' });
    await push(calendar, '3', '9', ['3T10:00', '3T11:00'], ['8T10:00', '8T11:00']);
    node().clock.advance(3 * 24 * 60 * 60 * 1000);
    await push(calendar, '6', '7');
    assert.deepEqual(await busy(calendar), ['8T10:00/8T11:00']);
  });
});
