// From words to clauses: what each names, and whether it says yes or no to it.
import { type Mention, readMention, type Scene } from './mentions.ts';
import { hasSense, isMark } from './reading.ts';
import type { Token } from './tokens.ts';

export type Polarity = 'yes' | 'no';

export interface Clause {
  /** What joins it to the clause before it in the same sentence. */
  link: 'start' | 'comma' | 'and' | 'or' | 'but';
  mentions: Mention[];
  polarity: Polarity | null;
  /** It only likes something better. */
  isPreference: boolean;
  /** It says the same as the clause before: `3 too`. */
  isSame: boolean;
  /** It begins with what it names: `3 works`, not `I can do 3`. */
  startsWithMention: boolean;
  /** Only `good`, `ok`: it may be praise. */
  isPraise: boolean;
  /** It has no verb of its own. */
  isBare: boolean;
  /** It has `one` in it: a single option is meant. */
  isOne: boolean;
  /** It thanks for what it names. */
  isThanks: boolean;
  /** It says no with a word of its own, such as `busy`, not with `not`. */
  isRefusal: boolean;
}

export interface Reading {
  /** Sentences of clauses. */
  sentences: Clause[][];
  /** Why nothing certain can be said; the first counts. */
  problems: string[];
  saysYes: boolean;
  saysNo: boolean;
  isFriendly: boolean;
  praises: boolean;
  /** `sounds good`: a yes, but to what? */
  approves: boolean;
  /** `unfortunately`: something is refused. */
  regrets: boolean;
  /** `Tuesday and Friday both work`: exactly two are meant. */
  saysTwo: boolean;
}

const SENTENCE_ENDS = ['.', '!', ';', '\n', '?'];
const UNCERTAIN: Partial<Record<Token['sense'], string>> = {
  condition: 'condition',
  doubt: 'doubt',
  ask: 'question',
  unknown: 'unknown_words',
  postscript: 'unknown_words',
  of: 'unknown_words',
  except: 'unknown_words',
  neither: 'unknown_words',
};
/** Verbs that ask if they come before what they are about, wherever that is. */
const ASKS_IN_ENGLISH = new Set(['is', 'are', 'do', 'does', 'did', 'will', 'would', 'shall', 'can', 'could']);
/** Verbs that ask if nothing comes before them: `passt Dienstag`, but `leider passt Dienstag nicht`. */
const ASKS_FIRST = new Set([
  ...[
    'kann',
    'koennen',
    'koennte',
    'koennten',
    'passt',
    'passen',
    'geht',
    'gehen',
    'ginge',
    'klappt',
    'moechten',
  ],
  ...[
    'ist',
    'sind',
    'waere',
    'waeren',
    'haette',
    'haetten',
    'wird',
    'werden',
    'wuerde',
    'wuerden',
    'darf',
    'hast',
    'hat',
    'seid',
  ],
]);
/** Praise that is an answer. */
const APPROVING = new Set([
  ...[
    'sounds good',
    'sounds great',
    'sounds perfect',
    'sounds fine',
    'looks good',
    'looks great',
    'looks fine',
  ],
  ...['klingt gut', 'klingt super', 'klingt perfekt', 'hoert sich gut an', 'sieht gut aus'],
]);
/** Words that stand between clauses and sentences, and belong to none. */
const SILENT = new Set<Token['sense']>([
  ...[
    'filler',
    'pronoun',
    'aux',
    'the',
    'on',
    'at',
    'in',
    'am',
    'to',
    'one',
    'own_zone',
    'week',
    'nor',
    'greeting',
    'from',
    'until',
  ],
] as Token['sense'][]);

export function readClauses(tokens: Token[], scene: Scene): Reading {
  const reading: Reading = {
    sentences: [],
    problems: [],
    saysYes: false,
    saysNo: false,
    isFriendly: false,
    praises: false,
    approves: false,
    regrets: false,
    saysTwo: false,
  };
  let sentence: Token[] = [];
  for (const token of [...tokens, undefined]) {
    if (token && isMark(token, '?')) reading.problems.push('question');
    if (token && !isMark(token, ...SENTENCE_ENDS)) {
      sentence.push(token);
      continue;
    }
    if (sentence.length > 0) reading.sentences.push(readSentence(sentence, scene, reading));
    sentence = [];
  }
  return reading;
}

type Draft = Clause & { counts: Map<string, number> };

const blank = (link: Clause['link']): Draft => ({
  ...{
    link,
    mentions: [],
    polarity: null,
    isPreference: false,
    isSame: false,
    startsWithMention: false,
    isPraise: false,
    isBare: true,
    isOne: false,
    isThanks: false,
    isRefusal: false,
  },
  counts: new Map(),
});

