import { type Language, languages } from '../../text/languages.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

export { type Language, languages, type Words };

const all: Record<Language, Words> = { en, de, fr, es };

export const wordsOf = (language: Language): Words => all[language];
