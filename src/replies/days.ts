// Days: dates, weekdays, weeks and months.

import { DAY_MS } from '../time/timestamps.ts';
import { weekdayOf } from '../time/zones.ts';
import { hasSense, isMark, type Read } from './reading.ts';
import type { Token, WrittenDate } from './tokens.ts';
import type { When } from './when.ts';

const dayAt = (year: number, month: number, day: number): number | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / DAY_MS : null;
};

export const dateAt = (day: number) => new Date(day * DAY_MS);
const mondayOf = (day: number) => day - weekdayOf(day);

/** A date without a year is the next such day, including today. */
function dayOfDate({ day, month, year }: WrittenDate, today: number): number | null {
  const thisYear = dateAt(today).getUTCFullYear();
  if (year !== null) return dayAt(year, month, day);
  const found = dayAt(thisYear, month, day);
  return found !== null && found < today ? dayAt(thisYear + 1, month, day) : found;
}

/** `the 17th`: the next such days, in as many months as options can span. */
export function daysOfMonth(day: number, today: number): number[] {
  const days: number[] = [];
  for (let from = today; days.length < 3; from = (days.at(-1) as number) + 1) {
    const found = dayOfMonth(day, from);
    if (found === null || found <= (days.at(-1) ?? -1)) break;
    days.push(found);
  }
  return days;
}

