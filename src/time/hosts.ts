// The input of a search for slots. Times are whole minutes since 1970 in UTC; nothing here does any I/O.

/** From `start` until just before `end`, in minutes since 1970. */
export interface Interval {
  start: number;
  end: number;
}

/** Part of a day, in minutes since local midnight: 540 is 09:00, 1440 the end of the day. */
export interface Hours {
  start: number;
  end: number;
}

/** When somebody can be booked in principle. */
export interface Availability {
  timezone: string;
  /** Seven lists, Monday first. */
  weekly: readonly (readonly Hours[])[];
  /** Different hours on particular dates (`2026-12-24`). An empty list means a day off. */
  overrides: ReadonlyMap<string, readonly Hours[]>;
  /** Dates on which the workspace is closed. An override of such a date counts instead. */
  holidays: ReadonlySet<string>;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  minimum_notice_minutes: number;
  maximum_per_day: number | null;
}

/** Somebody who has to be free. */
export interface Host {
  email: string;
  availability: Availability;
  /** Busy times from calendars, including those within reach of a buffer. They may overlap, and come in any order. */
  busy: readonly Interval[];
  /**
   * Bookings made by Rota, on every date that the search range touches. They count as busy times, and towards the
   * maximum per day.
   */
  bookings: readonly Interval[];
  /** Takes no turns right now. */
  is_paused: boolean;
  /** Gets no meetings, because the workspace requires a seat. */
  lacks_seat: boolean;
}

/** Why somebody can't be booked at a given time. */
export const refusalReasons = [
  'no_seat',
  'paused',
  'holiday',
  'not_that_day',
  'outside_hours',
  'notice',
  'busy',
  'buffer',
  'daily_maximum',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export interface SlotSearch {
  /** All of these are needed. */
  hosts: readonly Host[];
  /** One of these is needed, too: the first one who is free. */
  one_of?: readonly Host[];
  /** Slots lie within this range. */
  range: Interval;
  now: number;
  duration_minutes: number;
  /** Slots start at multiples of this, counted from midnight on the first host's clock. */
  interval_minutes: number;
  /** The search stops after this many slots. */
  limit: number;
  /** Whether to explain why starts were refused. */
  explain?: boolean;
}

interface Slot extends Interval {
  /** Who takes part: `hosts`, preceded by the one chosen from `one_of`. */
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
  /** Empty unless asked for. If the limit was reached, only starts before the last slot. */
  refused: RefusedStart[];
}
