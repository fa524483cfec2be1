// What the grammar needs to know about a language: phrases by sense, separated by commas, and the forms of its clauses. A phrase
// has one sense in a language. A reply is acted on only if each of its words has a sense here, and each clause one of the forms.
import type { PartOfDay } from '../../time/wishes.ts';

const senses = {
  adverb: 'changes nothing, wherever it stands in a clause',
  offered: 'the same, after what is named: `the times you sent`',
  me: 'for whom it works: `for me`, `mir`',
  pronoun: 'somebody who speaks',
  my: 'what is theirs; only in a reason',
  be: 'is, are',
  i_am: '`I` and `am` in one word',
  was: 'what somebody did: beside `away`, it excuses',
  will: 'will',
  would: 'would: what somebody would be doing is no reason',
  have: 'have',
  do: 'stands for the verb before: `2 does`',
  suit: 'a verb that says yes to its subject: `works`',
  good: 'says yes after `is`; alone it is praise',
  ok: 'the same, and agrees to what follows: `ok for Tuesday`',
  free: 'somebody or a time is: `free`, `available`',
  availability: 'what somebody has: `Zeit`, `availability`',
  can: 'a verb that says yes to when somebody can: `can make`',
  take: 'a verb that says yes to what is taken: `choose`, `book me in for`; a day with `on` before it is only when that happens',
  meet: 'a verb that says yes to when they meet: `let us talk`',
  particle: 'the second half of a German verb: `trage ein`',
  choice: 'a noun for what is chosen: `my pick`',
  prefer: 'yes, but others may do as well',
  refuse: 'says no to what is named beside it',
  doing: 'what somebody does then instead: `at the dentist`',
  apart: 'at another time than the one chosen: `before that`; only beside what somebody does then',
  back: 'they are there again',
  regret: 'something is refused',
  not: 'turns yes into no',
  ne: 'the first half of a French `not`',
  cannot: 'both in one: not, and a verb that accepts',
  no: 'no, as an answer',
  none: 'no option at all',
  any: 'each option; with `not` no option',
  all: 'each option; with `not` it could be some',
  both: 'two options, if there are two',
  neither: 'none of two',
  either: 'each of two; before what is named it says nothing',
  except: 'leaves out what follows',
  too: 'as before',
  yes: 'yes, as an answer',
  gladly: 'yes to what is named beside it: `Friday please`',
  yours: 'they leave the choice to us; beside a choice it says nothing',
  thanks: 'thanks',
  farewell: 'a friendly end',
  praise: 'may be a yes or nothing: `all good`',
  greeting: 'a name may follow',
  closing: 'the name of the author may follow',
  condition: 'not certain: there is a condition',
  doubt: 'not certain: they do not know, or will say it later',
  usual: 'not certain, but good enough for a wish: `Mondays are usually fine`',
  more: 'somebody has to read it: a wish, another person, a change of plan',
  because: 'a reason follows',
  ask: 'a question',
  seek: 'asks for other times: `do you have`',
  other: 'what is asked for: `something else`',
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
  penultimate: 'the last but one',
  earliest: 'the first in time',
  latest: 'the last in time',
  earlier: 'the first of two',
  later: 'the second of two',
  middle: 'the second of three',
  of: 'only after `none`, `any`, `all`, `both`, and in dates',
  for: 'before what is agreed to',
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
  and_half: 'after an hour: thirty minutes more',
  and_quarter: 'after an hour: fifteen minutes more',
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
  /** `on Mondays`, not a specific one. */
  everyWeekday: string[];
  months: string[];
  parts: Record<PartOfDay, string>;
  /** From one on. */
  numbers: string[];
  /** Minutes as words: `two thirty`. */
  minutes?: Record<string, number>;
  /** From the first on, with all their endings. */
  ordinals: string[];
  /** Forms of clauses that say yes, in addition to those of all languages; see `forms.ts`. */
  forms: string;
  /** One word that is written for two: `i'm`. */
  contracted?: (word: string) => string[] | null;
  /** Words that mean something else with an accent: `sí`. */
  accented?: Record<string, Sense>;
  /** Endings of a number that counts: `2nd`. */
  nth: string[];
  /** Endings of a number that isn't a day of a month: `2ème`. */
  ordinalEndings?: string[];
  /** Everyday words and names that look like typos of words with a sense, but aren't. */
  plain?: string;
  /** `no puedo ninguno` says no once. */
  doublesNegation?: boolean;
}
