// From words to clauses: what each names, and whether it says yes or no to it. A clause counts only if all of it has a form that is
// known (`forms.ts`); of any other, words could be skipped that turn it into something else.
import type { Clause, Link, Reading } from './clause.ts';
import { type Forms, formsOf } from './forms.ts';
import { isNearMeaning, type Lexicon } from './lexicon.ts';
import { type Mention, readExcept, readMention, type Scene } from './mentions.ts';
import { withNeighbours } from './polarity.ts';
import { hasSense, isMark } from './reading.ts';
import type { Token } from './tokens.ts';
import { hasDay, isOnlyDay, merged } from './when.ts';

const SENTENCE_ENDS = ['.', '!', ';', '\n', '?', '…'];
const UNCERTAIN: Partial<Record<Token['sense'], string>> = {
  condition: 'condition',
  doubt: 'doubt',
  ask: 'question',
  more: 'something_else',
  postscript: 'something_else',
  unknown: 'unknown_words',
};
/** Words that say nothing about what is named, wherever they stand in a clause. */
const SILENT = new Set([
  'adverb',
  'me',
  'thanks',
  'greeting',
  'closing',
  'regret',
  'too',
  'yours',
  'own_zone',
  'gladly',
  'nor',
]);
/** `Whatever suits you` takes all of them; `you choose` may be about something else. */
const LEAVES_ALL =
  /^(?:egal$|whatever |whichever |was (?:ihnen|dir) |wie es |ce qui |celui qui |lo que |el que |la que )/;
