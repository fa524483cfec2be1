// Sentences that are labelled by how they are built: thousands for each language, the same for each run. They were written without
// a look at the rules, by what people say. Most name what is offered and choose nothing, to find what is booked that nobody has chosen.
import { understand } from '../../src/replies/understand.ts';
import type { Understanding } from '../../src/replies/understanding.ts';
import { DAY_MS } from '../../src/time/timestamps.ts';
import { ENGLISH } from './adversarial/english.ts';
import { type Fact, factsOf, OFFERS } from './adversarial/facts.ts';
import { FRENCH } from './adversarial/french.ts';
import { GERMAN } from './adversarial/german.ts';
import type { Language, LanguageCode, Named } from './adversarial/language.ts';
import { SPANISH } from './adversarial/spanish.ts';
import { isActing, meaningOf, type Offer, questionOf } from './corpus.ts';
import { randomFrom } from './mutations.ts';

/** What may be found beside `unclear`, which always may. */
export interface May {
  options?: string[];
  none?: true;
  courtesy?: true;
}

export const PROPERTIES = ['negative', 'beside a choice', 'positive', 'combined'] as const;
export type Property = (typeof PROPERTIES)[number];

export interface Sentence {
  language: LanguageCode;
  property: Property;
  /** What kind of sentence it is, such as `hedged`. */
  family: string;
  offer: Offer;
  /** How many days after that of the corpus it is said. */
  daysLater: number;
  text: string;
  may: May;
}

const LANGUAGES: Language[] = [ENGLISH, GERMAN, FRENCH, SPANISH];

/** Options of offers with several that a template is tried with; there are seventeen. */
const DRAWS = { template: 6, activity: 2, combination: 12 };
/** How often a plain yes is tried, each time with another greeting. */
const TRIES = 6;
const SAID_AFTER_BOOKING = new Set(['another activity', 'busy then', 'not chosen', 'a kind no']);
/** Said of a weekday, it may be one before the options. */
const SINCE = new Set(['from then on', 'after that', 'before that']);
/** Its Sunday. */
const THIS_WEEK = '2026-11-22';
const SLOT = /\{(\w+?)(2?)\}/g;

/** All of them, in an order that is always the same. */
export function adversarialSentences(): Sentence[] {
  return LANGUAGES.flatMap((language) => {
    const maker = makerOf(language);
    const negatives = [...maker.negatives(), ...maker.disagreeing()];
    const sentences = [
      ...negatives.map(({ sentence }) => sentence),
      ...negatives.flatMap(afterBooking),
      ...maker.saidOnThatDay(),
      ...negatives.flatMap(maker.besideChoice),
      ...maker.positives(),
      ...maker.combinations(),
    ];
    const seen = new Set<string>();
    return sentences.filter(({ offer, daysLater, text }) => {
      const key = `${offer} ${daysLater} ${text}`;
      return !seen.has(key) && seen.add(key);
    });
  });
}

/** It is not thanks either, when nothing is offered any more. */
function afterBooking({ sentence }: Negative): Sentence[] {
  if (sentence.offer !== 'three' || !SAID_AFTER_BOOKING.has(sentence.family)) return [];
  return [{ ...sentence, offer: 'booked', may: {} }];
}

export function understandingOf({ offer, daysLater, text }: Sentence): Understanding {
  const question = questionOf(offer);
  return understand({ ...question, now: question.now + daysLater * DAY_MS }, text);
}

/** What is wrong with what was found; undefined if it may be so. */
export function faultIn({ may }: Sentence, understanding: Understanding): string | undefined {
  const found = meaningOf(understanding);
  if (found.meaning === 'unclear') return undefined;
  if (found.meaning === 'courtesy') return may.courtesy ? undefined : 'nobody is told';
  if (found.meaning === 'none') return may.none ? undefined : 'other times are asked for';
  const isChosen = may.options && found.option_ids.join() === may.options.join();
  return isChosen ? undefined : `${found.option_ids.join(', ')} chosen`;
}

/** Whether it says what can be acted on. */
export const isClear = ({ property, may }: Sentence) =>
  (property === 'positive' || property === 'combined') && (may.options ?? may.none) !== undefined;

/** Whether a sentence is acted on as it should be. */
export const isUnderstood = (sentence: Sentence, understanding: Understanding) =>
  isActing(meaningOf(understanding)) && faultIn(sentence, understanding) === undefined;

