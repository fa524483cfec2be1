// Splits a sentence into clauses that are still words.
import type { Link } from './clause.ts';
import { type Draft, type Grammar, isBareRef, isRef, type Part, spoken } from './draft.ts';
import { readExcept } from './every.ts';
import { formOf } from './form.ts';
import type { Mention } from './mention.ts';
import { readMention } from './mentions.ts';
import { hasSense, isMark } from './reading.ts';
import type { Token } from './tokens.ts';
import { hasDay, isOnlyDay, merged } from './when.ts';

/** These words begin a new clause, with or without a comma. */
const BREAKS = new Set(['so', 'asi que']);
const PLURAL_PARTS = new Set(['mornings', 'afternoons', 'evenings']);
/** After these words, `nor` and `noch` join what is refused. */
const NEITHER = new Set(['weder', 'neither', 'ni']);

export function draftsOf(tokens: Token[], { scene, reading }: Grammar): Draft[] {
  const isNeitherNor = tokens.some(({ text }) => NEITHER.has(text));
  const drafts: Draft[] = [{ link: 'start', parts: [], isNegated: false }];
  let leftOut: Mention[] = [];
  for (let at = 0; at < tokens.length; ) {
    const draft = drafts.at(-1) as Draft;
    const token = tokens[at] as Token;
    // `Bis auf Mittwoch passen alle`: the exception comes first.
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
    // `3pm is fine though.`
    if (token.text === 'though' && at === tokens.length - 1) break;
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
      if (draft.parts.length === 0 && draft.link !== 'start' && !isNegated) {
        if (draft.link === 'comma') draft.isParted = true;
        draft.link = link;
      } else if (draft.parts.length === 0 && isNegated) draft.isNegated = true;
      else drafts.push({ link, parts: [], isNegated });
      at++;
      continue;
    }
    // `My afternoons are full`
    if (hasSense(token, 'my') && PLURAL_PARTS.has(tokens[at + 1]?.text ?? '')) {
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
    else draft.parts.push({ sense: token.sense, text: token.text, isCapital: token.isCapital });
    at++;
  }
  if (leftOut.length > 0) reading.problems.push('no_form');
  // `Neither, thanks`, of more than two.
  if (drafts.some(({ isNegated, parts }) => isNegated && parts.every(({ mention }) => !mention)))
    reading.saysNo = true;
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
  if (hasSense(token, 'or') || ((isNeitherNor || token.text === 'nor') && hasSense(token, 'nor')))
    return 'or';
  return hasSense(token, 'but') ? 'but' : null;
}

/** `On Tuesday, I can't`: joins what is named with what is said about it, across a comma. */
export function joined(drafts: Draft[], grammar: Grammar): Draft[] {
  const found: Draft[] = [];
  for (const [place, draft] of drafts.entries()) {
    const before = found.at(-1);
    const isJoint = draft.link === 'comma' || draft.link === 'aside';
    const isSplit =
      before !== undefined &&
      isJoint &&
      isBareRef(before) &&
      !before.parts.some(leavesOut) &&
      !(before.link === 'but' && before.parts.some(isHourAlone)) &&
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
    // `I'm busy at 4, Tuesday and Wednesday work`
    const isList = ['and', 'or'].includes(drafts[place + 1]?.link ?? '') && isBareRef(draft);
    const isListOf = isList && before !== undefined && !isBareRef(before);
    const isSame = before !== undefined && isJoint && !isListOf && isSecondName(before, draft);
    const whole = isSplit || isSame ? { ...before, parts: [...before.parts, ...draft.parts] } : null;
    if (whole && formOf(whole, grammar)) found.splice(-1, 1, whole);
    else found.push(draft);
  }
  return found;
}

/** `Thursday works, but only at 11, I'm at the dentist then`: they want 11. */
const isHourAlone = ({ mention }: Part) => mention?.kind === 'when' && !hasDay(mention.when);

/** `All but Friday, I'm away then`: on Friday. */
const leavesOut = ({ mention }: Part) => mention?.kind === 'every' && mention.except.length > 0;

/** `Option 2 (Tuesday)`, `Friday the 27th, at 4`: one option by two names, which have to agree. */
function isSecondName(before: Draft, draft: Draft): boolean {
  const [first, other] = before.parts.filter(isRef);
  const [second, more] = draft.parts.filter(isRef);
  if (!first?.mention || !second?.mention || other || more) return false;
  if (!isBareRef(before) && !isBareRef(draft)) return false;
  if (draft.parts.some(({ sense }) => sense === 'too' || sense === 'both')) return false;
  const [one, two] = [first.mention, second.mention];
  // `Tuesday or Friday, the last one`: one of them.
  const isOfList = before.link === 'and' || before.link === 'or';
  if (isOfList && (one.kind !== 'when' || two.kind !== 'when')) return false;
  if (draft.link === 'aside') return one.kind !== 'every' && two.kind !== 'every';
  if (one.kind === 'when' && two.kind === 'when') {
    const isDayAndHour = isOnlyDay(one.when) !== isOnlyDay(two.when) && hasDay(one.when) !== hasDay(two.when);
    return isDayAndHour && merged(one.when, two.when) !== null;
  }
  const kinds = [one.kind, two.kind];
  return kinds.includes('when') && (kinds.includes('places') || kinds.includes('either'));
}
