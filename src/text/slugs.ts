// Slugs: names as parts of addresses.
import anyAscii from 'any-ascii';

/** Mail allows 64 characters before the @. This leaves room for a handle of usual length. */
export const SLUG_LENGTH = 50;

/** The slug for a name, before a number makes it unique; `otherwise` for a name without letters or digits. */
export function slugFrom(name: string, otherwise: string): string {
  const ascii = name
    // any-ascii would replace an emoji by its name.
    .replace(/\p{Extended_Pictographic}/gu, ' ')
    // Some letters become a letter and an apostrophe, which must not split the word.
    .replace(/\p{L}+/gu, (word) => anyAscii(word).replace(/[^A-Za-z0-9]/g, ''));
  const slug = anyAscii(ascii)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return shorten(slug) || otherwise;
}

/** Cut at the end of a word, if there is one. */
function shorten(slug: string): string {
  if (slug.length <= SLUG_LENGTH) return slug;
  const wordEnd = slug.lastIndexOf('-', SLUG_LENGTH);
  return slug.slice(0, wordEnd > 0 ? wordEnd : SLUG_LENGTH);
}

export function numberedSlug(base: string, number: number): string {
  return number === 1 ? base : `${base}-${number}`;
}
