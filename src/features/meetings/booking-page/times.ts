import { invalidRequest } from '../../../errors.ts';
import { calendarPage, dateAt, type OpenDays } from '../../../time/calendar-pages.ts';
import { isDate } from '../../../time/timestamps.ts';
import { weekStart } from '../../../time/wording.ts';
import { offerRange } from '../../calendar/slots/operations.ts';
import { settingsFor } from '../../calendar/slots/rules.ts';
import { readRequestType } from '../requests/lifecycle/types.ts';
import { spanOf } from '../requests/rules.ts';
import { findRequestDays } from '../requests/slots.ts';
import type { Found } from './view.ts';

/** Without a date: the first day that has times. */
export async function findDays(found: Found, locale: string, date: string | undefined): Promise<OpenDays> {
  const { context, visited, view } = found;
  if (date !== undefined && !isDate(date)) throw invalidRequest('date must be a date such as 2026-11-18');
  const type = await readRequestType(context, context.database, visited);
  const settings = settingsFor(found.settings, type);
  const timeframe = spanOf(visited);
  const now = context.clock.now();
  const range = offerRange(settings, { timeframe }, now);
  // Nothing is free in a timeframe that is over.
  const span = range.to > now ? range : { from: now, to: now };
  const { timezone, meeting } = view;
  return findRequestDays(
    context,
    { ...visited, duration_minutes: meeting.duration_minutes },
    {
      page: calendarPage({ timezone, span, weekStart: weekStart(locale) }, date),
      span,
      duration_minutes: meeting.duration_minutes,
      slot_interval_minutes: settings.slot_interval_minutes,
      date,
      except_start: visited.starts_at,
    },
  );
}

/** Those of these times that are no longer free. */
export async function findTaken(found: Found, locale: string, starts: readonly number[]): Promise<number[]> {
  const taken: number[] = [];
  for (const [date, ofDay] of Map.groupBy(starts, (start) => dateAt(found.view.timezone, start))) {
    const free = new Set((await findDays(found, locale, date)).times.map(({ starts_at }) => starts_at));
    taken.push(...ofDay.filter((start) => !free.has(start)));
  }
  return taken;
}
