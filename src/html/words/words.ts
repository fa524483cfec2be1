import { de } from './de.ts';
import { en, type Words } from './en.ts';

export type { Words };

/** A language that there are words for: a file beside this one. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

const all: Record<Language, Words> = { en, de };

export const wordsOf = (language: Language): Words => all[language];
