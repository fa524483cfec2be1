// Local clocks. A local minute is what the clock of a place shows, counted like minutes since 1970: 09:00 on 2 January
// 1970 is 1980 everywhere. Offsets come from the platform's time zone database, and are cached.

import type { Interval } from './hosts.ts';
import { MINUTE_MS } from './timestamps.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

export const MINUTES_OF_DAY = 1440;

/** A span of time without a change of offset. */
interface EvenSpan extends Interval {
  /** Local minutes minus minutes in UTC. */
  offset: number;
}

/** A part of one local date without a change of offset. */
export interface DayPart extends Interval {
  /** What the clock shows at `start`. */
  local: number;
}

interface Zone {
  format: Intl.DateTimeFormat;
  /** By day in UTC. A day on which the offset changes has two spans, any other has one. */
  spans: Map<number, readonly EvenSpan[]>;
}

const MAX_ZONES = 1_000;
const MAX_DAYS = 50_000;
const zones = new Map<string, Zone>();
let daysKept = 0;

export const dayOf = (minute: number) => Math.floor(minute / MINUTES_OF_DAY);

/** `2026-12-24` for a day since 1970. */
export const dateOf = (day: number) => new Date(day * MINUTES_OF_DAY * MINUTE_MS).toISOString().slice(0, 10);

/** 0 for Monday. */
export const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7;

/** What the local clock shows at a minute. */
export function localMinute(timezone: string, minute: number): number {
  const span = spansOf(timezone, dayOf(minute)).find(({ end }) => minute < end);
  return minute + (span?.offset ?? 0);
}

/** The local day at a time in milliseconds, counted since 1970. */
export const localDay = (timezone: string, at: number): number =>
  dayOf(localMinute(timezone, Math.floor(at / MINUTE_MS)));

/**
 * The first minute at which the local clock shows `local` or later. If it is put back, it shows some times twice: the
 * first one counts. If it is put forward, all the skipped times become the minute of the change.
 */
export function firstMinuteAt(timezone: string, local: number): number {
  // No clock is a day or more ahead of UTC.
  for (let day = dayOf(local) - 1; ; day++) {
    for (const { start, end, offset } of spansOf(timezone, day)) {
      const minute = Math.max(start, local - offset);
      if (minute < end) return minute;
    }
  }
}

/** Cuts a span of time at every local midnight and every change of offset. */
export function dayParts(timezone: string, { start, end }: Interval): DayPart[] {
  const parts: DayPart[] = [];
  for (let at = start; at < end; ) {
    for (const span of spansOf(timezone, dayOf(at))) {
      while (at < span.end && at < end) {
        const local = at + span.offset;
        const midnight = (dayOf(local) + 1) * MINUTES_OF_DAY - span.offset;
        const until = Math.min(midnight, span.end, end);
        parts.push({ start: at, end: until, local });
        at = until;
      }
    }
  }
  return parts;
}

function spansOf(timezone: string, day: number): readonly EvenSpan[] {
  const zone = zoneOf(timezone);
  const kept = zone.spans.get(day);
  if (kept) return kept;
  if (daysKept >= MAX_DAYS) forget();
  const found = findSpans(zone, day);
  zone.spans.set(day, found);
  daysKept++;
  return found;
}

function findSpans(zone: Zone, day: number): EvenSpan[] {
  const start = day * MINUTES_OF_DAY;
  const end = start + MINUTES_OF_DAY;
  const before = offsetAt(zone, start);
  const after = offsetAt(zone, end);
  if (before === after) return [{ start, end, offset: before }];
  const change = changeBetween(zone, start, end);
  return [
    { start, end: change, offset: before },
    { start: change, end, offset: after },
  ];
}

/** The first minute whose offset differs from the one at `start`. */
function changeBetween(zone: Zone, start: number, end: number): number {
  const before = offsetAt(zone, start);
  let low = start;
  let high = end;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function offsetAt({ format }: Zone, minute: number): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(format.format(minute * MINUTE_MS)) ?? [];
  const total = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  // Offsets from long ago have seconds. Round down, like a clock without a second hand.
  return sign === '-' ? Math.floor(-total) : Math.floor(total);
}

function zoneOf(timezone: string): Zone {
  const kept = zones.get(timezone);
  if (kept) return kept;
  if (zones.size >= MAX_ZONES) forget();
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  const zone: Zone = { format, spans: new Map() };
  zones.set(timezone, zone);
  return zone;
}

function forget() {
  zones.clear();
  daysKept = 0;
}
