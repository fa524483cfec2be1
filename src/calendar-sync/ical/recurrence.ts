// When a recurring event happens, on its local clock. Works on plain numbers, and skips straight to the days in question, even
// with a rule from the year 1, unless the instances have to be counted.

import { civilDate, dayNumber, daysOfMonth, weekOf } from '../../icalendar/civil.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../time/timestamps.ts';
import { weekdayOf } from '../../time/zones.ts';
import type { Budget } from './bounds.ts';
import { FREQUENCIES, type Frequency, type Rule } from './rule.ts';

/** What clocks show, counted like milliseconds since 1970. Includes both ends. */
interface WallSpan {
  from: number;
  until: number;
}

/**
 * The instances within `span`, in order. The start is always the first. The rule's `until` is passed separately, converted to
 * what the local clock shows.
 */
export function* occurrences(
  rule: Rule,
  start: number,
  until: number | null,
  span: WallSpan,
  budget: Budget,
): Generator<number> {
  if (start >= span.from && start <= span.until) yield start;
  const pattern = patternOf(rule, start);
  const last = Math.min(span.until, until ?? Number.POSITIVE_INFINITY);
  const first = unitAt(rule, start);
  // Instances have to be counted from the start, unless there is one in each period.
  const canSkip = rule.count === null || isSteady(rule);
  const ahead = canSkip ? unitAt(rule, Math.max(start, span.from)) - first : 0;
  const skipped = Math.floor(ahead / rule.interval);
  let left = (rule.count ?? Number.POSITIVE_INFINITY) - Math.max(1, skipped);

  for (let unit = first + skipped * rule.interval; ; unit += rule.interval) {
    const begin = beginOf(rule, unit);
    if (begin > last) return;
    budget.spend(1);
    if (pattern.isSubDaily && !pattern.hasDay(Math.floor(begin / DAY_MS))) {
      // Goes to the last step before the next day, so that the loop's own step leads into it.
      const nextDay = unitAt(rule, (Math.floor(begin / DAY_MS) + 1) * DAY_MS);
      unit += Math.floor((nextDay - 1 - unit) / rule.interval) * rule.interval;
      continue;
    }
    for (const wall of chosen(rule, pattern.instancesIn(unit, budget))) {
      if (wall <= start) continue;
      if (wall > last || left <= 0) return;
      left--;
      if (wall >= span.from) yield wall;
    }
  }
}

/** The cost of checking a day, compared with an instance. */
const DAY_STEPS = 0.1;
const NARROWING = [
  ...(['months', 'weeks', 'year_days', 'month_days', 'weekdays'] as const),
  ...(['hours', 'minutes', 'seconds', 'positions'] as const),
];
const WEEK = [0, 1, 2, 3, 4, 5, 6];

interface Pattern {
  isSubDaily: boolean;
  hasDay(day: number): boolean;
  instancesIn(unit: number, budget: Budget): number[];
}

/** Whether each period has exactly one instance. Not all months and years have the day of the start. */
function isSteady(rule: Rule): boolean {
  return rule.frequency !== 'MONTHLY' && rule.frequency !== 'YEARLY' && !NARROWING.some((part) => rule[part]);
}

/** What the rule leaves open is taken from the start. */
function patternOf(written: Rule, start: number): Pattern {
  const rule = completed(written, start);
  const isSubDaily = FREQUENCIES.indexOf(rule.frequency) > FREQUENCIES.indexOf('DAILY');
  const hasDay = rememberLast(dayFilter(rule, written.months !== null));
  const inUnit = timesInUnit(rule, start);
  return {
    isSubDaily,
    hasDay,
    instancesIn(unit, budget) {
      const begin = beginOf(rule, unit);
      if (isSubDaily) return isTimeOf(rule, begin) ? inUnit.map((ms) => begin + ms) : [];
      const found: number[] = [];
      for (const [firstDay, endDay] of daySpans(rule, begin, beginOf(rule, unit + 1))) {
        budget.spend((endDay - firstDay) * DAY_STEPS);
        for (let day = firstDay; day < endDay; day++) {
          if (!hasDay(day)) continue;
          budget.spend(inUnit.length);
          for (const ms of inUnit) found.push(day * DAY_MS + ms);
        }
      }
      return found;
    },
  };
}

/** A cache of one: a rule by the second checks the same day 86,400 times. */
function rememberLast(filter: (day: number) => boolean): (day: number) => boolean {
  let last = Number.NaN;
  let isMatch = false;
  return (day) => {
    if (day !== last) {
      isMatch = filter(day);
      last = day;
    }
    return isMatch;
  };
}

function completed(rule: Rule, start: number): Rule {
  const day = Math.floor(start / DAY_MS);
  const { month, date } = civilDate(day);
  if (rule.year_days || rule.month_days || rule.weekdays) return rule;
  if (rule.frequency === 'WEEKLY' || rule.weeks) {
    return { ...rule, weekdays: [{ weekday: weekdayOf(day), nth: null }] };
  }
  if (rule.frequency === 'MONTHLY') return { ...rule, month_days: [date] };
  if (rule.frequency === 'YEARLY') return { ...rule, months: rule.months ?? [month], month_days: [date] };
  return rule;
}

