// Finds mentions of an address, or of a name, in other people's text.
import { foldEmail } from './emails.ts';

export interface Mentions {
  isIn(text: string): boolean;
  /** Replaces every mention with `standIn`. */
  replaceIn(text: string, standIn: string): string;
}

/** iCalendar and mail break long lines anywhere. */
const BREAK = '(?:\\r?\\n[ \\t]|=\\r?\\n)?';
/** The @ in plain text, and in URLs, HTML, quoted-printable mail and JSON. */
const AT = '(?:@|%40|&#64;|&#x40;|=40|\\\\u0040)';
/** An escape sequence right in front of an address isn't part of it. */
const AFTER_ESCAPE = '(?<=%(?!2[7BDE]|5F)[0-9a-f]{2}|\\\\[bfnrt])';
/** `joann@…` and `to.ann@…` aren't `ann@…`, and neither is `ann@….uk`. */
const NOT_INSIDE = "(?<![\\p{L}\\p{M}\\p{N}](?:['._+-]|%2B)*)";
const NOT_FOLLOWED = '(?![\\p{L}\\p{M}\\p{N}-]|\\.[\\p{L}\\p{N}])';

/** Finds an address in any spelling that folds to the same text, but never as part of a longer address. */
export function mentionsOf(email: string): Mentions {
  const characters = [...foldEmail(email)].map((character) => (character === '@' ? AT : anyCase(character)));
  return finder(`(?:${AFTER_ESCAPE}|${NOT_INSIDE})${characters.join(BREAK)}${NOT_FOLLOWED}`, 'iu');
}

/** Finds a name as a whole word, in exactly this case. */
export function mentionsOfName(name: string): Mentions {
  const characters = [...name].map(escaped);
  return finder(`(?<![\\p{L}\\p{N}])${characters.join(BREAK)}(?![\\p{L}\\p{N}])`, 'u');
}

function finder(source: string, flags: string): Mentions {
  const first = new RegExp(source, flags);
  const every = new RegExp(source, `g${flags}`);
  return {
    isIn: (text) => first.test(text),
    replaceIn: (text, standIn) => text.replace(every, () => standIn),
  };
}

/** The same for the bytes of a file, where nothing marks the beginning or end of a text. Match them as Latin-1. */
export function bytesOfMention(email: string): RegExp {
  const characters = [...foldEmail(email)].map((character) => {
    const forms = [...new Set([character, character.toUpperCase(), ...spellings(character)])];
    return `(?:${forms.map((form) => escaped(Buffer.from(form).toString('latin1'))).join('|')})`;
  });
  return new RegExp(characters.join(''), 'g');
}

function anyCase(character: string): string {
  const forms = spellings(character).map((form) => [...form].map(escaped).join(''));
  if (character === '+') forms.push('%2B');
  return forms.length === 1 ? (forms[0] as string) : `(?:${forms.join('|')})`;
}

/** An accent may be a separate character. */
const spellings = (character: string) => [...new Set([character, character.normalize('NFD')])];

/** Escapes only what is special in a pattern: Unicode patterns don't allow escaping anything else. */
const escaped = (character: string) =>
  character.replace(/[\\^$.*+?()[\]{}|/-]/g, (found) => `\\x${code(found)}`);
const code = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
