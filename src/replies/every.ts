// All of the options, none of them, both, or all but some.

import { PLURAL_VERBS, PLURALS } from './counts.ts';
import type { Mention, Scene } from './mention.ts';
import { readOne, readOthers, readPlace, severalFrom } from './one.ts';
import { readWhen } from './read-when.ts';
import { hasSense, isMark, type Read } from './reading.ts';
import type { Token } from './tokens.ts';

const NUMBERS: Record<string, number> = { dos: 2, tres: 3, cinco: 5, deux: 2, trois: 3, cinq: 5 };

const COUNTED = / (dos|tres|cinco|deux|trois|cinq)(?: \S+)?$/;

const PLURAL_ARTICLES = new Set(['les', 'los', 'las']);

/** `both afternoon slots`; `both Tuesday and Friday` names two. */
const isSlots = (tokens: readonly Token[], from: number, to: number) =>
  tokens.slice(from, to).some((token) => hasSense(token, 'option', 'one'));

const skipOf = (tokens: readonly Token[], place: number) =>
  hasSense(tokens[place], 'of') ? place + 1 : place;

const isOffered = (token: Token | undefined) =>
  token !== undefined &&
  /^(?:you |offered|proposed|suggested|listed|vorgeschlagen|angeboten|genannt|propose|propuest|que )/.test(
    token.text,
  );

/** `all of these`, `none`, `both`, `any but the second`. */
export function readEvery(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  const token = tokens[place];
  const counted = readCounted(tokens, place, scene);
  if (counted) return counted;
  if (!hasSense(token, 'any', 'all', 'none', 'both', 'neither', 'either', 'these')) return null;
  let at = place + 1;
  if (hasSense(tokens[at], 'of')) at++;
  // `any of the others`
  if (at > place + 1 && hasSense(tokens[at], 'others')) {
    const others = readOthers(tokens, at);
    // `not all of the others`, `both of the others`
    const isLost = hasSense(token, 'both', 'either', 'these') || hasSense(tokens[place - 1], 'not');
    if (isLost) return { found: { kind: 'wrong', rule: 'no_form' }, next: others.next };
    if (!hasSense(token, 'none', 'neither')) return others;
    const count = hasSense(token, 'neither') ? { count: 2 } : {};
    return { found: { ...others.found, ...count, is_none: true } as Mention, next: others.next };
  }
  while (hasSense(tokens[at], 'the', 'these') || (at > place + 1 && hasSense(tokens[at], 'that'))) at++;
  const number = tokens[at];
  const isCounted =
    hasSense(number, 'digits', 'number') && !isMark(tokens[at - 1]) && hasSense(token, 'any', 'all', 'none');
  if (isCounted || (hasSense(tokens[at], 'both') && token.sense !== 'both')) at++;
  while (hasSense(tokens[at], 'option', 'one', 'these') || isOffered(tokens[at])) at++;
  const wrong = { found: { kind: 'wrong', rule: 'count_differs' } as const, next: at };
  // `alle beide`, of three
  if (hasSense(token, 'all') && hasSense(tokens[at - 1], 'both') && scene.count !== 2) return wrong;
  const several = hasSense(token, 'none', 'neither', 'these') ? null : readSeveral(tokens, at, scene);
  if (several) return several;
  const which = tokens[at];
  const many = COUNTED.exec(token.text)?.[1];
  const isNone = hasSense(token, 'none', 'neither');
  // `jeder zweite`
  if (/^(?:jede|every|each|chaque|cada)/.test(token.text) && hasSense(which, 'ordinal'))
    return { found: { kind: 'wrong', rule: 'no_form' }, next: at + 1 };
  const isRanked = hasSense(which, 'last') || (hasSense(which, 'ordinal') && which.number === 1);
  // `ninguna de las dos primeras`
  if (isNone && isRanked) return { found: { kind: 'wrong', rule: 'no_form' }, next: at + 1 };
  // `tous les trois premiers`
  if (isCounted && isRanked && !isNone)
    return severalFrom(
      hasSense(which, 'last') ? scene.count - number.number : 0,
      number.number,
      at + 1,
      tokens,
      scene,
    );
  // `aucun des deux`, of three
  const isMiscounted =
    (many !== undefined && NUMBERS[many] !== scene.count && !isRanked) ||
    (/^l' une? ou l' autre$/.test(token.text) && scene.count !== 2);
  // `martes o miércoles, cualquiera de los dos`
  const isOfTwo = many !== undefined && NUMBERS[many] === 2 && hasSense(token, 'any', 'either');
  if (isMiscounted && isOfTwo) return { found: { kind: 'pair' }, next: at };
  if (isMiscounted && !hasSense(token, 'both')) return wrong;
  // `cualquiera de las dos primeras`
  if (many && isRanked) {
    const number = NUMBERS[many] as number;
    return severalFrom(hasSense(which, 'last') ? scene.count - number : 0, number, at + 1, tokens, scene);
  }
  // `las dos primeras`, `les deux derniers`
  const isTwo = hasSense(token, 'both') && token.text.includes(' ') && at === place + 1;
  if (isTwo && isRanked) {
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
  // `any time but 2`: two o'clock?
  const isHour = /time$/.test(token.text) && except.found.some((one) => one.kind === 'places' && one.is_bare);
  if (isHour) return { found: { kind: 'wrong', rule: 'ambiguous_number' }, next: except.next };
  return {
    found: {
      kind: 'every',
      quantity,
      except: except.found,
      ...(isCounted && { is_counted: true }),
      ...(at === place + 1 && { is_alone: true }),
    },
    next: except.next,
  };
}

/** `les trois`, `los cinco horarios`: the article says that it is a count. */
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
  // `las tres me va bien`: one time
  const verb = tokens[place + 2 + (hasSense(noun, 'me') ? 1 : 0)];
  if (
    PLURAL_ARTICLES.has(article.text) &&
    /^(?:va|viene|sirve|queda|conviene|cuadra|convient)$/.test(verb?.text ?? '')
  )
    return { found: { kind: 'wrong', rule: 'ambiguous_number' }, next: place + 2 };
  // `les trois`, of five; `les 2 et 3` are two.
  const isList = hasSense(noun, 'and', 'or') || isMark(noun, ',');
  if (PLURAL_ARTICLES.has(article.text) && count !== scene.count && !isList && hasSense(number, 'number'))
    return { found: { kind: 'wrong', rule: 'count_differs' }, next: place + 2 };
  const isVerb = PLURAL_VERBS.has(noun?.text ?? '');
  if (isVerb && count !== scene.count && !hasSense(number, 'both'))
    return { found: { kind: 'wrong', rule: 'count_differs' }, next: place + 2 };
  const isPlural =
    PLURAL_ARTICLES.has(article.text) || isVerb || (start > place + 2 && PLURALS.has(noun?.text ?? ''));
  if (!isPlural || count !== scene.count) return null;
  return { found: { kind: 'every', quantity: 'all', except: [], is_counted: true }, next: start };
}

