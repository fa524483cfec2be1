// From words to clauses: what each names, and whether it says yes or no to it.
import { blank, type Clause, type Draft, type Reading } from './clause.ts';
import { readMention, type Scene } from './mentions.ts';
import { withNeighbours } from './polarity.ts';
import { hasSense, isMark } from './reading.ts';
import type { Token } from './tokens.ts';

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
    saysFarewell: false,
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
    if (sense === 'farewell') reading.saysFarewell = true;
    counts.set(sense, 1);
  } else if (hasSense(token, 'accept', 'good', 'refuse', 'not', 'cannot', 'prefer', 'too')) {
    counts.set(sense, (counts.get(sense) ?? 0) + 1);
    if (APPROVING.has(token.text)) reading.approves = true;
  } else if (!SILENT.has(sense)) reading.problems.push('unknown_words');
}
