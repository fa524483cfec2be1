// Turns words into clauses: what each names, and whether it says yes or no to it. A clause counts only if the whole of it has a
// known form (`forms.ts`); otherwise, we could skip words that change its meaning.
import { asBefore, checkOpen, mayBeReason } from './asides.ts';
import type { Clause, Reading } from './clause.ts';
import { isExcuse, isPoliteClause, noteWords, partingOf } from './courtesies.ts';
import { type Draft, type Grammar, isBareRef, isRef, type Part, SILENT, spoken } from './draft.ts';
import { draftsOf, joined } from './drafts.ts';
import { type Form, formOf, tailed } from './form.ts';
import { formsOf } from './forms.ts';
import type { Lexicon } from './lexicon.ts';
import type { Mention, Scene } from './mention.ts';
import { isNoneOf, withNeighbours } from './polarity.ts';
import { hasSense, isMark } from './reading.ts';
import type { Token } from './tokens.ts';
import {
  ALSO_NOT,
  ANYWAY,
  AT_OURS,
  HARD_TO_DENY,
  IMPOSSIBLE,
  NO_PROBLEM,
  NOW,
  ONLY,
  RANKED,
  SO,
  SUPERLATIVE,
  SURE,
  THAT_TIME,
  THEN,
} from './words/turns.ts';

const SENTENCE_ENDS = ['.', '!', ';', '\n', '?', '…'];
const UNCERTAIN: Partial<Record<Token['sense'], string>> = {
  condition: 'condition',
  doubt: 'doubt',
  usual: 'doubt',
  was: 'something_else',
  ask: 'question',
  more: 'something_else',
  postscript: 'something_else',
  unknown: 'unknown_words',
};
/** Forms in which a verb stands for an earlier one: `1 doesn't work, 2 does`. */
const EMPHATIC = /^(?:ref|on_ref|every) (?:do|be|will)$/;
const EMPHATIC_OR_THAT = /^(?:ref|on_ref|every) (?:do|be|will|that be|be that)$/;
/** Forms that could be the end of a longer one: `(ich kann Montag und) Dienstag nicht kommen`, `(ich nehme …) Dienstag frei`. */
const DENIED_LAST = /^(?:ref|on_ref|every)(?: (?:meet|take|can))?$/;
const SAID_LAST = /^(?:ref|on_ref|every) (?:refuse|free|no|doing)$/;
/** `all`, `jeder`; not `any`. */
const isWhole = ({ mention, text }: Part) =>
  mention?.kind === 'every' && (mention.quantity === 'all' || /^jede/.test(text));
