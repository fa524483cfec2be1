// What a reply names: options by number or place in the list, by time, all of them, none of them.
import type { When } from './when.ts';

export type Mention =
  /** Places in the list. `is_bare`: a number without `option` before it, which could be an hour beside a day. */
  | { kind: 'places'; places: number[]; is_bare: boolean }
  /** `is_any`: whatever is offered then. `is_one`: the only option then, `the afternoon slot`. `count`: as many as are offered then. */
  | { kind: 'when'; when: When; is_any: boolean; is_one: boolean; count?: number }
  /** `places` would be meant, or the day. */
  | { kind: 'either'; places: number[]; when: When }
  /** `any` and `these` are none with a `not`; with `all` nobody can say. `these` says nothing without a verb. */
  | {
      kind: 'every';
      quantity: 'any' | 'all' | 'these' | 'none';
      except: Mention[];
      is_counted?: boolean;
      is_alone?: boolean;
    }
  /** `count`: so many are left: `the other two`. `is_none`: none of them. `is_day`: those of other days, of which there may be none. */
  | { kind: 'others'; count?: number; is_none?: true; is_day?: true }
  /** `both slots`, of more that are offered: those that were named before. */
  | { kind: 'pair' }
  /** The only option, or what was named before. */
  | { kind: 'that' }
  /** It names what does not exist. */
  | { kind: 'wrong'; rule: string };

export interface Scene {
  /** How many options there are. */
  count: number;
  today: number;
  /** Places in order of time. */
  byTime: number[];
  /** A number that is written as a word says how many: `deux me vont`. */
  countsByWord: boolean;
}
