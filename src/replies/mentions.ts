// What a reply names: options by number or place in the list, by time, all of them, none of them.
import { daysOfMonth } from './days.ts';
import { readHour } from './hours.ts';
import { readWhen } from './read-when.ts';
import { hasSense, isMark, type Read } from './reading.ts';
import type { Token } from './tokens.ts';
import type { When } from './when.ts';

export type Mention =
  /** Places in the list. `is_bare`: a number without `option` before it, which could be an hour beside a day. */
  | { kind: 'places'; places: number[]; is_bare: boolean }
  /** `is_any`: whatever is offered then. `is_one`: the only option then, `the afternoon slot`. `count`: as many as are offered then. */
  | { kind: 'when'; when: When; is_any: boolean; is_one: boolean; count?: number }
  /** `places` would be meant, or the day. */
  | { kind: 'either'; places: number[]; when: When }
  /** `any` and `these` are none with a `not`; with `all` nobody can say. `these` says nothing without a verb. */
  | { kind: 'every'; quantity: 'any' | 'all' | 'these' | 'none'; except: Mention[]; is_counted?: boolean }
  | { kind: 'others' }
  /** `both slots`, of more that are offered: those that were named before. */
  | { kind: 'pair' }
  /** The only option, or what was named before. */
  | { kind: 'that' }
  /** It names what does not exist. */
  | { kind: 'wrong'; rule: string };

export interface Scene {
  /** How many options there are. */
  count: number;
  today: number;
  /** Places in order of time. */
  byTime: number[];
}

export function readMention(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  return (
    readEvery(tokens, place, scene) ??
    readOne(tokens, place, scene) ??
    (hasSense(tokens[place], 'on', 'at', 'in', 'am') ? readAfterPreposition(tokens, place + 1, scene) : null)
  );
}

/** `at any of these`, `am zweiten Termin`; a number by itself is no option there: `on 2`. */
function readAfterPreposition(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  const read = readEvery(tokens, place, scene) ?? readOne(tokens, place, scene);
  if (read?.found.kind !== 'places') return read;
  const isNamed = tokens.slice(place, read.next).some((token) => hasSense(token, 'option', 'one'));
  return isNamed ? read : null;
}

function readOne(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  const token = tokens[place];
  if (hasSense(token, 'others')) return { found: { kind: 'others' }, next: place + 1 };
  const start = startOfWhen(tokens, place);
  const when = readWhen(tokens, start, scene.today);
  // `Option 2 on Tuesday` is read from its number on.
  const isNoun = start > place && !hasSense(token, 'the') && !hasSense(tokens[start - 1], 'the', 'of');
  if (when && !(isNoun && hasSense(tokens[start], 'digits', 'number'))) {
    const noun = tokens[when.next];
    const hasNoun = hasSense(noun, 'one', 'option');
    const is_one = hasNoun
      ? !PLURALS.has(noun.text) && noun.text !== 'ones'
      : (hasSense(token, 'the') && isPartOnly(when.found)) || start > place + 1;
    return {
      found: { kind: 'when', when: when.found, is_any: false, is_one },
      next: when.next + (hasNoun ? 1 : 0),
    };
  }
  return readPlace(tokens, place, scene) ?? readDayOfMonth(tokens, place, scene) ?? readThat(tokens, place);
}

/** Where a time begins: `Tuesday`, `the 17th`, `the one on Tuesday`, `la del martes`, `celui de vendredi`, `der Termin am Dienstag`. */
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

/** `the slot`, `den Termin`: one word of two. */
const isThatOption = (token: Token | undefined) =>
  hasSense(token, 'that') &&
  /(?:slot|option|time|date|termin|vorschlag|appointment|creneau|proposition|horaire|propuesta|horario|fecha|opcion|cita)$/.test(
    token.text,
  );

/** `le 2` is a day of the month, and `la 2` an option. */
const isDayArticle = (article: Token | undefined, number: number, { count }: Scene) =>
  number > count || article?.text === 'le' || article?.text === 'el';

/** `the 17`, `le 17`: more than are offered, so it is a day. */
function readDayOfMonth(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  const [article, token] = tokens.slice(place);
  if (!hasSense(article, 'the') || !hasSense(token, 'digits', 'nth') || token.number > 31) return null;
  const days = daysOfMonth(token.number, scene.today);
  if (days.length === 0 || !isDayArticle(article, token.number, scene)) return null;
  const hour = readWhen(tokens, place + 2, scene.today);
  const isHour = hour && (hour.found.starts ?? hour.found.parts ?? hour.found.window);
  const when: When = { dates: days, is_nth: true, ...(isHour && hour.found) };
  return {
    found: { kind: 'when', when, is_any: false, is_one: false },
    next: isHour ? hour.next : place + 2,
  };
}

/** `the afternoon` is one that was offered; `in the afternoon` is any. */
const isPartOnly = ({ parts, weekdays, dates, span }: When) =>
  parts !== undefined && !weekdays && !dates && !span;