function readSentence(tokens: Token[], scene: Scene, reading: Reading): Clause[] {
  const clauses = [blank('start')];
  let isFirst = true;
  let start = 0;
  const isNeitherNor = tokens.some((token) => ['weder', 'neither'].includes(token.text));
  for (let at = 0; at < tokens.length; ) {
    const clause = clauses.at(-1) as Draft;
    const token = tokens[at] as Token;
    const link = linkOf(token, isNeitherNor);
    if (link) {
      if (EMPHATIC.has(tokens[at - 1]?.text ?? '')) emphasise(clause);
      clauses.push(blank(link));
      isFirst = true;
      at++;
      start = at;
      continue;
    }
    if (isFirst && isInverted(tokens, at, start, scene)) reading.problems.push('question');
    const mention = readMention(tokens, at, scene);
    if (mention) {
      if (isFirst) clause.startsWithMention = true;
      if (mention.found.kind === 'wrong') reading.problems.push(mention.found.rule);
      clause.mentions.push(mention.found);
      at = mention.next;
      isFirst = false;
      continue;
    }
    if (hasSense(token, 'at', 'on', 'in', 'am', 'from', 'until') && !hasObject(tokens, at, scene)) {
      reading.problems.push('unknown_words');
    }
    // In English, `can we` asks wherever it stands.
    if (['i', 'we'].includes(token.text) && hasSense(tokens[at - 1], 'aux', 'accept'))
      reading.problems.push('question');
    count(token, clause.counts, reading);
    if (!hasSense(token, 'filler', 'matter', 'regret', 'yes', 'thanks', 'too', 'the')) isFirst = false;
    at++;
  }
  if (EMPHATIC.has(tokens.at(-1)?.text ?? '')) emphasise(clauses.at(-1) as Draft);
  return withNeighbours(isNeitherNor ? clauses.map(asNeither) : clauses, reading);
}

/** Verbs that stand for the one before: `1 doesn't work, 2 does`. */
const EMPHATIC = new Set(['does', 'do', 'would', 'schon', 'is', 'are']);

function emphasise({ mentions, counts }: Draft) {
  if (mentions.length > 0 && counts.size === 0) counts.set('accept', 1);
}

/** `neither 1 nor 2 works`: the verb of the last clause is under the `neither` of the first. */
function asNeither(clause: Draft): Draft {
  if (clause.link === 'or') clause.counts.set('not', 1);
  return clause;
}

/** `at any of these`, `on the 17th`: without anything behind it, a part is missing. */
function hasObject(tokens: readonly Token[], at: number, scene: Scene): boolean {
  const next = hasSense(tokens[at + 1], 'the', 'filler', 'matter') ? at + 2 : at + 1;
  return readMention(tokens, at + 1, scene) !== null || readMention(tokens, next, scene) !== null;
}

function linkOf(token: Token, isNeitherNor: boolean): Clause['link'] | null {
  if (isMark(token, ',', '-') || hasSense(token, 'because')) return 'comma';
  if (hasSense(token, 'and')) return 'and';
  if (hasSense(token, 'or') || (isNeitherNor && hasSense(token, 'nor'))) return 'or';
  return hasSense(token, 'but') ? 'but' : null;
}

/** `is 2 free`, `passt Dienstag`: a question, with or without its mark. */
function isInverted(tokens: readonly Token[], at: number, start: number, scene: Scene): boolean {
  const { text, sense } = tokens[at] as Token;
  if (sense !== 'aux' && sense !== 'accept') return false;
  const isVerb = ASKS_IN_ENGLISH.has(text) || (ASKS_FIRST.has(text) && at === start);
  if (!isVerb) return false;
  let next = at + 1;
  while (hasSense(tokens[next], 'filler', 'regret', 'too', 'nor')) next++;
  if (hasSense(tokens[next], 'pronoun')) return true;
  const subject = readMention(tokens, next, scene)?.found;
  return subject !== undefined && !(subject.kind === 'every' && subject.quantity === 'none');
}

function count(token: Token, counts: Map<string, number>, reading: Reading) {
  const { sense } = token;
  const problem = UNCERTAIN[sense];
  if (sense === 'neither') {
    counts.set('not', (counts.get('not') ?? 0) + 1);
    return;
  }
  if (problem) {
    reading.problems.push(problem);
    return;
  }
  if (sense === 'yes') reading.saysYes = true;
  else if (sense === 'no') reading.saysNo = true;
  else if (sense === 'regret') reading.regrets = true;
  else if (sense === 'one' || sense === 'matter') counts.set(sense, 1);
  else if (sense === 'both' || sense === 'either') reading.saysTwo = true;
  else if (hasSense(token, 'thanks', 'farewell', 'closing')) {
    reading.isFriendly = true;
    counts.set(sense, 1);
  } else if (hasSense(token, 'accept', 'good', 'refuse', 'not', 'cannot', 'prefer', 'too')) {
    counts.set(sense, (counts.get(sense) ?? 0) + 1);
    if (APPROVING.has(token.text)) reading.approves = true;
  } else if (!SILENT.has(sense)) reading.problems.push('unknown_words');
}

