import { createRequire } from 'node:module';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min';
import { sourceFile } from '../source-file.ts';

/** The longest number that somebody would type, with spaces, brackets and an extension. */
export const PHONE_NUMBER_LENGTH = 40;

type Library = typeof import('libphonenumber-js/min');

const require = createRequire(sourceFile('text/phone-numbers.ts'));

/** Loaded with the first number: the rules of all countries take a while, and most workspaces never call anybody. */
const parsed = (typed: string, country?: string): PhoneNumber | undefined =>
  (require('libphonenumber-js/min') as Library).parsePhoneNumberFromString(
    typed,
    country as CountryCode | undefined,
  );

/** The number as E.164, such as `+442079460018`; undefined if nobody can be called there. `country` is for numbers without a code. */
export function phoneNumberFrom(typed: string, country?: string): string | undefined {
  const number = parsed(typed, country);
  // An extension has no place in E.164: it would get lost without a word.
  return number?.isValid() && number.ext === undefined ? number.number : undefined;
}

/** The number as people write it: `+44 20 7946 0018`. */
export const phoneNumberInWords = (number: string): string => parsed(number)?.formatInternational() ?? number;
