// What a language has to say so that sentences can be built of it.
import type { Fact } from './facts.ts';

export type LanguageCode = 'en' | 'de' | 'fr' | 'es';

/** Words that name an option, and what of it they say. */
export type Named = [words: string, keys: readonly (keyof Fact)[]];

/**
 * - `nothing`: it says nothing about what suits.
 * - `refusal`: it says what does not suit.
 * - `farewell`: `until Tuesday` may be a choice, but never only thanks.
 * - `courtesy`: `have a nice Tuesday`.
 * - `praise`: `all good` is a yes if there is only one option.
 * - `last but one`: that one, if any.
 */
export type Kind = 'nothing' | 'refusal' | 'farewell' | 'courtesy' | 'praise' | 'last but one';

export interface Family {
  family: string;
  kind: Kind;
  /** With slots such as `{on}`; `{on2}` is for another option. */
  templates: string[];
  /** Built of frames and activities: there are many. */
  isActivity?: true;
}

export interface Language {
  code: LanguageCode;
  /** What can stand in each slot. */
  namesOf(fact: Fact, facts: Fact[]): Record<string, Named[]>;
  negatives(): Family[];
  /** Days and times which are not offered. */
  strangers(facts: Fact[]): Fact[];
  /** A day of one and a date or an hour of another, and which options all of it fits. */
  mixtures(one: Fact, other: Fact): [words: string, fits: (fact: Fact) => boolean][];
  choices: { clear: string[]; mixed: string[] };
  positives: { one: string[]; two: string[]; all: string[]; only: string[] };
  /** By what they say of `{it}` and `{it2}`. */
  combinations: Record<
    | 'refused, then chosen'
    | 'chosen, then refused'
    | 'all but one'
    | 'only one'
    | 'two refused'
    | 'from then on'
    | 'after that'
    | 'before that',
    string[]
  >;
  /** `after Tuesday`, said on a Tuesday. */
  ambiguousOnThatDay: string[];
  manners: { greetings: string[]; thanks: string[]; closings: string[] };
}

/** A template in each line. */
export const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Frames such as `I'll {0} {on}` with the forms of each activity, `reply|replying`. A form that is `-` does not exist. */
export const conjugated = (frames: string[], activities: string[]): string[] =>
  activities.flatMap((activity) => {
    const forms = activity.split('|');
    return frames.flatMap((frame) => {
      const place = Number(/\{(\d)\}/.exec(frame)?.[1]);
      const form = forms[place];
      if (form === undefined) throw new Error(`No form ${place}: ${activity}`);
      return form === '-' ? [] : [frame.replace(/\{\d\}/, form)];
    });
  });