const PLURALS = new Set([
  ...[
    'options',
    'slots',
    'times',
    'dates',
    'timeslots',
    'appointments',
    'termine',
    'optionen',
    'vorschlaege',
    'terminvorschlaege',
  ],
  ...['zeiten', 'terminen', 'varianten', 'moeglichkeiten', 'suggestions', 'proposals', 'time slots'],
  ...['creneaux', 'horaires', 'propositions', 'plages', 'opciones', 'horarios', 'fechas', 'propuestas'],
  ...['citas', 'turnos', 'alternativas', 'franjas'],
]);

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

/** `all of these`, `none`, `both`, `any but the second`. */
function readEvery(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  const token = tokens[place];
  const counted = readCounted(tokens, place, scene);
  if (counted) return counted;
  if (!hasSense(token, 'any', 'all', 'none', 'both', 'neither', 'either', 'these')) return null;
  let at = place + 1;
  if (hasSense(tokens[at], 'of')) at++;
  // `any of the others`
  if (at > place + 1 && hasSense(tokens[at], 'others')) return { found: { kind: 'others' }, next: at + 1 };
  while (hasSense(tokens[at], 'the', 'these') || (at > place + 1 && hasSense(tokens[at], 'that'))) at++;
  const number = tokens[at];
  const isCounted =
    hasSense(number, 'digits', 'number') && !isMark(tokens[at - 1]) && hasSense(token, 'any', 'all', 'none');
  if (isCounted || (hasSense(tokens[at], 'both') && token.sense !== 'both')) at++;
  while (hasSense(tokens[at], 'option', 'one', 'these') || isOffered(tokens[at])) at++;
  const wrong = { found: { kind: 'wrong', rule: 'count_differs' } as const, next: at };
  const several = hasSense(token, 'none', 'neither', 'these') ? null : readSeveral(tokens, at, scene);
  if (several) return several;
  const which = tokens[at];
  const many = COUNTED.exec(token.text)?.[1];
  // `cualquiera de las dos primeras`
  if (many && (hasSense(which, 'last') || (hasSense(which, 'ordinal') && which.number === 1))) {
    const number = NUMBERS[many] as number;
    return severalFrom(hasSense(which, 'last') ? scene.count - number : 0, number, at + 1, tokens, scene);
  }
  // `las dos primeras`, `les deux derniers`
  const isTwo = hasSense(token, 'both') && token.text.includes(' ') && at === place + 1;
  if (isTwo && (hasSense(which, 'last') || (hasSense(which, 'ordinal') && which.number === 1))) {
    const from = hasSense(which, 'last') ? scene.count - 2 : 0;
    return severalFrom(from, 2, at + 1, tokens, scene);
  }
  // `any time on Tuesday` is Tuesday, `both afternoon slots` are two.
  if (hasSense(token, 'any', 'all', 'either', 'both')) {
    const when = readWhen(tokens, skipOf(tokens, at), scene.today);
    if (when) {
      const count = isCounted ? number.number : hasSense(token, 'both', 'either') ? 2 : undefined;
      const next = when.next + (hasSense(tokens[when.next], 'option', 'one') ? 1 : 0);
      const isPlain = hasSense(token, 'both', 'either') && !isSlots(tokens, place, next);
      if (!isPlain) {
        const found = { kind: 'when', when: when.found, is_any: true, is_one: false } as const;
        return { found: count === undefined ? found : { ...found, count }, next };
      }
      return null;
    }
  }
  const count = isCounted ? number.number : hasSense(token, 'both', 'neither', 'either') ? 2 : scene.count;
  const isPair =
    hasSense(token, 'either', 'both') &&
    !isCounted &&
    (isSlots(tokens, place + 1, at) || token.text.includes('option') || /^(?:les|los|las) /.test(token.text));
  if (count !== scene.count && isPair) return { found: { kind: 'pair' }, next: at };
  if (count !== scene.count) return hasSense(token, 'neither', 'either', 'both') && !isCounted ? null : wrong;
  if (hasSense(token, 'either') && readOne(tokens, at, scene)) return null;
  const quantity = hasSense(token, 'none', 'neither')
    ? 'none'
    : hasSense(token, 'any', 'these')
      ? (token.sense as 'any' | 'these')
      : hasSense(token, 'either')
        ? 'any'
        : 'all';
  const except = readExcept(tokens, at, scene);
  return {
    found: {
      kind: 'every',
      quantity,
      except: except.found,
      ...((isCounted || hasSense(token, 'both')) && { is_counted: true }),
    },
    next: except.next,
  };
}

const NUMBERS: Record<string, number> = { dos: 2, tres: 3, cinco: 5, deux: 2, trois: 3, cinq: 5 };
const COUNTED = / (dos|tres|cinco|deux|trois|cinq)$/;

