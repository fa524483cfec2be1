import {
  dateAt,
  dayOfMonth,
  daysOfMonth,
  nextWeekday,
  readDate,
  readNearDay,
  readSpan,
  readWeekday,
} from './days.ts';
import { boundOf, type Hour, readHour, readRange } from './hours.ts';
import { hasSense, isMark, type Read } from './reading.ts';
import type { Token } from './tokens.ts';
import { merged, type When } from './when.ts';

/** There are never more options. */
const MAX_OPTIONS = 12;

/** Reads everything about time that belongs together, starting at a place: `Tuesday, 17 November, at 2pm CET`. */
export function readWhen(tokens: readonly Token[], place: number, today: number): Read<When> | null {
  let read = readPiece(tokens, place, today);
  if (!read) return null;
  for (;;) {
    const more = moreOf(tokens, read, today);
    if (!more) return read;
    read = more;
  }
}

/** Joined without a word, by `on`, `at`, `in`, or by a comma or dash. */
function moreOf(tokens: readonly Token[], read: Read<When>, today: number): Read<When> | null {
  let at = read.next;
  const isMarked = isMark(tokens[at], ',', '-', '\n', '(');
  if (isMarked) at++;
  while (hasSense(tokens[at], 'the', 'of')) at++;
  const token = tokens[at];
  // `Dienstag morgen`, `martes mañana`
  const isMorning =
    hasSense(token, 'tomorrow') && (token.text === 'morgen' || (token.text === 'manana' && !isMarked));
  const morning = isMorning && read.found.weekdays;
  const piece: Read<When> | null = morning
    ? { found: { parts: ['morning'] }, next: at + 1 }
    : readPiece(tokens, at, today);
  if (!piece) return null;
  // After a comma a new thought may begin: `Tuesday, from Monday on`. Only a date or a time of the same day continues the old
  // one.
  if (isMarked && (piece.found.span || read.found.span)) return null;
  // `not at 4, Tuesday and Wednesday work`
  const isNew = hasSense(
    tokens[piece.next],
    'and',
    'or',
    'suit',
    'me',
    'be',
    'ok',
    'good',
    'can',
    'free',
    'pronoun',
  );
  if (isMarked && !read.found.weekdays && !read.found.dates && piece.found.weekdays && isNew) return null;
  const both = merged(read.found, piece.found);
  return both && { found: both, next: piece.next };
}

function readPiece(tokens: readonly Token[], place: number, today: number): Read<When> | null {
  const token = tokens[place];
  if (hasSense(token, 'on', 'at', 'in', 'am', 'this')) {
    const at = hasSense(tokens[place + 1], 'the') ? place + 2 : place + 1;
    const isHour = hasSense(token, 'at');
    // `on the 3rd` is always a day, never the third option.
    const nth = tokens[at];
    const isNoun = hasSense(tokens[at + 1], 'one', 'option');
    if (!isHour && !isNoun && hasSense(nth, 'nth', 'ordinal') && !readDate(tokens, at, today)) {
      const dates = daysOfMonth(nth.number, today);
      if (dates.length > 0) return { found: { dates, is_nth: true }, next: at + 1 };
    }
    if (hasSense(token, 'this')) {
      const weekday = readWeekday(tokens, place, today);
      if (weekday) return weekday;
    }
    return isHour ? timeOf(tokens, at, true) : (readDays(tokens, at, today) ?? partOf(tokens, at));
  }
  return (
    boundPiece(tokens, place, today) ??
    hourBeforeDay(tokens, place) ??
    readDays(tokens, place, today) ??
    partOf(tokens, place) ??
    timeOf(tokens, place, false) ??
    zoneOf(tokens, place)
  );
}

/** `10 on Tuesday`, `three in the afternoon`. */
function hourBeforeDay(tokens: readonly Token[], place: number): Read<When> | null {
  if (!hasSense(tokens[place], 'digits', 'number', 'dotted')) return null;
  const read = timeOf(tokens, place, true);
  if (!read?.found.starts) return null;
  const isJoined = hasSense(tokens[read.next], 'on', 'am', 'part');
  const at = isJoined && hasSense(tokens[read.next + 1], 'the') ? read.next + 2 : read.next + 1;
  const isDay =
    hasSense(tokens[read.next], 'part') ||
    (isJoined && hasSense(tokens[at], 'weekday', 'date', 'today', 'tomorrow', 'nth', 'month', 'part'));
  return isDay ? read : null;
}

function readDays(tokens: readonly Token[], place: number, today: number): Read<When> | null {
  const date = readDate(tokens, place, today);
  if (date) return { found: { dates: date.found }, next: date.next };
  // `the 23rd`: there are never that many options.
  const nth = tokens[place];
  const days = hasSense(nth, 'nth') && nth.number > MAX_OPTIONS ? daysOfMonth(nth.number, today) : [];
  if (days.length > 0) return { found: { dates: days, is_nth: true }, next: place + 1 };
  return (
    readWeekday(tokens, place, today) ?? readSpan(tokens, place, today) ?? readNearDay(tokens, place, today)
  );
}

function partOf(tokens: readonly Token[], place: number): Read<When> | null {
  const token = tokens[place];
  if (!hasSense(token, 'part')) return null;
  const is_usual = /(?:s|mittage|every \w+|any \w+)$/.test(token.text);
  return { found: { parts: [token.part], ...(is_usual && { is_usual }) }, next: place + 1 };
}

function zoneOf(tokens: readonly Token[], place: number): Read<When> | null {
  const token = tokens[place];
  return hasSense(token, 'zone') ? { found: { zones: token.zones }, next: place + 1 } : null;
}

