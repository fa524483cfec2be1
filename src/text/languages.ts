// The languages that Rota speaks with guests, and language tags (BCP 47): the language chooses the words, the region how dates and
// times are written.

/** Pages and messages for guests are in these. */
export const languages = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof languages)[number];

/** What dates and times look like where a tag names no region. */
const usualTags: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR', es: 'es-ES' };

/** A language with or without a script and a region. Longer tags could ask for another calendar. */
const FORM = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i;

export const isLocale = (text: string): boolean => FORM.test(text);

/** The tag as it is usually written: `en-gb` as `en-GB`. */
export const canonicalLocale = (tag: string): string => Intl.getCanonicalLocales(tag)[0] as string;

/** The language of a tag; undefined if there are no words for it. */
export function languageOf(tag: string): Language | undefined {
  const primary = tag.toLowerCase().split('-')[0];
  return languages.find((language) => language === primary);
}

/** How somebody is written to. */
export interface Locale {
  language: Language;
  /** For dates and times: the language with a region. */
  tag: string;
}

/** By the first of these tags that there are words for, else in English. */
export function localeOf(...tags: (string | null)[]): Locale {
  for (const tag of tags) {
    const language = tag === null ? undefined : languageOf(tag);
    if (tag !== null && language !== undefined) {
      return { language, tag: REGIONAL.test(tag) ? tag : usualTags[language] };
    }
  }
  return { language: 'en', tag: usualTags.en };
}

const REGIONAL = /-(?:[a-z]{2}|\d{3})$/i;
