// How many, not which: `two of the times work`, `I can do two`, `the two of us`.
import type { Scene } from './mention.ts';
import { hasSense, isMark } from './reading.ts';
import type { Token } from './tokens.ts';

export const PLURALS = new Set([
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

export const PLURAL_VERBS = new Set(['work', 'suit', 'fit', 'are', 'passen', 'gehen', 'sind', 'klappen']);

/** `one or three`, `1, 2`: a number among others. */
export const isListed = (tokens: readonly Token[], at: number) =>
  (isJoint(tokens[at + 1]) && hasSense(tokens[at + 2], 'digits', 'number')) ||
  (isJoint(tokens[at - 1]) && hasSense(tokens[at - 2], 'digits', 'number'));

const isJoint = (token: Token | undefined) => hasSense(token, 'and', 'or') || isMark(token, ',');

const ONLY = /^(?:only|just|nur|lediglich)$/;

/** Whether the number at `at` says how many, judging by the words next to it. */
export function isCount(tokens: readonly Token[], at: number, { countsByWord }: Scene): boolean {
  const [number, before, after, next] = [tokens[at], tokens[at - 1], tokens[at + 1], tokens[at + 2]];
  const isAlone = !isListed(tokens, at) && !hasSense(before, 'and', 'or');
  const isWord = hasSense(number, 'number') && !hasSense(before, 'the', 'at') && isAlone;
  // `Es gehen nur zwei`
  const verb = hasSense(before, 'adverb') ? tokens[at - 2] : before;
  const isPlural = PLURAL_VERBS.has(after?.text ?? '') || PLURAL_VERBS.has(verb?.text ?? '');
  const isOf =
    hasSense(after, 'offered') ||
    (hasSense(after, 'of') && !hasSense(next, 'weekday', 'month', 'part')) ||
    (hasSense(after, 'from') && hasSense(next, 'digits', 'number')) ||
    /^(?:von|of|de) /.test(after?.text ?? '');
  const isNoun = PLURALS.has(after?.text ?? '') && hasSense(number, 'digits', 'number') && number.number > 1;
  const isOfUs = hasSense(before, 'me') && /(?:uns|us|nous|nosotros|nosotras|nos)$/.test(before.text);
  // `la una`, `las 3`: by the clock?
  const isClock = isAlone && (before?.text === 'las' || number?.text === 'una');
  return (
    isOf ||
    isNoun ||
    isOfUs ||
    isClock ||
    hasSense(before, 'yours') ||
    after?.text === 'mal' ||
    (isAlone && isPlural) ||
    (isWord &&
      (countsByWord ||
        ONLY.test(before?.text ?? '') ||
        hasSense(verb, 'take', 'can', 'suit', 'for', 'cannot')))
  );
}
