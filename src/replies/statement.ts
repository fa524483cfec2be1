import type { Mention } from './mention.ts';
import type { When } from './when.ts';

/** What a reply says about the options. */
export interface Statements {
  accepted: Set<number>;
  refused: Set<number>;
  /** Times that would work but aren't offered. */
  suitable: When[];
  /** Times in general that don't work. */
  unsuitable: When[];
  /** None of them works. */
  isNone: boolean;
  /** `none of these`, in so many words. */
  saysNone: boolean;
  /** Something is preferred. */
  isPreference: boolean;
  /** Answers about the only option, or about nothing in particular. */
  pending: ('yes' | 'no')[];
  /** A no to `that`, or a general one: `I can't`. */
  refusesThat: 'that' | 'all' | null;
  kinds: Set<Mention['kind']>;
  /** How many clauses name something. */
  naming: number;
  /** How many clauses choose nothing: they say what somebody does at that time, and why. */
  asides: number;
  /** The times at which they say they will meet. */
  partings: When[];
  /** A yes came with regret. */
  isSorry: boolean;
  /** How often `both slots` are named. */
  pairs: number;
  /** It has more than the answer. */
  hasRemark: boolean;
  /** Options at times that suit in general: `mornings`. */
  general: Set<number>[];
  /** How many clauses say yes to something that they name. */
  choosing: number;
  /** The choice has no verb: `Friday.` */
  isBare: boolean;
  /** `all of them` were chosen, in so many words. */
  takesAll: boolean;
}
