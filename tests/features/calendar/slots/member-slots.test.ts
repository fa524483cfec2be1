// The slots of a member: hours, busy times, bookings and limits, each time that is refused with its reason.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { test } from '../../../support/lanes.ts';
import {
  always,
  makeBusy,
  never,
  refusedIn,
  setAvailability,
  slotsOf,
  startsOf,
  takeTime,
} from '../../../support/makers/taken-times.ts';
import { createMember, MEMBERS, type Member, makeMember } from '../../../support/makers/team-members.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const pathOf = ({ id }: Member) => `${MEMBERS}/${id}`;

/** Monday, 2 March 2026, 09:00 in UTC: the time at which tests begin. */
const TUESDAY = { from: '2026-03-03T00:00:00Z', to: '2026-03-04T00:00:00Z' };

onBothEngines('The slots of a member', (node) => {
  let ada: Member;
  before(async () => {
    ada = await makeMember(node());
  });

  test('200: with the defaults, half hours of 9 to 5 in UTC, four hours from now, for four weeks', async () => {
    const { data, meta } = await slotsOf(node(), pathOf(ada));
    assert.deepEqual(data[0], {
      starts_at: '2026-03-02T13:00:00.000Z',
      ends_at: '2026-03-02T13:30:00.000Z',
      host_emails: [ada.email],
    });
    assert.deepEqual(meta, {
      limit: 100,
      has_more: true,
      from: '2026-03-02T09:00:00.000Z',
      to: '2026-03-30T09:00:00.000Z',
      duration_minutes: 30,
      slot_interval_minutes: 30,
    });
    const all = await slotsOf(node(), pathOf(ada), { limit: 1000 });
    // Eight hours on nineteen days, four on the first, and none on the last: it ends at nine.
    assert.deepEqual([all.data.length, all.meta.has_more], [19 * 16 + 8, false]);
    assert.equal(all.data.at(-1)?.ends_at, '2026-03-27T17:00:00.000Z');
  });

  test('200: within from and to, for a duration; limit ends the search', async () => {
    const asked = { from: '2026-03-03T10:10:00Z', to: '2026-03-03T12:00:00Z', duration_minutes: 45 };
    const found = await slotsOf(node(), pathOf(ada), asked);
    assert.deepEqual(startsOf(found), ['2026-03-03 10:30', '2026-03-03 11:00']);
    assert.equal(found.data[1]?.ends_at, '2026-03-03T11:45:00.000Z');
    assert.deepEqual(
      [found.meta.from, found.meta.to],
      ['2026-03-03T10:10:00.000Z', '2026-03-03T12:00:00.000Z'],
    );
    for (const [limit, count, has_more] of [
      [1, 1, true],
      [2, 2, false],
      [0, 1, true],
      [5_000, 2, false],
    ] as const) {
      const page = await slotsOf(node(), pathOf(ada), { ...asked, limit });
      const shown = Math.min(Math.max(limit, 1), 1_000);
      assert.deepEqual([page.data.length, page.meta.has_more, page.meta.limit], [count, has_more, shown]);
    }
    const tooShort = { from: '2026-03-03T10:00:00Z', to: '2026-03-03T10:20:00Z' };
    assert.deepEqual((await slotsOf(node(), pathOf(ada), tooShort)).data, []);
  });

  test('a time zone is that of the availability, else of the member, else of the workspace', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const member = await createMember(node(), { email: 'zones@example.com' }, key);
    const path = `${MEMBERS}/${member.id}`;
    const first = async () => {
      const answer = await node().get(`${path}/slots?from=2026-03-03T00:00:00Z`, { key });
      return dataOf<{ starts_at: string }[]>(answer)[0]?.starts_at;
    };
    await node().patch('/api/v1/workspace', { timezone: 'Asia/Tokyo' }, { key });
    assert.equal(await first(), '2026-03-03T00:00:00.000Z');
    await node().patch(path, { timezone: 'America/New_York' }, { key });
    assert.equal(await first(), '2026-03-03T14:00:00.000Z');
    await node().patch(`${path}/availability`, { timezone: 'Asia/Kathmandu' }, { key });
    assert.equal(await first(), '2026-03-03T03:15:00.000Z');
  });

  const changeDays: Record<
    string,
    { zone: string; date: string; hours: [string, string]; starts: string[] }
  > = {
    'Berlin, when clocks go forward': {
      zone: 'Europe/Berlin',
      date: '2026-03-29',
      hours: ['01:00', '04:00'],
      starts: ['2026-03-29 00:00', '2026-03-29 00:30', '2026-03-29 01:00', '2026-03-29 01:30'],
    },
    'Berlin, when clocks go back': {
      zone: 'Europe/Berlin',
      date: '2026-10-25',
      hours: ['02:00', '03:30'],
      starts: [
        ...['2026-10-25 00:00', '2026-10-25 00:30', '2026-10-25 01:00'],
        ...['2026-10-25 01:30', '2026-10-25 02:00'],
      ],
    },
    'New York, when clocks go forward': {
      zone: 'America/New_York',
      date: '2026-03-08',
      hours: ['01:30', '03:30'],
      starts: ['2026-03-08 06:30', '2026-03-08 07:00'],
    },
    'Lord Howe, when clocks go back by half an hour': {
      zone: 'Australia/Lord_Howe',
      date: '2026-04-05',
      hours: ['01:00', '03:00'],
      starts: [
        ...['2026-04-04 14:00', '2026-04-04 14:30', '2026-04-04 15:00'],
        ...['2026-04-04 15:30', '2026-04-04 16:00'],
      ],
    },
  };
  for (const [name, { zone, date, hours, starts }] of Object.entries(changeDays)) {
    test(`hours are those of the clock on the wall: ${name}`, async () => {
      const member = await makeMember(node());
      const [start, end] = hours;
      const overrides = [{ date, hours: [{ start, end }] }];
      await setAvailability(node(), member, {
        ...never,
        timezone: zone,
        overrides,
        minimum_notice_minutes: 0,
      });
      const day = Date.parse(`${date}T00:00:00Z`);
      const around = { from: new Date(day - 86_400_000), to: new Date(day + 2 * 86_400_000) };
      const asked = { from: around.from.toISOString(), to: around.to.toISOString() };
      assert.deepEqual(startsOf(await slotsOf(node(), pathOf(member), asked)), starts);
    });
  }

  test('explain=true says why each other time is refused', async () => {
    const member = await makeMember(node());
    await setAvailability(node(), member, {
      weekly: [{ day: 'mon', start: '12:00', end: '15:00' }],
      overrides: [{ date: '2026-03-03', hours: [] }],
      buffer_after_minutes: 15,
    });
    await makeBusy(node(), member, ['2026-03-02T14:00:00Z', '2026-03-02T14:20:00Z']);
    const asked = { from: '2026-03-02T11:30:00Z', to: '2026-03-03T00:30:00Z', explain: true };
    const found = await slotsOf(node(), pathOf(member), asked);
    assert.deepEqual(startsOf(found), ['2026-03-02 13:00', '2026-03-02 14:30']);
    assert.deepEqual(refusedIn(found), {
      '2026-03-02 11:30': ['outside_hours', 'notice'],
      '2026-03-02 12:00': ['notice'],
      '2026-03-02 12:30': ['notice'],
      '2026-03-02 13:30': ['buffer'],
      '2026-03-02 14:00': ['busy'],
      ...Object.fromEntries(
        Array.from({ length: 18 }, (_, place) => {
          const at = new Date(Date.UTC(2026, 2, 2, 15, place * 30)).toISOString();
          return [at.slice(0, 16).replace('T', ' '), ['outside_hours']];
        }),
      ),
      '2026-03-03 00:00': ['not_that_day'],
    });
    assert.equal(found.meta.refused_has_more, false);
    assert.deepEqual(found.meta.refused?.[0]?.reasons[0], { email: member.email, reason: 'outside_hours' });
    const { meta } = await slotsOf(node(), pathOf(member), { ...asked, explain: false });
    assert.deepEqual([meta.refused, meta.refused_has_more], [undefined, undefined]);
  });

  test('what a booking takes is busy, and counts for the maximum of its local day', async () => {
    const member = await makeMember(node());
    const limits = { timezone: 'Pacific/Auckland', maximum_per_day: 2, minimum_notice_minutes: 0 };
    await setAvailability(node(), member, { ...always, ...limits });
    // Tuesday in Auckland is 11:00 on Monday to 11:00 on Tuesday in UTC.
    await takeTime(node(), member, ['2026-03-02T11:00:00Z', '2026-03-02T12:00:00Z']);
    const asked = { from: '2026-03-02T10:00:00Z', to: '2026-03-03T12:00:00Z', explain: true };
    const one = await slotsOf(node(), pathOf(member), asked);
    assert.deepEqual(refusedIn(one), { '2026-03-02 11:00': ['busy'], '2026-03-02 11:30': ['busy'] });
    await takeTime(node(), member, ['2026-03-03T10:30:00Z', '2026-03-03T11:30:00Z']);
    const two = await slotsOf(node(), pathOf(member), asked);
    assert.deepEqual(startsOf(two), ['2026-03-02 10:00', '2026-03-02 10:30', '2026-03-03 11:30']);
    assert.deepEqual(refusedIn(two)['2026-03-03 10:30'], ['busy', 'daily_maximum']);
    assert.deepEqual(refusedIn(two)['2026-03-02 20:00'], ['daily_maximum']);
  });

  test('a part of a minute is taken as a whole one; touching is no overlap', async () => {
    const member = await makeMember(node());
    await makeBusy(
      node(),
      member,
      ['2026-03-03T09:30:00.000Z', '2026-03-03T10:00:00.000Z'],
      ['2026-03-03T10:59:59.999Z', '2026-03-03T11:00:00.001Z'],
    );
    const asked = { from: '2026-03-03T09:00:00Z', to: '2026-03-03T12:00:00Z' };
    const starts = startsOf(await slotsOf(node(), pathOf(member), asked));
    assert.deepEqual(starts, ['2026-03-03 09:00', '2026-03-03 10:00', '2026-03-03 11:30']);
  });

  test('a busy time of weeks is seen from its middle, and one that ends long after the search', async () => {
    const [away, leaving] = [await makeMember(node()), await makeMember(node())];
    await makeBusy(node(), away, ['2026-02-01T00:00:00Z', '2026-06-01T00:00:00Z']);
    await makeBusy(node(), leaving, ['2026-03-03T12:00:00Z', '2027-03-03T12:00:00Z']);
    assert.deepEqual((await slotsOf(node(), pathOf(away), TUESDAY)).data, []);
    const starts = startsOf(await slotsOf(node(), pathOf(leaving), TUESDAY));
    assert.deepEqual([starts.length, starts.at(-1)], [6, '2026-03-03 11:30']);
  });

  test('busy times and bookings of others do not matter', async () => {
    const [one, other] = [await makeMember(node()), await makeMember(node())];
    await makeBusy(node(), other, ['2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z']);
    await takeTime(node(), other, ['2026-03-03T09:00:00Z', '2026-03-03T17:00:00Z']);
    assert.equal((await slotsOf(node(), pathOf(one), TUESDAY)).data.length, 16);
    assert.equal((await slotsOf(node(), pathOf(other), TUESDAY)).data.length, 0);
  });

  test('the settings decide the duration, the interval and how far to look', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const member = await makeMember(node(), null, key);
    const settings = { duration_minutes: 50, slot_interval_minutes: 60, timeframe_days: 1 };
    await node().patch('/api/v1/workspace/scheduling', settings, { key });
    const answer = await node().get(`${pathOf(member)}/slots`, { key });
    const { data, meta } = answer.body as Awaited<ReturnType<typeof slotsOf>>;
    assert.deepEqual(
      data.map(({ starts_at, ends_at }) => [starts_at.slice(11, 16), ends_at.slice(11, 16)]),
      [
        ['13:00', '13:50'],
        ['14:00', '14:50'],
        ['15:00', '15:50'],
        ['16:00', '16:50'],
      ],
    );
    assert.deepEqual([meta.duration_minutes, meta.slot_interval_minutes], [50, 60]);
    assert.equal(meta.to, '2026-03-03T09:00:00.000Z');
  });

  test('a search never starts in the past, not even by a second', async () => {
    const member = await makeMember(node());
    await setAvailability(node(), member, always);
    const asked = { from: '2026-03-02T08:00:00Z', to: '2026-03-02T10:30:00Z', explain: true };
    const found = await slotsOf(node(), pathOf(member), asked);
    assert.deepEqual(startsOf(found), ['2026-03-02 09:00', '2026-03-02 09:30', '2026-03-02 10:00']);
    assert.deepEqual(refusedIn(found), { '2026-03-02 08:00': ['notice'], '2026-03-02 08:30': ['notice'] });
  });
});
