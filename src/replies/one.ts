// One option, or several by number: `2`, `the second one`, `Tuesday at 2`, `the last two`.
import { isCount, isListed, PLURALS } from './counts.ts';
import { daysOfMonth } from './days.ts';
import { readHour } from './hours.ts';
import type { Mention, Scene } from './mention.ts';
import { readWhen } from './read-when.ts';
import { hasSense, isMark, type Read } from './reading.ts';
import type { Token } from './tokens.ts';
import type { When } from './when.ts';

export function readOne(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  const token = tokens[place];
  if (hasSense(token, 'others')) return readOthers(tokens, place);
  const start = startOfWhen(tokens, place);
  const when = readWhen(tokens, start, scene.today);
  // `Option 2 on Tuesday` is read from its number on.
  const isNoun = start > place && !hasSense(token, 'the') && !hasSense(tokens[start - 1], 'the', 'of');
  const isZone = when !== null && Object.keys(when.found).every((key) => key === 'zones');
  if (when && !isZone && !(isNoun && hasSense(tokens[start], 'digits', 'number'))) {
    const noun = tokens[when.next];
    const hasNoun = hasSense(noun, 'one', 'option');
    // `one of the Monday slots`
    const isOneOf = tokens.slice(place, start).some((one) => hasSense(one, 'one') && one.text === 'one');
    const is_one =
      isOneOf ||
      (hasNoun
        ? !PLURALS.has(noun.text) && noun.text !== 'ones'
        : (hasSense(token, 'the') && isPartOnly(when.found)) ||
          start > place + 1 ||
          tokens.slice(place, start).some(isThatOption));
    return {
      found: { kind: 'when', when: when.found, is_any: false, is_one },
      next: when.next + (hasNoun ? 1 : 0),
    };
  }
  return readPlace(tokens, place, scene) ?? readDayOfMonth(tokens, place, scene) ?? readThat(tokens, place);
}

