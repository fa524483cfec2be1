// What a search for slots is asked about. Times are whole minutes since 1970 in UTC; nothing here does any I/O.

/** From `start` until just before `end`, in minutes since 1970. */
export interface Interval {
  start: number;
  end: number;
}

/** Part of a day, in minutes since midnight on the clock of the place: 540 is 09:00, 1440 the end of the day. */
export interface Hours {
  start: number;
  end: number;
}

/** When somebody can be booked in principle. */
export interface Availability {
  timezone: string;
  /** Seven lists, Monday first. */
  weekly: readonly (readonly Hours[])[];
  /** Other hours on single days, by date (`2026-12-24`). An empty list: not that day. */
  overrides: ReadonlyMap<string, readonly Hours[]>;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  minimum_notice_minutes: number;
  maximum_per_day: number | null;
}

/** Somebody who has to be free. */
export interface Host {
  email: string;
  availability: Availability;
  /** Busy times of calendars, also those that only a buffer reaches. In no order, and they may overlap. */
  busy: readonly Interval[];
  /** Bookings of Rota, on all of the dates that the window meets. They are busy times too, and count for the maximum of a date. */
  bookings: readonly Interval[];
  /** Takes no turns at the moment. */
  is_paused: boolean;
  /** Is given no meetings: the workspace requires a seat. */
  lacks_seat: boolean;
}

/** Why somebody can't be booked at a time. */
export const refusalReasons = [
  'no_seat',
  'paused',
  'not_that_day',
  'outside_hours',
  'notice',
  'busy',
  'buffer',
  'daily_maximum',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export interface SlotSearch {
  /** All of them are needed. */
  hosts: readonly Host[];
  /** One of them is needed too: the first in this order who is free. */
  one_of?: readonly Host[];
  /** A slot lies within this window. */
  window: Interval;
  now: number;
  duration_minutes: number;
  /** Slots start at multiples of this on the clock of the first host, counted from midnight. */
  interval_minutes: number;
  /** The search ends with this many slots. */
  limit: number;
  /** Whether to say why starts were refused. */
  explain?: boolean;
}

export interface Slot extends Interval {
  /** Who takes part: `hosts`, preceded by the one of `one_of`. */
  emails: string[];
}

export interface RefusedStart {
  start: number;
  reasons: { email: string; reason: RefusalReason }[];
}

export interface SlotsFound {
  /** In order of time. */
  slots: Slot[];
  /** There are slots beyond the limit. */
  has_more: boolean;
  /** Empty unless it was asked for. With a limit, the starts before the last slot. */
  refused: RefusedStart[];
}