export function described({ language, family, offer, text, may }: Sentence, found: Understanding): string {
  const { rule, ...meaning } = found;
  return `[${language} ${offer}] ${JSON.stringify(text)} (${family})\n    may be ${JSON.stringify(may)}, is ${JSON.stringify(meaning)} by ${rule}`;
}

interface Negative {
  sentence: Sentence;
  /** Without greeting and the like. */
  bare: string;
  /** The options that it names. */
  named: Fact[];
}

function makerOf(language: Language) {
  const random = randomFrom([...language.code].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const places = OFFERS.flatMap((offer) => factsOf(offer).map((fact) => ({ offer, fact })));
  const alone = places.filter(({ offer }) => factsOf(offer).length === 1);
  const among = places.filter(({ offer }) => factsOf(offer).length > 1);

  /** `count` options of offers with several, each at most once. */
  function somePlaces(count: number) {
    const rest = [...among];
    return Array.from({ length: count }, () => rest.splice(random(rest.length), 1)).flat();
  }

  /** The template with names of `fact`, and of another option for slots that end with 2. */
  function filled(template: string, offer: Offer, fact: Fact, isUnique = false) {
    const facts = factsOf(offer);
    const other = pick(facts.filter(({ place }) => place !== fact.place));
    const named = new Map<number, Fact>();
    let isPossible = true;
    const text = template.replace(SLOT, (_, slot: string, two: string) => {
      const about = two ? other : fact;
      const names = about ? namesOf(slot, about, facts, isUnique) : [];
      if (names.length === 0) isPossible = false;
      if (!about || names.length === 0) return '';
      const [words, keys] = pick(names);
      for (const one of fitting(keys, about, facts)) named.set(one.place, one);
      return words;
    });
    if (!isPossible) return undefined;
    return { text, fact, other, named: [...named.values()], facts };
  }

  const known = new Map<Fact, Record<string, Named[]>>();
  function namesOf(slot: string, fact: Fact, facts: Fact[], isUnique: boolean): Named[] {
    const bySlot = known.get(fact) ?? language.namesOf(fact, facts);
    known.set(fact, bySlot);
    const names = bySlot[slot];
    if (!names) throw new Error(`${language.code} has no slot {${slot}}`);
    return isUnique ? names.filter(([, keys]) => fitting(keys, fact, facts).length === 1) : names;
  }

  const dressed = (bare: string): string => {
    const { greetings, thanks, closings } = language.manners;
    const text = capitalized(bare);
    return pick([
      () => text,
      () => ended(text),
      () => ended(text),
      () => text.toLowerCase(),
      () => `${pick(greetings)}\n\n${ended(text)}\n\n${pick(closings)}`,
      () => `${pick(thanks)} ${ended(text)}`,
    ])();
  };

  function sentence(property: Property, family: string, offer: Offer, text: string, may: May): Sentence {
    return { language: language.code, property, family, offer, daysLater: 0, text: dressed(text), may };
  }

  function negatives(): Negative[] {
    return language.negatives().flatMap(({ family, kind, templates, isActivity }) =>
      templates.flatMap((template) =>
        // Where there is only one option, less is needed to choose it.
        [...alone, ...somePlaces(isActivity ? DRAWS.activity : DRAWS.template)].flatMap(({ offer, fact }) => {
          const made = filled(template, offer, fact);
          if (!made) return [];
          const { text, named, facts } = made;
          const may = {
            nothing: {},
            refusal: named.length === facts.length ? { none: true as const } : {},
            farewell: named.length > 0 ? { options: ids(named) } : {},
            courtesy: { courtesy: true as const },
            praise: facts.length === 1 ? { options: ids(facts) } : {},
            'last but one': facts.length > 1 ? { options: ids(facts.slice(-2, -1)) } : {},
          }[kind];
          return [{ sentence: sentence('negative', family, offer, text, may), bare: text, named }];
        }),
      ),
    );
  }

  /** A day, a date and an hour that were not offered together. */
  function disagreeing(): Negative[] {
    return whens().flatMap(({ offer, text, fitting: fits, named }) =>
      fits.length > 0
        ? []
        : [{ sentence: sentence('negative', 'disagreeing', offer, text, {}), bare: text, named }],
    );
  }

  /** Said on a Tuesday, `after Tuesday` may mean today or the Tuesday that is offered. */
  function saidOnThatDay(): Sentence[] {
    return language.ambiguousOnThatDay.flatMap((template) =>
      places.flatMap(({ offer, fact }) => {
        const made = filled(template, offer, fact);
        // That of the corpus is a Monday.
        const daysLater = fact.weekday - 1;
        if (!made || fact.date <= THIS_WEEK) return [];
        return [{ ...sentence('negative', 'said on that weekday', offer, made.text, {}), daysLater }];
      }),
    );
  }

  /** A day of one option with a date, an hour or a number of another, or of none; and the options that all of it fits. */
  function whens() {
    return OFFERS.flatMap((offer) => {
      const facts = factsOf(offer);
      return facts.flatMap((one) =>
        [...facts, ...language.strangers(facts)].flatMap((other) =>
          language.mixtures(one, other).map(([words, fits]) => ({
            offer,
            text: pick(language.choices.mixed).replace('{when}', words),
            fitting: facts.filter(fits),
            named: facts.filter((fact) => fact === one || fact === other),
          })),
        ),
      );
    });
  }

  /** The same, and a clear choice of an option that it does not name. */
  function besideChoice({ sentence: { family, offer, may }, bare, named }: Negative): Sentence[] {
    const facts = factsOf(offer);
    // A farewell or a praise that is one may also be a choice of its own.
    if (may.options) return [];
    const others = facts.filter(({ place }) => named.every((fact) => fact.place !== place));
    if (others.length === 0) return [];
    const choice = filled(pick(language.choices.clear), offer, pick(others), true);
    if (!choice) return [];
    const [first, second] = random(2) === 0 ? [bare, choice.text] : [choice.text, bare];
    const apart = capitalized(second);
    const joined = pick([
      `${ended(first)} ${ended(apart)}`,
      `${ended(first)} ${apart}`,
      `${ended(first)}\n\n${ended(apart)}`,
      `${first}! ${ended(apart)}`,
      `${first}; ${ended(second)}`,
      `${first}, ${second}`,
    ]);
    return [sentence('beside a choice', family, offer, joined, { options: ids(choice.named) })];
  }

  function positives(): Sentence[] {
    const { one, two, all, only } = language.positives;
    const several = () => somePlaces(DRAWS.combination);
    const repeated = () => Array.from({ length: TRIES }, () => alone).flat();
    const chosen = (family: string, templates: string[], tried: () => typeof places, isAll: boolean) =>
      templates.flatMap((template) =>
        tried().flatMap(({ offer, fact }) => {
          const made = filled(template, offer, fact, true);
          if (!made) return [];
          const options = ids(isAll ? made.facts : made.named);
          return [sentence('positive', family, offer, made.text, { options })];
        }),
      );
    const agreeing = whens().filter(({ fitting: fits }) => fits.length === 1);
    return [
      ...chosen('one of them', one, several, false),
      ...chosen('two of them', two, several, false),
      ...chosen('all of them', all, several, true),
      ...chosen('the only one', only, repeated, true),
      ...agreeing.map(({ offer, text, fitting: fits }) =>
        sentence('positive', 'agreeing', offer, text, { options: ids(fits) }),
      ),
    ];
  }

  function combinations(): Sentence[] {
    return Object.entries(language.combinations).flatMap(([family, templates]) =>
      templates.flatMap((template) =>
        somePlaces(DRAWS.combination).flatMap(({ offer, fact }) => {
          const made = filled(template, offer, fact, true);
          if (!made) return [];
          const { facts, other } = made;
          if (SINCE.has(family) && fact.date > THIS_WEEK) return [];
          const rest = facts.filter(({ place }) => place !== fact.place);
          const isPair = facts.length === 2;
          const may: May = {
            'refused, then chosen': { options: ids(other ? [other] : []) },
            'chosen, then refused': { options: ids([fact]) },
            'all but one': { options: ids(rest) },
            'only one': { options: ids([fact]) },
            'two refused': isPair ? { none: true as const } : {},
            'from then on': { options: ids(facts.filter(({ date }) => date >= fact.date)) },
            'after that': { options: ids(facts.filter(({ date }) => date > fact.date)) },
            'before that': { options: ids(facts.filter(({ date }) => date < fact.date)) },
          }[family as keyof Language['combinations']];
          if (may.options?.length === 0) return [];
          return [sentence('combined', family, offer, made.text, may)];
        }),
      ),
    );
  }

  return { negatives, disagreeing, saidOnThatDay, besideChoice, positives, combinations };
}

const ids = (facts: Fact[]) =>
  facts
    .map(({ place }) => place)
    .sort((one, other) => one - other)
    .map(String);

const fitting = (keys: readonly (keyof Fact)[], about: Fact, facts: Fact[]) =>
  facts.filter((fact) => keys.every((key) => fact[key] === about[key]));

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const ended = (text: string) => (text.endsWith('.') ? text : `${text}.`);
