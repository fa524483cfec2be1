// What is kept of a clause, and of a whole reply, while it is read.
import type { Mention } from './mentions.ts';

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
  /** `see you then`: when? */
  saysFarewell: boolean;
  praises: boolean;
  /** `sounds good`: a yes, but to what? */
  approves: boolean;
  /** `unfortunately`: something is refused. */
  regrets: boolean;
  /** `Tuesday and Friday both work`: exactly two are meant. */
  saysTwo: boolean;
}

/** A clause before it has a polarity: how often it has words of each sense. */
export type Draft = Clause & { counts: Map<string, number> };

export const blank = (link: Clause['link']): Draft => ({
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