/** In German `also` is `so`. */
const isSo = ({ sense, text }: Part) => sense !== 'too' && SO.test(text);
/** `not` and `can't`, right before `all`. */
const isDenial = (part: Part | undefined) => part?.sense === 'not' || part?.sense === 'cannot';

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
      suited: new Set<string>(),
      yields: false,
      excuses: false,
    },
  };
  const grammar = { forms: formsOf(lexicon), lexicon, scene, reading };
  let sentence: Token[] = [];
  for (const token of [...tokens, undefined]) {
    if (token && !isMark(token, ...SENTENCE_ENDS)) {
      sentence.push(token);
      continue;
    }
    // `1. Tuesday - no`, as in a list.
    const isLabel = sentence.length === 1 && hasSense(sentence[0], 'digits') && isMark(token, '.');
    if (token && isLabel) {
      sentence.push({ ...token, text: ',' });
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
    const isLast = place === drafts.length - 1;
    const clause =
      isQuestion && isLast && (isProposal(draft) || (saysNone(reading) && isTimeOnly(drafts)))
        ? proposalOf(draft, reading)
        : readDraft(draft, drafts.slice(0, place), grammar);
    const next = drafts[place + 1];
    // `Tuesday I'm at the dentist, Wednesday and Friday work`
    const isContinued = (next?.link === 'and' || next?.link === 'or') && !isBareRef(next);
    if (clause) clauses.push(asBefore(clause, clauses.at(-1), isContinued, reading));
  }
  checkOpen(clauses, reading);
  // `Yes, but`, `works for everybody but me`; in German `aber` may come last.
  const isHanging = drafts.some(
    ({ link, parts }, place) =>
      link === 'but' &&
      spoken(parts).length === 0 &&
      !parts.some(({ sense }) => sense === 'too') &&
      !(
        grammar.lexicon.language === 'de' &&
        parts.length === 0 &&
        place === drafts.length - 1 &&
        !isMark(tokens.at(-2), ',')
      ),
  );
  if (isHanging) reading.problems.push('no_form');
  if (!isQuestion) return withNeighbours(clauses, reading, isUnfinished(drafts.at(-1)));
  // Everything in a question is part of it, except that it may begin with an answer: `None works, who will be there?`
  const isSeeking = clauses.at(-1)?.kind === 'seeking' && reading.problems.length === problems;
  if (isSeeking) return withNeighbours(clauses, reading, false);
  reading.problems.splice(problems, Number.POSITIVE_INFINITY, 'question');
  // `Does none of them work?` is nothing but a question.
  const said = clauses.slice(0, clauses.length === drafts.length ? -1 : undefined);
  const answers = said.filter(({ mentions }) => mentions.some(({ kind }) => kind === 'every'));
  return withNeighbours(answers, reading, false);
}

/** Whether an earlier sentence says that nothing suits. */
const saysNone = ({ sentences }: Reading) => sentences.flat().some(isNoneOf);

/** After such a sentence, `Mondays are usually fine` is a wish. */
const withoutUsual = (draft: Draft): Draft => ({
  ...draft,
  parts: draft.parts.filter(({ sense }) => sense !== 'usual'),
});

/** Senses allowed in a question that proposes a time: `Would next week work?` */
const PROPOSING = new Set([
  ...[
    'suit',
    'that',
    'be',
    'will',
    'would',
    'can',
    'pronoun',
    'good',
    'ok',
    'free',
    'meet',
    'ref',
    'on_ref',
    'for',
  ],
]);

const isProposal = ({ parts }: Draft) =>
  spoken(parts).length > 1 && spoken(parts).every(({ sense }) => PROPOSING.has(sense)) && parts.some(isRef);

/** `Any morning next week?`, after `none of these`. */
const isTimeOnly = (drafts: Draft[]) =>
  drafts.length === 1 &&
  drafts.every(({ parts }) =>
    spoken(parts).every(({ mention }) => mention?.kind === 'when' && !mention.when.is_nth),
  );

function proposalOf(draft: Draft, reading: Reading): Clause {
  reading.seeks = true;
  return { ...clauseOf(draft, null, reading), kind: 'seeking' };
}

/** `yes and`: the rest is missing. */
const isUnfinished = (last: Draft | undefined) =>
  last !== undefined && ['and', 'or', 'because'].includes(last.link) && last.parts.length === 0;

