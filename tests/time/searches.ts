// Searches for slots at random, near the moments at which clocks change.
import fc from 'fast-check';
import type { Hours, SlotSearch } from '../../src/time/hosts.ts';
import { shownAt } from './oracle.ts';

export interface Moment {
  timezone: string;
  /** In minutes since 1970. */
  minute: number;
}

const DAY = 1440;
export const minuteOf = (timestamp: string) => Date.parse(timestamp) / 60_000;

/** Every change of an offset of these zones, found by bisection of the weeks in which there is one. */
export function changesOf(timezones: readonly string[], from: number, to: number): Moment[] {
  return timezones.flatMap((timezone) => {
    const offsetAt = (minute: number) => shownAt(timezone, minute) - minute;
    const changes: Moment[] = [];
    let offset = offsetAt(from);
    for (let week = from; week < to; week += 7 * DAY) {
      let [low, high] = [week, Math.min(week + 7 * DAY, to)];
      const [before, after] = [offset, offsetAt(high)];
      offset = after;
      if (before === after) continue;
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (offsetAt(middle) === before) low = middle;
        else high = middle;
      }
      changes.push({ timezone, minute: high });
    }
    return changes;
  });
}

/** Hours of one day: parts between some times of the day, so that some of them touch. */
const hours: fc.Arbitrary<Hours[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Hours[]>([{ start: 0, end: DAY }]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Hours[][]>([{ start: 540, end: 1020 }], [{ start: 1200, end: DAY }]),
  },
  {
    weight: 3,
    arbitrary: fc
      .uniqueArray(
        fc.oneof(
          fc.nat(DAY),
          fc.nat(96).map((quarter) => quarter * 15),
        ),
        {
          minLength: 2,
          maxLength: 6,
        },
      )
      .chain((times) => {
        const inOrder = [0, ...times.sort((a, b) => a - b), DAY];
        return fc.array(fc.boolean(), { minLength: inOrder.length, maxLength: inOrder.length }).map((kept) =>
          inOrder.flatMap((start, place) => {
            const end = inOrder[place + 1] ?? DAY;
            return kept[place] && start < end ? [{ start, end }] : [];
          }),
        );
      }),
  },
);

/** Hosts with clocks that change at the moment, or of the other zones. */
function hostAt({ timezone, minute }: Moment, others: readonly string[]) {
  const around = (before: number, after: number) =>
    fc.integer({ min: minute - before * DAY, max: minute + after * DAY });
  const intervals = (shortest: number) =>
    fc.array(
      fc
        .tuple(around(2, 2), fc.integer({ min: shortest, max: 300 }))
        .map(([start, length]) => ({ start, end: start + length })),
      { maxLength: 4 },
    );
  const dates = [-2, -1, 0, 1, 2].map((day) =>
    new Date((shownAt(timezone, minute) + day * DAY) * 60_000).toISOString().slice(0, 10),
  );
  const overrides = fc
    .array(fc.tuple(fc.constantFrom(...dates), fc.oneof(hours, fc.constant<Hours[]>([]))), { maxLength: 2 })
    .map((entries) => new Map<string, Hours[]>(entries));
  const holidays = fc.array(fc.constantFrom(...dates), { maxLength: 2 }).map((some) => new Set(some));
  const buffer = fc.oneof(fc.constant(0), fc.nat(90));
  return fc.record({
    availability: fc.record({
      timezone: fc.oneof(fc.constant(timezone), fc.constantFrom(timezone, ...others)),
      weekly: fc.oneof(
        hours.map((same) => Array.from({ length: 7 }, () => same)),
        fc.array(hours, { minLength: 7, maxLength: 7 }),
      ),
      overrides: fc.oneof(fc.constant(new Map<string, Hours[]>()), overrides),
      holidays: fc.oneof(fc.constant(new Set<string>()), holidays),
      buffer_before_minutes: buffer,
      buffer_after_minutes: buffer,
      minimum_notice_minutes: fc.oneof(fc.constant(0), fc.nat(DAY)),
      maximum_per_day: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.integer({ min: 0, max: 2 })),
    }),
    busy: intervals(0),
    bookings: intervals(1),
    of_type: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    is_paused: fc.nat(9).map((number) => number === 9),
    lacks_seat: fc.nat(9).map((number) => number === 9),
  });
}

const minutes = fc.option(fc.nat(120), { nil: null });
const limits = fc.record({
  minimum_notice_minutes: fc.option(fc.nat(DAY), { nil: null }),
  buffer_before_minutes: minutes,
  buffer_after_minutes: minutes,
  maximum_per_day: fc.option(fc.integer({ min: 1, max: 2 }), { nil: null }),
  booking_window_days: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
});

export function searchesAt(moment: Moment, others: readonly string[]): fc.Arbitrary<SlotSearch> {
  const named = (name: string, minLength: number, maxLength: number) =>
    fc.array(hostAt(moment, others), { minLength, maxLength }).map((hosts) =>
      hosts.map(({ of_type, ...host }, place) => ({
        email: `${name}${place}@example.com`,
        ...host,
        bookings_of_type: host.bookings.filter((_, at) => of_type[at]),
      })),
    );
  const people = fc.oneof(
    fc.record({ hosts: named('host', 1, 3) }),
    fc.record({ hosts: named('host', 0, 2), one_of: named('member', 1, 3) }),
  );
  const rest = fc.record({
    range: fc
      .tuple(fc.nat(DAY), fc.nat(DAY))
      .map(([before, after]) => ({ start: moment.minute - before, end: moment.minute + after })),
    now: fc.integer({ min: moment.minute - 3 * DAY, max: moment.minute }),
    duration_minutes: fc.oneof(fc.constantFrom(15, 30, 60), fc.integer({ min: 1, max: 400 })),
    interval_minutes: fc.oneof(fc.constantFrom(15, 30, 60), fc.integer({ min: 7, max: 200 })),
    limit: fc.oneof(fc.constant(10_000), fc.integer({ min: 1, max: 20 })),
    explain: fc.boolean(),
    limits: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, limits),
  });
  return fc.tuple(people, rest).map(([who, when]) => ({ ...who, ...when }));
}
