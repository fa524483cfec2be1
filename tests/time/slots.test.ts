// Slots lie where everybody who is needed is free, and each refused start has its reasons.
import assert from 'node:assert/strict';
import type { Availability, Host, Interval, SlotSearch } from '../../src/time/hosts.ts';
import { findSlots } from '../../src/time/slots.ts';
import { describe, test } from '../support/lanes.ts';
import { minuteOf } from './searches.ts';

const on = (time: string, day = '2026-11-17') => minuteOf(`${day}T${time}Z`);
const during = (from: string, to: string): Interval => ({ start: on(from), end: on(to) });
const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);

/** Somebody in London, who works from 9 to 12 on Tuesdays, such as 17 November 2026. */
function host(email: string, others: Partial<Host> = {}, availability: Partial<Availability> = {}): Host {
  return {
    email,
    availability: {
      timezone: 'Europe/London',
      weekly: [[], [{ start: 540, end: 720 }], [], [], [], [], []],
      overrides: new Map(),
      holidays: new Set(),
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
      minimum_notice_minutes: 0,
      maximum_per_day: null,
      ...availability,
    },
    busy: [],
    bookings: [],
    is_paused: false,
    lacks_seat: false,
    ...others,
  };
}

function search(hosts: Host[], others: Partial<SlotSearch> = {}) {
  return findSlots({
    hosts,
    range: during('09:00', '12:00'),
    now: on('00:00'),
    duration_minutes: 60,
    interval_minutes: 30,
    limit: 100,
    ...others,
  });
}

const startsOf = (found: ReturnType<typeof findSlots>) => found.slots.map(({ start }) => clock(start));

/** `10:30 busy, buffer` for each refused start of the only host. */
const refusedFor = (one: Host, others: Partial<SlotSearch> = {}) =>
  search([one], { explain: true, ...others }).refused.map(
    ({ start, reasons }) => `${clock(start)} ${reasons.map(({ reason }) => reason).join(', ')}`,
  );