function dayFilter(rule: Rule, isByMonth: boolean): (day: number) => boolean {
  const { months, weeks, year_days, month_days, weekdays } = rule;
  // "The second Monday" is that of a month or a year. With other frequencies it means nothing.
  const nthOf =
    rule.frequency === 'MONTHLY' || (rule.frequency === 'YEARLY' && isByMonth && !weeks)
      ? 'month'
      : rule.frequency === 'YEARLY' && !weeks
        ? 'year'
        : null;
  const onWeekdays = weekdays && WEEK.map((weekday) => weekdays.filter((item) => item.weekday === weekday));
  const isByDate = months || month_days || year_days || weeks || weekdays?.some(({ nth }) => nth !== null);
  return (day) => {
    // The weekday is cheap to check, and most rules need nothing else.
    const named = onWeekdays?.[weekdayOf(day)];
    if (named?.length === 0) return false;
    if (!isByDate) return true;
    const { year, month, date } = civilDate(day);
    if (months && !months.includes(month)) return false;
    const monthLength = daysOfMonth(year, month);
    if (month_days && !includesPlace(month_days, date, monthLength)) return false;
    if (weeks) {
      const week = weekOf(day, rule.week_start);
      if (!includesPlace(weeks, week.number, week.weeks)) return false;
    }
    const yearDay = day - dayNumber(year, 1, 1) + 1;
    const yearLength = dayNumber(year + 1, 1, 1) - dayNumber(year, 1, 1);
    if (year_days && !includesPlace(year_days, yearDay, yearLength)) return false;
    if (!named) return true;
    const [place, length] = nthOf === 'month' ? [date, monthLength] : [yearDay, yearLength];
    return named.some(({ nth }) => {
      if (nth === null || nthOf === null) return true;
      return nth > 0 ? Math.ceil(place / 7) === nth : Math.ceil((length - place + 1) / 7) === -nth;
    });
  };
}

/** Places are counted from 1, or backwards from -1. */
function includesPlace(places: readonly number[], place: number, length: number): boolean {
  return places.includes(place) || places.includes(place - length - 1);
}

/** The days of a period as spans, without months that the rule doesn't name. */
function daySpans(rule: Rule, begin: number, end: number): [number, number][] {
  const [firstDay, endDay] = [begin / DAY_MS, end / DAY_MS];
  if (rule.frequency !== 'YEARLY' || !rule.months) return [[firstDay, endDay]];
  const { year } = civilDate(firstDay);
  return rule.months.map((month) => {
    const first = dayNumber(year, month, 1);
    return [first, first + daysOfMonth(year, month)];
  });
}

/** The times within one unit (a day, an hour, a minute), counted from its start. */
function timesInUnit(rule: Rule, start: number): number[] {
  const depth = FREQUENCIES.indexOf(rule.frequency);
  const [hour, minute, second] = [
    Math.floor(start / HOUR_MS) - Math.floor(start / DAY_MS) * 24,
    Math.floor(start / MINUTE_MS) - Math.floor(start / HOUR_MS) * 60,
    Math.floor(start / SECOND_MS) - Math.floor(start / MINUTE_MS) * 60,
  ];
  const hours = depth >= FREQUENCIES.indexOf('HOURLY') ? [0] : (rule.hours ?? [hour]);
  const minutes = depth >= FREQUENCIES.indexOf('MINUTELY') ? [0] : (rule.minutes ?? [minute]);
  const seconds = depth >= FREQUENCIES.indexOf('SECONDLY') ? [0] : (rule.seconds ?? [second]);
  return hours.flatMap((h) =>
    minutes.flatMap((m) => seconds.map((s) => h * HOUR_MS + m * MINUTE_MS + s * SECOND_MS)),
  );
}

/** Whether the rule allows this hour, minute or second. */
function isTimeOf({ frequency, hours, minutes, seconds }: Rule, begin: number): boolean {
  const depth = FREQUENCIES.indexOf(frequency);
  const within = (unit: number, count: number) => ((Math.floor(begin / unit) % count) + count) % count;
  if (hours && !hours.includes(within(HOUR_MS, 24))) return false;
  if (depth >= FREQUENCIES.indexOf('MINUTELY') && minutes && !minutes.includes(within(MINUTE_MS, 60)))
    return false;
  return !(frequency === 'SECONDLY' && seconds && !seconds.includes(within(SECOND_MS, 60)));
}

function chosen({ positions }: Rule, instances: number[]): number[] {
  if (!positions) return instances;
  return instances.filter((_wall, place) => includesPlace(positions, place + 1, instances.length));
}

const UNIT_MS: Partial<Record<Frequency, number>> = {
  DAILY: DAY_MS,
  HOURLY: HOUR_MS,
  MINUTELY: MINUTE_MS,
  SECONDLY: SECOND_MS,
};

/** The number of the period that a time is in. Periods of a frequency are numbered without a gap. */
function unitAt({ frequency, week_start }: Rule, wall: number): number {
  const unit = UNIT_MS[frequency];
  if (unit) return Math.floor(wall / unit);
  const day = Math.floor(wall / DAY_MS);
  // 1 January 1970 was a Thursday.
  if (frequency === 'WEEKLY') return Math.floor((day + 3 - week_start) / 7);
  const { year, month } = civilDate(day);
  return frequency === 'YEARLY' ? year : year * 12 + month - 1;
}

function beginOf({ frequency, week_start }: Rule, number: number): number {
  const unit = UNIT_MS[frequency];
  if (unit) return number * unit;
  if (frequency === 'WEEKLY') return (number * 7 - 3 + week_start) * DAY_MS;
  if (frequency === 'YEARLY') return dayNumber(number, 1, 1) * DAY_MS;
  return dayNumber(Math.floor(number / 12), (number % 12) + 1, 1) * DAY_MS;
}
