import type { Host, Interval, SlotSearch, SlotsFound } from '../../../time/hosts.ts';
import { buffersOf } from '../../../time/refusals.ts';
import { findSlots } from '../../../time/slots.ts';
import { MAX_REASONS } from './rules.ts';
import type { Pace } from './shares.ts';

// Measured: a step takes up to 6 ms, and after each, others can go first.
const HOST_DAYS_PER_STEP = 1_000;
const EXPLAINED_PER_STEP = 5_000;
const TAKEN_PER_STEP = 2_500;
/** Steps get shorter where there is a lot in them, but not below this: hundreds of hosts would be searched again too often. */
const SHORTEST_STEP_MINUTES = 15;
/** Hosts times starts. Measured: a second on a busy machine. `MAX_REASONS` is reached before, unless few of many hosts are busy. */
const MAX_EXPLAINED = 2_000_000;
const DAY_MINUTES = 24 * 60;

interface StepsFound extends SlotsFound {
  /** Some starts were not explained: there would be too many reasons, or too many hosts to check. */
  refused_has_more: boolean;
}

/** Searches the range step by step, so that a large search does not hold up the process. The hosts come from `loadHosts`. */
export async function findSlotsInSteps(search: SlotSearch, pace: Pace): Promise<StepsFound> {
  const { range, duration_minutes, limit, explain } = search;
  const found: StepsFound = { slots: [], has_more: false, refused: [], refused_has_more: false };
  const people = peopleOf(search).length;
  let reasons = 0;
  let explained = 0;
  const end = range.end - duration_minutes + 1;
  for (let start = range.start; start < end && !found.has_more; ) {
    await pace();
    const isExplained = explain === true && !found.refused_has_more;
    const stepMinutes = isExplained
      ? (EXPLAINED_PER_STEP / people) * search.interval_minutes
      : (HOST_DAYS_PER_STEP / people) * DAY_MINUTES;
    const until = Math.min(start + stepMinutesAt(search, start, Math.max(60, Math.floor(stepMinutes))), end);
    const part = findSlots({
      ...step(search, start, until),
      limit: limit - found.slots.length,
      explain: isExplained,
    });
    found.slots.push(...part.slots);
    found.has_more = part.has_more;
    for (const refused of part.refused) {
      reasons += refused.reasons.length;
      found.refused_has_more ||= reasons > MAX_REASONS;
      if (!found.refused_has_more) found.refused.push(refused);
    }
    if (isExplained) explained += (people * (until - start)) / search.interval_minutes;
    found.refused_has_more ||= explained > MAX_EXPLAINED && until < end;
    start = until;
  }
  return found;
}

/** Up to `perDay` slots of each day in UTC, spread evenly over all it has. Ignores the limit of the search. */
export async function findSlotsOfEachDay(
  search: SlotSearch,
  perDay: number,
  pace: Pace,
): Promise<Interval[]> {
  const { range, duration_minutes } = search;
  const found: Interval[] = [];
  const end = range.end - duration_minutes + 1;
  for (let start = range.start; start < end; ) {
    const until = Math.min((Math.floor(start / DAY_MINUTES) + 1) * DAY_MINUTES, end);
    found.push(...spread(await findStartsWithin(search, { start, end: until }, DAY_MINUTES, pace), perDay));
    start = until;
  }
  return found;
}

/**
 * The slots that start within these minutes, up to a limit: 1 tells whether there are any, for less than it takes to find them all.
 * Ignores the limit of the search.
 */
export async function findStartsWithin(
  search: SlotSearch,
  within: Interval,
  limit: number,
  pace: Pace,
): Promise<Interval[]> {
  const { range, duration_minutes } = search;
  const end = Math.min(within.end, range.end - duration_minutes + 1);
  const slots: Interval[] = [];
  for (let at = Math.max(within.start, range.start); at < end && slots.length < limit; ) {
    await pace();
    const next = Math.min(at + stepMinutesAt(search, at, DAY_MINUTES), end);
    slots.push(...findSlots({ ...step(search, at, next), limit: limit - slots.length }).slots);
    at = next;
  }
  return slots;
}

/** At most so many of them, spread evenly. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  const count = Math.min(items.length, most);
  return Array.from(
    { length: count },
    (_, place) => items[Math.floor((place * items.length) / count)] as Item,
  );
}

/** The search for slots that start within these minutes. */
function step(search: SlotSearch, start: number, until: number): SlotSearch {
  const { range, duration_minutes } = search;
  const part = { start, end: until + duration_minutes - 1 };
  const isWhole = part.start === range.start && part.end === range.end;
  return { ...search, ...(isWhole ? {} : peopleDuring(search, part)), range: part };
}

/** How many minutes a step covers: at most `minutes`, fewer where the people have a lot. */
function stepMinutesAt(search: SlotSearch, start: number, minutes: number): number {
  const people = peopleOf(search);
  const takenUntil = (until: number) => {
    const part = { start, end: until + search.duration_minutes };
    return people.reduce(
      (taken, host) => taken + lengthOf(placesNear(host.busy, withBuffers(host, search, part))),
      0,
    );
  };
  let fitting = minutes;
  while (fitting > SHORTEST_STEP_MINUTES && takenUntil(start + fitting) > TAKEN_PER_STEP) {
    fitting = Math.max(SHORTEST_STEP_MINUTES, Math.floor(fitting / 2));
  }
  return fitting;
}

const peopleOf = ({ hosts, one_of = [] }: SlotSearch): readonly Host[] =>
  one_of.length === 0 ? hosts : [...hosts, ...one_of];

/** The same people, with only what this step needs. */
function peopleDuring(search: SlotSearch, part: Interval) {
  const { hosts, one_of } = search;
  const around = (bookings: readonly Interval[]) => bookings.slice(...placesAround(bookings, part));
  const during = (host: Host): Host => ({
    ...host,
    busy: host.busy.slice(...placesNear(host.busy, withBuffers(host, search, part))),
    bookings: around(host.bookings),
    ...(host.bookings_of_type && { bookings_of_type: around(host.bookings_of_type) }),
  });
  return { hosts: hosts.map(during), ...(one_of && { one_of: one_of.map(during) }) };
}

/** Where busy times can conflict with a meeting. */
function withBuffers(host: Host, { limits }: SlotSearch, { start, end }: Interval): Interval {
  const { before, after } = buffersOf(host, limits);
  return { start: start - before, end: end + after };
}

/** Which busy times overlap the interval. They are sorted, and don't touch one another. */
function placesNear(busy: readonly Interval[], { start, end }: Interval): [first: number, last: number] {
  return [placeWhere(busy, (one) => one.end > start), placeWhere(busy, (one) => one.start >= end)];
}

/**
 * Which bookings conflict with the interval, or count towards the maximum of one of its dates in any zone. They are sorted by start,
 * and may overlap. Meetings and buffers are a day long at most.
 */
function placesAround(
  bookings: readonly Interval[],
  { start, end }: Interval,
): [first: number, last: number] {
  const around = 2 * DAY_MINUTES;
  return [
    placeWhere(bookings, (booking) => booking.start > start - around),
    placeWhere(bookings, (booking) => booking.start >= end + around),
  ];
}

const lengthOf = ([first, last]: [number, number]) => Math.max(0, last - first);

/** The place of the first interval for which `holds` is true. It must be true for all after it. */
function placeWhere(intervals: readonly Interval[], holds: (interval: Interval) => boolean): number {
  let [low, high] = [0, intervals.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(intervals[middle] as Interval)) high = middle;
    else low = middle + 1;
  }
  return low;
}
