// What a reply names: options by number or place in the list, by time, all of them, or none of them.
import type { When } from './when.ts';

export type Mention =
  /** Places in the list. `is_bare`: a number without `option` before it, which next to a day could be an hour. */
  | { kind: 'places'; places: number[]; is_bare: boolean }
  /**
   * `is_any`: whatever is offered then. `is_one`: the only option then, `the afternoon slot`. `count`: how many are offered then.
   */
  | { kind: 'when'; when: When; is_any: boolean; is_one: boolean; count?: number }
  /** It means either `places` or the day. */
  | { kind: 'either'; places: number[]; when: When }
  /** With a `not`, `any` and `these` mean none; with `all` it is unclear. `these` says nothing without a verb. */
  | {
      kind: 'every';
      quantity: 'any' | 'all' | 'these' | 'none';
      except: Mention[];
      is_counted?: boolean;
      is_alone?: boolean;
    }
  /** `count`: how many are left: `the other two`. `is_none`: none of them. `is_day`: those on other days, if any. */
  | { kind: 'others'; count?: number; is_none?: true; is_day?: true }
  /** `both slots` when more are offered: the two named before. */
  | { kind: 'pair' }
  /** The only option, or what was named before. */
  | { kind: 'that' }
  /** It names something that doesn't exist. */
  | { kind: 'wrong'; rule: string };

export interface Scene {
  /** How many options there are. */
  count: number;
  today: number;
  /** Places in order of time. */
  byTime: number[];
  /** Whether a number written as a word says how many: `deux me vont`. */
  countsByWord: boolean;
}
