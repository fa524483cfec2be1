// What is known about a clause, and about a whole reply, while it is read.
import type { Mention } from './mention.ts';

export type Polarity = 'yes' | 'no';

/** What joins a clause to the one before it in the same sentence. `aside` is in brackets. */
export type Link = 'start' | 'comma' | 'aside' | 'because' | 'and' | 'or' | 'but';

/**
 * `answer` says yes or no to what it names, or to the only option. `seeking` asks for other times. `doing` says what somebody
 * does at that time, `back` when they return, `parting` when they will meet. `open` has unknown words, and may be a reason for a
 * no.
 */
type Kind = 'answer' | 'seeking' | 'doing' | 'back' | 'open' | 'parting';

export interface Clause {
  kind: Kind;
  link: Link;
  mentions: Mention[];
  polarity: Polarity | null;
  /** It only prefers something. */
  isPreference: boolean;
  /** It says the same as the clause before: `3 too`. */
  isSame: boolean;
  /** It begins with what it names: `3 works`, not `I can do 3`. */
  startsWithMention: boolean;
  /** It is only `good` or `ok`, which may be praise. */
  isPraise: boolean;
  /** It says more about what was chosen before the comma: `the later one, 3pm`. */
  isApposition: boolean;
  /** It has no verb. */
  isBare: boolean;
  /** `unfortunately`: a `not` may be missing. */
  isSorry: boolean;
  /** It is about now, not about what is offered. */
  isNow: boolean;
  /** `Tuesday: yes`, as in a list. */
  isListed: boolean;
  /** It has `too` in it, or `auch nicht`. */
  isAlso: boolean;
  /** Its verb stands for the one before: `2 does`. */
  isEmphatic: boolean;
  /** It has `only` or `so` in it. */
  isOnly: boolean;
  /** It has `one` in it, so it means a single option. */
  isOne: boolean;
  /** It is about the author, or about that day. */
  isOwn: boolean;
  /** It begins with `so`. */
  isConclusion: boolean;
  /** Its last words may apply to everything named before: `(I can do) Tuesday and Friday not`. */
  isVerbless: boolean;
  /** It says no by saying what somebody does, or where they are: `I'm away on Tuesday`. */
  isBusy: boolean;
  /** `not all`: some of them. */
  isPartial: boolean;
  /** It says what somebody does or has at that time, with a verb. */
  isState: boolean;
  /** It names something after a preposition: `on Tuesday`. */
  isOnDay: boolean;
  /** It has a known reason not to meet: `at the dentist`. */
  hasReason: boolean;
  /** `then`, `that week`: at a time that was named before. */
  isThen: boolean;
  /** There is a comma before its `and`. */
  isParted: boolean;
  /** It thanks for what it names. */
  isThanks: boolean;
  /** It says no with a word of its own, such as `busy`, not with `not`. */
  isRefusal: boolean;
  /** It is about a time other than the one chosen: `before that`. */
  isApart: boolean;
  /** It has `anyway` in it. */
  isAnyway: boolean;
}

export interface Reading {
  /** The clauses of each sentence. */
  sentences: Clause[][];
  /** Why the reply is unclear; the first counts. */
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
  /** It asks for other times, not for an answer. */
  seeks: boolean;
  /** For whom something works: `me`, `team`. */
  suited: Set<string>;
  /** They say why they are late; the words needn't be known. */
  excuses: boolean;
  /** They leave the choice to us. */
  yields: boolean;
  /** `Tuesday and Friday both work`: exactly two are meant. */
  saysTwo: boolean;
}
