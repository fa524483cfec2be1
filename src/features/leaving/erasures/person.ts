// What is left of what was written about somebody, once they are taken out of it.
import { foldEmail } from '../../../text/emails.ts';
import { type Mentions, mentionsOf, mentionsOfName } from '../../../text/mentions.ts';

/** In place of a name, or of words that somebody has written. */
export const ERASED = '(erased)';

/** No mail can ever reach it. */
const STAND_IN_DOMAIN = 'erased.invalid';

/** In a request there may be several: by their place. Elsewhere nobody needs to tell them apart. */
export const standInAt = (place?: number) =>
  `${place === undefined ? 'erased' : `erased-${place + 1}`}@${STAND_IN_DOMAIN}`;

export const isStandIn = (email: string) => foldEmail(email).endsWith(`@${STAND_IN_DOMAIN}`);

/** Somebody who is to be forgotten, as far as they are known where they are looked for. */
export interface Person {
  folded: string;
  mentions: Mentions;
  /** What they are called, unless somebody else of the same request is called so, too. */
  names: Mentions[];
  /** What they have written themselves, without its white space. */
  words: ReadonlySet<string>;
  standIn: string;
}

interface Known {
  names?: string[];
  words?: string[];
  standIn?: string;
}

/** Shorter ones are found in any text. */
const SHORTEST_NAME = 2;

export function personOf(
  email: string,
  { names = [], words = [], standIn = standInAt() }: Known = {},
): Person {
  return {
    folded: foldEmail(email),
    mentions: mentionsOf(email),
    names: names.filter((name) => name.length >= SHORTEST_NAME).map(mentionsOfName),
    words: new Set(words.map(withoutSpace).filter(Boolean)),
    standIn,
  };
}

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

export const isAddressOf = ({ folded }: Person, address: unknown): boolean =>
  typeof address === 'string' && foldEmail(address) === folded;

export function erasedText(person: Person, text: string): string {
  if (person.words.size > 0 && person.words.has(withoutSpace(text))) return ERASED;
  const withoutAddress = person.mentions.replaceIn(text, person.standIn);
  return person.names.reduce((left, name) => name.replaceIn(left, ERASED), withoutAddress);
}

/** What is said of somebody beside their address. */
const DETAILS = ['name', 'timezone', 'comment', 'wishes'];

const withoutDetails = (object: Record<string, unknown>) => ({
  ...object,
  ...Object.fromEntries(DETAILS.filter((field) => field in object).map((field) => [field, null])),
});

/** The same in each text of a JSON value. What has nothing of them stays as it was, to the byte. */
export function erasedJson(person: Person, json: string): string {
  let isChanged = false;
  const erased = JSON.parse(json, (_key, value) => {
    // What is inside of it has been erased before.
    if (value?.email === person.standIn) return withoutDetails(value);
    if (typeof value !== 'string') return value;
    const left = erasedText(person, value);
    isChanged ||= left !== value;
    return left;
  });
  return isChanged ? JSON.stringify(erased) : json;
}
