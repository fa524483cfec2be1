// What a reply means. Pure: the same text and the same options are always understood in the same way.
import type { Wishes } from '../time/wishes.ts';

export interface OfferedOption {
  id: string;
  starts_at: number;
  ends_at: number;
}

export interface Question {
  /** In the order in which the message has numbered them. */
  options: OfferedOption[];
  /** Of the participant: the one in which the times were written. */
  timezone: string;
  now: number;
}

/** `rule` names what has decided it, such as `option_number`. Anything that is not certain is `unclear`. */
export type Understanding =
  /** `has_remark`: there is more in it than the choice, for the organizer to read. */
  | { meaning: 'options'; option_ids: string[]; has_remark: boolean; rule: string }
  /** None of them works, with what was said about better times. `tells_organizer`: there is a question, too, that a person has to answer. */
  | { meaning: 'none'; wishes: Wishes | null; tells_organizer: boolean; rule: string }
  /** Nothing to do: a thank-you. */
  | { meaning: 'courtesy'; rule: string }
  | { meaning: 'unclear'; rule: string };