/** `either of the first two`. */
function readSeveral(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  const [first, second] = tokens.slice(place);
  const isSeveral = hasSense(first, 'ordinal', 'last') && hasSense(second, 'digits', 'number', 'both');
  return isSeveral ? readPlace(tokens, place, scene) : null;
}

/** `except 2 and 3`, `but 2`, `except 1, 2 and 4`. */
export function readExcept(tokens: readonly Token[], place: number, scene: Scene): Read<Mention[]> {
  const found: Mention[] = [];
  const isExcept = hasSense(tokens[place], 'except', 'but');
  let at = place + 1;
  let next = place;
  let isTorn = false;
  while (isExcept) {
    const start = skipArticles(tokens, at);
    const read = readOne(tokens, start, scene);
    if (!read || read.found.kind === 'that') break;
    // `all but two`: how many?
    const isCount = hasSense(tokens[start], 'number') && read.found.kind === 'places';
    found.push(isCount ? { kind: 'wrong', rule: 'ambiguous_number' } : read.found);
    next = read.next;
    const isComma = isMark(tokens[next], ',');
    const isLast = hasSense(tokens[next + Number(isComma)], 'and', 'or');
    if (!isComma && !isLast) break;
    at = next + Number(isComma) + Number(isLast);
    if (isComma && !readOne(tokens, skipArticles(tokens, at), scene)) break;
    isTorn = isComma && !isLast;
  }
  // `all but 1, 2`: is 2 left out, too, or chosen?
  if (isTorn) found.push({ kind: 'wrong', rule: 'contradiction' });
  return { found, next };
}

function skipArticles(tokens: readonly Token[], place: number): number {
  let at = place;
  while (hasSense(tokens[at], 'on', 'am') && !hasSense(tokens[at + 1], 'weekday', 'date')) at++;
  return at;
}
