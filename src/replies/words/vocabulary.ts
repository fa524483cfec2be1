// What a language tells the grammar: phrases by sense, each separated by a comma. A phrase has one sense in all languages together.
// A reply is acted on only if each of its words has a sense here. So a word is added to `filler` only if it changes nothing
// wherever it stands.
import type { PartOfDay } from '../../time/wishes.ts';

export const senses = {
  filler: 'changes nothing',
  matter: 'changes nothing beside a verb; without one, `I have a meeting on Tuesday` is no answer',
  pronoun: 'somebody',
  aux: 'a verb that asks if it stands first',
  accept: 'says yes to what is named beside it',
  good: 'the same; alone it is praise',
  refuse: 'says no to what is named beside it',
  regret: 'something is refused',
  not: 'turns yes into no',
  cannot: 'both in one: not, and a verb that accepts',
  no: 'no, as an answer',
  none: 'no option at all',
  any: 'each option; with `not` no option',
  all: 'each option; with `not` it could be some',
  both: 'two options, if there are two',
  neither: 'none of two',
  either: 'each of two; before what is named it says nothing',
  except: 'leaves out what follows',
  prefer: 'yes, but others may do as well',
  too: 'as before',
  yes: 'yes, as an answer',
  thanks: 'thanks',
  farewell: 'a friendly end',
  greeting: 'a name may follow',
  closing: 'the name of the author may follow',
  condition: 'not certain: there is a condition',
  doubt: 'not certain: they do not know',
  because: 'a reason follows',
  ask: 'a question',
  and: 'and',
  or: 'or',
  nor: 'or, after `not`',
  but: 'but',
  that: 'the only option',
  these: 'the options',
  others: 'the options that are not named',
  one: 'the noun after `second`, or a number',
  option: 'the noun before or after a number',
  the: 'an article',
  last: 'the last option',
  earliest: 'the first in time',
  latest: 'the last in time',
  earlier: 'the first of two',
  later: 'the second of two',
  middle: 'the second of three',
  of: 'only after `none`, `any`, `all`, `both`, and in dates',
  on: 'before a day',
  at: 'before a time',
  in: 'before a month or a week',
  next: 'next, of a weekday',
  this: 'the coming, of a weekday',
  week: 'week',
  calendar_week: 'before the number of a week',
  week_of: 'before the first day of a week',
  this_week: 'from today until Sunday',
  next_week: 'Monday to Sunday',
  week_after_next: 'the week after that',
  this_month: 'until its end',
  next_month: 'the whole of it',
  workdays: 'Monday to Friday',
  weekend: 'Saturday and Sunday',
  today: 'today',
  tomorrow: 'tomorrow',
  overmorrow: 'the day after tomorrow',
  after: 'later than a time or a day',
  past: 'the same, or after minutes',
  before: 'earlier than a time or a day',
  until: 'not later than a time or a day',
  from: 'since, or the start of a range',
  to: 'the end of a range',
  since: 'not before a time or a day',
  onwards: 'not before the time in front of it',
  between: 'a range with `and`',
  half_past: 'thirty minutes after an hour',
  half_to: 'thirty minutes before an hour',
  quarter_past: 'fifteen minutes after an hour',
  quarter_to: 'fifteen minutes before an hour',
  clock: 'after the number of an hour',
  am: 'before noon; in German also `on`',
  pm: 'after noon',
  noon: 'twelve',
  own_zone: 'the clock of the author',
  postscript: 'text follows the name of the author',
} as const;

export type Sense = keyof typeof senses;

/** Seven strings from Monday on, twelve from January on. */
export interface Vocabulary {
  senses: Partial<Record<Sense, string>>;
  weekdays: string[];
  /** `on Mondays`, not a certain one. */
  everyWeekday: string[];
  months: string[];
  parts: Record<PartOfDay, string>;
  /** From one on. */
  numbers: string[];
  /** From the first on; of German the stems, which have endings. */
  ordinals: string[];
}
