import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The longest number that somebody would type, with spaces, brackets and an extension. */
export const PHONE_NUMBER_LENGTH = 40;

/** The number as E.164, such as `+442079460018`; undefined if nobody can be called there. `country` is for numbers without a code. */
export function phoneNumberFrom(typed: string, country?: string): string | undefined {
  const parsed = parsePhoneNumberFromString(typed, country as CountryCode | undefined);
  // An extension has no place in E.164: it would get lost without a word.
  return parsed?.isPossible() && parsed.isValid() && parsed.ext === undefined ? parsed.number : undefined;
}

/** The number as people write it: `+44 20 7946 0018`. */
export function phoneNumberInWords(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}
