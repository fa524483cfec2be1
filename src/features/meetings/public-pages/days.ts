import { invalidRequest } from '../../../errors.ts';
import { calendarPage, dateAt, type OpenDays } from '../../../time/calendar-pages.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { isDate } from '../../../time/timestamps.ts';
import { weekStart } from '../../../time/wording.ts';
import { timeOf } from '../../calendar/bookings/rules.ts';
import { findHostDays, findHostSlots, findTeamDays, findTeamSlots } from '../../turns/rotation/slots.ts';
import type { OpenPage } from './open.ts';

/** Whose clock the days are on, and what their weeks begin with. */
export interface Place {
  timezone: string;
  locale: string;
}

/** Days on which the hosts can be booked, with the times of one. Without a date: of the first that has any. */
export async function findDays(
  { context, team, member, type, span, duration_minutes, slot_interval_minutes }: OpenPage,
  { timezone, locale }: Place,
  date: string | undefined,
): Promise<OpenDays> {
  if (date !== undefined && !isDate(date)) throw invalidRequest('date must be a date such as 2026-11-18');
  const search = {
    page: calendarPage({ timezone, span, weekStart: weekStart(locale) }, date),
    span,
    duration_minutes,
    slot_interval_minutes,
    date,
    except_start: null,
  };
  // `requireOpen` has made sure that there is one of the two.
  return member
    ? findHostDays(context, member.id, search, type ?? undefined)
    : findTeamDays(context, team?.id as string, search, type ?? undefined);
}

/** The time beginning at `startsAt` if the page would offer it, else undefined. */
export async function findTimeAt(
  { context, team, member, type, duration_minutes, span }: OpenPage,
  startsAt: number,
): Promise<MeetingTime | undefined> {
  if (startsAt < span.from || startsAt >= span.to) return undefined;
  const time = timeOf(startsAt, duration_minutes);
  const query = {
    from: time.starts_at,
    to: Math.min(time.ends_at, span.to),
    duration_minutes,
    limit: 1,
    explain: undefined,
  };
  const { data } = member
    ? await findHostSlots(context, member.id, query, type ?? undefined)
    : await findTeamSlots(
        context,
        team?.id as string,
        { ...query, hosts: team?.mode === 'pool' ? 'any' : undefined },
        type ?? undefined,
      );
  return data.length > 0 ? time : undefined;
}

/** Enough to choose from without going through the days again. */
const MOST_INSTEAD = 6;

/** Times to take instead of one that is gone: the nearest of the same day, else those of the next day that has any. */
export async function findInstead(opened: OpenPage, place: Place, gone: number): Promise<MeetingTime[]> {
  const open = await findDays(opened, place, dateAt(place.timezone, gone));
  const others = open.times.length > 0 ? open.times : await timesOfNextDay(opened, place, open, gone);
  const near = others.toSorted(
    (one, other) => Math.abs(one.starts_at - gone) - Math.abs(other.starts_at - gone),
  );
  return near.slice(0, MOST_INSTEAD).sort((one, other) => one.starts_at - other.starts_at);
}

async function timesOfNextDay(
  opened: OpenPage,
  place: Place,
  { days }: OpenDays,
  gone: number,
): Promise<MeetingTime[]> {
  const withTimes = days.filter(({ has_times }) => has_times);
  const next = withTimes.find(({ from }) => from > gone) ?? withTimes.at(-1);
  return next ? (await findDays(opened, place, next.date)).times : [];
}
