import { languageOf, localeOf as localeOfTags } from '../text/languages.ts';
import { dateFormat } from '../time/wording.ts';
import { type Language, languages, wordsOf } from './words/words.ts';

/** The reader of a page: what their browser says, and what they have chosen. */
export interface Reader {
  language: Language;
  /** For dates: the language with the reader's region, such as `en-US`. */
  locale: string;
  /** True if chosen by `?lang=`, which links then keep. */
  chosen: boolean;
  /** True if chosen, or asked for by the browser; false if it's only what is left. */
  stated: boolean;
}

/** The language chosen by `lang`, else the browser's most preferred one that we have words for, else English. */
export function readerOf(acceptLanguage: string | undefined, lang: unknown): Reader {
  const preferred = preferences(acceptLanguage ?? '');
  const chosen = languages.find((language) => language === lang);
  const asked = chosen ?? preferred.map(primaryOf).find(isLanguage);
  const language = asked ?? 'en';
  return {
    language,
    locale: localeOf(language, preferred),
    chosen: chosen !== undefined,
    stated: asked !== undefined,
  };
}

/**
 * The region of the browser decides how dates and times look. Most browsers name their own language first, and American English after
 * it: somebody in Berlin who reads English sees 14:00, and not 2:00 PM.
 */
function localeOf(language: Language, preferred: string[]): string {
  const regional = preferred.filter((tag) => REGIONAL.test(tag));
  const [first] = regional;
  if (language === 'en' && first !== undefined && primaryOf(first) !== 'en') {
    return hasTwelveHours(first) ? 'en-001' : 'en-GB';
  }
  return regional.find((tag) => primaryOf(tag) === language) ?? wordsOf(language).locale;
}

const hasTwelveHours = (locale: string) =>
  dateFormat(locale, 'UTC', 'clock').resolvedOptions().hour12 === true;

interface Known {
  /** Of the participant; null if nothing is known of them. */
  own: string | null;
  workspace: string;
}

/**
 * The same reader, once it is known who they are and whose page it is. What they have chosen counts first, then the language that is
 * kept for them, in which they get mail, then the browser's, then the workspace's.
 */
export function readerFor(reader: Reader, { own, workspace }: Known): Reader {
  if (reader.chosen) return reader;
  if (own !== null && languageOf(own) !== undefined) {
    const { language, tag } = localeOfTags(own);
    // The browser may know the region.
    return {
      ...reader,
      language,
      locale: reader.stated && reader.language === language ? reader.locale : tag,
    };
  }
  if (reader.stated) return reader;
  const { language, tag } = localeOfTags(workspace);
  return { ...reader, language, locale: tag };
}

/** The language to write to them in; null if nothing says which. */
export const statedLocale = ({ locale, stated }: Reader): string | null => (stated ? locale : null);

const MAX_HEADER = 1_000;

/** Well-formed tags only, the most preferred first. */
function preferences(header: string): string[] {
  const weighed = header
    .slice(0, MAX_HEADER)
    .split(',')
    .flatMap((part) => {
      const [tag = '', weight] = part.trim().split(/\s*;\s*q\s*=\s*/);
      const quality = weight === undefined ? 1 : Number(weight);
      return quality > 0 && isTag(tag) ? [{ tag, quality }] : [];
    });
  return weighed.sort((one, other) => other.quality - one.quality).map(({ tag }) => tag);
}

/** A language and a region. Longer tags are refused, because they could ask for another calendar. */
const REGIONAL = /^[a-z]{2,3}-(?:[a-z]{2}|\d{3})$/i;
const isTag = (tag: string) => /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(tag);
const primaryOf = (tag: string) => tag.toLowerCase().split('-')[0] as string;
const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);
