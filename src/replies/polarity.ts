// Whether a clause says yes or no: by its own words, or by those of its neighbours.
import type { Clause, Draft, Polarity, Reading } from './clause.ts';

/** Gives each clause its polarity, from its own words or from its neighbours in the sentence. */
export function withNeighbours(raw: Draft[], reading: Reading): Clause[] {
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
