// Why the model's answer is checked, and not its input: docs/decisions/0027-the-words-of-messages.md.

/** Of an introduction, in characters. */
export const MAX_LENGTH = 600;

/** Why a model's text must not be sent, for the log; undefined if it may be. */
export function refusalOf(text: string): string | undefined {
  if (text === '') return 'the text is empty';
  // Checks UTF-16 units first: counting the characters of a very long text is wasted effort.
  if (text.length > 2 * MAX_LENGTH || [...text].length > MAX_LENGTH) {
    return `the text is longer than ${MAX_LENGTH} characters`;
  }
  if (/[\n\r\p{Zl}\p{Zp}]/u.test(text)) return 'the text has several lines';
  // Includes invisible characters, and those that reverse the direction of text.
  if (/\p{C}/u.test(text)) return 'the text has control characters';
  // Full-width and superscript forms read like the plain character.
  const plain = text.normalize('NFKC');
  return forbidden.find(([, pattern]) => pattern.test(plain))?.[0];
}

const TIME = 'the text has a time or a date';
const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

/** Better too strict than too lenient: the paragraph that Rota composes itself is just as true. */
const forbidden: [reason: string, pattern: RegExp][] = [
  ['the text has markup', /[<>*_~`|[\]{}\\]|^\s*#|&#?\w+;/],
  ['the text has an e-mail address', /@/],
  ['the text has a link', /:\/\/|\b(?:https?|mailto|tel|www)\b|[\p{L}\p{N}]\.\p{L}{2}|\bdot\b/iu],
  // A phone number or a date.
  ['the text has a long number', /(?:\p{Nd}[\p{Z}\p{Pd}()./]*){5}/u],
  [TIME, /\p{Nd}\p{Z}?[:.h/-]\p{Z}?\p{Nd}/iu],
  [TIME, /\p{Nd}\p{Z}*(?:[ap]\.?m\b|h\b|hrs?\b|uhr\b|heures?\b|horas?\b|ore\b|時|点|시)/iu],
  [TIME, /\bo['’]?clock\b|\b(?:noon|midnight|today|tonight|tomorrow)\b|\b(?:next|this) (?:week|month)\b/i],
  [TIME, /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i],
  [TIME, new RegExp(`\\p{Nd}(?:st|nd|rd|th)?\\.?\\p{Z}+(?:of\\p{Z}+)?(?:${MONTHS})\\b`, 'iu')],
  [TIME, new RegExp(`\\b(?:${MONTHS})\\.?\\p{Z}+\\p{Nd}`, 'iu')],
  [
    'the model speaks about itself',
    /^(?:i['’]m sorry|sorry|i can|as an ai|sure\b|certainly|of course|here(?:['’]s| is))/i,
  ],
];
