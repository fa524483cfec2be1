// What is busy and free in a week: the hours of the member, their calendars and their bookings.

import type { Availability, Part } from '../../../features/calendar/availability/rules.ts';
import { listBusyTimes } from '../../../features/calendar/calendars/overview.ts';
import { listMeetingsBetween } from '../../../features/meetings/requests/lists/overview.ts';
import { getSchedulingSettings } from '../../../features/workspace/scheduling-settings/operations.ts';
import { linkButton, smallPrint } from '../../../html/blocks.ts';
import { type DayOfWeek, weekStrip } from '../../../html/charts/week-strip.ts';
import { datesFor, type Span } from '../../../html/dates.ts';
import { type Html, html } from '../../../html/html.ts';
import { section } from '../../../html/sections.ts';
import { withQuery } from '../../../html/urls.ts';
import { merged } from '../../../time/intervals.ts';
import { DAY_MS, isDate, MINUTE_MS, minuteOfDay } from '../../../time/timestamps.ts';
import {
  dateOf,
  firstMinuteAt,
  localDay,
  localMinute,
  MINUTES_OF_DAY,
  weekdayOf,
  weekdays,
} from '../../../time/zones.ts';
import type { Screen } from '../../screen.ts';
import { plainName } from '../../words.ts';
import type { Member } from '../frame.ts';
import { dayNumber } from './days.ts';

/** How far back and ahead the page can go. */
const MAX_DAYS = 366;
/** More than anybody has in a week. */
const MAX_MEETINGS = 200;
/** So that a page stays small. */
const MAX_SHOWN = 300;

export interface Week {
  /** The Monday, as a day since 1970. */
  monday: number;
  timezone: string;
  /** All of the workspace, dates such as `2026-12-24`. */
  holidays: string[];
  busy: Span[];
  /** True if some busy times were left out. */
  isCut: boolean;
}

/** The zone of the member's hours. */
export function zoneOf(screen: Screen, member: Member, { timezone }: Availability): string {
  return timezone ?? member.timezone ?? screen.workspace.timezone;
}

/** The week with that date; this week without a date, or if it is too far away. */
export async function readWeek(
  screen: Screen,
  member: Member,
  availability: Availability,
  date: string | undefined,
): Promise<Week> {
  const timezone = zoneOf(screen, member, availability);
  const today = localDay(timezone, screen.now);
  const asked = date !== undefined && isDate(date) ? dayNumber(date) : today;
  const day = Math.abs(asked - today) <= MAX_DAYS ? asked : today;
  const monday = day - weekdayOf(day);
  const [from, to] = [startOf(timezone, monday), startOf(timezone, monday + 7)];
  const busy = await listBusyTimes(screen, member.id, { from, to });
  // A meeting lasts a day at most.
  const meetings = await listMeetingsBetween(screen, {
    from: from - DAY_MS,
    to,
    member_id: member.id,
    limit: MAX_MEETINGS,
  });
  const booked = meetings.flatMap(({ starts_at, ends_at }) =>
    starts_at && ends_at ? [{ starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at) }] : [],
  );
  const all = [...busy.data, ...booked];
  const { holidays } = await getSchedulingSettings(screen);
  return {
    monday,
    timezone,
    holidays,
    busy: all.slice(0, MAX_SHOWN),
    isCut: busy.has_more || all.length > MAX_SHOWN,
  };
}

const startOf = (timezone: string, day: number) => firstMinuteAt(timezone, day * MINUTES_OF_DAY) * MINUTE_MS;

/** In minutes of each day, as the local clock shows them. */
export function daysOf({ monday, timezone, holidays, busy }: Week, { weekly, overrides }: Availability) {
  return weekdays.map((weekday, place) => {
    const day = monday + place;
    const other = overrides.find(({ date }) => date === dateOf(day));
    const usual = holidays.includes(dateOf(day)) ? [] : weekly.filter((part) => part.day === weekday);
    const hours: Part[] = other ? other.hours : usual;
    const [from, to] = [startOf(timezone, day), startOf(timezone, day + 1)];
    const minuteAt = (at: number) => localMinute(timezone, Math.floor(at / MINUTE_MS)) - day * MINUTES_OF_DAY;
    const taken = busy
      .filter(({ starts_at, ends_at }) => starts_at < to && ends_at > from)
      .map(({ starts_at, ends_at }) => ({
        start: starts_at <= from ? 0 : minuteAt(starts_at),
        end: ends_at >= to ? MINUTES_OF_DAY : minuteAt(ends_at),
      }));
    return {
      at: from,
      hours: hours.map(({ start, end }) => ({ from: minuteOfDay(start), to: minuteOfDay(end) })),
      busy: merged(taken).map(({ start, end }) => ({ from: start, to: end })),
    };
  });
}

/** With links to the weeks before and after, on the same page. */
export function weekPart(
  screen: Screen,
  member: Member,
  { week, availability, url }: { week: Week; availability: Availability; url: string },
): Html {
  const dates = datesFor(screen.reader, { timezone: week.timezone, now: screen.now });
  const days = daysOf(week, availability);
  const [first, last] = [days[0]?.at ?? screen.now, days.at(-1)?.at ?? screen.now];
  const shown: DayOfWeek[] = days.map(({ at, hours, busy }) => ({ label: dates.day(at), hours, busy }));
  const to = (monday: number) => withQuery(url, { week: dateOf(monday) });
  return section({
    id: 'week',
    live: 'meeting_request. calendar.',
    title: 'The week',
    lead: html`${dates.range(first, last)}, ${dates.zone(first)}.`,
    actions: [linkButton(to(week.monday - 7), 'Week before'), linkButton(to(week.monday + 7), 'Week after')],
    content: html`${weekStrip({ id: 'busy', title: `Hours and busy times of ${plainName(member)}`, days: shown })}
${week.isCut && smallPrint(`There is more: only the first ${MAX_SHOWN} busy times are shown.`)}`,
  });
}
