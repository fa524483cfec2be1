// Days to choose from, as a page shows them: whole weeks on the reader's clock, a few at a time.

import type { MeetingTime } from './intervals.ts';
import { MINUTE_MS, parseTimestamp } from './timestamps.ts';
import { dateOf, dayOf, firstMinuteAt, localDay, MINUTES_OF_DAY, weekdayOf } from './zones.ts';

/** A local day. Times in milliseconds. */
export interface LocalDate {
  /** `2026-11-19`. */
  date: string;
  from: number;
  to: number;
}

/** The days that are shown together. All of them overlap the span that is searched. */
export interface CalendarPage {
  days: LocalDate[];
  /** Where the first day stands in its week: 0 if the week begins with it. */
  offset: number;
  /** The first day of the page before or after, if there is one. */
  before: string | null;
  after: string | null;
}

/**
 * Five, not a month: on the 28th, most of what can be booked is in the next month. The 28 days that are searched by default always
 * fit.
 */
const WEEKS_ON_PAGE = 5;
const DAYS_ON_PAGE = WEEKS_ON_PAGE * 7;

interface Wanted {
  timezone: string;
  /** Where times are looked for. */
  span: { from: number; to: number };
  /** What the reader's weeks begin with: 0 for Monday, 6 for Sunday. */
  weekStart: number;
}

/** The page with this date; the nearest one if it is outside the span, the first one without a date. */
export function calendarPage({ timezone, span, weekStart }: Wanted, date: string | undefined): CalendarPage {
  const first = localDay(timezone, span.from);
  const last = localDay(timezone, Math.max(span.from, span.to - 1));
  const inWeek = (day: number) => (weekdayOf(day) - weekStart + 7) % 7;
  const origin = first - inWeek(first);
  const wanted = date === undefined ? first : Math.min(Math.max(dayOfDate(date), first), last);
  const begin = origin + Math.floor((wanted - origin) / DAYS_ON_PAGE) * DAYS_ON_PAGE;
  const days = { first: Math.max(begin, first), last: Math.min(begin + DAYS_ON_PAGE - 1, last) };
  return {
    days: Array.from({ length: days.last - days.first + 1 }, (_, place) =>
      localDate(timezone, days.first + place),
    ),
    offset: inWeek(days.first),
    before: days.first > first ? dateOf(Math.max(begin - DAYS_ON_PAGE, first)) : null,
    after: days.last < last ? dateOf(begin + DAYS_ON_PAGE) : null,
  };
}

/** The local date of a moment. */
export const dateAt = (timezone: string, at: number): string => dateOf(localDay(timezone, at));

const dayOfDate = (date: string) => dayOf((parseTimestamp(date) as number) / MINUTE_MS);

function localDate(timezone: string, day: number): LocalDate {
  const midnight = (of: number) => firstMinuteAt(timezone, of * MINUTES_OF_DAY) * MINUTE_MS;
  return { date: dateOf(day), from: midnight(day), to: midnight(day + 1) };
}

/** A page of the calendar, with the free times of one of its days. */
export interface OpenDays extends Omit<CalendarPage, 'days'> {
  days: (LocalDate & { has_times: boolean })[];
  /** The day whose times these are: the wanted one, else the first that has any. Null if none has. */
  shown: LocalDate | null;
  times: MeetingTime[];
}
