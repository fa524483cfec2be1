// Turns what was said about better times into wishes. Null if wishes can't express it: then a person has to read it.

import { DAY_MS } from '../time/timestamps.ts';
import { type PartOfDay, partsOfDay, type Wishes, wishesFrom } from '../time/wishes.ts';
import { dateOf, type Weekday, weekdayOf, weekdays } from '../time/zones.ts';
import type { Statements } from './statement.ts';
import type { Question } from './understanding.ts';
import { match, seenIn, todayOn, type When } from './when.ts';

const MAX_DATES = 31;
const WHOLE_DAY = 24 * 60;

const timeOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** All conditions together: days, hours and dates from everything that was said. `undefined` if wishes can't express it. */
export function wishesOf(
  { suitable, unsuitable }: Statements,
  question: Question,
): Wishes | null | undefined {
  const general = unsuitable.filter((when) => !isReference(when, question));
  if ([...suitable, ...general].some((when) => when.zones && !isOwnZone(when.zones, question)))
    return undefined;
  const positive = fromSuitable(suitable, question);
  const negative = general.map((when) => fromUnsuitable(when, question));
  if (positive === undefined || negative.includes(undefined)) return undefined;
  // `Friday works, the rest of the week is full`: the Friday of that week?
  const today = todayOn(question);
  const isCovered = suitable.some(({ weekdays, is_every, dates, span: within }) =>
    weekdays?.some((day) => {
      const next = today + ((day - weekdayOf(today) + 7) % 7);
      const isRefused = general.some(
        ({ span }) => span && (span.from ?? next) <= next && next <= (span.to ?? next),
      );
      return !is_every && !dates && !within && isRefused;
    }),
  );
  if (isCovered) return undefined;
  // `Next week, not Monday`: the Monday of which week?
  const isNotOffered = (when: When) =>
    when.weekdays && !when.is_every && match(when, question.options, question.timezone).places.size === 0;
  const isInSpan = suitable.some(({ span }) => span) && general.some(isNotOffered);
  if (isInSpan) return undefined;
  const all = [positive, ...negative].filter((one) => one !== null && one !== undefined);
  return together(all);
}

const isOwnZone = (zones: readonly string[], { timezone, options }: Question) =>
  options.every((option) =>
    zones.every((zone) => seenIn(zone, option).start === seenIn(timezone, option).start),
  );

/** Whether it names an offered time only to refuse that one: `Tuesday at 2 doesn't work`. */
function isReference(when: When, { options, timezone }: Question): boolean {
  const isExact =
    when.starts !== undefined || (when.parts !== undefined && (when.weekdays ?? when.dates) !== undefined);
  return isExact && match(when, options, timezone).places.size > 0;
}

type Wish = Partial<Wishes>;

/** Several times that would do: on other days at the same hours, or at other hours. */
function fromSuitable(suitable: When[], question: Question): Wish | null | undefined {
  if (suitable.length === 0) return null;
  if (suitable.some(({ is_doubtful }) => is_doubtful)) return undefined;
  const days = suitable.map(daysOf);
  const hours = suitable.map((when) => hoursOf(when, question));
  if (days.includes(undefined) || hours.includes(undefined)) return undefined;
  const day = unionOfDays(days as Wish[]);
  const hour = unionOfHours(days as Wish[], hours as Wish[]);
  return day === undefined || hour === undefined ? undefined : { ...day, ...hour };
}

function daysOf({ weekdays: named, dates, is_nth, span, is_every }: When): Wish | undefined {
  if (dates && dates.length > 1 && !is_nth) return undefined;
  const [date] = dates ?? [];
  if (date !== undefined) return { earliest_date: dateOf(date), latest_date: dateOf(date) };
  if (named && span === undefined) return { days: named.map(weekdayAt) };
  if (is_every && span) return { days: (named ?? []).map(weekdayAt), ...datesOf(span) };
  return { ...(named && { days: named.map(weekdayAt) }), ...(span && datesOf(span)) };
}

const weekdayAt = (day: number) => weekdays[day] as Weekday;

const datesOf = ({ from, to }: NonNullable<When['span']>): Wish => ({
  ...(from !== null && { earliest_date: dateOf(from) }),
  ...(to !== null && { latest_date: dateOf(to) }),
});

function hoursOf({ starts, range, parts }: When, { options }: Question): Wish | undefined {
  if (starts) {
    const [start, other] =
      starts.length > 1 ? starts.filter((minute) => minute >= 8 * 60 && minute < 20 * 60) : starts;
    if (start === undefined || other !== undefined || parts) return undefined;
    const [option] = options;
    const length = option ? seenIn('UTC', option).end - seenIn('UTC', option).start : 0;
    const end = Math.min(start + length, WHOLE_DAY);
    return { earliest_time: timeOf(start), ...(length > 0 && { latest_time: timeOf(end) }) };
  }
  // `before nine in the morning`: that says which nine.
  const [part, another] = parts ?? [];
  const isSaid =
    another === undefined &&
    ((part === 'morning' && range?.from === null) || (part === 'evening' && range?.to === null));
  return {
    ...(range && range.from !== null && { earliest_time: timeOf(range.from) }),
    ...(range && range.to !== null && { latest_time: timeOf(range.to) }),
    ...(parts && !isSaid && { parts_of_day: parts }),
  };
}