/** Gives each clause its polarity, from its own words or from its neighbours in the sentence. */
function withNeighbours(raw: Draft[], reading: Reading): Clause[] {
  const clauses = raw
    .map((clause) => withPolarity(clause, reading))
    .filter(({ mentions, polarity, isSame }) => mentions.length > 0 || polarity !== null || isSame);
  // `yes and`: the rest is missing.
  const last = raw.at(-1);
  const isUnfinished =
    last && last.link !== 'start' && last.link !== 'comma' && last.mentions.length + last.counts.size === 0;
  if (isUnfinished) reading.problems.push('unknown_words');
  for (const [place, clause] of clauses.entries()) {
    if (clause.polarity !== null || clause.mentions.length === 0) continue;
    const before = clauses[place - 1];
    clause.polarity = clause.isSame
      ? (before?.polarity ?? 'yes')
      : (fromLaterClause(clauses, place, reading) ?? fromEarlierClause(clause, before, reading));
  }
  if (clauses.some((clause, place) => isOddBut(clause, clauses[place - 1])))
    reading.problems.push('contradiction');
  return clauses;
}

const isNoneOf = ({ mentions, polarity }: Clause) =>
  mentions.some((mention) => mention.kind === 'every' && (mention.quantity === 'none' || polarity === 'no'));

/** `1 works but 3 works`: there is something between the lines. */
const isOddBut = ({ link, mentions, polarity }: Clause, before: Clause | undefined) =>
  link === 'but' &&
  mentions.length > 0 &&
  polarity === 'yes' &&
  before?.polarity === 'yes' &&
  !isNoneOf(before);

function withPolarity({ counts, ...clause }: Draft, reading: Reading): Clause {
  const of = (sense: string) => counts.get(sense) ?? 0;
  const negations = of('not') + of('cannot');
  const acceptances = of('accept') + of('good') + of('prefer');
  const isDouble = negations > 1 || (negations > 0 && of('refuse') > 0);
  if (isDouble || (of('refuse') > 0 && acceptances > 0)) reading.problems.push('contradiction');
  const isPraise =
    of('good') > 0 &&
    negations + of('accept') + of('prefer') + of('refuse') === 0 &&
    clause.mentions.length === 0;
  if (isPraise) reading.praises = true;
  if (of('matter') > 0 && clause.mentions.length > 0 && negations + acceptances + of('refuse') === 0) {
    reading.problems.push('no_verb');
  }
  const polarity = negations + of('refuse') > 0 ? 'no' : acceptances > 0 ? 'yes' : null;
  return {
    ...clause,
    polarity,
    isPraise,
    isPreference: of('prefer') > 0,
    isSame: of('too') > 0 && polarity === null,
    isBare: polarity === null,
    isOne: of('one') > 0,
    isThanks: of('thanks') > 0,
    isRefusal: of('refuse') > 0,
  };
}

/** `1, 3 and 4 work`: what follows says it of all of them. */
function fromLaterClause(clauses: Clause[], place: number, reading: Reading): Polarity | null {
  let hasConjunction = false;
  for (const later of clauses.slice(place + 1)) {
    if (later.link === 'but' || !later.startsWithMention) return null;
    if (later.link !== 'comma') hasConjunction = true;
    if (later.polarity === null) continue;
    // `2, 3 doesn't work` is a yes and a no, or two times no.
    if (later.polarity === 'no' && !hasConjunction) reading.problems.push('contradiction');
    return later.polarity;
  }
  return null;
}

function fromEarlierClause(clause: Clause, before: Clause | undefined, reading: Reading): Polarity {
  // `none of these, in December please` names what would work instead.
  if (before && isNoneOf(before)) return 'yes';
  const earlier = before && before.mentions.length > 0 ? before.polarity : null;
  if (before && before.polarity === 'no' && earlier === null) reading.problems.push('contradiction');
  if (earlier === null) return 'yes';
  if (before?.isBare && clause.link !== 'but') return earlier;
  if (clause.link === 'or') return earlier;
  if (clause.link === 'and' && earlier === 'yes') return 'yes';
  if (clause.link === 'but' && earlier === 'no') return 'yes';
  reading.problems.push('contradiction');
  return 'yes';
}
