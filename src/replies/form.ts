// Finds the form of a clause.
import { type Draft, type Grammar, hasTimesApart, isRef, type Part, SILENT } from './draft.ts';
import type { Forms } from './forms.ts';
import { isIdiom } from './idioms.ts';
import { isNearMeaning } from './lexicon.ts';
import { merged } from './when.ts';

export interface Form {
  key: string;
  kind: keyof Forms | 'seeking';
  negations: number;
}

const THANKS_FOR =
  /^(?:thank|vielen dank|danke|besten dank|merci|je vous remercie|gracias|muchas gracias|le agradezco).* (?:for|fuer|fuers|pour|de|d'|por)\b/;

export function formOf({ parts }: Draft, { forms, lexicon }: Grammar): Form | null {
  if (isIdiom(parts, lexicon.language)) return null;
  const first = parts[0];
  const isLed = first !== undefined && SILENT.has(first.sense);
  const essential = withoutFriendlyEnd(parts).filter(
    ({ sense }, place) => !SILENT.has(sense) && !(sense === 'offered' && place > 0),
  );
  let negations = 0;
  const senses: string[] = [];
  const hasNone = parts.some(({ mention }) => mention?.kind === 'every' && mention.quantity === 'none');
  const isHalf = parts.some(({ sense }) => sense === 'ne');
  for (const [place, part] of essential.entries()) {
    const { sense } = part;
    if (sense === 'not') negations++;
    else if (sense === 'cannot') {
      negations++;
      senses.push('can');
    } else if (sense === 'ne') continue;
    else if (sense === 'pronoun') senses.push('i');
    else if (sense === 'i_am') senses.push('i', 'be');
    else if (sense === 'would') senses.push('will');
    else if (sense === 'prefer') senses.push(preferredAs(essential, place));
    else if (sense === 'one') continue;
    else if (sense === 'either' || sense === 'both') continue;
    else if (isRef(part) && isSameRef(essential, place)) continue;
    else senses.push(sense);
  }
  // A French `ne` alone isn't a `not`: `je ne peux que mardi`.
  // `Thanks for the offer 1`
  const isThanked =
    isLed &&
    essential.every(isRef) &&
    (THANKS_FOR.test(first.text) ||
      (first.sense === 'thanks' && /^(?:pour|por|for|fuer)\b/.test(parts[1]?.text ?? '')));
  // `Danke di`: a slip of `dir`, or Tuesday?
  const isSlip = first?.sense === 'thanks' && parts.length === 2 && parts[1]?.text.length === 2;
  if (isThanked || (isSlip && essential.every(isRef))) return null;
  if (isHalf && negations === 0 && !hasNone && !parts.some(({ text }) => text === 'que')) return null;
  if (hasNone && negations > 0 && lexicon.vocabulary.doublesNegation) negations = 0;
  // `Je ne suis pas libre que mardi`
  if (isHalf && negations > 0 && parts.some(({ text }) => text === 'que')) return null;
  if (senses.at(-1) === 'on') senses.splice(-1, 1, 'particle');
  // `Freitag passt, nehmen wir den.`
  if (senses.at(-1) === 'the' && lexicon.language === 'de') senses.splice(-1, 1, 'that');
  for (const some of [senses, ...shorter(senses)]) {
    if (some[0] === 'seek' && isSeeking(some) && !isAboutSending(essential))
      return { key: 'seek', kind: 'seeking', negations };
    const key = some.join(' ');
    const keys = [key, ...(isLed ? [`^ ${key}`, `me ${key}`] : [])];
    for (const kind of ['accepting', 'refusing', 'doing', 'back'] as const) {
      const found = keys.find((one) => forms[kind].has(one));
      if (found === undefined || isHypothetical(kind, some, essential) || isLeaving(found, essential))
        continue;
      return { key: found, kind, negations };
    }
  }
  return null;
}

/** `I would be away`: under what condition? `Tuesday would be bad` is a no. */
const isHypothetical = (kind: keyof Forms, senses: string[], parts: Part[]) =>
  kind !== 'accepting' && senses.includes('i') && parts.some(({ sense }) => sense === 'would');

/** `I'm out` may mean of the whole thing; `I'm away` is about a time. */
const LEAVING = /^(?:out|off|raus|weg|fuera|mort|unable|taken|bad)$/;
const isLeaving = (key: string, parts: Part[]) =>
  /^(?:i be|be i) refuse$/.test(key) && parts.some(({ text }) => LEAVING.test(text));

/** `ok`, `great` and `yes` before or after an answer add nothing to it, and so does `schon`. */
function shorter(senses: string[]): string[][] {
  const found: string[][] = [];
  const [first, second] = senses;
  const isJoined = second === 'for' || second === 'to';
  // `Good Friday` and `happy Monday` are greetings.
  const isBeforeClause = senses.length > 2 || first !== 'good';
  if (
    ['yes', 'ok', 'good', 'praise'].includes(first ?? '') &&
    senses.length > 1 &&
    !isJoined &&
    isBeforeClause
  )
    found.push(senses.slice(1));
  if (senses.at(-1) === 'yes' && senses.length > 1) found.push(senses.slice(0, -1));
  // `Does Friday work` without a question mark.
  if (senses.indexOf('do') > 0) found.push(senses.filter((sense) => sense !== 'do'));
  return found;
}

/** `Tuesday works, see you then`. */
function withoutFriendlyEnd(parts: Part[]): Part[] {
  let end = parts.length;
  while (end > 0 && ['farewell', 'thanks', 'closing'].includes(parts[end - 1]?.sense ?? '')) end--;
  return parts.slice(0, end);
}

/** `I prefer 2` is like `I take 2`; `Friday is better` is like `is good`. */
const preferredAs = (parts: Part[], place: number) =>
  parts[place - 1]?.sense === 'be' || parts[place - 1]?.sense === 'suit'
    ? 'good'
    : parts.slice(place + 1).some(isRef)
      ? 'prefer'
      : 'good';

/** `2, on Tuesday`, `Tuesday works at 2`: a second name for the same. */
function isSameRef(parts: Part[], place: number): boolean {
  const mention = parts[place]?.mention;
  const before = parts.slice(0, place).filter(isRef);
  const [first] = before;
  if (before.length !== 1 || !mention || !first?.mention) return false;
  if (parts[place - 1] === first) return true;
  // `Next week all of them work.`
  if (mention.kind === 'every') {
    const isTaken = parts.some(({ sense }) => sense === 'take');
    return first.mention.kind !== 'every' && mention.quantity !== 'none' && !isTaken;
  }
  if (first.mention.kind === 'every') return false;
  if (mention.kind !== 'when') return first.mention.kind === 'when' && mention.kind !== 'others';
  return first.mention.kind !== 'when' || merged(first.mention.when, mention.when) !== null;
}

/** `I'm travelling to Boston on Tuesday`, `beim Zahnarzt in Wien`: where or with whom doesn't change a no. */
export function tailed(draft: Draft, grammar: Grammar): Form | null {
  const { parts } = draft;
  const from = parts.findIndex(({ sense }) => sense === 'refuse' || sense === 'doing');
  if (from < 0 || !parts.some(isRef)) return null;
  // `away from Monday`, said on a Monday: from which?
  if (parts.some(({ sense }, place) => sense === 'from' && parts[place + 1]?.mention)) return null;
  if (hasTimesApart(parts)) return null;
  const kept = parts.filter((part, place) => place <= from || !TAIL.has(part.sense));
  const dropped = parts.length - kept.length;
  const isSafe = parts.every(
    ({ sense, text }) => sense !== 'unknown' || !isNearMeaning(grammar.lexicon, text),
  );
  const form = dropped > 0 && isSafe ? formOf({ ...draft, parts: kept }, grammar) : null;
  // `I booked the flights on Tuesday` is about the flights.
  const isState = form !== null && (/\b(?:be|doing)\b/.test(form.key) || parts[from]?.text.endsWith(' with'));
  return isState && form.kind !== 'accepting' ? form : null;
}

/** Senses allowed in words about where, with whom and what for. */
const TAIL = new Set([
  'unknown',
  'in',
  'at',
  'to',
  'of',
  'the',
  'for',
  'my',
  'from',
  'on',
  'adverb',
  'doing',
]);

const MAX_UNKNOWN_SOUGHT = 3;
/** Senses allowed in a clause that asks for other times. */
const SEEKING = new Set(['seek', 'other', 'ref', 'on_ref', 'that', 'for', 'free', 'availability']);

const NEEDING = /\b(?:brauche|braeuchte|need|necesito|necesitaria|faudrait|besoin)\b/;
const SENDING = /\b(?:schick\w*|send\w*|nenn\w*|bitte um|mand\w*|envi\w*|envoy\w*|pas[ao]s?)\b/;

/** `Send me other times by Friday`, `I need Friday off`: not a time to meet. */
function isAboutSending(parts: Part[]): boolean {
  const [first] = parts;
  const other = parts.findIndex(({ sense }) => sense === 'other');
  const ref = parts.findIndex(({ mention }) => mention?.kind === 'when');
  const mention = parts[ref]?.mention;
  const isDeadline = mention?.kind === 'when' && mention.when.span?.from === null;
  if (first === undefined || ref < 0) return false;
  if (NEEDING.test(first.text)) return other < 0 || isDeadline;
  return SENDING.test(first.text) && (ref < other || other < 0 || isDeadline);
}

/** `Could you send me a few others`. */
function isSeeking(senses: string[]): boolean {
  const unknown = senses.filter((sense) => !SEEKING.has(sense));
  const isOther = senses.includes('other') || senses.includes('ref');
  return (
    unknown.length === 0 ||
    (isOther &&
      unknown.length <= MAX_UNKNOWN_SOUGHT &&
      unknown.every((sense) => ['unknown', 'at', 'of', 'to'].includes(sense)))
  );
}