/** Forms in which a verb stands for the one before: `1 doesn't work, 2 does`. */
const EMPHATIC = new Set([
  'ref do',
  'ref be',
  'ref will',
  'on_ref do',
  'on_ref be',
  'on_ref will',
  'every be',
  'every will',
  'every do',
]);
const THANKS_FOR =
  /^(?:thank|vielen dank|danke|besten dank|merci|je vous remercie|gracias|muchas gracias|le agradezco).* (?:for|fuer|fuers|pour|de|d'|por)\b/;
/** `Sorry, only Friday works.` */
const ONLY = /^(?:only|nur|lediglich|seulement|uniquement|que|juste|solo|solamente|unicamente)$/;
/** `I'm teaching, so Friday works`. */
const SO =
  /^(?:so|therefore|hence|also|daher|deshalb|somit|dann|donc|du coup|asi que|entonces|por eso|por lo que)$/;
/** `Friday works, da ist die Praxis zu`: a reason. */
const THEN = /^(?:da|dann)$/;
/** Alone they are a yes. */
const SURE =
  /^(?:absolutely|definitely|certainly|auf jeden fall|definitiv|absolument|certainement|por supuesto|desde luego)$/;
/** Praise that is an answer. */
const APPROVING = /^(?:sounds? |looks? |klingt |hoert sich |sieht |suena |me parece )/;
/** `see you then`: when? */
const MEETS_THEN = /\b(?:then|there|dann|dahin|entonces|ahi|wait)\b/;
/** Senses that a reason can't have: they would say something about when it suits. */
const ANSWERING = new Set([
  ...[
    'not',
    'suit',
    'good',
    'ok',
    'free',
    'can',
    'cannot',
    'take',
    'meet',
    'choice',
    'prefer',
    'yes',
    'no',
    'praise',
  ],
  ...[
    'condition',
    'doubt',
    'ask',
    'more',
    'but',
    'postscript',
    'any',
    'all',
    'none',
    'both',
    'except',
    'gladly',
  ],
]);
const MOST_UNKNOWN_SOUGHT = 3;

/** `Could you send me a few others`. */
function isSeeking(senses: string[]): boolean {
  const unknown = senses.filter((sense) => !SEEKING.has(sense));
  const isOther = senses.includes('other') || senses.includes('ref');
  return (
    unknown.length === 0 ||
    (isOther &&
      unknown.length <= MOST_UNKNOWN_SOUGHT &&
      unknown.every((sense) => ['unknown', 'at', 'of', 'to'].includes(sense)))
  );
}

/** What may be in a clause that asks for other times. */
const SEEKING = new Set(['seek', 'other', 'ref', 'on_ref', 'that', 'for', 'free', 'availability']);
const MOST_WORDS_OF_REASON = 14;
const MOST_WORDS_ASIDE = 5;

/** A word, or what is named by several. */
interface Part {
  sense: string;
  text: string;
  mention?: Mention;
}

interface Draft {
  link: Link;
  parts: Part[];
  /** `neither … nor`: each of them is under one `not`. */
  isNegated: boolean;
}

interface Grammar {
  forms: Forms;
  lexicon: Lexicon;
  scene: Scene;
  reading: Reading;
}

export function readClauses(tokens: Token[], scene: Scene, lexicon: Lexicon): Reading {
  const reading: Reading = {
    ...{ sentences: [], problems: [], saysYes: false, saysNo: false, isFriendly: false },
    ...{
      saysFarewell: false,
      praises: false,
      approves: false,
      regrets: false,
      saysTwo: false,
      seeks: false,
      yields: false,
    },
  };
  const grammar = { forms: formsOf(lexicon), lexicon, scene, reading };
  let sentence: Token[] = [];
  for (const token of [...tokens, undefined]) {
    if (token && !isMark(token, ...SENTENCE_ENDS)) {
      sentence.push(token);
      continue;
    }
    if (sentence.length > 0) reading.sentences.push(readSentence(sentence, isMark(token, '?'), grammar));
    else if (isMark(token, '?')) reading.problems.push('question');
    sentence = [];
  }
  return reading;
}

function readSentence(tokens: Token[], isQuestion: boolean, grammar: Grammar): Clause[] {
  const { reading } = grammar;
  const drafts = joined(draftsOf(tokens, grammar), grammar);
  const problems = reading.problems.length;
  const clauses: Clause[] = [];
  for (const [place, draft] of drafts.entries()) {
    const clause = readDraft(draft, drafts[place - 1], grammar);
    if (clause) clauses.push(asBefore(clause, clauses.at(-1)));
  }
  checkOpen(clauses, reading);
  if (!isQuestion) return withNeighbours(clauses, reading, isUnfinished(drafts.at(-1)));
  // Whatever a question has in it is a part of the question. Only what it begins with may be an answer: `None works, who will be there?`
  const isSeeking = clauses.at(-1)?.kind === 'seeking' && reading.problems.length === problems;
  if (isSeeking) return withNeighbours(clauses, reading, false);
  reading.problems.splice(problems, Number.POSITIVE_INFINITY, 'question');
  const answers = clauses.filter(({ mentions }) => mentions.some(({ kind }) => kind === 'every'));
  return withNeighbours(answers, reading, false);
}

/**
 * What an open clause may be about: `I thought, Tuesday works` says something of what follows, and `Tuesday, I sign the contract` of what
 * comes before.
 */
function checkOpen(clauses: Clause[], reading: Reading) {
  for (const [place, clause] of clauses.entries()) {
    if (clause.kind !== 'open' && clause.kind !== 'doing') continue;
    const [before, after] = [clauses[place - 1], clauses[place + 1]];
    const isTopic = before?.kind === 'answer' && before.isBare && before.mentions.length > 0;
    const isNamed = clause.mentions.some(({ kind }) => kind !== 'that');
    if (isTopic && clause.link !== 'start' && !isNamed) {
      // `11 or 15, I'm in the office all day`: the whole list.
      for (let at = place - 1; at >= 0 && clauses[at]?.kind === 'answer' && clauses[at]?.isBare; at--)
        (clauses[at] as Clause).kind = clause.kind;
    }
    if (clause.kind === 'doing') continue;
    const isGoverning = !clause.mentions.some(({ kind }) => kind === 'when');
    if (isGoverning && after?.kind === 'answer' && after.link === 'comma' && !after.isConclusion)
      reading.problems.push('no_form');
  }
}

/** `I mixed up the 27th and the 25th`: what is only named after such a clause belongs to it. */
function asBefore(clause: Clause, before: Clause | undefined): Clause {
  const isAdded = clause.isBare && clause.mentions.length > 0 && ['and', 'or', 'comma'].includes(clause.link);
  const isAside = before !== undefined && before.kind !== 'answer';
  return isAdded && isAside ? { ...clause, kind: before.kind } : clause;
}

/** `yes and`: the rest is missing. */
const isUnfinished = (last: Draft | undefined) =>
  last !== undefined && ['and', 'or', 'because'].includes(last.link) && last.parts.length === 0;

/** A new clause begins with these, with or without a comma. */
const BREAKS = new Set(['so', 'asi que']);
/** After these, `nor` and `noch` join what is refused. */
const NEITHER = new Set(['weder', 'neither', 'ni']);

function draftsOf(tokens: Token[], { scene, reading }: Grammar): Draft[] {
  const isNeitherNor = tokens.some(({ text }) => NEITHER.has(text));
  const drafts: Draft[] = [{ link: 'start', parts: [], isNegated: false }];
  let leftOut: Mention[] = [];
  for (let at = 0; at < tokens.length; ) {
    const draft = drafts.at(-1) as Draft;
    const token = tokens[at] as Token;
    // `Bis auf Mittwoch passen alle`: what is left out comes first.
    const except = hasSense(token, 'except') ? readExcept(tokens, at, scene) : null;
    const every = draft.parts.find(({ mention }) => mention?.kind === 'every')?.mention;
    // `All of them work except Wednesday.`
    if (except && every?.kind === 'every' && except.found.length > 0) {
      every.except.push(...except.found);
      at = except.next;
      continue;
    }
    if (except && except.found.length > 0 && draft.parts.length === 0) {
      leftOut = except.found;
      at = except.next;
      continue;
    }
    // `Parents' evening-preparation`: one word.
    if (isMark(token, '-') && token.isGlued && tokens[at + 1]?.isGlued) {
      at++;
      continue;
    }
    const link = linkOf(token, isNeitherNor);
    // `I'm teaching so let's go for Friday`
    if (
      BREAKS.has(token.text) &&
      draft.parts.length > 0 &&
      !hasSense(tokens[at + 1], 'good', 'adverb', 'refuse')
    ) {
      drafts.push({ link: 'comma', parts: [{ sense: token.sense, text: token.text }], isNegated: false });
      at++;
      continue;
    }
    if (link) {
      const isNegated = hasSense(token, 'nor') || (isNeitherNor && link === 'or');
      if (draft.parts.length === 0 && draft.link !== 'start' && !isNegated) draft.link = link;
      else if (draft.parts.length === 0 && isNegated) draft.isNegated = true;
      else drafts.push({ link, parts: [], isNegated });
      at++;
      continue;
    }
    const mention = readMention(tokens, at, scene);
    if (mention) {
      const { found } = mention;
      if (found.kind === 'wrong') reading.problems.push(found.rule);
      if (found.kind === 'every' && leftOut.length > 0) found.except.push(...leftOut.splice(0));
      draft.parts.push({ ...partOf(found, token), mention: found });
      at = mention.next;
      continue;
    }
    if (hasSense(token, 'neither')) draft.isNegated = true;
    else draft.parts.push({ sense: token.sense, text: token.text });
    at++;
  }
  if (leftOut.length > 0) reading.problems.push('no_form');
  return drafts.filter(({ parts, link }, place) => parts.length > 0 || (place > 0 && link !== 'comma'));
}

const PREPOSITIONS: readonly Token['sense'][] = [
  ...(['on', 'at', 'in', 'am', 'after', 'before', 'until', 'since', 'from', 'between'] as const),
];

function partOf(mention: Mention, first: Token): Part {
  if (mention.kind === 'that') return { sense: 'that', text: first.text };
  if (mention.kind === 'every') return { sense: 'every', text: first.text };
  return { sense: PREPOSITIONS.includes(first.sense) ? 'on_ref' : 'ref', text: first.text };
}

function linkOf(token: Token, isNeitherNor: boolean): Link | null {
  if (isMark(token, '(')) return 'aside';
  if (isMark(token, ',', '-', ')')) return 'comma';
  if (hasSense(token, 'because')) return 'because';
  if (hasSense(token, 'and')) return 'and';
  if (hasSense(token, 'or') || (isNeitherNor && hasSense(token, 'nor'))) return 'or';
  return hasSense(token, 'but') ? 'but' : null;
}

const isRef = ({ sense }: Part) => sense === 'ref' || sense === 'on_ref' || sense === 'every';

/** `On Tuesday, I can't`: what is named, and what is said of it, with a comma between them. */
function joined(drafts: Draft[], grammar: Grammar): Draft[] {
  const found: Draft[] = [];
  for (const draft of drafts) {
    const before = found.at(-1);
    const isJoint = draft.link === 'comma' || draft.link === 'aside';
    const isSplit =
      before !== undefined &&
      isJoint &&
      isBareRef(before) &&
      !draft.parts.some(isRef) &&
      spoken(draft.parts).length > 0;
    // `Ich hoffe, es geht Ihnen gut`
    const isHope =
      before !== undefined &&
      isJoint &&
      /^(?:ich|wir|i|we|j'|nous) (?:hoffe|hoffen|hope|espere|esperons)$/.test(
        before.parts.map(({ text }) => text).join(' '),
      );
    if (isHope) {
      found.splice(-1, 1, { ...before, parts: [...before.parts, ...draft.parts] });
      continue;
    }
    const isSame = before !== undefined && isJoint && isSecondName(before, draft);
    const whole = isSplit || isSame ? { ...before, parts: [...before.parts, ...draft.parts] } : null;
    if (whole && formOf(whole, grammar)) found.splice(-1, 1, whole);
    else found.push(draft);
  }
  return found;
}

/** `Option 2 (Tuesday)`, `Friday the 27th, at 4`: one option by two names, which have to agree. */
function isSecondName(before: Draft, draft: Draft): boolean {
  const [first, other] = before.parts.filter(isRef);
  const [second, more] = draft.parts.filter(isRef);
  if (!first?.mention || !second?.mention || other || more) return false;
  if (!isBareRef(before) && !isBareRef(draft)) return false;
  if (draft.parts.some(({ sense }) => sense === 'too')) return false;
  const [one, two] = [first.mention, second.mention];
  if (draft.link === 'aside') return one.kind !== 'every' && two.kind !== 'every';
  if (one.kind === 'when' && two.kind === 'when') {
    const isDayAndHour = isOnlyDay(one.when) !== isOnlyDay(two.when) && hasDay(one.when) !== hasDay(two.when);
    return isDayAndHour && merged(one.when, two.when) !== null;
  }
  const kinds = [one.kind, two.kind];
  return kinds.includes('when') && (kinds.includes('places') || kinds.includes('either'));
}

const spoken = (parts: Part[]) => parts.filter(({ sense }) => !SILENT.has(sense) && sense !== 'farewell');
const isBareRef = ({ parts }: Draft) =>
  spoken(parts).length > 0 && spoken(parts).every(isRef) && !parts.some(({ sense }) => sense === 'gladly');

interface Form {
  key: string;
  kind: keyof Forms | 'seeking';
  negations: number;
}

/** The form of a clause, if it has one. */
function formOf({ parts }: Draft, { forms, lexicon }: Grammar): Form | null {
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
  // A French `ne` alone is no `not`: `je ne peux que mardi`.
  // `Thanks for the offer 1`
  const isThanked = isLed && THANKS_FOR.test(first.text) && essential.every(isRef);
  if (isThanked) return null;
  if (isHalf && negations === 0 && !hasNone && !parts.some(({ text }) => text === 'que')) return null;
  if (hasNone && negations > 0 && (lexicon.vocabulary.doublesNegation || isHalf)) negations = 0;
  if (senses.at(-1) === 'on') senses.splice(-1, 1, 'particle');
  for (const some of [senses, ...shorter(senses)]) {
    if (some[0] === 'seek' && isSeeking(some)) return { key: 'seek', kind: 'seeking', negations };
    const key = some.join(' ');
    const keys = [key, ...(isLed ? [`^ ${key}`, `me ${key}`] : [])];
    for (const kind of ['accepting', 'refusing', 'doing', 'back'] as const) {
      const found = keys.find((one) => forms[kind].has(one));
      if (found === undefined || isHypothetical(kind, some, essential)) continue;
      return { key: found, kind, negations };
    }
  }
  return null;
}

/** `I would be away`: if what? `Tuesday would be bad` is a no. */
const isHypothetical = (kind: keyof Forms, senses: string[], parts: Part[]) =>
  kind !== 'accepting' && senses.includes('i') && parts.some(({ sense }) => sense === 'would');

/** `ok`, `great` and `yes` before or after an answer add nothing to it, and so does `schon`. */
function shorter(senses: string[]): string[][] {
  const found: string[][] = [];
  const [first, second] = senses;
  const isJoined = second === 'for' || second === 'to';
  // `Good Friday` and `happy Monday` are wishes.
  const isBeforeClause = senses.length > 2 || first !== 'good';
  if (
    ['yes', 'ok', 'good', 'praise'].includes(first ?? '') &&
    senses.length > 1 &&
    !isJoined &&
    isBeforeClause
  )
    found.push(senses.slice(1));
  if (senses.at(-1) === 'yes' && senses.length > 2) found.push(senses.slice(0, -1));
  if (senses.includes('do')) found.push(senses.filter((sense) => sense !== 'do'));
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
  if (mention.kind === 'every') return first.mention.kind !== 'every' && mention.quantity !== 'none';
  if (first.mention.kind === 'every') return false;
  if (mention.kind !== 'when') return first.mention.kind === 'when' && mention.kind !== 'others';
  return first.mention.kind !== 'when' || merged(first.mention.when, mention.when) !== null;
}

function readDraft(draft: Draft, before: Draft | undefined, grammar: Grammar): Clause | null {
  const { reading } = grammar;
  const { parts } = draft;
  noteWords(parts, reading);
  const essential = spoken(parts);
  const isAnswer = essential.length > 0;
  if (!isAnswer) {
    if (parts.some(({ sense }) => sense === 'regret')) reading.regrets = true;
    if (parts.some(({ text }) => SURE.test(text))) reading.saysYes = true;
    if (parts.some(({ sense }) => sense === 'gladly')) reading.praises = true;
    return parts.some(({ sense }) => sense === 'too') ? clauseOf(draft, null, reading) : null;
  }
  if (essential.every(({ sense }) => sense === 'praise' || sense === 'yes')) {
    if (essential.some(({ sense }) => sense === 'yes')) reading.saysYes = true;
    return null;
  }
  if (essential.length === 1 && (essential[0]?.sense === 'no' || essential[0]?.sense === 'yes')) {
    if (essential[0]?.sense === 'no') reading.saysNo = true;
    else reading.saysYes = true;
    return null;
  }
  if (isPoliteClause(draft)) {
    reading.isFriendly = true;
    return null;
  }
  const parting = partingOf(draft);
  if (parting) return { ...clauseOf(parting, null, reading), kind: 'parting' };
  const uncertain = parts
    .map(({ sense }) => UNCERTAIN[sense as Token['sense']])
    .find((one) => one !== undefined);
  const isSought = uncertain === 'unknown_words' && parts.some(({ sense }) => sense === 'seek');
  const form = uncertain && !isSought ? tailed(draft, grammar) : formOf(draft, grammar);
  const isBare = form !== null && ['ref', 'on_ref', 'every'].includes(form.key);
  // `And Thursday`, `because of Thursday`, `Thursday is`: something is missing.
  const isFragment =
    (isBare && draft.link === 'because') ||
    (isBare && !before && draft.link !== 'start') ||
    (form !== null &&
      EMPHATIC.has(form.key) &&
      ((!before && reading.sentences.length === 0) || essential.length > 2));
  if (isFragment) {
    reading.problems.push('no_form');
    return null;
  }
  if (form?.kind === 'seeking') reading.seeks = true;
  if (form) return clauseOf(draft, form, reading);
  if (mayBeReason(draft, grammar.lexicon)) return { ...clauseOf(draft, null, reading), kind: 'open' };
  reading.problems.push(uncertain ?? 'no_form');
  return null;
}

/** Words that thank for something, ask pardon for it, or wish well: `thanks for …`, `sorry for the …`, `I hope you …`. */
const POLITE =
  /^(?:(?:(?:many |thank|vielen |besten |herzlichen |danke|merci|je vous remercie|je te remercie|muchas |mil |gracias|le agradezco|te agradezco|agradezco|(?:so |very |really )?sorry|(?:my )?apolog|entschuld|bitte entschuld|pardon|desole|toutes mes excuses|perdon|disculp|lamento|siento)\S*(?: \S+){0,3} (?:for|about|i missed|fuer|fuers|dass|pour|de|d'|du|por|la|el|las|los|sus|tus|su|tu|die))|(?:(?:i |we )?hope (?:you|this|all|your|everything|the|that))|(?:(?:ich |wir )?hoffe[n]? (?:es|sie|du|dir|ihnen|alles|ihr))|(?:(?:j' |nous )?esper(?:e|ons) que)|(?:espero que))\b/;
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

function isPoliteClause({ parts }: Draft): boolean {
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

/** `I'm travelling to Boston on Tuesday`, `beim Zahnarzt in Wien`: where or with whom changes nothing about a no. */
function tailed(draft: Draft, grammar: Grammar): Form | null {
  const { parts } = draft;
  const from = parts.findIndex(({ sense }) => sense === 'refuse' || sense === 'doing');
  if (from < 0) return null;
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

/** What may be said of where, with whom and for what. */
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

const PARTING_WORDS = new Set(['bis', 'hasta', 'hasta el', 'a']);

/** `See you on Thursday`, `bis Donnerstag`, `à jeudi`: no answer, but it has to agree with one. */
function partingOf(draft: Draft): Draft | null {
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

/** `I'm teaching`, `que tengo médico`: words that are not known, without one about what suits. Whether they may pass is decided later. */
function mayBeReason({ parts, link }: Draft, lexicon: Lexicon): boolean {
  if (parts.length > (link === 'aside' ? MOST_WORDS_ASIDE : MOST_WORDS_OF_REASON)) return false;
  return parts.every(({ sense, text, mention }) => {
    // `unlss Ben can come`
    if (sense === 'unknown') return !isNearMeaning(lexicon, text);
    const isNamed = mention === undefined || ['when', 'that', 'others'].includes(mention.kind);
    return isNamed && !ANSWERING.has(sense);
  });
}

/** What is said besides: thanks, regret, praise. */
function noteWords(parts: Part[], reading: Reading) {
  // `Option 1 doesn't either`
  if (parts.some(({ sense }, place) => sense === 'both' || (sense === 'either' && place < parts.length - 1)))
    reading.saysTwo = true;
  for (const { sense, text } of parts) {
    if (sense === 'yours' && LEAVES_ALL.test(text)) reading.yields = true;
    if (sense === 'thanks' || sense === 'farewell' || sense === 'closing') reading.isFriendly = true;
    if (sense === 'farewell' && MEETS_THEN.test(text)) reading.saysFarewell = true;
    if (sense === 'praise') {
      reading.praises = true;
      if (APPROVING.test(text)) reading.approves = true;
    }
  }
}

function clauseOf(draft: Draft, form: Form | null, reading: Reading): Clause {
  const { link, parts, isNegated } = draft;
  const has = (...senses: string[]) => parts.some(({ sense }) => senses.includes(sense));
  const mentions = parts.flatMap(({ mention }) => (mention ? [mention] : []));
  const negations = (form?.negations ?? 0) + Number(isNegated);
  const isRefusal = form?.kind === 'refusing';
  if (form && parts[0]?.sense === 'yes' && !form.key.startsWith('yes')) reading.saysYes = true;
  if (negations > 1 || (negations > 0 && isRefusal)) reading.problems.push('contradiction');
  const isBareForm = form === null || ['ref', 'on_ref', 'every'].includes(form.key);
  const isPraise = form !== null && ['good', 'ok'].includes(form.key) && negations === 0 && !has('me');
  if (isPraise) reading.praises = true;
  const isSaid = !isBareForm || has('gladly');
  return {
    kind: form === null || form.kind === 'accepting' || form.kind === 'refusing' ? 'answer' : form.kind,
    link,
    mentions,
    polarity: negations > 0 || isRefusal ? 'no' : isSaid ? 'yes' : null,
    isPreference: has('prefer'),
    isSame: has('too') && isBareForm && negations === 0,
    startsWithMention: isRef(parts.find(({ sense }) => !SILENT.has(sense)) ?? { sense: '', text: '' }),
    isPraise,
    isApposition: false,
    isBare: negations === 0 && !isRefusal && !isSaid,
    isSorry: has('regret') && !parts.some(({ text }) => ONLY.test(text)),
    isOne: has('one'),
    isConclusion: SO.test(parts[0]?.text ?? ''),
    isOwn: has('pronoun', 'my', 'i_am') || THEN.test(parts[0]?.text ?? ''),
    isThanks: has('thanks'),
    isRefusal,
  };
}
