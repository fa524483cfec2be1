import type { MeetingTime } from '../../../time/meeting-time.ts';
import type { Week } from '../../../time/weeks.ts';
import type { Span } from './rules.ts';

/** The free times of a week, on the clock that a page shows. */
export interface WeekOfTimes {
  week: Week;
  times: MeetingTime[];
  /** Whether there can be times in the weeks before and after. */
  has_before: boolean;
  has_after: boolean;
}

/** `span` is where times are looked for at all. */
export const timesOfWeek = (span: Span, week: Week, times: readonly MeetingTime[]): WeekOfTimes => ({
  week,
  times: times.filter(({ starts_at }) => starts_at >= week.from && starts_at < week.to),
  has_before: week.from > span.from,
  has_after: week.to < span.to,
});
