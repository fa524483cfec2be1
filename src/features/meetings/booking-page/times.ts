import { invalidRequest } from '../../../errors.ts';
import { isDate } from '../../../time/timestamps.ts';
import { nearestWeek, weekAt, weekOfDate } from '../../../time/weeks.ts';
import { offerRange } from '../../calendar/slots/operations.ts';
import { timesOfWeek, type WeekOfTimes } from '../../calendar/slots/rules.ts';
import { spanOf } from '../requests/rules.ts';
import { findRequestTimes } from '../requests/slots.ts';
import type { Found } from './view.ts';

/** More than most weeks have. A page with more would be too long to read. */
const MAX_TIMES = 300;

/** Without a date: the week of the first offered time, or of the meeting, within the range that is searched. */
export async function findTimes(found: Found, date: string | undefined): Promise<WeekOfTimes> {
  const { context, visited, settings, view } = found;
  const { clock } = context;
  if (date !== undefined && !isDate(date)) throw invalidRequest('week must be a date such as 2026-11-18');
  const timeframe = spanOf(visited);
  const now = clock.now();
  const range = offerRange(settings, { timeframe }, now);
  const wanted = date
    ? weekOfDate(view.timezone, date)
    : weekAt(view.timezone, usualStart(view.state) ?? range.from);
  const week = nearestWeek(view.timezone, range, wanted);
  const { duration_minutes } = view.meeting;
  const times = await findRequestTimes(
    context,
    { ...visited, duration_minutes },
    { during: week, most: MAX_TIMES },
  );
  const others = times.filter(({ starts_at }) => starts_at !== visited.starts_at);
  const ofWeek = timesOfWeek(range, week, others);
  // Once the timeframe is over, no week has free times.
  return range.to > now ? ofWeek : { ...ofWeek, has_before: false, has_after: false };
}

function usualStart(state: Found['view']['state']): number | undefined {
  if ('options' in state) return state.options[0]?.starts_at;
  return state.kind === 'booked' ? state.time.starts_at : undefined;
}