function readDraft(written: Draft, earlier: Draft[], grammar: Grammar): Clause | null {
  const { reading } = grammar;
  const before = earlier.at(-1);
  const draft = saysNone(reading) ? withoutUsual(written) : written;
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
  // `Of the times you sent, the second works.`
  if (essential.every(({ sense }) => sense === 'offered') && draft.link === 'start') return null;
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
  if (isExcuse(draft, earlier, grammar.lexicon)) {
    if (parts.some(({ sense }) => sense === 'unknown')) reading.excuses = true;
    else reading.isFriendly = true;
    return null;
  }
  const parting = partingOf(draft);
  if (parting) return { ...clauseOf(parting, null, reading), kind: 'parting' };
  const uncertain = parts
    .map(({ sense }) => UNCERTAIN[sense as Token['sense']])
    .find((one) => one !== undefined);
  const isSought = uncertain === 'unknown_words' && parts.some(({ sense }) => sense === 'seek');
  const form = (uncertain && !isSought ? null : formOf(draft, grammar)) ?? tailed(draft, grammar);
  const isBare = form !== null && ['ref', 'on_ref', 'every'].includes(form.key);
  // `And Thursday`, `because of Thursday`, `Thursday is`: something is missing.
  const isFragment =
    (isBare && draft.link === 'because') ||
    (isBare && !before && draft.link !== 'start') ||
    (form !== null &&
      EMPHATIC.test(form.key) &&
      ((!before && reading.sentences.length === 0) || essential.length > 2 || form.key.startsWith('every')));
  if (isFragment) {
    reading.problems.push('no_form');
    return null;
  }
  // `El lunes o puedo`: a slip of `no`?
  if (form?.kind === 'accepting' && draft.link === 'or' && before && isBareRef(before) && !parts.some(isRef))
    reading.problems.push('no_form');
  // `Tues - no Wed - yes`: which is no?
  const isTorn =
    before !== undefined && isBareRef(before) && draft.link === 'comma' && parts[0]?.sense === 'no';
  if (isTorn) reading.problems.push('contradiction');
  // `Tuesday doesn't work. Wednesday either.`, `Noch Freitag.`
  const isNorAlone =
    isBare && (parts.at(-1)?.sense === 'either' || (parts[0]?.sense === 'nor' && draft.link === 'start'));
  if (isNorAlone) reading.problems.push('contradiction');
  // `Friday at 4 at ours`: names a place.
  if (isBare && parts.some(({ text }) => AT_OURS.test(text))) reading.problems.push('something_else');
  // `3, then 1`: one after the other.
  if (isBare && before?.parts.some(isRef) && draft.link === 'comma' && RANKED.test(parts[0]?.text ?? ''))
    reading.problems.push('preference');
  if (form?.kind === 'seeking') reading.seeks = true;
  if (form) return clauseOf(draft, form, reading);
  const apart = apartOf(draft, grammar);
  if (apart) return apart;
  if (mayBeReason(draft, grammar.lexicon)) return { ...clauseOf(draft, null, reading), kind: 'open' };
  reading.problems.push(uncertain ?? 'no_form');
  return null;
}

/** `Before that I'm at the dentist`: at a time other than the one chosen. */
function apartOf(draft: Draft, grammar: Grammar): Clause | null {
  const parts = draft.parts.filter(({ sense }) => sense !== 'apart');
  if (parts.length === draft.parts.length) return null;
  const rest = { ...draft, parts };
  const form = formOf(rest, grammar) ?? tailed(rest, grammar);
  const isBusy = form !== null && (form.kind === 'doing' || form.kind === 'refusing') && form.negations === 0;
  if (!isBusy && (form !== null || !mayBeReason(rest, grammar.lexicon))) return null;
  const kind = isBusy ? 'doing' : 'open';
  return { ...clauseOf(rest, null, grammar.reading), kind, isApart: true };
}

/** `Wednesday I'm in Leeds`: the only kind of unknown words that says clearly enough that somebody can't. */
const isAway = (parts: Part[]) =>
  parts.some(({ sense }) => sense === 'be' || sense === 'i_am') &&
  parts.some(
    ({ sense, text }, place) =>
      (sense === 'in' || sense === 'at') &&
      // `In der Nähe` (nearby) isn't another place.
      !text.includes(' ') &&
      parts[place + 1]?.sense === 'unknown' &&
      parts[place + 1]?.isCapital === true,
  );

const isNoneAtATime = (mentions: Mention[]) =>
  mentions.length === 2 &&
  mentions.some(({ kind }) => kind === 'when') &&
  mentions.some((one) => one.kind === 'every' && one.quantity === 'none' && one.except.length === 0);

