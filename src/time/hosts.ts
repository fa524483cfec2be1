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
  /** Those among them that are of the meeting type, if that has a maximum per day. */
  bookings_of_type?: readonly Interval[];
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
  'booking_window',
  'busy',
  'buffer',
  'daily_maximum',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** The limits of a meeting type. They count beside those of each host; null is for no limit. */
export interface TypeLimits {
  minimum_notice_minutes: number | null;
  buffer_before_minutes: number | null;
  buffer_after_minutes: number | null;
  /** How many of its meetings a host may have on a day. */
  maximum_per_day: number | null;
  /** Meetings start at most this many days from now. */
  booking_window_days: number | null;
}

/** Whose limit refuses a start: of two, it's the stricter one. */
export const limitOwners = ['meeting_type', 'member'] as const;
export type LimitOwner = (typeof limitOwners)[number];

export interface SlotSearch {
  /** All of these are needed. */
  hosts: readonly Host[];
  /** One of these is needed, too: the first one who is free. */
  one_of?: readonly Host[];
  /** Those of the meeting type that is looked for. */
  limits?: TypeLimits | undefined;
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

export interface Refused {
  email: string;
  reason: RefusalReason;
  /** Set in a search for a meeting type, if the reason is a limit. */
  limit_of?: LimitOwner;
}

export interface RefusedStart {
  start: number;
  reasons: Refused[];
}

export interface SlotsFound {
  /** In order of time. */
  slots: Slot[];
  /** There are slots beyond the limit. */
  has_more: boolean;
  /** Empty unless asked for. If the limit was reached, only starts before the last slot. */
  refused: RefusedStart[];
}
