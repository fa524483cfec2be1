// Takes a person out of texts and JSON.
import { foldEmail } from '../../../text/emails.ts';
import { type Mentions, mentionsOf, mentionsOfName } from '../../../text/mentions.ts';

/** Replaces a name, or words that the person wrote. */
export const ERASED = '(erased)';

/** No mail can ever be delivered there. */
const STAND_IN_DOMAIN = 'erased.invalid';

/** A request may have several erased participants, told apart by their place. Elsewhere, one stand-in is enough. */
export const standInAt = (place?: number) =>
  `${place === undefined ? 'erased' : `erased-${place + 1}`}@${STAND_IN_DOMAIN}`;

export const isStandIn = (email: string) => foldEmail(email).endsWith(`@${STAND_IN_DOMAIN}`);

/** The person to erase, with what is known about them in the rows being searched. */
export interface Person {
  folded: string;
  mentions: Mentions;
  /** Their names, except those that somebody else in the same request has, too. */
  names: Mentions[];
  /** What they wrote themselves, without white space. */
  words: ReadonlySet<string>;
  /** Lines of theirs within texts that were put together from several. */
  lines: readonly string[];
  standIn: string;
}

interface Known {
  names?: string[];
  words?: string[];
  lines?: string[];
  standIn?: string;
}

/** Shorter names would be found in any text. */
const SHORTEST_NAME = 2;

export function personOf(
  email: string,
  { names = [], words = [], lines = [], standIn = standInAt() }: Known = {},
): Person {
  return {
    folded: foldEmail(email),
    mentions: mentionsOf(email),
    names: names.filter((name) => name.length >= SHORTEST_NAME).map(mentionsOfName),
    words: new Set(words.map(withoutSpace).filter(Boolean)),
    lines,
    standIn,
  };
}

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

export const isAddressOf = ({ folded }: Person, address: unknown): boolean =>
  typeof address === 'string' && foldEmail(address) === folded;

export function erasedText(person: Person, text: string): string {
  if (person.words.size > 0 && person.words.has(withoutSpace(text))) return ERASED;
  const withoutLines = person.lines.reduce((rest, line) => rest.replaceAll(line, ERASED), text);
  const withoutAddress = person.mentions.replaceIn(withoutLines, person.standIn);
  return person.names.reduce((rest, name) => name.replaceIn(rest, ERASED), withoutAddress);
}

/** The fields about a person that come along with their address. */
const DETAILS = ['name', 'timezone', 'comment', 'wishes', 'answers', 'phone_number'];

const withoutDetails = (object: Record<string, unknown>) => ({
  ...object,
  ...Object.fromEntries(DETAILS.filter((field) => field in object).map((field) => [field, null])),
});

/** Does the same in each string of a JSON value. JSON without a trace of them stays as it was, to the byte. */
export function erasedJson(person: Person, json: string): string {
  let isChanged = false;
  const erased = JSON.parse(json, (_key, value) => {
    // The reviver runs from the inside out, so the address in it is already erased.
    if (value?.email === person.standIn) return withoutDetails(value);
    if (typeof value !== 'string') return value;
    const erased = erasedText(person, value);
    isChanged ||= erased !== value;
    return erased;
  });
  return isChanged ? JSON.stringify(erased) : json;
}
