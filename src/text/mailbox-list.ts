// Lists of people as they are pasted: `Ada Lovelace <ada@acme.com>, ben@acme.com`, in one line or many.
import { onOneLine } from './plain-text.ts';

export interface TypedMailbox {
  name: string | null;
  /** As typed: it may be no address. */
  email: string;
}

/**
 * Everybody in the list, in order. People stand on lines of their own or between commas and semicolons; a name stands before its
 * address, whether that is in angle brackets or not. `Lovelace, Ada <ada@acme.com>`, as Outlook copies it, is Ada Lovelace.
 */
export function mailboxesIn(text: string): TypedMailbox[] {
  const people: TypedMailbox[] = [];
  /** The part of a name before a comma. */
  let surname = '';
  for (const part of partsOf(text)) {
    if (part.text === '') continue;
    const isSurname = !part.text.includes('@') && part.isBeforeComma;
    if (isSurname && surname === '') {
      surname = part.text;
      continue;
    }
    const isWhole = surname === '' || /^[^@]+<[^<>]*>$/.test(part.text);
    if (surname !== '' && !isWhole) people.push(...readPart(surname));
    people.push(...readPart(surname !== '' && isWhole ? `${surname}, ${part.text}` : part.text));
    surname = '';
  }
  return surname === '' ? people : [...people, ...readPart(surname)];
}

/** Splits at separators that aren't within quotes or angle brackets. */
function partsOf(text: string): { text: string; isBeforeComma: boolean }[] {
  const parts = text.matchAll(/((?:"[^"\n]*"|<[^<>\n]*>|[^,;\n])*)([,;\n]|$)/g);
  return [...parts].map(([, part = '', separator]) => ({
    text: part.trim(),
    isBeforeComma: separator === ',',
  }));
}

function readPart(part: string): TypedMailbox[] {
  const [, name = '', email = ''] = /^([^<>]*)<([^<>]*)>$/.exec(part) ?? [];
  if (email !== '') return [{ name: cleaned(name), email: email.trim() }];
  const words = part.split(/\s+/);
  const addresses = words.filter((word) => word.includes('@'));
  if (addresses.length > 1) return words.map((word) => ({ name: null, email: word }));
  if (addresses.length === 0 || words.length === 1) return [{ name: null, email: part }];
  const others = words.filter((word) => !word.includes('@'));
  return [{ name: cleaned(others.join(' ')), email: addresses[0] as string }];
}

function cleaned(written: string): string | null {
  const name = onOneLine(written.replace(/^\s*"(.*)"\s*$/, '$1').replace(/\\(.)/g, '$1'));
  const [last = '', first, ...more] = name.split(',').map((part) => part.trim());
  return (first && more.length === 0 ? `${first} ${last}` : name) || null;
}