const COUNTS: Record<string, number> = {
  ...{ two: 2, three: 3, four: 4, beiden: 2, drei: 3, vier: 4, deux: 2, trois: 3, quatre: 4 },
  ...{ dos: 2, tres: 3, cuatro: 4 },
};
/** The one that is left: `the other one`, `l'autre`. */
const OTHER_ONE =
  /^(?:the other(?: one| option| slot)?|the remaining one|der andere|die andere|den anderen|l' autre|el otro|la otra)$/;

/** Days other than those that were refused: `the other days`. */
const OTHER_DAY = /^any other | (?:days?|tage?n?|jours?|dias?)$/;

/** `the other four slots`, `the other four all work`. */
export function readOthers(tokens: readonly Token[], place: number): Read<Mention> {
  const { text } = tokens[place] as Token;
  // `not all the others`
  if (/^(?:all|alle|tous|toutes|todos|todas|everything)\b/.test(text) && hasSense(tokens[place - 1], 'not'))
    return { found: { kind: 'wrong', rule: 'no_form' }, next: place + 1 };
  const said = text.split(' ').flatMap((word) => COUNTS[word] ?? []);
  const at = place + (hasSense(tokens[place + 1], 'option') ? 2 : 1);
  const isWhole =
    hasSense(tokens[at], 'all', 'both') && hasSense(tokens[at + 1], 'suit', 'be', 'good', 'ok', 'free');
  const [count = OTHER_ONE.test(text) ? 1 : isWhole && hasSense(tokens[at], 'both') ? 2 : undefined] = said;
  const next = isWhole ? at + 1 : at;
  const found: Mention = { kind: 'others', ...(count !== undefined && { count }) };
  return { found: OTHER_DAY.test(text) ? { kind: 'others', is_day: true } : found, next };
}

/**
 * Where a time begins: `Tuesday`, `the 17th`, `the one on Tuesday`, `la del martes`, `celui de vendredi`, `der Termin am
 * Dienstag`.
 */
function startOfWhen(tokens: readonly Token[], place: number): number {
  let at = place;
  if (hasSense(tokens[at], 'the')) at++;
  const isNoun = hasSense(tokens[at], 'one', 'option') || isThatOption(tokens[at]);
  const after = isNoun ? at + 1 : at;
  const isJoined = hasSense(tokens[after], 'of', 'from', 'the', 'on', 'at', 'am', 'for', 'in');
  if (!isNoun && !(at > place && isJoined)) return at;
  if (isNoun && !isJoined && !hasSense(tokens[after], 'weekday', 'date', 'month', 'part')) return place;
  let start = after;
  while (hasSense(tokens[start], 'of', 'from', 'the', 'for')) start++;
  return start;
}

/** `the slot`, `den Termin`, as a single token. */
const isThatOption = (token: Token | undefined) =>
  hasSense(token, 'that') &&
  /(?:slot|option|time|date|termin|vorschlag|appointment|creneau|proposition|horaire|propuesta|horario|fecha|opcion|cita)$/.test(
    token.text,
  );

/** `le 2` is a day of the month, and `la 2` an option. */
const isDayArticle = (article: Token | undefined, number: number, { count }: Scene) =>
  number > count || article?.text === 'le' || article?.text === 'el';

/** `the 17`, `le 17`: fewer are offered, so it is a day. */
function readDayOfMonth(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  const [article, token] = tokens.slice(place);
  if (!hasSense(article, 'the') || !hasSense(token, 'digits', 'nth') || token.number > 31) return null;
  const days = daysOfMonth(token.number, scene.today);
  if (days.length === 0 || !isDayArticle(article, token.number, scene)) return null;
  const hour = readWhen(tokens, place + 2, scene.today);
  const isHour = hour && (hour.found.starts ?? hour.found.parts ?? hour.found.range);
  const when: When = { dates: days, is_nth: true, ...(isHour && hour.found) };
  return {
    found: { kind: 'when', when, is_any: false, is_one: false },
    next: isHour ? hour.next : place + 2,
  };
}

/** `the afternoon` is one that was offered; `in the afternoon` is any. */
const isPartOnly = ({ parts, weekdays, dates, span }: When) =>
  parts !== undefined && !weekdays && !dates && !span;

function readThat(tokens: readonly Token[], place: number): Read<Mention> | null {
  const token = tokens[place];
  if (hasSense(token, 'that')) {
    // `these times`, `diese Termine`.
    const isPlural = PLURALS.has(tokens[place + 1]?.text ?? '');
    const next = place + (hasSense(tokens[place + 1], 'option', 'one') ? 2 : 1);
    return { found: isPlural ? { kind: 'every', quantity: 'these', except: [] } : { kind: 'that' }, next };
  }
  if (hasSense(token, 'option')) {
    const isPlural = PLURALS.has(token.text);
    return {
      found: isPlural ? { kind: 'every', quantity: 'these', except: [] } : { kind: 'that' },
      next: place + 1,
    };
  }
  return null;
}

/** Numbers, ordinals, `the last one`. */
export function readPlace(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  let at = place;
  // `die Nummer 2`, `the slot 3`
  if (
    hasSense(tokens[at], 'the') &&
    hasSense(tokens[at + 1], 'option') &&
    hasSense(tokens[at + 2], 'digits', 'number')
  )
    at++;
  const isNamed =
    hasSense(tokens[at], 'option') ||
    (isThatOption(tokens[at]) && hasSense(tokens[at + 1], 'digits', 'number', 'option'));
  if (isNamed) at++;
  if (hasSense(tokens[at], 'option')) at++;
  const isDefinite = hasSense(tokens[at], 'the');
  if (isDefinite) at++;
  const token = tokens[at];
  const turned = isDefinite || isNamed ? severalTurned(tokens, at, scene) : null;
  if (turned) return turned;
  // `the 17`, `le 17`
  const isDay =
    hasSense(token, 'digits', 'nth') &&
    isDefinite &&
    !isNamed &&
    isDayArticle(tokens[at - 1], token.number, scene);
  if (isDay && token.number <= 31) return null;
  if (hasSense(token, 'digits', 'number')) return numbered(tokens, at, token.number, isNamed, scene);
  if (hasSense(token, 'one') && token.text === 'one' && (isNamed || isListed(tokens, at))) {
    return numbered(tokens, at, 1, isNamed, scene);
  }
  if (hasSense(token, 'ordinal', 'nth')) return nth(tokens, at, token.number, scene);
  const several = tokens[at + 1];
  if (hasSense(token, 'last') && hasSense(several, 'digits', 'number', 'both')) {
    const number = hasSense(several, 'both') ? 2 : several.number;
    return severalFrom(scene.count - number, number, at + 2, tokens, scene);
  }
  const end = at + 1 + (hasSense(tokens[at + 1], 'one', 'option') ? 1 : 0);
  const isCompared = hasSense(token, 'earlier', 'later', 'earliest', 'latest');
  const isSaid = isDefinite || isNamed || (end > at + 1 && !isCompared);
  const found = isSaid ? placeOf(token, scene) : null;
  return found && { found, next: skipTotal(tokens, end, scene) };
}

/** `les deux premiers`, `las dos últimas`. */
function severalTurned(tokens: readonly Token[], at: number, scene: Scene): Read<Mention> | null {
  const [count, which] = tokens.slice(at);
  if (!hasSense(count, 'digits', 'number')) return null;
  if (hasSense(which, 'ordinal') && which.number === 1)
    return severalFrom(0, count.number, at + 2, tokens, scene);
  return hasSense(which, 'last')
    ? severalFrom(scene.count - count.number, count.number, at + 2, tokens, scene)
    : null;
}

/** Nobody meets earlier. */
const EARLIEST_HOUR = 7;

function numbered(
  tokens: readonly Token[],
  at: number,
  number: number,
  isNamed: boolean,
  scene: Scene,
): Read<Mention> {
  const { count } = scene;
  const next = at + 1 + (hasSense(tokens[at + 1], 'option') && !isNamed ? 1 : 0);
  const after = tokens[at + 1];
  const isOther = isCount(tokens, at, scene) || isRank(isMark(after, ',') ? tokens[at + 2] : after);
  if (!isNamed && isOther) return { found: { kind: 'wrong', rule: 'ambiguous_number' }, next: at + 1 };
  const isRange = isMark(tokens[at + 1], '-') && hasSense(tokens[at + 2], 'digits');
  // `1 through 3`, `1 before 3`
  const isBound =
    hasSense(after, 'until', 'to', 'before', 'after') && hasSense(tokens[at + 2], 'digits', 'number');
  if (isRange || isBound) return { found: { kind: 'wrong', rule: 'ambiguous_number' }, next };
  // `11 works`: fewer are offered, so it is a time.
  const hour = !isNamed && number > count && number >= EARLIEST_HOUR ? readHour(tokens, at, true) : null;
  if (hour) {
    const when = { starts: hour.found.minutes };
    return { found: { kind: 'when', when, is_any: false, is_one: false }, next: hour.next };
  }
  if (number < 1 || number > count) return { found: { kind: 'wrong', rule: 'number_not_offered' }, next };
  return { found: { kind: 'places', places: [number - 1], is_bare: !isNamed }, next };
}

/** `First choice`, `2. Wahl`: not a place in the list. */
const isRank = (token: Token | undefined) =>
  /^(?:wahl|choix|choice|eleccion|preference|praeferenz)$/.test(token?.text ?? '');

/** `the second one`, `the first two`; `the 17th` is a day. */
function nth(tokens: readonly Token[], at: number, number: number, scene: Scene): Read<Mention> {
  const after = tokens[at + 1];
  const several = hasSense(after, 'digits', 'number') ? after.number : hasSense(after, 'both') ? 2 : null;
  if (several !== null && number === 1) return severalFrom(0, several, at + 2, tokens, scene);
  // `the third proposed time`
  const noun = at + (hasSense(after, 'offered') ? 2 : 1);
  const isNoun = hasSense(tokens[noun], 'one', 'option');
  const next = isNoun ? noun + 1 : at + 1;
  // `first choice: Monday`
  if (isRank(after)) return { found: { kind: 'wrong', rule: 'ambiguous_number' }, next };
  // `the third Thursday`, `the second week`
  if (hasSense(after, 'weekday', 'month', 'week', 'part', 'minutes') && !isNoun)
    return { found: { kind: 'wrong', rule: 'ambiguous_number' }, next };
  const isPlace = number <= scene.count;
  const dates = hasSense(tokens[at], 'nth') && !isNoun ? daysOfMonth(number, scene.today) : [];
  const when: When = { dates, is_nth: true };
  if (isPlace && dates.length > 0) {
    return { found: { kind: 'either', places: [number - 1], when }, next };
  }
  if (isPlace) return { found: { kind: 'places', places: [number - 1], is_bare: false }, next };
  if (dates.length > 0) return { found: { kind: 'when', when, is_any: false, is_one: false }, next };
  return { found: { kind: 'wrong', rule: 'number_not_offered' }, next };
}

export function severalFrom(
  from: number,
  several: number,
  next: number,
  tokens: readonly Token[],
  { count }: Scene,
): Read<Mention> {
  const end = next + (hasSense(tokens[next], 'option', 'one') ? 1 : 0);
  if (several > count || several < 1)
    return { found: { kind: 'wrong', rule: 'number_not_offered' }, next: end };
  const places = Array.from({ length: several }, (_, step) => from + step);
  return { found: { kind: 'places', places, is_bare: false }, next: end };
}

/** `the last of the three`: skips the number of options. */
function skipTotal(tokens: readonly Token[], place: number, { count }: Scene): number {
  if (!hasSense(tokens[place], 'of')) return place;
  const at = hasSense(tokens[place + 1], 'the') ? place + 2 : place + 1;
  const number = tokens[at];
  const total = hasSense(number, 'both') ? 2 : hasSense(number, 'digits', 'number') ? number.number : null;
  if (total !== count) return place;
  return at + 1 + (hasSense(tokens[at + 1], 'option', 'one') ? 1 : 0);
}

function placeOf(token: Token | undefined, { count, byTime }: Scene): Mention | null {
  const place = (found: number | undefined): Mention | null =>
    found === undefined ? null : { kind: 'places', places: [found], is_bare: false };
  if (hasSense(token, 'last')) return place(count - 1);
  if (hasSense(token, 'penultimate')) return place(count > 1 ? count - 2 : undefined);
  if (hasSense(token, 'earliest')) return place(byTime[0]);
  if (hasSense(token, 'latest')) return place(byTime.at(-1));
  const wrong: Mention = { kind: 'wrong', rule: 'count_differs' };
  if (hasSense(token, 'earlier')) return count === 2 ? place(byTime[0]) : wrong;
  if (hasSense(token, 'later')) return count === 2 ? place(byTime[1]) : wrong;
  if (hasSense(token, 'middle')) return count === 3 ? place(1) : wrong;
  return null;
}