/** Weekdays add up, and so do days that follow each other; a week and a weekday narrow each other down. */
function unionOfDays(every: Wish[]): Wish | undefined {
  const named = every.filter((one) => Object.keys(one).length > 0);
  const inDays = named.filter(({ days }) => days);
  const inDates = named.filter(
    ({ days, earliest_date, latest_date }) => !days && (earliest_date ?? latest_date),
  );
  if (inDates.length > 1) return undefined;
  const [span] = inDates;
  const spans = inDays.filter(({ earliest_date, latest_date }) => earliest_date ?? latest_date);
  if (spans.length > 0 && (inDays.length > 1 || span)) return undefined;
  const days = inDays.flatMap((one) => one.days ?? []);
  return { ...span, ...spans[0], ...(days.length > 0 && { days }) };
}

/** Hours apply to all days, or were said on their own. `Tuesday or Wednesday afternoon` is ambiguous. */
function unionOfHours(days: Wish[], hours: Wish[]): Wish | undefined {
  const isSaid = (one: Wish | undefined) => Object.keys(one ?? {}).length > 0;
  const said = hours.filter(isSaid);
  const [first] = said;
  if (!first) return {};
  const areApart = hours.every((one, place) => !isSaid(one) || !isSaid(days[place]));
  const areSame =
    said.length === hours.length && said.every((one) => JSON.stringify(one) === JSON.stringify(first));
  if (areSame) return first;
  const areParts = said.every(({ parts_of_day, ...rest }) => parts_of_day && !isSaid(rest));
  if (areParts && areApart) return { parts_of_day: said.flatMap(({ parts_of_day }) => parts_of_day ?? []) };
  return areApart && said.length === 1 ? first : undefined;
}

/** The opposite of what doesn't work in general. */
function fromUnsuitable(when: When, question: Question): Wish | undefined {
  const { weekdays: named, is_every, dates, is_nth, span, range, parts, starts, is_doubtful } = when;
  if (starts || is_doubtful) return undefined;
  const kinds = [named ?? dates, span, range, parts].filter((one) => one !== undefined);
  if (kinds.length !== 1) return undefined;
  if (dates)
    return dates.length === 1 || is_nth ? { except_dates: dates.slice(0, 1).map(dateOf) } : undefined;
  if (named && is_every) return { days: weekdays.filter((_, day) => !named.includes(day)) };
  if (named) return { except_dates: named.flatMap((day) => datesOfWeekday(day, question)) };
  if (parts) return { parts_of_day: partsOfDay.filter((part: PartOfDay) => !parts.includes(part)) };
  if (range) return fromClosed(range);
  return span && fromAway(span, question);
}

/** A specific weekday is the one that was offered, or the one in the same week. */
function datesOfWeekday(day: number, question: Question): string[] {
  const offered = question.options.map((option) => seenIn(question.timezone, option).day);
  const same = offered.filter((one) => weekdayOf(one) === day);
  const today = todayOn(question);
  const [first = today] = offered;
  const near = first - weekdayOf(first) + day;
  return [...new Set(same.length > 0 ? same : [near < today ? near + 7 : near])].map(dateOf);
}

function fromClosed({ from, to }: NonNullable<When['range']>): Wish | undefined {
  if (from !== null && to !== null) return undefined;
  return from !== null
    ? { latest_time: timeOf(from) }
    : to !== null
      ? { earliest_time: timeOf(to) }
      : undefined;
}

/** Away until a day: from the next day on. Away for some later days: not on those. */
function fromAway({ from, to }: NonNullable<When['span']>, question: Question): Wish | undefined {
  const today = todayOn(question);
  // Away from a day on, without an end: a person has to ask.
  if (to === null) return undefined;
  if (from === null || from <= today) return { earliest_date: dateOf(to + 1) };
  if (to - from >= MAX_DATES) return undefined;
  return { except_dates: Array.from({ length: to - from + 1 }, (_, step) => dateOf(from + step)) };
}

const weekdayNamed = (date: string) => weekdayAt(weekdayOf(Date.parse(date) / DAY_MS));

/** Combines all of them. Two of the same kind narrow each other down. */
function together(all: Wish[]): Wishes | null | undefined {
  const latest = (values: (string | undefined)[]) =>
    values
      .filter((value) => value !== undefined)
      .sort()
      .at(-1);
  const earliest = (values: (string | undefined)[]) =>
    values.filter((value) => value !== undefined).sort()[0];
  const common = <Item>(lists: (Item[] | undefined)[]) => {
    const given = lists.filter((list) => list !== undefined);
    return given.length === 0
      ? undefined
      : given.reduce((both, one) => both.filter((item) => one.includes(item)));
  };
  const days = common(all.map((one) => one.days));
  const parts_of_day = common(all.map((one) => one.parts_of_day));
  if (days?.length === 0 || parts_of_day?.length === 0) return undefined;
  const found = {
    days,
    parts_of_day,
    earliest_date: latest(all.map((one) => one.earliest_date)),
    latest_date: earliest(all.map((one) => one.latest_date)),
    earliest_time: latest(all.map((one) => one.earliest_time)),
    latest_time: earliest(all.map((one) => one.latest_time)),
    except_dates: all.flatMap((one) => one.except_dates ?? []),
  };
  const { earliest_date, latest_date, earliest_time, latest_time } = found;
  if (earliest_date && latest_date && earliest_date > latest_date) return undefined;
  if (earliest_time && latest_time && earliest_time >= latest_time) return undefined;
  const isBetween = (date: string) =>
    date >= (earliest_date ?? '') &&
    date <= (latest_date ?? '9') &&
    (days?.includes(weekdayNamed(date)) ?? true);
  return wishesFrom({ ...found, except_dates: found.except_dates.filter(isBetween) });
}