/** `the 17th`: the next such day. */
export function dayOfMonth(day: number, today: number): number | null {
  const date = dateAt(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const found = dayAt(year, month, day);
  return found !== null && found >= today
    ? found
    : dayAt(month === 12 ? year + 1 : year, (month % 12) + 1, day);
}

/** A date with its month, in its readings. */
export function readDate(tokens: readonly Token[], place: number, today: number): Read<number[]> | null {
  const written = writtenDateAt(tokens, place);
  if (!written) return null;
  const days = written.found.map((date) => dayOfDate(date, today)).filter((day) => day !== null);
  return days.length > 0 ? { found: [...new Set(days)], next: written.next } : null;
}

function writtenDateAt(tokens: readonly Token[], place: number): Read<WrittenDate[]> | null {
  const token = tokens[place];
  if (hasSense(token, 'date')) return { found: token.dates, next: place + 1 };
  if (hasSense(token, 'dotted')) {
    const { first: day, second: month } = token;
    const isDate = day >= 1 && day <= 31 && month >= 1 && month <= 12;
    return isDate && !isTimeBeside(tokens, place)
      ? { found: [{ day, month, year: null }], next: place + 1 }
      : null;
  }
  if (hasSense(token, 'month')) {
    const day = tokens[place + 1];
    if (!hasSense(day, 'digits', 'nth') || day.number > 31) return null;
    return withYear(tokens, place + 2, day.number, token.month);
  }
  if (hasSense(token, 'digits', 'nth', 'ordinal') && token.number <= 31) {
    const month = place + (hasSense(tokens[place + 1], 'of') ? 2 : 1);
    const named = tokens[month];
    return hasSense(named, 'month') ? withYear(tokens, month + 1, token.number, named.month) : null;
  }
  return null;
}

const isTimeBeside = (tokens: readonly Token[], place: number) =>
  hasSense(tokens[place - 1], 'at') || hasSense(tokens[place + 1], 'clock', 'pm');

function withYear(tokens: readonly Token[], place: number, day: number, month: number): Read<WrittenDate[]> {
  const at = isMark(tokens[place], ',') ? place + 1 : place;
  const token = tokens[at];
  const isYear = hasSense(token, 'digits') && token.number >= 2000;
  return isYear
    ? { found: [{ day, month, year: token.number }], next: at + 1 }
    : { found: [{ day, month, year: null }], next: place };
}

/** The next such weekday on or after a day. */
export const nextWeekday = (weekday: number, from: number) => from + ((weekday - weekdayOf(from) + 7) % 7);

/** Weekdays: `Tuesday`, `Tuesdays`, `Monday to Wednesday`, `this Friday`, `Tuesday the 17th`. */
export function readWeekday(tokens: readonly Token[], place: number, today: number): Read<When> | null {
  const token = tokens[place];
  if (hasSense(token, 'workdays'))
    return { found: { weekdays: [0, 1, 2, 3, 4], is_every: true }, next: place + 1 };
  if (hasSense(token, 'weekend')) return { found: { weekdays: [5, 6], is_every: true }, next: place + 1 };
  const after = tokens[place + 1];
  if (hasSense(token, 'this', 'that') && hasSense(after, 'weekday') && !after.every) {
    if (hasSense(token, 'that') && !['this', 'diesen', 'dieser'].includes(token.text)) return null;
    return { found: { weekdays: [after.day], dates: [nextWeekday(after.day, today)] }, next: place + 2 };
  }
  if (hasSense(token, 'next') && hasSense(after, 'weekday')) {
    const soonest = nextWeekday(after.day, today + 1);
    const isNextWeek = soonest >= mondayOf(today) + 7;
    const doubt = isNextWeek ? {} : { is_doubtful: true };
    return { found: { weekdays: [after.day], dates: [soonest], ...doubt }, next: place + 2 };
  }
  if (!hasSense(token, 'weekday')) return null;
  const until = weekdayRange(tokens, place);
  if (until) return until;
  return dayBesideWeekday(tokens, place, today) ?? { found: named(token), next: place + 1 };
}

const named = ({ day, every }: { day: number; every: boolean }): When => ({
  weekdays: [day],
  ...(every && { is_every: true }),
});

function weekdayRange(tokens: readonly Token[], place: number): Read<When> | null {
  const [first, joint, last] = tokens.slice(place, place + 3);
  if (!hasSense(first, 'weekday') || !hasSense(last, 'weekday') || last.day <= first.day) return null;
  const isBetween = hasSense(tokens[place - 1], 'between') && hasSense(joint, 'and');
  if (!isMark(joint, '-') && !hasSense(joint, 'to', 'until') && !isBetween) return null;
  const weekdays = Array.from({ length: last.day - first.day + 1 }, (_, step) => first.day + step);
  // `Gerne Dienstag - Freitag geht nicht`: until, or but?
  const isDoubtful = isMark(joint, '-') && joint?.isGlued === false;
  const found = { weekdays, ...(last.every && { is_every: true }), ...(isDoubtful && { is_doubtful: true }) };
  return { found, next: place + 3 };
}

/** `Tuesday the 17th`, `Dienstag, den 17.`, `Tuesday 17`: the weekday has to agree. */
function dayBesideWeekday(tokens: readonly Token[], place: number, today: number): Read<When> | null {
  const weekday = tokens[place];
  if (!hasSense(weekday, 'weekday')) return null;
  let at = place + 1;
  if (isMark(tokens[at], ',')) at++;
  if (tokens[at]?.text === 'dia') at++;
  const hasArticle = hasSense(tokens[at], 'the');
  if (hasArticle) at++;
  const token = tokens[at];
  const isDay =
    hasSense(token, 'nth') ||
    (hasSense(token, 'digits') && (token.number > 12 || hasArticle || isRomance(weekday.text)));
  if (!isDay || token.number > 31) return null;
  if (hasSense(tokens[at + 1], 'month', 'of', 'clock', 'pm') || isMorning(tokens, at + 1)) return null;
  const days = daysOfMonth(token.number, today);
  // A weekday and a date that don't match name no option at all.
  return days.length === 0
    ? null
    : { found: { weekdays: [weekday.day], dates: days, is_nth: true }, next: at + 1 };
}

/** `mardi 12`, `martes 12`: a day, because a time would have a word next to it. */
const isRomance = (weekday: string) => /(?:di|manche|nes|tes|coles|ves|ado|ingo)$/.test(weekday);

/** `17 am`, not `17. am Nachmittag`. */
const isMorning = (tokens: readonly Token[], place: number) =>
  hasSense(tokens[place], 'am') && tokens[place]?.isGlued === true;

/** Weeks and months. The current one counts from today. */
export function readSpan(tokens: readonly Token[], place: number, today: number): Read<When> | null {
  const token = tokens[place];
  const monday = mondayOf(today);
  const spans = {
    this_week: [today, monday + 6],
    next_week: [monday + 7, monday + 13],
    week_after_next: [monday + 14, monday + 20],
  } as const;
  if (hasSense(token, 'this_week', 'next_week', 'week_after_next')) {
    const [from, to] = spans[token.sense];
    const isLoose =
      token.sense === 'this_week' && !/\b(?:this|current|dies\w*|aktuell\w*|cette|esta)\b/.test(token.text);
    return { found: { span: { from, to, ...(isLoose && { is_loose: true as const }) } }, next: place + 1 };
  }
  if (hasSense(token, 'this_month', 'next_month')) {
    const date = dateAt(today);
    const month = date.getUTCMonth() + (token.sense === 'next_month' ? 1 : 0);
    return { found: { span: monthSpan(date.getUTCFullYear(), month, today) }, next: place + 1 };
  }
  if (hasSense(token, 'week_of')) return weekOf(tokens, place + 1, today);
  if (hasSense(token, 'calendar_week')) return calendarWeek(tokens, place + 1, today);
  if (hasSense(token, 'month') && !hasSense(tokens[place + 1], 'digits', 'nth')) {
    const date = dateAt(today);
    const year = date.getUTCFullYear() + (token.month - 1 < date.getUTCMonth() ? 1 : 0);
    return { found: { span: monthSpan(year, token.month - 1, today) }, next: place + 1 };
  }
  return null;
}

const monthSpan = (year: number, month: number, today: number) => ({
  from: Math.max(today, Date.UTC(year, month, 1) / DAY_MS),
  to: Date.UTC(year, month + 1, 0) / DAY_MS,
});

function weekOf(tokens: readonly Token[], place: number, today: number): Read<When> | null {
  const at = hasSense(tokens[place], 'the') ? place + 1 : place;
  const nth = tokens[at];
  const date = readDate(tokens, at, today);
  const day = date
    ? date.found.length === 1
      ? date.found[0]
      : null
    : hasSense(nth, 'nth')
      ? dayOfMonth(nth.number, today)
      : null;
  if (day === null || day === undefined) return null;
  const monday = mondayOf(day);
  return { found: { span: { from: Math.max(today, monday), to: monday + 6 } }, next: date?.next ?? at + 1 };
}

/** Weeks as numbered in Europe: the first has 4 January. */
function calendarWeek(tokens: readonly Token[], place: number, today: number): Read<When> | null {
  const token = tokens[place];
  if (!hasSense(token, 'digits') || token.number < 1 || token.number > 53) return null;
  const year = dateAt(today).getUTCFullYear();
  const mondays = [year, year + 1].map(
    (one) => mondayOf(Date.UTC(one, 0, 4) / DAY_MS) + (token.number - 1) * 7,
  );
  const monday = mondays.find((day) => day + 6 >= today);
  if (monday === undefined) return null;
  return { found: { span: { from: Math.max(today, monday), to: monday + 6 } }, next: place + 1 };
}

/** `today`, `tomorrow`. */
export function readNearDay(tokens: readonly Token[], place: number, today: number): Read<When> | null {
  const token = tokens[place];
  if (!hasSense(token, 'today', 'tomorrow', 'overmorrow')) return null;
  const days = { today: 0, tomorrow: 1, overmorrow: 2 }[token.sense];
  return { found: { dates: [today + days] }, next: place + 1 };
}