function timeOf(tokens: readonly Token[], place: number, isExpected: boolean): Read<When> | null {
  const range = readRange(tokens, place, isExpected);
  if (range) return { found: { range: range.found }, next: range.next };
  const hour = readHour(tokens, place, isExpected);
  if (!hour) return null;
  if (hasSense(tokens[hour.next], 'onwards')) {
    const from = boundOf(hour.found);
    return from === null ? null : { found: { range: { from, to: null } }, next: hour.next + 1 };
  }
  return { found: { starts: hour.found.minutes }, next: hour.next };
}

/** `after 3pm`, `before Friday`, `until 20 December`, `from Monday on`, `between 2 and 4`. */
function boundPiece(tokens: readonly Token[], place: number, today: number): Read<When> | null {
  const token = tokens[place];
  if (!hasSense(token, 'after', 'past', 'before', 'until', 'since', 'from', 'between')) return null;
  const at = hasSense(tokens[place + 1], 'the', 'on', 'at', 'am') ? place + 2 : place + 1;
  if (token.sense === 'between' || token.sense === 'from') {
    const range = readRange(tokens, at, true) ?? null;
    if (range) return { found: { range: range.found }, next: range.next };
    const days = dayRange(tokens, at, today);
    if (days) return days;
    if (token.sense === 'between') return null;
  }
  const isDay = /(?:^|[ '])(?:au|du|le|el|del|dem|zum)$/.test(token.text);
  const days = boundDays(tokens, at, today, isDay);
  if (days) {
    const { anchor } = days.found;
    const span = { ...spanFor(token.sense, days.found), ...(anchor !== undefined && { anchor }) };
    return { found: { span }, next: skipOnwards(tokens, days.next) };
  }
  const hour = readHour(tokens, at, true);
  const range = hour && rangeFor(token.sense, hour.found);
  return hour && range ? { found: { range }, next: skipOnwards(tokens, hour.next) } : null;
}

const skipOnwards = (tokens: readonly Token[], place: number) =>
  hasSense(tokens[place], 'onwards', 'on') && !hasSense(tokens[place + 1], 'weekday', 'date', 'the')
    ? place + 1
    : place;

/** The first and the last day of what a bound names; a weekday is the next one. */
function boundDays(
  tokens: readonly Token[],
  place: number,
  today: number,
  isDay: boolean,
): Read<{ from: number; to: number; anchor?: number }> | null {
  const date = readDate(tokens, place, today);
  if (date) {
    const [day, other] = date.found;
    return day === undefined || other !== undefined
      ? null
      : { found: { from: day, to: day }, next: date.next };
  }
  const token = tokens[place];
  // `jusqu'au 18`, `ab dem 18`
  const isDate = isDay && hasSense(token, 'digits') && !hasSense(tokens[place + 1], 'clock', 'am', 'pm');
  if (hasSense(token, 'nth') || isDate) {
    const day = dayOfMonth(token.number, today);
    return day === null ? null : { found: { from: day, to: day }, next: place + 1 };
  }
  const read =
    readWeekday(tokens, place, today) ?? readSpan(tokens, place, today) ?? readNearDay(tokens, place, today);
  if (!read) return null;
  const { weekdays, dates, span, is_doubtful, is_every } = read.found;
  if (is_doubtful || is_every) return null;
  if (dates?.length === 1)
    return { found: { from: dates[0] as number, to: dates[0] as number }, next: read.next };
  if (span?.from != null && span.to != null)
    return { found: { from: span.from, to: span.to }, next: read.next };
  const [weekday] = weekdays ?? [];
  if (weekday === undefined || weekdays?.length !== 1) return null;
  const day = nextWeekday(weekday, today);
  // Said on a Tuesday, `after Tuesday` may be today or in a week.
  return day === today ? null : { found: { from: day, to: day, anchor: day }, next: read.next };
}

/** `from 23 to 27 November`, `between 1.12. and 5.12.` */
function dayRange(tokens: readonly Token[], place: number, today: number): Read<When> | null {
  const weekdays = readWeekday(tokens, place, today);
  if (weekdays?.found.weekdays && weekdays.found.weekdays.length > 1) return weekdays;
  const first = readDate(tokens, place, today);
  const nth = tokens[place];
  const joint = first?.next ?? place + 1;
  if (!isMark(tokens[joint], '-') && !hasSense(tokens[joint], 'to', 'until', 'and')) return null;
  const at = hasSense(tokens[joint + 1], 'the') ? joint + 2 : joint + 1;
  const last = readDate(tokens, at, today);
  if (last?.found.length !== 1) return null;
  const to = last.found[0] as number;
  const from =
    first?.found.length === 1
      ? (first.found[0] as number)
      : hasSense(nth, 'digits', 'nth') && !first
        ? to - (dateAt(to).getUTCDate() - nth.number)
        : null;
  return from === null || from > to ? null : { found: { span: { from, to } }, next: last.next };
}

type Bound = 'after' | 'past' | 'before' | 'until' | 'since' | 'from';

function spanFor(bound: Bound, { from, to }: { from: number; to: number }): NonNullable<When['span']> {
  if (bound === 'after' || bound === 'past') return { from: to + 1, to: null };
  if (bound === 'before') return { from: null, to: from - 1 };
  // `until Friday` may include it; `until December` ends before it.
  if (bound === 'until') return from === to ? { from: null, to, edge: to } : { from: null, to: from - 1 };
  return { from, to: null };
}

function rangeFor(bound: Bound, hour: Hour): NonNullable<When['range']> | null {
  const at = boundOf(hour);
  if (at === null) return null;
  if (bound === 'after' || bound === 'past') return { from: at, to: null, edge: at };
  if (bound === 'before' || bound === 'until') return { from: null, to: at };
  return { from: at, to: null };
}
