// All events with the same UID: a series, and its moved, changed or cancelled instances.

import type { Duration } from '../../icalendar/written-times.ts';
import { timeAt, wallAt, type Zone } from '../../icalendar/zones.ts';
import { DAY_MS } from '../../time/timestamps.ts';
import type { Budget } from './bounds.ts';
import type { Event, PlacedTime } from './events.ts';
import { occurrences } from './recurrence.ts';

/** Milliseconds since 1970, in UTC. */
export interface BusySpan {
  start: number;
  end: number;
}

export interface Range {
  from: number;
  until: number;
}

/** More than the offset of any clock from UTC. */
const FARTHEST_CLOCK_MS = 2 * DAY_MS;

export function* busySpans(events: readonly Event[], range: Range, budget: Budget): Generator<BusySpan> {
  const series = newest(events.filter(({ replaces }) => !replaces));
  const changed = newestByInstance(events);
  const following = changed.filter(({ replaces }) => replaces?.is_following);
  for (const event of series) {
    budget.spend(changed.length);
    yield* spansOfSeries(event, changed, following, range, budget);
  }
  for (const event of changed) {
    // A change to all following instances is applied to the series, if there is one.
    if (event.is_busy && !(event.replaces?.is_following && series.length > 0)) {
      yield spanAt(event.start.wall, event.start.zone, event.length);
    }
  }
}

function* spansOfSeries(
  event: Event,
  changed: readonly Event[],
  following: readonly Event[],
  range: Range,
  budget: Budget,
): Generator<BusySpan> {
  const { start, length } = event;
  const excluded = exclusions(event, changed);
  const shifts = following.map((change) => shiftOf(change, start.zone)).sort((a, b) => a.from - b.from);
  let reach = reachOf(length);
  for (const { change, by } of shifts) reach = Math.max(reach, reachOf(change.length) + Math.abs(by));
  const span = {
    from: range.from - reach - FARTHEST_CLOCK_MS,
    until: range.until + reach + FARTHEST_CLOCK_MS,
  };

  const place = (wall: number, own: Duration | null): BusySpan | undefined => {
    budget.spend(1 + shifts.length);
    if (excluded(wall)) return undefined;
    const shift = shifts.findLast(({ from }) => from <= wall);
    if (!shift) return event.is_busy ? spanAt(wall, start.zone, own ?? length) : undefined;
    if (!shift.change.is_busy) return undefined;
    const { zone } = shift.change.start;
    return spanAt(wallAt(zone, timeAt(start.zone, wall)) + shift.by, zone, shift.change.length);
  };

  if (event.rules.length === 0) yield* found(place(start.wall, null));
  for (const { rule, until } of event.rules) {
    for (const wall of occurrences(rule, start.wall, until, span, budget)) yield* found(place(wall, null));
  }
  for (const addition of event.additions) {
    yield* found(place(wallIn(start, addition.start), addition.length));
  }
}

function* found<T>(value: T | undefined): Generator<T> {
  if (value !== undefined) yield value;
}

/** What the clock of the series' zone shows at a time in another zone. */
function wallIn(series: PlacedTime, time: PlacedTime): number {
  if (series.isDate || time.isDate) return time.wall;
  return wallAt(series.zone, timeAt(time.zone, time.wall));
}

/** Tells instances that are excluded, or that other events replace. A date excludes all instances of the day. */
function exclusions({ start, exceptions }: Event, changed: readonly Event[]): (wall: number) => boolean {
  const times = new Set<number>();
  const days = new Set<number>();
  const exclude = (time: PlacedTime) => {
    if (start.isDate || time.isDate) days.add(dayOf(time, start.zone));
    else times.add(wallIn(start, time));
  };
  for (const time of exceptions) exclude(time);
  for (const { replaces } of changed) {
    if (replaces && !replaces.is_following) exclude(replaces.time);
  }
  return (wall) => times.has(wall) || days.has(Math.floor(wall / DAY_MS));
}

/** Outlook writes local midnights in UTC instead of dates. */
function dayOf(time: PlacedTime, zone: Zone): number {
  const isMidnight = time.wall % DAY_MS === 0;
  const wall = time.isDate || isMidnight ? time.wall : wallAt(zone, timeAt(time.zone, time.wall));
  return Math.floor(wall / DAY_MS);
}

/** A change to an instance and all after it moves each of them by the same amount. */
function shiftOf(change: Event, zone: Zone): { from: number; by: number; change: Event } {
  const time = change.replaces?.time ?? change.start;
  const instant = timeAt(time.zone, time.wall);
  return {
    from: time.isDate ? time.wall : wallAt(zone, instant),
    by: change.start.wall - (time.isDate ? time.wall : wallAt(change.start.zone, instant)),
    change,
  };
}

const reachOf = ({ days, ms }: Duration) => Math.max(0, days * DAY_MS + ms);

function spanAt(wall: number, zone: Zone, { days, ms }: Duration): BusySpan {
  const start = timeAt(zone, wall);
  return { start, end: (days === 0 ? start : timeAt(zone, wall + days * DAY_MS)) + ms };
}

/** The newest version. Keeps all that are equally new, because some programs give all their events the same UID. */
function newest(events: readonly Event[]): Event[] {
  let kept: Event[] = [];
  for (const event of events) {
    const [best] = kept;
    const order = best ? compareVersions(event, best) : 1;
    if (order > 0) kept = [event];
    else if (order === 0) kept.push(event);
  }
  return kept;
}

function newestByInstance(events: readonly Event[]): Event[] {
  const byInstance = new Map<number, Event[]>();
  for (const event of events) {
    if (!event.replaces) continue;
    const { time } = event.replaces;
    const instant = timeAt(time.zone, time.wall);
    const others = byInstance.get(instant);
    if (others) others.push(event);
    else byInstance.set(instant, [event]);
  }
  return [...byInstance.values()].flatMap(newest);
}

function compareVersions(a: Event, b: Event): number {
  return a.version[0] - b.version[0] || a.version[1] - b.version[1];
}
