// Calls that are refused: each names the field, and changes nothing.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { busyTimes, CALENDARS, calendarsOf, createCalendar } from '../../../support/makers/calendars.ts';
import { deactivate, makeMember } from '../../../support/makers/team-members.ts';
import { assertRefused, type Refusal } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const URL = 'https://calendar.example.com/ada/basic.ics';
const NO_HTTPS = 'url must be an https URL such as https://calendar.example.com/ada/basic.ics';
const LOGIN = { username: 'ada', password: 'secret' };
const ICS = { type: 'ics', url: URL };
const CALDAV = { type: 'caldav', url: URL, ...LOGIN };
const invalid = (message: string): Refusal => ['invalid_request', message];

onBothEngines('A calendar', (node) => {
  const create: [body: unknown, ...Refusal][] = [
    [{}, ...invalid('type is required')],
    ...[null, 1, [], {}].map(
      (type) => [{ type }, ...invalid('type must be a string')] as [unknown, ...Refusal],
    ),
    ...['google', 'microsoft'].map((type): [unknown, ...Refusal] => [
      { type },
      ...invalid(
        `Calendars of type ${type} come with a connected account: create one with POST /api/v1/workspace_members/{id}/calendar_connections`,
      ),
    ]),
    [{ type: 'ICS', url: URL }, ...invalid('type must be one of ics, caldav, pushed, google, microsoft')],
    [[], ...invalid('body must be a JSON object')],
    [{ ...ICS, name: 1 }, ...invalid('name must be a string or null')],
    [{ ...ICS, name: ' ' }, ...invalid('name must not be empty')],
    [{ ...ICS, name: 'x'.repeat(201) }, ...invalid('name must be at most 200 characters')],
    [{ ...ICS, name: 'a\0b' }, ...invalid('name must not contain a null character')],
    [{ type: 'ics' }, ...invalid('url is required for calendars of type ics')],
    [{ type: 'ics', url: null }, ...invalid('url is required for calendars of type ics')],
    [{ type: 'ics', url: 1 }, ...invalid('url must be a string or null')],
    [{ type: 'ics', url: '' }, ...invalid('url must not be empty')],
    [
      { type: 'ics', url: `https://a.example/${'x'.repeat(2_048)}` },
      ...invalid('url must be at most 2048 characters'),
    ],
    [{ type: 'ics', url: 'ftp://example.com/a.ics' }, ...invalid(NO_HTTPS)],
    [{ type: 'ics', url: 'calendar.example.com' }, ...invalid(NO_HTTPS)],
    [{ type: 'ics', url: 'https:/example.com' }, ...invalid(NO_HTTPS)],
    [
      { type: 'ics', url: 'https://a b.example' },
      ...invalid('url must not contain spaces or control characters'),
    ],
    [
      { type: 'ics', url: 'webcal://10.0.0.1/a.ics' },
      ...invalid('url must not lead there: 10.0.0.1 is not a public address'),
    ],
    [
      { type: 'ics', url: 'https://169.254.169.254/' },
      ...invalid('url must not lead there: 169.254.169.254 is not a public address'),
    ],
    [
      { type: 'ics', url: 'https://ada:x@example.com/' },
      ...invalid('url must not contain a user name or password'),
    ],
    [{ ...ICS, username: 'ada' }, ...invalid('password is required with a username')],
    [{ ...ICS, password: 'secret' }, ...invalid('username is required with a password')],
    [{ ...ICS, ...LOGIN, username: 7 }, ...invalid('username must be a string or null')],
    [{ ...ICS, ...LOGIN, username: '' }, ...invalid('username must not be empty')],
    [
      { ...ICS, ...LOGIN, username: 'a:b' },
      ...invalid('username must not contain colons or control characters'),
    ],
    [
      { ...ICS, ...LOGIN, username: 'a\nb' },
      ...invalid('username must not contain colons or control characters'),
    ],
    [{ ...ICS, ...LOGIN, username: 'x'.repeat(201) }, ...invalid('username must be at most 200 characters')],
    [{ ...ICS, ...LOGIN, password: 7 }, ...invalid('password must be a string or null')],
    [{ ...ICS, ...LOGIN, password: '' }, ...invalid('password must not be empty')],
    [{ ...ICS, ...LOGIN, password: 'a\r\nX: y' }, ...invalid('password must not contain control characters')],
    [
      { ...ICS, ...LOGIN, password: 'x'.repeat(1_001) },
      ...invalid('password must be at most 1000 characters'),
    ],
    [{ ...CALDAV, url: null }, ...invalid('url is required for calendars of type caldav')],
    [{ ...CALDAV, username: null }, ...invalid('username is required for calendars of type caldav')],
    [{ ...CALDAV, password: null }, ...invalid('password is required with a username')],
    [{ ...CALDAV, receives_bookings: 'yes' }, ...invalid('receives_bookings must be a boolean')],
    [{ ...CALDAV, receives_bookings: null }, ...invalid('receives_bookings must be a boolean')],
    [
      { ...ICS, receives_bookings: true },
      ...invalid('receives_bookings is for calendars of type caldav and those of connected accounts only'),
    ],
    [
      { type: 'pushed', receives_bookings: true },
      ...invalid('receives_bookings is for calendars of type caldav and those of connected accounts only'),
    ],
    [
      { type: 'pushed', url: URL },
      ...invalid('url is not for calendars of type pushed: they are not fetched'),
    ],
    [
      { type: 'pushed', username: 'a' },
      ...invalid('username is not for calendars of type pushed: they are not fetched'),
    ],
    [
      { type: 'pushed', password: 'a' },
      ...invalid('password is not for calendars of type pushed: they are not fetched'),
    ],
  ];

  test('422 for every wrong field of a new one', async () => {
    const member = await makeMember(node());
    await assertRefused(
      node(),
      create.map(([body, ...refusal]) => [() => node().post(calendarsOf(member), body), ...refusal]),
    );
  });

  test('422 for the 21st of a member, for one of a deactivated member, and for a second that receives bookings', async () => {
    const [member, leaver, receiver] = [
      await makeMember(node()),
      await makeMember(node()),
      await makeMember(node()),
    ];
    for (let count = 0; count < 20; count += 1) await createCalendar(node(), { type: 'pushed' }, { member });
    await deactivate(node(), leaver);
    const wanted = { ...CALDAV, receives_bookings: true };
    await createCalendar(node(), wanted, { member: receiver });
    const second = await createCalendar(node(), CALDAV, { member: receiver });
    const elsewhere =
      'receives_bookings is true for another calendar of the member: set it to false there first';
    await assertRefused(node(), [
      [
        () => node().post(calendarsOf(member), { type: 'pushed' }),
        'validation_error',
        'A member may have 20 calendars: delete one first',
      ],
      [
        () => node().post(calendarsOf(leaver), { type: 'pushed' }),
        'validation_error',
        'The workspace member is deactivated',
      ],
      [() => node().post(calendarsOf(receiver), wanted), 'validation_error', elsewhere],
      [
        () => node().patch(`${CALENDARS}/${second.id}`, { receives_bookings: true }),
        'validation_error',
        elsewhere,
      ],
    ]);
  });

  test('404 for unknown members and calendars, and for those of another workspace', async () => {
    const { rawKey } = await node().otherWorkspace();
    const foreign = await makeMember(node(), null, rawKey);
    const theirs = await createCalendar(node(), { type: 'pushed' }, { member: foreign, key: rawKey });
    const unknownMember = { id: node().services.ids('member') };
    const [from, to] = ['2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'];
    for (const path of [`${theirs.id}`, 'clr_01KJPWD6M0ABMF577KS91XSS0G', 'nonsense']) {
      const at = `${CALENDARS}/${path}`;
      await assertRefused(node(), [
        [() => node().get(at), 'not_found', 'Calendar not found'],
        [() => node().patch(at, { name: 'x' }), 'not_found', 'Calendar not found'],
        [() => node().delete(at), 'not_found', 'Calendar not found'],
        [() => node().post(`${at}/sync`), 'not_found', 'Calendar not found'],
        [() => node().post(`${at}/busy_times`, { from, to, busy: [] }), 'not_found', 'Calendar not found'],
      ]);
    }
    for (const owner of [foreign, unknownMember]) {
      await assertRefused(node(), [
        [() => node().get(calendarsOf(owner)), 'not_found', 'Workspace member not found'],
        [
          () => node().post(calendarsOf(owner), { type: 'pushed' }),
          'not_found',
          'Workspace member not found',
        ],
      ]);
    }
  });

  test('403 without the scope', async () => {
    const { id } = await createCalendar(node(), { type: 'pushed' });
    const reader = await node().keyWith('calendars.read');
    const writer = await node().keyWith('calendars.write');
    assert.equal((await node().get(`${CALENDARS}/${id}`, { key: reader })).status, 200);
    assert.equal((await node().get(`${CALENDARS}/${id}`, { key: writer })).status, 403);
    assert.equal((await node().patch(`${CALENDARS}/${id}`, {}, { key: reader })).status, 403);
    assert.equal((await node().delete(`${CALENDARS}/${id}`, { key: reader })).status, 403);
  });

  test('422 for a wrong change', async () => {
    const ics = await createCalendar(node(), ICS);
    const secured = await createCalendar(node(), { ...ICS, ...LOGIN });
    const caldav = await createCalendar(node(), CALDAV);
    const pushed = await createCalendar(node(), { type: 'pushed' });
    const again = 'password is needed again, because url leads to another server';
    const changes: [calendar: { id: string }, body: unknown, ...Refusal][] = [
      [ics, { url: null }, ...invalid('url must be a string')],
      [ics, { url: 'http//x' }, ...invalid(NO_HTTPS)],
      [ics, { username: 'ada' }, ...invalid('password is required with a username')],
      [ics, { password: 'x' }, ...invalid('username is required with a password')],
      [
        ics,
        { receives_bookings: true },
        ...invalid('receives_bookings is for calendars of type caldav and those of connected accounts only'),
      ],
      [secured, { username: null }, ...invalid('username is required with a password')],
      [secured, { password: null }, ...invalid('password is required with a username')],
      [secured, { url: 'https://other.example.com/a.ics' }, ...invalid(again)],
      [secured, { url: 'https://calendar.example.com:8443/a.ics' }, ...invalid(again)],
      [
        caldav,
        { username: null, password: null },
        ...invalid('username is required for calendars of type caldav'),
      ],
      [caldav, { url: 'https://caldav.example.org/' }, ...invalid(again)],
      [pushed, { url: URL }, ...invalid('url is not for calendars of type pushed: they are not fetched')],
      [
        pushed,
        { ...LOGIN },
        ...invalid('username is not for calendars of type pushed: they are not fetched'),
      ],
      [
        ics,
        { is_read: false },
        ...invalid('is_read can be false for calendars of connected accounts only: delete this one instead'),
      ],
      [ics, { is_read: null }, ...invalid('is_read must be a boolean')],
      [pushed, { name: 7 }, ...invalid('name must be a string or null')],
    ];
    await assertRefused(
      node(),
      changes.map(([{ id }, body, ...refusal]) => [
        () => node().patch(`${CALENDARS}/${id}`, body),
        ...refusal,
      ]),
    );
  });

  test('422 for wrong busy times, and for those of a calendar that is fetched', async () => {
    const pushed = await createCalendar(node(), { type: 'pushed' });
    const ics = await createCalendar(node(), ICS);
    const at = `${CALENDARS}/${pushed.id}`;
    const [from, to] = ['2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z'];
    const one = { start: '2026-03-03T10:00:00Z', end: '2026-03-03T11:00:00Z' };
    const time = 'must be an ISO 8601 date and time such as 2026-11-15T09:30:00Z';
    const good = { from, to, busy: [one] };
    const many = Array.from({ length: 2_001 }, () => one);
    const bodies: [body: unknown, message: string][] = [
      [{}, 'from is required'],
      [{ from }, 'to is required'],
      [{ from, to }, 'busy is required'],
      [{ ...good, from: 1 }, 'from must be a string'],
      [{ ...good, from: 'today' }, `from ${time}`],
      [{ ...good, from: '2026-03-02T00:00:00' }, `from ${time}`],
      [{ ...good, to: '2026-02-30T00:00:00Z' }, `to ${time}`],
      [{ ...good, to: from }, 'to must be after from'],
      [{ ...good, to: '2027-03-03T00:00:01Z' }, 'to must be at most 366 days after from'],
      [{ ...good, busy: {} }, 'busy must be an array'],
      [{ ...good, busy: null }, 'busy must be an array'],
      [{ ...good, busy: [null] }, 'busy[0] must be a JSON object'],
      [{ ...good, busy: [{ end: one.end }] }, 'busy[0].start is required'],
      [{ ...good, busy: [{ start: one.start }] }, 'busy[0].end is required'],
      [{ ...good, busy: [one, { ...one, end: 5 }] }, 'busy[1].end must be a string'],
      [{ ...good, busy: [{ ...one, start: 'x' }] }, `busy[0].start ${time}`],
      [{ ...good, busy: [one, { ...one, end: one.start }] }, 'busy[1].end must be after its start'],
      [{ ...good, busy: [{ start: one.end, end: one.start }] }, 'busy[0].end must be after its start'],
      [
        { ...good, busy: [{ start: '2026-03-01T10:00:00Z', end: from }] },
        'busy[0] must not lie outside of from and to',
      ],
      [
        { ...good, busy: [{ start: to, end: '2026-03-09T10:00:00Z' }] },
        'busy[0] must not lie outside of from and to',
      ],
      [{ ...good, busy: many }, 'busy must have at most 2000 items'],
    ];
    await assertRefused(node(), [
      ...bodies.map(
        ([body, message]) => [() => node().post(`${at}/busy_times`, body), ...invalid(message)] as const,
      ),
      [
        () => node().post(`${CALENDARS}/${ics.id}/busy_times`, good),
        ...invalid('A calendar of type ics is fetched: only one of type pushed takes busy times'),
      ],
      [
        () => node().post(`${at}/sync`),
        ...invalid('A calendar of type pushed is not synced: send its busy times instead'),
      ],
    ]);
    assert.deepEqual(await busyTimes(node(), pushed), []);
  });

  test('422 for more busy times than a calendar may have', async () => {
    const pushed = await createCalendar(node(), { type: 'pushed' });
    const begin = Date.parse('2026-04-01T00:00:00Z');
    const at = (minute: number) => new Date(begin + minute * 60_000).toISOString();
    const push = (first: number, count: number) =>
      node().post(`${CALENDARS}/${pushed.id}/busy_times`, {
        from: at(2 * first),
        to: at(2 * (first + count)),
        busy: Array.from({ length: count }, (_, place) => ({
          start: at(2 * (first + place)),
          end: at(2 * (first + place) + 1),
        })),
      });
    for (let first = 0; first < 20_000; first += 2_000) dataOf(await push(first, 2_000));
    await assertRefused(node(), [
      [
        () => push(20_000, 1),
        'validation_error',
        'busy has too many: a calendar may have 20,000 busy times that do not touch each other',
      ],
    ]);
    dataOf(await push(100, 1));
    assert.equal((await busyTimes(node(), pushed)).length, 20_000);
  });
});
