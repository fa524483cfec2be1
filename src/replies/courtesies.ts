// What people say besides: thanks, regret, praise, good wishes, until when.
import type { Reading } from './clause.ts';
import { type Draft, isRef, type Part, SILENT } from './draft.ts';
import type { Mention } from './mention.ts';
import { hasDay } from './when.ts';

/** `Whatever suits you` takes all of them; `you choose` may be about something else. */
const LEAVES_ALL =
  /^(?:egal$|whatever |whichever |was (?:ihnen|dir) |wie es |ce qui |celui qui |lo que |el que |la que )/;
/** Praise that is an answer. */
const APPROVING = /^(?:sounds? |looks? |klingt |hoert sich |sieht |suena |me parece )/;
/** `see you then`: when? */
const MEETS_THEN = /\b(?:then|there|dann|dahin|entonces|ahi|wait)\b/;

/** What is said besides: thanks, regret, praise. */
export function noteWords(parts: Part[], reading: Reading) {
  // `Option 1 doesn't either`
  if (parts.some(({ sense }, place) => sense === 'both' || (sense === 'either' && place < parts.length - 1)))
    reading.saysTwo = true;
  for (const { sense, text } of parts) {
    if (sense === 'yours' && LEAVES_ALL.test(text)) reading.yields = true;
    if (['thanks', 'farewell', 'closing'].includes(sense) || THANKING.test(text)) reading.isFriendly = true;
    if (sense === 'farewell' && MEETS_THEN.test(text)) reading.saysFarewell = true;
    if (sense === 'praise') {
      reading.praises = true;
      if (APPROVING.test(text)) reading.approves = true;
    }
  }
}

/** Thanks with what they are for, as one phrase. */
const THANKING =
  /^(?:thank|danke|vielen dank|besten dank|herzlichen dank|merci|je vous remercie|gracias|muchas gracias)/;
/** Words that thank for something, ask pardon for it, or wish well: `thanks for …`, `sorry for the …`, `I hope you …`. */
const POLITE =
  /^(?:(?:(?:many |thank|vielen |besten |herzlichen |danke|merci|je vous remercie|je te remercie|muchas |mil |gracias|le agradezco|te agradezco|agradezco|(?:so |very |really )?sorry|(?:my )?apolog|entschuld|bitte entschuld|pardon|desole|toutes mes excuses|perdon|disculp|lamento|siento)\S*(?: \S+){0,3} (?:for|about|i missed|fuer|fuers|dass|pour|de|d'|du|por|la|el|las|los|sus|tus|su|tu|die))|(?:(?:i |we )?hope (?:you|this|all|your|everything|the|that))|(?:(?:ich |wir )?hoffe[n]? (?:es|sie|du|dir|ihnen|alles|ihr))|(?:(?:j' |nous )?esper(?:e|ons) que)|(?:espero que)|(?:(?:i |we )?look(?:ing)? forward to)|(?:(?:ich |wir )?fr(?:eue mich|eu mich|euen uns) auf)|(?:au plaisir de)|(?:hate de))\b/;
/** Words that turn a polite clause into something else. */
const NOT_POLITE = new Set([
  'condition',
  'doubt',
  'ask',
  'but',
  'not',
  'cannot',
  'can',
  'take',
  'suit',
  'none',
  'except',
  'no',
]);
const HOPING = /^(?:hope|hoffe|hoffen|espere|esperons|espero)$/;
const MOST_POLITE_WORDS = 14;

export function isPoliteClause({ parts }: Draft): boolean {
  if (parts.length > MOST_POLITE_WORDS || !POLITE.test(parts.map(({ text }) => text).join(' '))) return false;
  return !parts
    .slice(1)
    .some(
      ({ sense, text, mention }) =>
        (NOT_POLITE.has(sense) && !HOPING.test(text)) || (mention && isCertain(mention)),
    );
}

/** It names an option or a day, not `the weekend`. */
const isCertain = (mention: Mention) =>
  mention.kind === 'when'
    ? mention.when.is_every !== true && mention.when.span === undefined
    : mention.kind !== 'that' && mention.kind !== 'every';

const PARTING_WORDS = new Set(['bis', 'hasta', 'hasta el', 'a']);

/** `See you on Thursday`, `bis Donnerstag`, `à jeudi`: no answer, but it has to agree with one. */
export function partingOf(draft: Draft): Draft | null {
  const parts = draft.parts.filter(({ sense }) => !SILENT.has(sense));
  const [first, second] = parts;
  const isFarewell =
    parts.length === 2 && first?.sense === 'farewell' && second !== undefined && isRef(second);
  const isUntil =
    parts.length === 1 &&
    first?.sense === 'on_ref' &&
    PARTING_WORDS.has(first.text) &&
    first.mention?.kind === 'when' &&
    hasDay(first.mention.when);
  return isFarewell || isUntil ? { ...draft, parts } : null;
}