describe('A start', () => {
  test('is free if the whole meeting is within hours', () => {
    assert.deepEqual(startsOf(search([host('ada')])), ['09:00', '09:30', '10:00', '10:30', '11:00']);
    const early = { range: during('08:30', '10:30'), explain: true };
    assert.deepEqual(refusedFor(host('ada'), early), ['08:30 outside_hours']);
  });

  test('is refused while somebody is busy or booked, up to the minute', () => {
    const taken = { busy: [during('10:00', '10:30')], bookings: [during('11:59', '12:00')] };
    assert.deepEqual(startsOf(search([host('ada', taken)])), ['09:00', '10:30']);
    assert.deepEqual(refusedFor(host('ada', taken)), ['09:30 busy', '10:00 busy', '11:00 busy']);
  });

  test('is refused if a buffer would not be free', () => {
    const busy = [during('10:00', '10:30')];
    const withBuffers = (before: number, after: number) =>
      refusedFor(host('ada', { busy }, { buffer_before_minutes: before, buffer_after_minutes: after }));
    assert.deepEqual(withBuffers(0, 0), ['09:30 busy', '10:00 busy']);
    assert.deepEqual(withBuffers(1, 0), ['09:30 busy', '10:00 busy', '10:30 buffer']);
    assert.deepEqual(withBuffers(0, 1), ['09:00 buffer', '09:30 busy', '10:00 busy']);
  });

  test('may have buffers outside of the hours and of the range', () => {
    const wide = host('ada', {}, { buffer_before_minutes: 60, buffer_after_minutes: 60 });
    assert.equal(startsOf(search([wide])).length, 5);
    const busyBefore = host('ada', { busy: [during('08:00', '08:30')] }, { buffer_before_minutes: 31 });
    assert.deepEqual(refusedFor(busyBefore), ['09:00 buffer']);
  });

  test('is refused at short notice', () => {
    const slow = host('ada', {}, { minimum_notice_minutes: 60 });
    assert.deepEqual(refusedFor(slow, { now: on('08:31') }), ['09:00 notice', '09:30 notice']);
  });

  test('is refused on a date that has its maximum of bookings, on the clock of the host', () => {
    const inAuckland = { timezone: 'Pacific/Auckland', maximum_per_day: 1 };
    const always = { weekly: Array.from({ length: 7 }, () => [{ start: 0, end: 1440 }]) };
    // Midnight in Auckland is at 11:00.
    const one = host('ada', { bookings: [during('11:30', '11:45')] }, { ...inAuckland, ...always });
    const starts = { range: during('10:00', '14:00') };
    assert.deepEqual(startsOf(search([one], starts)), ['10:00', '10:30']);
    assert.deepEqual(refusedFor(one, starts).slice(0, 2), [
      '11:00 busy, daily_maximum',
      '11:30 busy, daily_maximum',
    ]);
  });

  test('is refused on a day off, which is not called outside of hours', () => {
    const off = host('ada', {}, { overrides: new Map([['2026-11-17', []]]) });
    const [first = ''] = refusedFor(off);
    assert.equal(first, '09:00 not_that_day');
  });

  test('is refused on a holiday of the workspace, unless the host has an exception for it', () => {
    const holidays = new Set(['2026-11-17']);
    const closed = refusedFor(host('ada', {}, { holidays }));
    assert.equal(closed.length, 5);
    assert.ok(
      closed.every((line) => line.endsWith(' holiday')),
      closed.join('; '),
    );
    const working = new Map([['2026-11-17', [{ start: 600, end: 660 }]]]);
    assert.deepEqual(startsOf(search([host('ada', {}, { holidays, overrides: working })])), ['10:00']);
    const off = host('ada', {}, { holidays, overrides: new Map([['2026-11-17', []]]) });
    assert.equal(refusedFor(off)[0], '09:00 not_that_day');
  });

  test('is refused on a holiday for as long as it is that date on the clock of the host', () => {
    const always = { weekly: Array.from({ length: 7 }, () => [{ start: 0, end: 1440 }]) };
    // Midnight in Auckland is at 11:00.
    const away = host(
      'ada',
      {},
      { timezone: 'Pacific/Auckland', holidays: new Set(['2026-11-18']), ...always },
    );
    const found = search([away], { range: during('09:00', '14:00') });
    assert.deepEqual(startsOf(found), ['09:00', '09:30', '10:00'], 'and none reaches into it');
    assert.deepEqual(refusedFor(away, { range: during('09:00', '14:00') }).slice(0, 2), [
      '10:30 outside_hours',
      '11:00 holiday',
    ]);
  });

  test('follows other hours of a single day', () => {
    const short = host('ada', {}, { overrides: new Map([['2026-11-17', [{ start: 600, end: 660 }]]]) });
    assert.deepEqual(startsOf(search([short])), ['10:00']);
  });

  test('has all reasons that hold, in one order', () => {
    const one = host(
      'ada',
      {
        is_paused: true,
        lacks_seat: true,
        busy: [during('09:00', '12:00')],
        bookings: [during('07:00', '07:30')],
      },
      { overrides: new Map([['2026-11-17', []]]), minimum_notice_minutes: 1_440, maximum_per_day: 1 },
    );
    assert.equal(refusedFor(one)[0], '09:00 no_seat, paused, not_that_day, notice, busy, daily_maximum');
  });
});

