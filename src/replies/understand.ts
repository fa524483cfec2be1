// Why we use a grammar, and why any word left over makes a reply unclear: docs/decisions/0030-reading-replies.md.
import { isDeepStrictEqual } from 'node:util';
import type { Reading } from './clause.ts';
import { readClauses } from './clauses.ts';
import { bodyOf } from './letter.ts';
import { readingsOf, type Tokens } from './reading.ts';
import type { Statements } from './statement.ts';
import { statementsOf } from './statements.ts';
import { MAX_LENGTH } from './text.ts';
import { piecesIn } from './tokens.ts';
import type { Question, Understanding } from './understanding.ts';
import { match, todayOn, type When } from './when.ts';
import { wishesOf } from './wishes.ts';

/** Somebody who writes more says more than a choice. */
const MAX_WORDS = 300;
/** Words and marks, including greeting and signature. */
const MAX_PIECES = 1_000;

/**
 * Understands a reply without its quotes, in the language that knows most of its words. Every word must be known, every clause
 * must have a known form, and all statements must agree: anything left over makes the reply unclear. So a text that the grammar
 * wasn't made for has no effect.
 */
export function understand(question: Question, text: string): Understanding {
  if (text.length > MAX_LENGTH) return unclear('too_long');
  const pieces = piecesIn(text);
  if (pieces.length > MAX_PIECES) return unclear('too_long');
  const readings = readingsOf(pieces).map((reading) => understandIn(question, reading));
  const [first = unclear('nothing_said'), ...others] = readings.filter(isActing);
  // `mar 17` is a day in three languages, but not the same one.
  if (others.some((other) => !isDeepStrictEqual({ ...other, rule: '' }, { ...first, rule: '' })))
    return unclear('ambiguous_time');
  return readings.some(isActing) ? first : (readings[0] ?? first);
}

const isActing = ({ meaning }: Understanding) => meaning === 'options' || meaning === 'none';

function understandIn(question: Question, { tokens, lexicon }: Tokens): Understanding {
  const { options } = question;
  if (tokens.length === 0) return unclear('nothing_said');
  const body = bodyOf(tokens, lexicon);
  if (!body) return unclear('text_after_name');
  if (body.length > MAX_WORDS) return unclear('too_long');
  const byTime = [...options.keys()].sort(
    (one, other) => (options[one]?.starts_at ?? 0) - (options[other]?.starts_at ?? 0),
  );
  const countsByWord = lexicon.language === 'fr' || lexicon.language === 'es';
  const scene = { count: options.length, today: todayOn(question), byTime, countsByWord };
  const reading = readClauses(body, scene, lexicon);
  const said = statementsOf(reading, question);
  const isNone = said.isNone || said.refused.size === question.options.length;
  if (reading.seeks && !isNone) reading.problems.push('question');
  const isAsking = reading.problems.length > 0 && reading.problems.every((problem) => problem === 'question');
  const [problem] = reading.problems;
  // `Friday? That doesn't work.`
  const isSaid = said.saysNone || question.options.length > 1;
  if (problem !== undefined && !(isAsking && isNone && isSaid)) return unclear(problem);
  const decided = decide(reading, said, question);
  if (!isAsking) return decided;
  return decided.meaning === 'none' ? { ...decided, tells_organizer: true } : unclear('question');
}

const unclear = (rule: string): Understanding => ({ meaning: 'unclear', rule });

