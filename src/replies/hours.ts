// Times of the day: `2pm`, `14 Uhr 30`, `half past two`, `halb drei`, `between 2 and 4`.
import { hasSense, isMark, type Read } from './reading.ts';
import type { Token } from './tokens.ts';

/** The possible readings of a time, as minutes since midnight. */
export interface Hour {
  minutes: number[];
}

const NOON = 720;

function hour(number: number, minute: number): Hour | null {
  if (number > 23 || minute > 59) return null;
  const early = number * 60 + minute;
  const readings =
    number === 0 || number > 12 ? [early] : number === 12 ? [NOON + minute] : [early, early + NOON];
  return { minutes: readings };
}

const inHalf = (number: number, minute: number, half: 'am' | 'pm'): Hour | null =>
  number < 1 || number > 12 || minute > 59
    ? null
    : { minutes: [(number % 12) * 60 + minute + (half === 'pm' ? NOON : 0)] };

/** A time. A bare number is one only where `isExpected`: after `at`, `after`, `between`. */
export function readHour(tokens: readonly Token[], place: number, isExpected: boolean): Read<Hour> | null {
  const token = tokens[place];
  if (hasSense(token, 'noon')) return { found: { minutes: [NOON] }, next: place + 1 };
  if (hasSense(token, 'half_past', 'half_to', 'quarter_past', 'quarter_to')) return fraction(tokens, place);
  const written = numbersAt(tokens, place);
  if (!written) return null;
  const { number, minute, next, isTime } = withMinutes(tokens, written);
  const half = halfAt(tokens, next);
  if (half) return found(inHalf(number, minute, half), next + 1);
  const clock = tokens[next];
  // `14h`; `2 h` is how long it takes.
  const isH = clock?.text === 'h';
  // `Puedo dos horas` is how long.
  const isLength =
    /^(?:heures?|horas?)$/.test(clock?.text ?? '') &&
    !isTime &&
    !isExpected &&
    !hasSense(tokens[place - 1], 'weekday', 'at', 'date', 'month', 'digits');
  if (hasSense(clock, 'clock') && (!isH || clock.isGlued) && !isLength) {
    const after = tokens[next + 1];
    if (
      minute === 0 &&
      !isTime &&
      hasSense(after, 'digits') &&
      after.number < 60 &&
      (!isH || after.isGlued)
    ) {
      const isAlone = !hasSense(tokens[next + 2], 'clock', 'am', 'pm');
      if (isAlone && after.text.length === 2) return found(hour(number, after.number), next + 2);
    }
    const late = halfAt(tokens, next + 1);
    if (late) return found(inHalf(number, minute, late), next + 2);
    const { minute: more, next: end } = withMinutes(tokens, { ...written, next: next + 1 });
    return found(hour(number, more || minute), end);
  }
  return isTime || isExpected ? found(morningIfPadded(hour(number, minute), token), next) : null;
}

const found = (hour: Hour | null, next: number): Read<Hour> | null => hour && { found: hour, next };

/** `09:30` is in the morning. */
const morningIfPadded = (hour: Hour | null, token: Token | undefined): Hour | null =>
  hour && token?.text.startsWith('0') ? { minutes: hour.minutes.slice(0, 1) } : hour;

/** `two thirty`, `tres y media`. */
function withMinutes(tokens: readonly Token[], written: WrittenHour): WrittenHour {
  const token = tokens[written.next];
  if (written.minute > 0) return written;
  const minute = hasSense(token, 'minutes')
    ? token.number
    : hasSense(token, 'and_half')
      ? 30
      : hasSense(token, 'and_quarter')
        ? 15
        : null;
  return minute === null ? written : { ...written, minute, next: written.next + 1, isTime: true };
}

interface WrittenHour {
  number: number;
  minute: number;
  next: number;
  /** It can't be anything else. */
  isTime: boolean;
}

function numbersAt(tokens: readonly Token[], place: number): WrittenHour | null {
  const token = tokens[place];
  const next = place + 1;
  if (hasSense(token, 'time')) {
    return { number: Math.floor(token.minute / 60), minute: token.minute % 60, next, isTime: true };
  }
  if (hasSense(token, 'dotted')) {
    const { first, second } = token;
    if (first > 23 || second > 59 || !/\.\d{2}/.test(token.text)) return null;
    return { number: first, minute: second, next, isTime: second > 12 || second === 0 };
  }
  if (hasSense(token, 'digits', 'number') && token.number <= 24) {
    const isDate = hasSense(tokens[next], 'month') || hasSense(tokens[next], 'of');
    return isDate ? null : { number: token.number, minute: 0, next, isTime: false };
  }
  if (hasSense(token, 'one')) return { number: 1, minute: 0, next, isTime: false };
  return null;
}

/** `am` is German, too: `um 2 am Dienstag`. */
function halfAt(tokens: readonly Token[], place: number): 'am' | 'pm' | null {
  const token = tokens[place];
  if (hasSense(token, 'pm')) return 'pm';
  if (!hasSense(token, 'am')) return null;
  const next = tokens[place + 1];
  if (hasSense(next, 'date', 'nth', 'dotted')) return null;
  return hasSense(next, 'weekday') && /tag|woch|^(?:mo|di|mi|do|fr|sa|so)$/.test(next.text) ? null : 'am';
}

function fraction(tokens: readonly Token[], place: number): Read<Hour> | null {
  const after = tokens[place + 1];
  const number = hasSense(after, 'digits', 'number') ? after.number : hasSense(after, 'one') ? 1 : null;
  if (number === null || number > 12) return null;
  const shift = { half_past: 30, half_to: -30, quarter_past: 15, quarter_to: -15 }[
    (tokens[place] as Token).sense as 'half_past'
  ];
  const half = halfAt(tokens, place + 2);
  const hours = half ? inHalf(number, 0, half) : hour(number, 0);
  if (!hours) return null;
  const minutes = hours.minutes.map((minute) => (minute + shift + 1440) % 1440);
  const skipped = half || hasSense(tokens[place + 2], 'clock') ? 1 : 0;
  return { found: { ...hours, minutes }, next: place + 2 + skipped };
}

/** Which reading a bound has: `after 3` is in the afternoon, `after 9` in the morning. Null for 7, which can be either. */
export function boundOf({ minutes }: Hour): number | null {
  const [early = 0, late] = minutes;
  if (late === undefined || early >= 8 * 60) return early;
  return early < 7 * 60 ? late : null;
}

interface Range {
  from: number;
  to: number;
}

/** `2-4pm`, `14:00 to 15:00`, `14 bis 16 Uhr`. After `between` or `from`, bare numbers are times. */
export function readRange(tokens: readonly Token[], place: number, isExpected: boolean): Read<Range> | null {
  // `2-4pm`: the second number says that the first is a time.
  const first = readHour(tokens, place, true);
  if (!first) return null;
  const joint = tokens[first.next];
  const isBetween = hasSense(tokens[place - 1], 'between') && hasSense(joint, 'and');
  const isJoint = isMark(joint, '-') || hasSense(joint, 'to', 'until') || isBetween;
  if (!isJoint) return null;
  const isFirstTime = readHour(tokens, place, false) !== null;
  const second = readHour(tokens, first.next + 1, isExpected || isFirstTime);
  if (!second) return null;
  const to = boundOf(second.found);
  if (to === null) return null;
  const from = first.found.minutes.filter((minute) => minute < to).at(-1);
  return from === undefined ? null : { found: { from, to }, next: second.next };
}
