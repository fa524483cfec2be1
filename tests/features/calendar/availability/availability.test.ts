// A member's availability has defaults, keeps its lists in order, and names each wrong field with its place.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  deactivate,
  entriesAbout,
  MEMBERS,
  type Member,
  makeMember,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { Availability } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const defaults: Availability = {
  timezone: null,
  weekly: (['mon', 'tue', 'wed', 'thu', 'fri'] as const).map((day) => ({
    day,
    start: '09:00',
    end: '17:00',
  })),
  overrides: [],
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  minimum_notice_minutes: 240,
  maximum_per_day: null,
};

const pathOf = ({ id }: { id: string }) => `${MEMBERS}/${id}/availability`;
const part = (start: string, end: string) => ({ start, end });
const monday = (start: string, end: string) => ({ day: 'mon', start, end });

/** Touching parts of five minutes each. */
const fiveMinutes = (count: number) =>
  Array.from({ length: count }, (_, place) => part(clock(place * 5), clock(place * 5 + 5)));
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const dates = (count: number) =>
  Array.from({ length: count }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10));

onBothEngines('Availability', (node) => {
  const update = async (member: Member, body?: object) =>
    dataOf<Availability>(await node().patch(pathOf(member), body));

  test('200: a member begins with Monday to Friday, 9 to 5', async () => {
    const member = await makeMember(node());
    assert.deepEqual(dataOf(await node().get(pathOf(member))), defaults);
  });

  test('200: each field can be set on its own, and the others stay', async () => {
    const member = await makeMember(node());
    let expected: object = defaults;
    for (const change of [
      { timezone: 'America/New_York' },
      { weekly: [monday('00:00', '24:00')] },
      { overrides: [{ date: '2026-12-24', hours: [part('09:00', '12:00')] }] },
      { buffer_before_minutes: 1_440 },
      { buffer_after_minutes: 5 },
      { minimum_notice_minutes: 525_600 },
      { minimum_notice_minutes: 0 },
      { maximum_per_day: 100 },
      { weekly: [] },
      { overrides: [] },
      { maximum_per_day: null },
      { timezone: null },
    ]) {
      expected = { ...expected, ...change };
      assert.deepEqual(await update(member, change), expected);
    }
    assert.deepEqual(dataOf(await node().get(pathOf(member))), expected);
  });

  test('200: weekly hours come back by day and start, overrides by date; parts may touch', async () => {
    const member = await makeMember(node());
    const given = {
      weekly: [
        { day: 'sun', ...part('10:00', '11:00') },
        monday('13:00', '18:00'),
        monday('09:00', '13:00'),
        { day: 'wed', ...part('22:00', '24:00') },
      ],
      overrides: [
        { date: '2027-01-04', hours: [part('12:00', '13:00'), part('09:00', '12:00')] },
        { date: '2024-02-29', hours: [] },
      ],
    };
    const { weekly, overrides } = await update(member, given);
    assert.deepEqual(weekly, [given.weekly[2], given.weekly[1], given.weekly[3], given.weekly[0]]);
    assert.deepEqual(overrides, [
      { date: '2024-02-29', hours: [] },
      { date: '2027-01-04', hours: [part('09:00', '12:00'), part('12:00', '13:00')] },
    ]);
  });

  test('200: up to ten parts a day, 400 overrides, and 1,000 parts in all of them', async () => {
    const member = await makeMember(node());
    const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const weekly = week.flatMap((day) => fiveMinutes(10).map((each) => ({ day, ...each })));
    const overrides = dates(400).map((date, place) => ({ date, hours: fiveMinutes(place < 100 ? 10 : 0) }));
    assert.deepEqual(await update(member, { weekly, overrides }), { ...defaults, weekly, overrides });
  });

  test('a change leaves one audit entry with what differs; one of nothing leaves none', async () => {
    const member = await makeMember(node());
    for (const same of [undefined, {}, { weekly: defaults.weekly.toReversed() }, { colour: 'red' }]) {
      assert.deepEqual(await update(member, same), defaults);
    }
    await update(member, { timezone: 'Asia/Tokyo', overrides: [{ date: '2026-05-01', hours: [] }] });
    const [, ...entries] = await entriesAbout(node(), member.id);
    assert.deepEqual(entries, [
      {
        action: 'availability.updated',
        target: { type: 'member', id: member.id },
        changes: {
          timezone: [null, 'Asia/Tokyo'],
          overrides: [[], [{ date: '2026-05-01', hours: [] }]],
        },
      },
    ]);
  });

  test('a deactivated member has an availability, too', async () => {
    const member = await makeMember(node());
    await deactivate(node(), member);
    assert.equal((await update(member, { maximum_per_day: 3 })).maximum_per_day, 3);
    assert.equal(dataOf<Availability>(await node().get(pathOf(member))).maximum_per_day, 3);
  });

  test('422: each wrong field is named with its place, and nothing changes', async () => {
    const member = await makeMember(node());
    const ofWeek = (...parts: unknown[]) => ({ weekly: parts });
    const ofDay = (...hours: unknown[]) => ({ overrides: [{ date: '2026-05-01', hours }] });
    const minutes = (name: string, max: number): [unknown, string][] => [
      [{ [name]: -1 }, `${name} must be at least 0`],
      [{ [name]: max + 1 }, `${name} must be at most ${max}`],
      [{ [name]: null }, `${name} must be an integer`],
      [{ [name]: 1.5 }, `${name} must be an integer`],
    ];
    const wrong: [unknown, string][] = [
      [{ timezone: 'Nowhere' }, 'timezone must be an IANA time zone such as Europe/Berlin'],
      [{ timezone: 5 }, 'timezone must be a string or null'],
      [{ weekly: null }, 'weekly must be an array'],
      [{ weekly: {} }, 'weekly must be an array'],
      [ofWeek('mon'), 'weekly[0] must be a JSON object'],
      [ofWeek(part('09:00', '10:00')), 'weekly[0].day is required'],
      [
        ofWeek({ day: 'monday', ...part('09:00', '10:00') }),
        'weekly[0].day must be one of mon, tue, wed, thu, fri, sat, sun',
      ],
      [ofWeek({ day: 'mon', start: '09:00' }), 'weekly[0].end is required'],
      ...['9:00', '09:60', '24:01', '25:00', '09:00:00', '', ' 09:00', '09:00\n'].map(
        (end): [unknown, string] => [
          ofWeek(monday('08:00', '10:00'), monday('11:00', end)),
          'weekly[1].end must be a time of day such as 09:30',
        ],
      ),
      [ofWeek(monday('10:00', '10:00')), 'weekly[0].end must be after weekly[0].start'],
      [ofWeek(monday('24:00', '24:00')), 'weekly[0].end must be after weekly[0].start'],
      [
        ofWeek(monday('08:00', '10:00'), monday('11:00', '12:00'), monday('22:00', '02:00')),
        'weekly[2].end must be after weekly[2].start',
      ],
      [ofWeek(monday('10:00', '12:00'), monday('09:00', '10:01')), 'weekly[0] overlaps weekly[1]'],
      [ofWeek(monday('09:00', '12:00'), monday('09:00', '12:00')), 'weekly[1] overlaps weekly[0]'],
      [
        { weekly: fiveMinutes(11).map((each) => ({ day: 'sat', ...each })) },
        'weekly must have at most 10 items for sat',
      ],
      [{ weekly: Array(71).fill(monday('09:00', '10:00')) }, 'weekly must have at most 70 items'],
      [{ overrides: null }, 'overrides must be an array'],
      [{ overrides: [{ date: '2026-05-01' }] }, 'overrides[0].hours is required'],
      [{ overrides: [{ date: '2026-05-01', hours: null }] }, 'overrides[0].hours must be an array'],
      ...['2026-02-29', '2026-13-01', '2026-5-1', '01.05.2026', '2026-05-01T00:00:00Z', ''].map(
        (date): [unknown, string] => [
          { overrides: [{ date, hours: [] }] },
          'overrides[0].date must be a date such as 2026-12-24',
        ],
      ),
      [
        { overrides: ['2026-05-01', '2026-05-02', '2026-05-01'].map((date) => ({ date, hours: [] })) },
        'overrides[2].date is given twice',
      ],
      [
        ofDay(part('09:00', '10:00'), part('12:00', '11:00')),
        'overrides[0].hours[1].end must be after overrides[0].hours[1].start',
      ],
      [
        ofDay(part('09:00', '10:00'), part('x', '11:00')),
        'overrides[0].hours[1].start must be a time of day such as 09:30',
      ],
      [
        ofDay(part('09:00', '10:00'), part('09:30', '11:00')),
        'overrides[0].hours[1] overlaps overrides[0].hours[0]',
      ],
      [ofDay(...fiveMinutes(11)), 'overrides[0].hours must have at most 10 items'],
      [
        { overrides: dates(401).map((date) => ({ date, hours: [] })) },
        'overrides must have at most 400 items',
      ],
      [
        { overrides: dates(101).map((date) => ({ date, hours: fiveMinutes(10) })) },
        'overrides must have at most 1,000 hours in all',
      ],
      ...minutes('buffer_before_minutes', 1_440),
      ...minutes('buffer_after_minutes', 1_440),
      ...minutes('minimum_notice_minutes', 525_600),
      [{ maximum_per_day: 0 }, 'maximum_per_day must be at least 1'],
      [{ maximum_per_day: 101 }, 'maximum_per_day must be at most 100'],
      [{ maximum_per_day: '3' }, 'maximum_per_day must be an integer or null'],
      [[], 'body must be a JSON object'],
    ];
    await assertRefused(
      node(),
      wrong.map(([body, message]) => [() => node().patch(pathOf(member), body), 'invalid_request', message]),
    );
  });

  test('404: nobody, and somebody of another workspace', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const foreign = await makeMember(node(), null, key);
    const unknown = { id: 'mem_00000000000000000000000000' };
    await assertRefused(
      node(),
      [foreign, unknown].flatMap((each) => [
        [() => node().get(pathOf(each)), 'not_found', 'Workspace member not found'],
        [() => node().patch(pathOf(each), { weekly: [] }), 'not_found', 'Workspace member not found'],
      ]),
    );
  });

  test('changes at the same time do not lose one another', async () => {
    const member = await makeMember(node());
    const changes = [{ weekly: [] }, { maximum_per_day: 2 }, { buffer_after_minutes: 15 }];
    await Promise.all([...changes, ...changes].map((change) => update(member, change)));
    const now = dataOf<Availability>(await node().get(pathOf(member)));
    assert.deepEqual(now, Object.assign({}, defaults, ...changes));
  });
});