describe('Several hosts', () => {
  const [ada, ben, cleo] = [
    host('ada', { busy: [during('09:00', '09:30')] }),
    host('ben', { busy: [during('11:30', '12:00')] }),
    host('cleo', { busy: [during('10:00', '11:00')] }),
  ];

  test('are free together only where each of them is', () => {
    const found = search([ada, ben], { explain: true });
    assert.deepEqual(startsOf(found), ['09:30', '10:00', '10:30']);
    assert.deepEqual(found.slots[0]?.emails, ['ada', 'ben']);
    const reasons = found.refused.map((refused) => refused.reasons);
    assert.deepEqual(reasons, [[{ email: 'ada', reason: 'busy' }], [{ email: 'ben', reason: 'busy' }]]);
  });

  test('are asked in order if one of them is enough, and the first who is free is named', () => {
    const found = search([], { one_of: [ada, ben], explain: true });
    const named = found.slots.map(({ start, emails }) => `${clock(start)} ${emails}`);
    assert.deepEqual(named, ['09:00 ben', '09:30 ada', '10:00 ada', '10:30 ada', '11:00 ada']);
    assert.deepEqual(found.refused, []);
  });

  test('refuse a start if one who is needed can not, or none of those of whom one is', () => {
    const found = search([cleo], { one_of: [ada, ben], explain: true });
    assert.deepEqual(
      found.slots.map(({ start, emails }) => `${clock(start)} ${emails}`),
      ['09:00 ben,cleo', '11:00 ada,cleo'],
    );
    const all = { ...cleo, email: 'dan' };
    const none = search([ada], { one_of: [cleo, all], explain: true });
    assert.deepEqual(none.refused[1]?.reasons, [
      { email: 'cleo', reason: 'busy' },
      { email: 'dan', reason: 'busy' },
    ]);
  });

  test('are named once, also if somebody is asked twice', () => {
    assert.deepEqual(search([ada, ben], { one_of: [ben] }).slots[0]?.emails, ['ben', 'ada']);
  });

  test('share the grid of the first of them', () => {
    const inKathmandu = host(
      'ada',
      {},
      { timezone: 'Asia/Kathmandu', weekly: [[], [{ start: 0, end: 1440 }], [], [], [], [], []] },
    );
    assert.deepEqual(startsOf(search([ben, inKathmandu], { interval_minutes: 60 })), ['09:00', '10:00']);
    assert.deepEqual(startsOf(search([inKathmandu, ben], { interval_minutes: 60 })), ['09:15', '10:15']);
  });
});

describe('A search', () => {
  test('ends with its limit, and says whether there is more', () => {
    const limited = (limit: number) =>
      search([host('ada')], { limit, explain: true, range: during('08:00', '12:00') });
    assert.deepEqual(startsOf(limited(2)), ['09:00', '09:30']);
    assert.equal(limited(2).has_more, true);
    assert.equal(limited(5).has_more, false);
    assert.deepEqual(
      limited(5).refused.map(({ start }) => clock(start)),
      ['08:00', '08:30'],
    );
  });

  test('explains nothing after its last slot', () => {
    const busy = [during('10:00', '11:00')];
    const found = search([host('ada', { busy })], { limit: 1, explain: true });
    assert.deepEqual([startsOf(found), found.refused, found.has_more], [['09:00'], [], true]);
  });

  test('explains only if it is asked to', () => {
    assert.deepEqual(search([host('ada', { is_paused: true })]).refused, []);
  });

  test('finds nothing for nobody, and nothing where no meeting fits', () => {
    const nothing = { slots: [], has_more: false, refused: [] };
    assert.deepEqual(search([], { explain: true }), nothing);
    assert.deepEqual(search([], { one_of: [], explain: true }), nothing);
    assert.deepEqual(search([host('ada')], { one_of: [] }), nothing);
    assert.deepEqual(search([host('ada')], { range: during('09:00', '09:59'), explain: true }), nothing);
    assert.deepEqual(search([host('ada')], { range: during('12:00', '09:00'), explain: true }), nothing);
  });

  test('counts its grid from midnight of each day, also if the day is no multiple of it', () => {
    const weekly = Array.from({ length: 7 }, () => [{ start: 0, end: 1440 }]);
    const range = { start: on('22:00', '2026-11-16'), end: on('03:00') };
    const found = search([host('ada', {}, { weekly })], {
      range,
      interval_minutes: 100,
      duration_minutes: 10,
      now: 0,
    });
    assert.deepEqual(startsOf(found), ['23:20', '00:00', '01:40']);
  });
});
