// A large search is made of small parts: between two of them, others can go first.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  findSlotsInSteps,
  findSlotsOfEachDay,
  findStartsWithin,
} from '../../../../src/features/calendar/slots/steps.ts';
import type { Host, SlotSearch } from '../../../../src/time/hosts.ts';
import { merged } from '../../../../src/time/intervals.ts';
import { findSlots } from '../../../../src/time/slots.ts';
import { runs } from '../../../support/chance.ts';
import { describe, test } from '../../../support/lanes.ts';
import { minuteOf, searchesAt } from '../../../time/searches.ts';

const DAY_MINUTES = 24 * 60;
const start = Date.parse('2026-03-02T00:00:00Z') / 60_000;
const wholeDay = [{ start: 0, end: DAY_MINUTES }];

function host(place: number, busy: Host['busy']): Host {
  return {
    email: `host-${place}@example.com`,
    availability: {
      timezone: 'Europe/Berlin',
      weekly: Array.from({ length: 7 }, () => wholeDay),
      overrides: new Map(),
      holidays: new Set(),
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
      minimum_notice_minutes: 0,
      maximum_per_day: null,
    },
    busy,
    bookings: [],
    is_paused: false,
    lacks_seat: false,
  };
}

const searchFor = (days: number, hosts: Host[], fields: Partial<SlotSearch> = {}): SlotSearch => ({
  hosts,
  range: { start, end: start + days * DAY_MINUTES },
  now: start,
  duration_minutes: 1,
  interval_minutes: 15,
  limit: 10_000,
  ...fields,
});

/** Busy in every other minute of a day: as much as there can be. */
const crowded = Array.from({ length: DAY_MINUTES / 2 }, (_, place) => {
  const at = start + DAY_MINUTES + 2 * place;
  return { start: at + 1, end: at + 2 };
});

/** A pace that counts the parts. How long one takes depends on the machine; a search that would take seconds has hundreds. */
function countedPace() {
  const counted = { parts: 0, pace };
  function pace(): undefined {
    counted.parts += 1;
  }
  return counted;
}

const hosts = (count: number, busyOf: (place: number) => Host['busy']) =>
  Array.from({ length: count }, (_, place) => host(place, busyOf(place)));

const DAYS = 62;
const untilTheLastDay = [{ start, end: start + (DAYS - 1) * DAY_MINUTES }];

/** With the fewest parts that each has to have. */
const searches: Record<string, [search: SlotSearch, parts: number]> = {
  'of many hosts over weeks': [
    searchFor(
      DAYS,
      hosts(50, (place) => (place === 0 ? untilTheLastDay : [])),
    ),
    3,
  ],
  'of hosts who are busy hundreds of times on one day': [
    searchFor(
      3,
      hosts(50, () => crowded),
    ),
    14,
  ],
  'that explains every time': [
    searchFor(
      3,
      hosts(50, (place) => (place === 0 ? crowded : [])),
      { explain: true, interval_minutes: 1 },
    ),
    40,
  ],
};

describe('A large search', () => {
  for (const [name, [search, parts]] of Object.entries(searches)) {
    test(`${name} is made of small parts, and finds the same`, async () => {
      const counted = countedPace();
      const { slots } = await findSlotsInSteps(search, counted.pace);
      assert.ok(counted.parts >= parts, `${counted.parts} parts`);
      assert.deepEqual(slots, findSlots({ ...search, explain: false }).slots);
    });
  }

  test('for some times of each day is, too', async () => {
    const counted = countedPace();
    const crowdedDays = searchFor(
      3,
      hosts(50, () => crowded),
    );
    const slots = await findSlotsOfEachDay(crowdedDays, 5, counted.pace);
    assert.equal(slots.length, 15);
    assert.ok(counted.parts >= 14, `${counted.parts} parts`);
  });
});

/** Busy times and bookings in order, as they are loaded. */
function inOrder<People extends readonly Host[] | undefined>(people: People): People {
  const byStart = (bookings: Host['bookings']) => bookings.toSorted((one, other) => one.start - other.start);
  return people?.map((each) => ({
    ...each,
    busy: merged(each.busy),
    bookings: byStart(each.bookings),
    bookings_of_type: byStart(each.bookings_of_type ?? []),
  })) as unknown as People;
}

describe.inBothLanes('A search for any hosts, with the limits of a type or without', () => {
  const changes = [
    { timezone: 'Europe/Berlin', minute: minuteOf('2026-03-29T01:00:00Z') },
    { timezone: 'Pacific/Chatham', minute: minuteOf('2026-04-04T14:00:00Z') },
  ];
  /** Where parts begin: some minutes from something that is taken, where buffers matter. */
  const cuts = fc.array(fc.record({ place: fc.nat(), minutes: fc.integer({ min: -120, max: 120 }) }), {
    maxLength: 8,
  });
  const anySearch = fc.oneof(...changes.map((change) => searchesAt(change, ['UTC', 'America/New_York'])));

  test('finds the same part by part', async () => {
    let found = 0;
    const property = fc.asyncProperty(anySearch, cuts, async (search, given) => {
      const { hosts, one_of, range } = search;
      const whole = {
        ...search,
        hosts: inOrder(hosts),
        ...(one_of && { one_of: inOrder(one_of) }),
        limit: 10_000,
        explain: false,
      };
      const edges = [...hosts, ...(one_of ?? [])].flatMap(({ busy, bookings }) =>
        [...busy, ...bookings].flatMap(({ start, end }) => [start, end]),
      );
      const begins = given.map(({ place, minutes }) => (edges[place % edges.length] ?? 0) + minutes);
      const inside = begins.filter((at) => range.start < at && at < range.end);
      const ends = [...inside.sort((one, other) => one - other), range.end];
      const inParts = [];
      for (const [place, end] of ends.entries()) {
        const within = { start: ends[place - 1] ?? range.start, end };
        inParts.push(...(await findStartsWithin(whole, within, 10_000, () => undefined)));
      }
      const { slots } = findSlots(whole);
      assert.deepEqual(inParts, slots);
      found += slots.length;
    });
    await fc.assert(property, runs(3_000));
    assert.ok(found > 0, 'some found slots');
  });
});