/** `les trois`, `los cinco horarios`: the article says that there are several. */
function readCounted(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  const [article, number, noun] = tokens.slice(place);
  if (!hasSense(article, 'the') || !hasSense(number, 'digits', 'number', 'both')) return null;
  if (hasSense(noun, 'ordinal', 'last', 'clock', 'and_half', 'time')) return null;
  const count = hasSense(number, 'both') ? 2 : number.number;
  // `die beiden Vormittagstermine`, `les deux créneaux du matin`
  const start = place + 2 + (hasSense(noun, 'option', 'one') ? 1 : 0);
  const when = readWhen(tokens, skipOf(tokens, start), scene.today);
  if (when) {
    const next = when.next + (hasSense(tokens[when.next], 'option', 'one') ? 1 : 0);
    if (!isSlots(tokens, place, next)) return null;
    return { found: { kind: 'when', when: when.found, is_any: true, is_one: false, count }, next };
  }
  const isPlural = PLURAL_ARTICLES.has(article.text) || (start > place + 2 && PLURALS.has(noun?.text ?? ''));
  if (!isPlural || count !== scene.count) return null;
  return { found: { kind: 'every', quantity: 'all', except: [], is_counted: true }, next: start };
}

const PLURAL_ARTICLES = new Set(['les', 'los', 'las']);

/** `both afternoon slots`; `both Tuesday and Friday` names two. */
const isSlots = (tokens: readonly Token[], from: number, to: number) =>
  tokens.slice(from, to).some((token) => hasSense(token, 'option', 'one'));

const skipOf = (tokens: readonly Token[], place: number) =>
  hasSense(tokens[place], 'of') ? place + 1 : place;

/** `either of the first two`. */
function readSeveral(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  const [first, second] = tokens.slice(place);
  const isSeveral = hasSense(first, 'ordinal', 'last') && hasSense(second, 'digits', 'number', 'both');
  return isSeveral ? readPlace(tokens, place, scene) : null;
}

const isOffered = (token: Token | undefined) =>
  token !== undefined &&
  /^(?:you |offered|proposed|suggested|listed|vorgeschlagen|angeboten|genannt|propose|propuest|que )/.test(
    token.text,
  );

/** `except 2 and 3`, `but 2`. */
export function readExcept(tokens: readonly Token[], place: number, scene: Scene): Read<Mention[]> {
  const found: Mention[] = [];
  const isExcept = hasSense(tokens[place], 'except', 'but');
  let at = place + 1;
  let next = place;
  while (isExcept) {
    const read = readOne(tokens, skipArticles(tokens, at), scene);
    if (!read || read.found.kind === 'that') break;
    found.push(read.found);
    next = read.next;
    if (!hasSense(tokens[next], 'and', 'or') && !isMark(tokens[next], ',')) break;
    at = next + 1;
  }
  return { found, next };
}

function skipArticles(tokens: readonly Token[], place: number): number {
  let at = place;
  while (hasSense(tokens[at], 'on', 'am') && !hasSense(tokens[at + 1], 'weekday', 'date')) at++;
  return at;
}

/** Numbers, ordinals, `the last one`. */
function readPlace(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
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
    (isThatOption(tokens[at]) && hasSense(tokens[at + 1], 'digits', 'number'));
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
  const isSaid = isDefinite || isNamed || end > at + 1;
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

/** `one or three`: a number, not a pronoun. */
const isListed = (tokens: readonly Token[], at: number) =>
  (hasSense(tokens[at + 1], 'and', 'or') && hasSense(tokens[at + 2], 'digits', 'number')) ||
  (hasSense(tokens[at - 1], 'and', 'or') && hasSense(tokens[at - 2], 'digits', 'number'));

/** Nobody meets before. */
const EARLIEST_HOUR = 7;

function numbered(
  tokens: readonly Token[],
  at: number,
  number: number,
  isNamed: boolean,
  { count }: Scene,
): Read<Mention> {
  const next = at + 1 + (hasSense(tokens[at + 1], 'option') && !isNamed ? 1 : 0);
  const isRange =
    isMark(tokens[at + 1], '-') && tokens[at + 1]?.isGlued && hasSense(tokens[at + 2], 'digits');
  if (isRange) return { found: { kind: 'wrong', rule: 'ambiguous_number' }, next };
  // `11 works`: more than are offered, so it is a time.
  const hour = !isNamed && number > count && number >= EARLIEST_HOUR ? readHour(tokens, at, true) : null;
  if (hour) {
    const when = { starts: hour.found.minutes };
    return { found: { kind: 'when', when, is_any: false, is_one: false }, next: hour.next };
  }
  if (number < 1 || number > count) return { found: { kind: 'wrong', rule: 'number_not_offered' }, next };
  return { found: { kind: 'places', places: [number - 1], is_bare: !isNamed }, next };
}

/** `the second one`, `the first two`; `the 17th` is a day. */
function nth(tokens: readonly Token[], at: number, number: number, scene: Scene): Read<Mention> {
  const after = tokens[at + 1];
  const several = hasSense(after, 'digits', 'number') ? after.number : hasSense(after, 'both') ? 2 : null;
  if (several !== null && number === 1) return severalFrom(0, several, at + 2, tokens, scene);
  // `the third proposed time`
  const noun = at + (hasSense(after, 'offered') ? 2 : 1);
  const isNoun = hasSense(tokens[noun], 'one', 'option');
  const next = isNoun ? noun + 1 : at + 1;
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

function severalFrom(
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

/** `the last of the three`: all that are offered. */
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
