import type { Mention } from './mention.ts';
import type { When } from './when.ts';

/** What a reply says about the options. */
export interface Statements {
  accepted: Set<number>;
  refused: Set<number>;
  /** Times that would work but are not offered. */
  suitable: When[];
  /** Times in general that do not work. */
  unsuitable: When[];
  /** None of them works. */
  isNone: boolean;
  /** `none of these`, in so many words. */
  saysNone: boolean;
  /** Something is preferred. */
  isPreference: boolean;
  /** Something was said about the only option, or about nothing that can be named. */
  pending: ('yes' | 'no')[];
  /** A no to `that`, or one that is not about now: `I can't`. */
  refusesThat: 'that' | 'all' | null;
  kinds: Set<Mention['kind']>;
  /** How many clauses name something. */
  naming: number;
  /** Clauses that choose nothing: what somebody does then, and why. */
  asides: number;
  /** When they say that they will meet. */
  partings: When[];
  /** A yes is sorry for something. */
  isSorry: boolean;
  /** How often `both slots` are named. */
  pairs: number;
  /** There is more in it than the answer. */
  hasRemark: boolean;
  /** What is offered at times that suit in general: `mornings`. */
  general: Set<number>[];
  /** How many clauses say yes to something that they name. */
  choosing: number;
  /** What is chosen has no verb beside it: `Friday.` */
  isBare: boolean;
  /** `all of them` were taken, in so many words. */
  takesAll: boolean;
}
