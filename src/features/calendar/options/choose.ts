import type { MeetingTime } from '../../../time/intervals.ts';
import { MINUTE_MS } from '../../../time/timestamps.ts';
import { type LocalTime, localTimeAt, unmetAt, type Wishes } from '../../../time/wishes.ts';
import { dayOf, localMinute, MINUTES_OF_DAY } from '../../../time/zones.ts';

/** In minutes since midnight, local time. */
const PLEASANT = { from: 8 * 60, to: 18 * 60 };

export interface Choice {
  /** How many times are wanted. */
  count: number;
  /** The known zones of those who choose. Days and parts of the day are in the first zone; without any, in UTC. */
  zones: readonly string[];
  /** Starts not to offer again, in milliseconds: they were declined, or are taken. */
  avoid: readonly number[];
  /** Of the participants who have any, each in its own zone. */
  wishes: readonly (Wishes & { zone: string })[];
  now: number;
}

interface Candidate extends LocalTime {
  time: MeetingTime;
  /** How much of the wishes it fails to meet. */
  unmet: number;
  /** Within the working day in all zones. */
  is_pleasant: boolean;
}

/**
 * Chooses up to `count` slots that don't overlap, in order of time. Slots that meet all wishes go first, then those that meet the
 * most. Among equals, pleasant times go first. They are on different days if possible, the soonest ones, and at different times of
 * the day. Days and times near those to avoid go last.
 */
export function chooseOptions(
  slots: readonly MeetingTime[],
  { count, zones, avoid, wishes, now }: Choice,
): MeetingTime[] {
  const clocks = zones.length > 0 ? [...new Set(zones)] : ['UTC'];
  const [clock] = clocks as [string];
  const avoided = new Set(avoid);
  const candidates = slots
    .filter(({ starts_at }) => starts_at >= now && !avoided.has(starts_at))
    .map(
      (time): Candidate => ({
        ...localTimeAt(clock, time.starts_at),
        time,
        unmet: wishes.reduce(
          (sum, wish) => sum + unmetAt(wish, localTimeAt(wish.zone, time.starts_at), minutesOf(time)),
          0,
        ),
        is_pleasant: clocks.every((zone) => isPleasant(zone, time)),
      }),
    )
    .sort((one, other) => one.time.ends_at - other.time.ends_at);
  const declined = [...avoided].map((starts_at) => localTimeAt(clock, starts_at));
  const chosen: Candidate[] = [];
  for (const unmet of [...new Set(candidates.map((one) => one.unmet))].sort((one, other) => one - other)) {
    if (chosen.length === count) break;
    const left = candidates.filter((one) => one.unmet === unmet && chosen.every(apartFrom(one)));
    chosen.push(...chooseFrom(left, count - chosen.length, chosen, declined));
  }
  return chosen.map(({ time }) => time).sort((one, other) => one.starts_at - other.starts_at);
}

const minutesOf = ({ starts_at, ends_at }: MeetingTime) => Math.ceil((ends_at - starts_at) / MINUTE_MS);

/** Chooses up to `count` of these, in addition to those in `already`. */
function chooseFrom(
  candidates: Candidate[],
  count: number,
  already: readonly Candidate[],
  declined: readonly LocalTime[],
): Candidate[] {
  const pleasant = candidates.filter(({ is_pleasant }) => is_pleasant);
  let left = maxApart(pleasant) >= count ? pleasant : candidates;
  const wanted = Math.min(count, maxApart(left));
  const chosen: Candidate[] = [];
  while (chosen.length < wanted && left.length > 0) {
    const ranked = rank(left, [...already, ...chosen], declined);
    // A choice has to leave room for the others. The one that ends first always does.
    const leavesRoom = ({ candidate }: Ranked) =>
      1 + chosen.length + maxApart(left.filter(apartFrom(candidate))) >= wanted;
    // The best one nearly always does, so find it without sorting all of them.
    const best = ranked.reduce((first, other) => (compare(other, first) < 0 ? other : first));
    const next = leavesRoom(best) ? best : ranked.sort(compare).find(leavesRoom);
    if (!next) break;
    chosen.push(next.candidate);
    left = left.filter(apartFrom(next.candidate));
  }
  return chosen;
}

interface Ranked {
  candidate: Candidate;
  /** The first that differs decides. Lower is better. */
  ranks: readonly number[];
}

function rank(
  candidates: Candidate[],
  chosen: readonly LocalTime[],
  declined: readonly LocalTime[],
): Ranked[] {
  const seen = [...chosen, ...declined];
  const timesOn = countBy(chosen, ({ day }) => day);
  const declinedOn = countBy(declined, ({ day }) => day);
  const timesIn = countBy(seen, ({ part }) => part);
  return candidates.map((candidate) => ({
    candidate,
    ranks: [
      candidate.is_pleasant ? 0 : 1,
      timesOn(candidate.day),
      declinedOn(candidate.day) > 0 ? 1 : 0,
      candidate.day,
      timesIn(candidate.part),
      -distanceOf(candidate, seen),
      candidate.time.starts_at,
      candidate.time.ends_at,
    ],
  }));
}

function compare({ ranks: one }: Ranked, { ranks: other }: Ranked): number {
  const place = one.findIndex((rank, each) => rank !== other[each]);
  return place < 0 ? 0 : (one[place] as number) - (other[place] as number);
}

/** How far the clock is from the nearest of these times, on whichever day. */
const distanceOf = ({ minute }: LocalTime, others: readonly LocalTime[]) =>
  others.reduce((least, other) => Math.min(least, Math.abs(minute - other.minute)), MINUTES_OF_DAY);

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): (key: Key) => number {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return (key) => counts.get(key) ?? 0;
}

/** The largest number of these that don't overlap one another. Expects them sorted by end. */
function maxApart(candidates: readonly Candidate[]): number {
  let most = 0;
  let free = Number.NEGATIVE_INFINITY;
  for (const { time } of candidates) {
    if (time.starts_at < free) continue;
    most++;
    free = time.ends_at;
  }
  return most;
}

const apartFrom =
  ({ time: one }: Candidate) =>
  ({ time: other }: Candidate) =>
    other.ends_at <= one.starts_at || one.ends_at <= other.starts_at;

function isPleasant(zone: string, { starts_at, ends_at }: MeetingTime): boolean {
  const start = localMinute(zone, Math.floor(starts_at / MINUTE_MS));
  const end = localMinute(zone, Math.ceil(ends_at / MINUTE_MS));
  const midnight = dayOf(start) * MINUTES_OF_DAY;
  return start >= midnight + PLEASANT.from && end <= midnight + PLEASANT.to;
}