function clauseOf(draft: Draft, form: Form | null, reading: Reading): Clause {
  const { link, parts, isNegated } = draft;
  const has = (...senses: string[]) => parts.some(({ sense }) => senses.includes(sense));
  const named = parts.flatMap(({ mention }) => (mention ? [mention] : []));
  const isRefusal = form?.kind === 'refusing';
  // `Nothing works this week` says no to this week.
  const isNoneThen = form?.kind === 'accepting' && form.negations === 0 && !isNegated && isNoneAtATime(named);
  const mentions = isNoneThen && form.key.includes(' ') ? named.filter(({ kind }) => kind === 'when') : named;
  const negations = mentions === named ? (form?.negations ?? 0) + Number(isNegated) : 1;
  if (form && parts[0]?.sense === 'yes' && !form.key.startsWith('yes')) reading.saysYes = true;
  if (negations > 1 || (negations > 0 && isRefusal)) reading.problems.push('contradiction');
  const isNone = mentions.some(
    (mention) =>
      (mention.kind === 'every' && mention.quantity === 'none') ||
      (mention.kind === 'others' && mention.is_none === true),
  );
  const isSoft =
    parts.some(({ text }) => HARD_TO_DENY.test(text)) || (isNone && parts.some(({ text }) => NOW.test(text)));
  const isDenied = (negations > 0 || isNone) && (isSoft || has('prefer'));
  if (form && isDenied) reading.problems.push('doubt');
  // `Sin problema con ninguno`
  if (isNone && parts.some(({ text }) => NO_PROBLEM.test(text))) reading.problems.push('contradiction');
  const isBareForm = form === null || ['ref', 'on_ref', 'every'].includes(form.key);
  const isPraise = form !== null && ['good', 'ok'].includes(form.key) && negations === 0 && !has('me');
  if (isPraise) reading.praises = true;
  const isSaid = !isBareForm || has('gladly');
  return {
    kind: form === null || form.kind === 'accepting' || form.kind === 'refusing' ? 'answer' : form.kind,
    link,
    mentions,
    polarity: negations > 0 || isRefusal ? 'no' : isSaid ? 'yes' : null,
    isPreference: has('prefer') || parts.some(({ text }) => SUPERLATIVE.test(text)),
    isSame: has('too') && isBareForm && negations === 0,
    startsWithMention: isRef(
      parts.find(({ sense }) => !SILENT.has(sense) || sense === 'gladly') ?? { sense: '', text: '' },
    ),
    isPraise,
    isApposition: false,
    isBare: negations === 0 && !isRefusal && !isSaid,
    isSorry: has('regret') && !parts.some(({ text }) => ONLY.test(text)),
    isNow:
      parts.some(({ text }) => NOW.test(text)) ||
      (isRefusal && !parts.some(({ text }) => IMPOSSIBLE.test(text))),
    isListed: has('yes', 'no'),
    isAlso: has('too') || parts.some(({ text }) => ALSO_NOT.test(text)),
    isEmphatic: form !== null && EMPHATIC_OR_THAT.test(form.key) && negations === 0,
    isOnly: parts.some((part) => ONLY.test(part.text) || isSo(part)),
    isOne: has('one'),
    isConclusion: parts[0] !== undefined && isSo(parts[0]),
    isOwn:
      has('pronoun', 'i_am') || (has('my') && has('be', 'have', 'doing')) || THEN.test(parts[0]?.text ?? ''),
    isVerbless: form !== null && (negations > 0 ? DENIED_LAST : SAID_LAST).test(form.key),
    isBusy: isRefusal ? has('refuse') : form === null || form.kind === 'doing',
    isPartial: parts.some((part, place) => isWhole(part) && isDenial(parts[place - 1])),
    isState: has('be', 'have', 'i_am', 'doing', 'refuse', 'back'),
    isOnDay: has('on_ref'),
    hasReason: (has('doing', 'refuse') || isAway(parts)) && negations === 0,
    isThen: parts.some(({ text }) => THAT_TIME.test(text)),
    isParted: draft.isParted === true,
    isThanks: has('thanks'),
    isRefusal,
    isApart: false,
    isAnyway: parts.some(({ text }) => ANYWAY.test(text)),
  };
}
