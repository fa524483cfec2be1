import { invalidRequest } from '../../../errors.ts';
import { MAX_SEARCH_DAYS } from '../../../limits/limits.ts';
import type { TypeLimits } from '../../../time/hosts.ts';
import { DAY_MS, LAST_TIME, MINUTE_MS } from '../../../time/timestamps.ts';
import type { SchedulingSettings } from '../../workspace/scheduling-settings/rules.ts';

const MAX_SEARCH_MS = MAX_SEARCH_DAYS * DAY_MS;

/** What a call can ask for. Times in milliseconds. */
export interface SlotQuery {
  from: number | undefined;
  to: number | undefined;
  duration_minutes: number | undefined;
  limit: number;
  explain: boolean | undefined;
}

/** What a meeting type says about a search. */
export interface SlotType extends TypeLimits {
  id: string;
  duration_minutes: number | null;
  slot_interval_minutes: number | null;
}

/** A span of time in milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The range to search for slots. A missing bound comes from what is left of the request's timeframe, or else from the settings:
 * from now, `days` ahead.
 */
export function searchRange(
  { from, to }: Pick<SlotQuery, 'from' | 'to'>,
  { now, timeframe, days }: { now: number; timeframe: Span | null; days: number },
): Span {
  const ends = timeframe === null ? now : Math.min(timeframe.to, LAST_TIME);
  // Nothing is free in a timeframe that is over, and `explain` says so.
  const isOver = timeframe !== null && ends <= now;
  const earliest = isOver ? ends - MAX_SEARCH_MS : now;
  const start = from ?? Math.max(earliest, timeframe?.from ?? now);
  const end = to ?? Math.min(ends > start ? ends : start + days * DAY_MS, start + MAX_SEARCH_MS, LAST_TIME);
  if (end <= start) throw invalidRequest('to must be after from');
  if (end - start > MAX_SEARCH_MS) {
    throw invalidRequest(`to must be at most ${MAX_SEARCH_DAYS} days after from`);
  }
  return { from: start, to: end };
}

type SearchSettings = Pick<
  SchedulingSettings,
  'duration_minutes' | 'slot_interval_minutes' | 'timeframe_days'
>;

/** The settings of a search for a meeting of this type: what it says comes first. */
export function settingsFor<Settings extends SearchSettings>(
  settings: Settings,
  type: SlotType | undefined,
): Settings {
  if (!type) return settings;
  return {
    ...settings,
    duration_minutes: type.duration_minutes ?? settings.duration_minutes,
    slot_interval_minutes: type.slot_interval_minutes ?? settings.slot_interval_minutes,
    timeframe_days: type.booking_window_days ?? settings.timeframe_days,
  };
}

/** The part of `range` to search for slots that start within `during`. The last one may end after it. */
export function startingIn(during: Span, range: Span, minutes: number): Span {
  const to = during.to + (minutes - 1) * MINUTE_MS;
  return { from: Math.max(during.from, range.from), to: Math.min(to, range.to) };
}

// A search works in whole minutes. What is taken is rounded outwards, and what is free is rounded inwards.

export const outerMinutes = (span: Span) => ({
  start: Math.floor(span.from / MINUTE_MS),
  end: Math.ceil(span.to / MINUTE_MS),
});

export const innerMinutes = (span: Span) => ({
  start: Math.ceil(span.from / MINUTE_MS),
  end: Math.floor(span.to / MINUTE_MS),
});

/** Rounded up: a slot must not start in the past, not even by seconds. */
export const nowInMinutes = (now: number) => innerMinutes({ from: now, to: now }).start;

export const fromMinutes = (minutes: number) => minutes * MINUTE_MS;

/** Reasons in all refused starts of a response. Measured: this many take 2 ms to write as JSON, which can't be done in parts. */
export const MAX_REASONS = 5_000;
/** Addresses in all slots of a response. */
const MAX_ADDRESSES = 50_000;

/** Reduces the limit if each slot names many hosts. */
export function slotLimit(limit: number, hosts: number): number {
  return Math.min(limit, Math.max(1, Math.floor(MAX_ADDRESSES / Math.max(1, hosts))));
}