function decide(reading: Reading, said: Statements, question: Question): Understanding {
  const { options } = question;
  if (reading.saysTwo && options.length === 1) return unclear('count_differs');
  const isAlone = said.pending.length + said.accepted.size + said.refused.size + said.partings.length === 0;
  settlePending(reading, said, options.length);
  const isYielding = reading.yields && isAlone && said.naming + said.asides === 0 && !reading.saysNo;
  if (isYielding && options.length > 0) {
    const option_ids = options.map(({ id }) => id);
    return { meaning: 'options', option_ids, has_remark: false, rule: 'all_options' };
  }
  // After the choice, `that works` is only friendly.
  const isOver = options.length === 0 && said.naming === 0 && !reading.saysNo && !said.pending.includes('no');
  const mayMatter = said.asides > 0 || reading.regrets || reading.excuses;
  if (isOver && !said.isPreference && !mayMatter) return { meaning: 'courtesy', rule: 'courtesy' };
  // `Yes, I've seen Thursday`: a yes to what, and what else is it about?
  const isOnly = said.kinds.has('that') && said.naming === 0;
  if (isOnly && said.asides > 0) return unclear('something_else');
  const { accepted, refused } = said;
  if (said.pending.length > 0)
    return unclear(reading.saysYes || said.pending[0] === 'yes' ? 'yes_to_several' : 'no_to_several');
  if (accepted.intersection(refused).size > 0) return unclear('contradiction');
  if (accepted.size > 0) return choice(reading, said, question);
  const isNone = said.isNone || (refused.size > 0 && refused.size === options.length);
  if (isNone) {
    if (reading.saysYes || options.length === 0) return unclear('contradiction');
    const wishes = wishesOf(said, question);
    if (wishes === undefined) return unclear('wish_too_fine');
    return {
      ...{ meaning: 'none', wishes, tells_organizer: false },
      rule: wishes ? 'none_with_wishes' : 'none_work',
    };
  }
  if (said.partings.length > 0) return unclear('nothing_certain');
  if (said.naming > 0) return unclear(said.suitable.length > 0 ? 'time_not_offered' : 'some_refused');
  if (reading.saysYes || (reading.approves && options.length > 0)) return unclear('yes_to_several');
  if (reading.saysNo) return unclear('no_to_several');
  // `All good`, or `see you then`, may be a yes to something.
  const mayBeYes = options.length > 0 && (reading.praises || reading.saysFarewell);
  if (reading.isFriendly && !mayBeYes && !mayMatter) return { meaning: 'courtesy', rule: 'courtesy' };
  return unclear('nothing_certain');
}

/** `yes`, `that works` and `that doesn't work` are about the only option. Next to a choice they add nothing. */
function settlePending(reading: Reading, said: Statements, count: number) {
  const says = [
    ...said.pending,
    ...(reading.saysYes ? (['yes'] as const) : []),
    ...(reading.saysNo ? (['no'] as const) : []),
  ];
  const isAnswer = said.pending.length + Number(reading.saysYes) > 0;
  const isOnly =
    said.naming === 0 &&
    (isAnswer || reading.approves) &&
    (said.refusesThat !== null || !said.pending.includes('no'));
  // `That doesn't work. Friday would.`
  const isRefusal = said.pending.includes('no') && said.refusesThat === 'that' && said.accepted.size === 0;
  if (count === 1 && (isOnly || isRefusal)) {
    said.kinds.add('that');
    for (const one of says) (one === 'yes' ? said.accepted : said.refused).add(0);
    if (says.length === 0) said.accepted.add(0);
    said.pending = [];
    return;
  }
  // `Perfect, see you on Thursday`
  const isParted = said.partings.length > 0 && said.naming === 0 && !reading.saysNo;
  if (count === 1 && isParted && (reading.praises || reading.saysYes) && said.asides === 0) {
    said.kinds.add('that');
    said.accepted.add(0);
  }
  const isChoice = said.accepted.size > 0;
  const isAgreed = says.every((one) => (one === 'yes') === isChoice);
  if (isAgreed && (isChoice || said.refused.size > 0)) said.pending = [];
}

function choice(reading: Reading, said: Statements, { options, timezone }: Question): Understanding {
  const { accepted } = said;
  if (reading.saysNo) return unclear('contradiction');
  if (reading.saysTwo && accepted.size !== 2) return unclear('count_differs');
  // Nobody is sorry to say yes: a `not` may be missing.
  const isSorry = said.isSorry || (reading.regrets && said.asides === 0);
  if (isSorry && said.refused.size === 0) return unclear('regret');
  if (said.suitable.length > 0) return unclear('time_not_offered');
  // `Tuesday for me, Friday for my team.`
  if (reading.suited.size > 1 && accepted.size > 1) return unclear('contradiction');
  // `See you on Thursday`, after Friday was chosen.
  const isMet = (when: When) => {
    const { places, isAmbiguous } = match(when, options, timezone);
    return !isAmbiguous && accepted.isSubsetOf(places);
  };
  if (!said.partings.every(isMet)) return unclear('contradiction');
  if (said.isPreference && (said.choosing > 1 || reading.yields)) return unclear('preference');
  const option_ids = [...accepted]
    .sort((one, other) => one - other)
    .map((place) => options[place]?.id as string);
  return {
    meaning: 'options',
    option_ids,
    has_remark: said.hasRemark || reading.excuses,
    rule: ruleOf(said),
  };
}

function ruleOf({ kinds }: Statements): string {
  if (kinds.has('every')) return 'all_options';
  if (kinds.has('when')) return 'option_time';
  return kinds.has('that') ? 'only_option' : 'option_number';
}
