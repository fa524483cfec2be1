// The availability of a member as forms have it: hours of every week, single days, limits, and what a week looks like.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { daysIn, runsOf, withDays } from '../../src/console/members/availability/days.ts';
import { fieldsFor, weeklyIn } from '../../src/console/members/availability/hours.ts';
import { daysOf } from '../../src/console/members/availability/week.ts';
import { defaults } from '../../src/features/calendar/availability/rules.ts';
import { type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { MEMBERS, type Member, makeMember } from '../support/makers/team-members.ts';
import type { Availability } from '../support/server/resources.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

onBothEngines('The availability of a member', (node) => {
  let ada: Member;
  let own: SignedIn;
  let url: string;
  before(async () => {
    ada = await makeMember(node(), 'Ada');
    own = await signedIn(node(), ada);
    url = `/console/members/${ada.id}/availability`;
  });
  const read = async ({ id } = ada): Promise<Availability> =>
    dataOf(await node().get(`${MEMBERS}/${id}/availability`));
  const refused = async (form: string, fields: Record<string, string | string[]>): Promise<string> => {
    const { status, text } = await own.post(`${url}/${form}`, fields);
    assert.equal(status, 422, text);
    return text;
  };

  test('303: hours of every week are replaced; an end at 00:00 is midnight', async () => {
    const fields = {
      mon_start: ['13:00', '09:00', ''],
      mon_end: ['00:00', '12:00', ''],
      tue_start: [''],
      tue_end: [''],
    };
    assert.equal((await own.post(`${url}/hours`, fields)).headers.location, `${url}?done=hours_saved`);
    assert.deepEqual((await read()).weekly, [
      { day: 'mon', start: '09:00', end: '12:00' },
      { day: 'mon', start: '13:00', end: '24:00' },
    ]);
    const { text } = await own.get(url);
    assert.match(text, /aria-label="Monday until \(2\)" value="00:00"/);
    assert.doesNotMatch(text, /Monday from \(3\)/, 'nothing that is to be left empty');
  });

  test('200: buttons add, remove and copy hours in the form, and save nothing', async () => {
    const before = await read();
    const typed = {
      mon_start: ['09:00', '13:00'],
      mon_end: ['12:00', '17:00'],
      tue_start: [] as string[],
      tue_end: [] as string[],
    };
    const shown = async (edit: string) => {
      const { status, text } = await own.post(`${url}/hours`, { ...typed, edit });
      assert.equal(status, 200);
      assert.match(text, /Not saved yet\./);
      return [...text.matchAll(/aria-label="(\w+day) from(?: \(\d\))?"(?: value="([\d:]+)")?/g)].map(
        ([, day, start]) => `${day} ${start}`,
      );
    };
    const monday = ['Monday 09:00', 'Monday 13:00'];
    assert.deepEqual(await shown('remove-mon-0'), ['Monday 13:00']);
    assert.deepEqual(await shown('add-mon'), [...monday, 'Monday undefined']);
    assert.deepEqual(await shown('add-tue'), [...monday, 'Tuesday 09:00']);
    assert.deepEqual(await shown('add-tue'), [...monday, 'Tuesday 09:00'], 'pressed again');
    const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
    const everywhere = days.flatMap((day) => [`${day} 09:00`, `${day} 13:00`]);
    assert.deepEqual(await shown('copy-mon'), everywhere);
    assert.deepEqual(await read(), before);
    assert.equal(
      (await own.post(`${url}/hours`, { ...typed, edit: 'add-xyz' })).status,
      303,
      'no button of ours',
    );
  });

  test('422: hours that overlap, or are half filled in, are named by their day, with what was typed', async () => {
    const before = await read();
    const overlapping = await refused('hours', {
      wed_start: ['09:00', '11:00'],
      wed_end: ['12:00', '13:00'],
    });
    assert.match(overlapping, /id="wed-problem">Wednesday 11:00–13:00: These times overlap\./);
    assert.match(overlapping, /aria-label="Wednesday from \(2\)" value="11:00"/);
    const half = await refused('hours', { fri_start: ['09:00'], fri_end: [''] });
    assert.match(half, /id="fri-problem">Friday 09:00–\?: Enter a start and an end/);
    assert.match(
      await refused('hours', { sat_start: ['12:00'], sat_end: ['09:00'] }),
      /Saturday 12:00–09:00: The end has to be later than the start\./,
    );
    assert.match(await refused('hours', { sun_start: ['<b>'], sun_end: ['1'] }), /value="&lt;b&gt;"/);
    const many = Array.from({ length: 11 }, (_, hour) => `0${hour}`.slice(-2));
    await refused('hours', {
      sun_start: many.map((hour) => `${hour}:00`),
      sun_end: many.map((hour) => `${hour}:30`),
    });
    assert.deepEqual(await read(), before);
  });

  test('single days are off, have other hours, or are as every week again', async () => {
    const off = { date: '2026-12-24', until: '2027-01-02', kind: 'off' };
    assert.equal((await own.post(`${url}/days`, off)).status, 303);
    assert.equal((await read()).overrides.length, 10);
    const hours = {
      date: '2026-12-29',
      until: '',
      kind: 'hours',
      day_start: ['09:00', ''],
      day_end: ['11:00', ''],
    };
    assert.equal((await own.post(`${url}/days`, hours)).status, 303);
    const { overrides } = await read();
    assert.equal(overrides.length, 10);
    assert.deepEqual(overrides[5], { date: '2026-12-29', hours: [{ start: '09:00', end: '11:00' }] });
    const { text } = await own.get(url);
    assert.match(text, /24.{1,3}28 December/);
    const month = (await own.get(`${url}?month=2026-12-05`)).text;
    assert.equal(month.match(/class="off">Off</g)?.length, 7);
    assert.match(month, /class="other">09:00–11:00</);
    const day = (await own.get(`${url}?month=2026-12-05&day=2026-12-31`)).text;
    assert.match(day, /<details open><summary>Add an exception/);
    assert.match(day, /name="date"[^>]* value="2026-12-31"/);
    assert.match(text, /Tuesday, 29 December/);
    assert.equal((await own.post(`${url}/days`, { ...off, kind: 'weekly' })).status, 303);
    assert.deepEqual((await read()).overrides, []);
    assert.match((await own.get(url)).text, /No exceptions/);
  });

  test('company holidays are named and marked, and an exception makes one a day of work', async () => {
    const settings = '/api/v1/workspace/scheduling';
    dataOf(await node().patch(settings, { holidays: ['2026-03-01', '2026-12-24', '2026-12-25'] }));
    const { text } = await own.get(url);
    assert.match(text, /Company holidays, without meetings: Thursday, 24 December[^;]*; Friday, 25 December/);
    const month = `${url}?month=2026-12-05`;
    assert.equal((await own.get(month)).text.match(/class="off">Holiday</g)?.length, 2);
    const form = (await own.get(`${month}&day=2026-12-24`)).text;
    assert.match(form, /value="hours"[^>]* checked/);
    assert.match((await own.get(`${url}?week=2026-12-24`)).text, /Thursday, 24 December/);
    const hours = { date: '2026-12-24', kind: 'hours', day_start: ['09:00'], day_end: ['11:00'] };
    assert.equal((await own.post(`${url}/days`, hours)).status, 303);
    const after = (await own.get(month)).text;
    assert.equal(after.match(/class="off">Holiday</g)?.length, 1);
    assert.match(after, /class="other">09:00–11:00</);
    dataOf(await node().patch(settings, { holidays: [] }));
    assert.equal((await own.post(`${url}/days`, { date: '2026-12-24', kind: 'weekly' })).status, 303);
    assert.doesNotMatch((await own.get(url)).text, /Company holidays/);
  });

  test('422: days that make no sense are refused at their field, and change nothing', async () => {
    const cases: [Record<string, string | string[]>, RegExp][] = [
      [{ date: '', kind: 'off' }, /id="date-problem">“Day” has to be a date/],
      [{ date: '2026-02-30', kind: 'off' }, /id="date-problem">/],
      [
        { date: '2026-12-24', until: '2026-12-01', kind: 'off' },
        /id="until-problem">The last day can’t be before the first\./,
      ],
      [{ date: '2026-12-24', until: '2030-12-24', kind: 'off' }, /id="until-problem">/],
      [{ date: '2026-12-24', kind: 'hours' }, /id="kind-problem">Enter at least one time, from and until\./],
      [{ date: '2026-12-24', kind: 'sometimes' }, /Choose what these days should have\./],
      [
        { date: '2026-12-24', kind: 'off', day_start: ['09:00'], day_end: ['11:00'] },
        /id="kind-problem">You gave hours: choose that these days have them/,
      ],
      [
        { date: '2026-12-24', kind: 'hours', day_start: ['12:00'], day_end: ['11:00'] },
        /id="day-problem">Hours 12:00–11:00: The end has to be later/,
      ],
    ];
    for (const [fields, sentence] of cases) {
      const text = await refused('days', fields);
      assert.match(text, sentence);
      assert.match(text, /<details open><summary>Add an exception/);
    }
    assert.deepEqual((await read()).overrides, []);
  });

  test('limits and the zone of the hours are saved; what is no number is said at its field', async () => {
    const limits = {
      buffer_before_minutes: '5',
      buffer_after_minutes: '10',
      minimum_notice_minutes: '60',
      maximum_per_day: '',
    };
    assert.equal((await own.post(`${url}/limits`, limits)).status, 303);
    assert.equal((await own.post(`${url}/time-zone`, { timezone: 'Asia/Tokyo' })).status, 303);
    const { timezone, buffer_after_minutes, minimum_notice_minutes, maximum_per_day } = await read();
    assert.deepEqual(
      [timezone, buffer_after_minutes, minimum_notice_minutes, maximum_per_day],
      ['Asia/Tokyo', 10, 60, null],
    );
    assert.match(
      await refused('limits', { ...limits, buffer_before_minutes: 'ten' }),
      /id="buffer_before_minutes-problem">/,
    );
    await refused('limits', { ...limits, maximum_per_day: '101' });
    for (const [unit, minutes] of [
      ['hours', 180],
      ['days', 4_320],
    ] as const) {
      const given = { ...limits, minimum_notice_minutes: '3', notice_unit: unit };
      assert.equal((await own.post(`${url}/limits`, given)).status, 303);
      assert.equal((await read()).minimum_notice_minutes, minutes);
      const { text } = await own.get(url);
      assert.match(text, /name="minimum_notice_minutes"[^>]* value="3"/);
      assert.match(text, new RegExp(`<option value="${unit}" selected>`));
    }
    const tooEarly = { ...limits, minimum_notice_minutes: '366', notice_unit: 'days' };
    assert.match(await refused('limits', tooEarly), /“Minimum notice” can be a year at most\./);
    assert.match((await own.get(`${url}/time-zone`)).text, /Use the zone of the profile: UTC/);
    assert.equal((await own.post(`${url}/time-zone`, { timezone: '' })).status, 303);
    assert.equal((await read()).timezone, null);
  });

  test('404: nobody but an admin sees or changes the hours of somebody else', async () => {
    const ben = await makeMember(node());
    const his = `/console/members/${ben.id}/availability`;
    const before = await read(ben);
    for (const form of ['hours', 'days', 'limits', 'time-zone']) {
      assert.equal((await own.post(`${his}/${form}`, { date: '2026-12-24', kind: 'off' })).status, 404, form);
    }
    assert.equal((await own.get(`${his}/time-zone`)).status, 404);
    assert.deepEqual(await read(ben), before);
  });

  test('a week is shown by any date in it; one that is far away, or no date, is this week', async () => {
    const range = async (week: string) =>
      /<p class="part-lead">([^,]+)/.exec((await own.get(`${url}?week=${week}`)).text)?.[1];
    const now = await range('');
    assert.notEqual(await range('2026-03-12'), now);
    assert.equal(await range('2026-03-15'), await range('2026-03-09'));
    for (const odd of ['1066-10-14', '9999-12-31', 'soon']) assert.equal(await range(odd), now);
  });
});

test('days after each other with the same hours are one run, and days that are over are forgotten', () => {
  const off = (date: string) => ({ date, hours: [] });
  const days = [off('2026-01-01'), off('2026-12-24'), off('2026-12-25'), off('2026-12-27')];
  const runs = runsOf(days, '2026-03-02');
  assert.deepEqual(
    runs.map(({ from, until }) => [from, until]),
    [
      ['2026-12-24', '2026-12-25'],
      ['2026-12-27', '2026-12-27'],
    ],
  );
  const change = daysIn({ date: '2026-12-25', kind: 'weekly' });
  assert.deepEqual(withDays(days, change, '2026-03-02'), [off('2026-12-24'), off('2026-12-27')]);
});

test('what is stored comes back from the form as it was', () => {
  const ofDay = defaults.weekly.filter(({ day }) => day === 'mon');
  const spans = fieldsFor([...ofDay, { start: '20:00', end: '24:00' }], 4);
  assert.equal(spans.length, 4);
  const sent = { mon_start: spans.map(({ start }) => start), mon_end: spans.map(({ end }) => end) };
  assert.deepEqual(weeklyIn(sent), [...ofDay, { day: 'mon', start: '20:00', end: '24:00' }]);
});

test('a week on the clock of the place: across midnight, and when the clock is put forward', () => {
  // From the 23rd of March 2026; on the 29th, clocks in Berlin go from 2 to 3.
  const monday = Date.parse('2026-03-23') / 86_400_000;
  const at = (text: string) => Date.parse(text);
  const busy = [
    { starts_at: at('2026-03-24T21:00:00Z'), ends_at: at('2026-03-25T01:00:00Z') },
    { starts_at: at('2026-03-24T22:00:00Z'), ends_at: at('2026-03-24T22:30:00Z') },
    { starts_at: at('2026-03-29T00:30:00Z'), ends_at: at('2026-03-29T01:30:00Z') },
  ];
  const availability = {
    ...defaults,
    overrides: [{ date: '2026-03-24', hours: [{ start: '08:00', end: '24:00' }] }],
  };
  const week = {
    monday,
    timezone: 'Europe/Berlin',
    holidays: ['2026-03-23', '2026-03-24'],
    busy,
    isCut: false,
  };
  const days = daysOf(week, availability);
  assert.deepEqual(days[0]?.hours, [], 'a holiday');
  assert.deepEqual(days[1]?.hours, [{ from: 480, to: 1440 }]);
  assert.deepEqual(days[1]?.busy, [{ from: 22 * 60, to: 1440 }]);
  assert.deepEqual(days[2]?.busy, [{ from: 0, to: 120 }]);
  assert.deepEqual(days[6]?.busy, [{ from: 90, to: 210 }]);
  assert.deepEqual(days[6]?.hours, []);
});
