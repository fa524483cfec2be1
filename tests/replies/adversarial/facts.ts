// What can be said of the options of an offer.
import { DAY_MS } from '../../../src/time/timestamps.ts';
import { type Offer, questionOf } from '../corpus.ts';

export interface Fact {
  /** From 1, as in the message. */
  place: number;
  /** From 0, Sunday. */
  weekday: number;
  day: number;
  /** From 1. */
  month: number;
  /** `2026-11-17`. */
  date: string;
  /** `14:00`. */
  time: string;
  part: 'morning' | 'afternoon';
}

/** Those with options. */
export const OFFERS: Offer[] = ['one', 'two', 'three', 'five', 'york', 'december', 'newyear'];
/** Of one offer. */
const MOST_OPTIONS = 5;
/** The day after that on which replies are said. */
export const TOMORROW = '2026-11-17';

const known = new Map<Offer, Fact[]>();

export function factsOf(offer: Offer): Fact[] {
  const facts = known.get(offer) ?? readFacts(offer);
  known.set(offer, facts);
  return facts;
}

function readFacts(offer: Offer): Fact[] {
  const { options, timezone } = questionOf(offer);
  // The Swedish write dates and times as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return options.map(({ starts_at }, index) => {
    const [date = '', time = ''] = format.format(starts_at).split(' ');
    return factOf(index + 1, date, time);
  });
}

export function factOf(place: number, date: string, time: string): Fact {
  const [, month = 0, day = 0] = date.split('-').map(Number);
  const weekday = new Date(date).getUTCDay();
  return { place, weekday, day, month, date, time, part: time < '12' ? 'morning' : 'afternoon' };
}

/** Days and times that are not offered: place 0 is none of the options. */
export function strangersTo(facts: Fact[]): Fact[] {
  const first = facts[0] as Fact;
  const daysLater = (count: number) =>
    new Date(Date.parse(first.date) + count * DAY_MS).toISOString().slice(0, 10);
  // `Tuesday, the 2nd` may be the second of two on a Tuesday.
  return [1, 5, 6]
    .map((count) => factOf(0, daysLater(count), '11:30'))
    .filter(({ day }) => day > MOST_OPTIONS);
}

/** Weekdays that no option is on. */
export const freeWeekdays = (facts: Fact[]): number[] =>
  [0, 1, 2, 3, 4, 5, 6].filter((weekday) => facts.every((fact) => fact.weekday !== weekday));
