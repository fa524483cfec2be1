import { NAME_LENGTH, TEXT_LENGTH } from '../../../limits/limits.ts';
import { isEmail } from '../../../text/emails.ts';
import { parseTimestamp, SECOND_MS } from '../../../time/timestamps.ts';
import { MAX_FORM_AGE_MS } from '../page-bookings/rules.ts';

/** The outcome of a form. The next page puts it into words. */
export const outcomes = [
  /** Nobody is free at that time any more. */
  'taken',
  /** The same address has already booked this time. */
  'known',
  /** A confirmation mail was sent. */
  'mail',
  /** Booked. The mail with the invitation contains the link to the meeting. */
  'booked',
] as const;
export type Outcome = (typeof outcomes)[number];

/** What the form sends: text, not validated yet. */
export interface SentFields {
  name?: string;
  email?: string;
  note?: string;
  starts_at?: string;
}

export interface FormValues {
  name: string;
  email: string;
  note: string | null;
  starts_at: number;
}

/** What is wrong with each field. */
export interface Problems {
  name?: 'missing' | 'too_long';
  email?: 'missing' | 'invalid';
  note?: 'too_long';
  starts_at?: 'missing';
}

/** The values of a form, or what is wrong with them. */
export function valuesIn(
  sent: SentFields,
): { values: FormValues; problems?: undefined } | { values?: undefined; problems: Problems } {
  const name = sent.name?.trim() ?? '';
  const email = sent.email?.trim() ?? '';
  // Browsers send a line break as two characters but count it as one.
  const note = sent.note?.trim().replaceAll('\r\n', '\n') ?? '';
  const starts_at = parseTimestamp(sent.starts_at ?? '');
  const problems: Problems = {
    ...(name === '' && { name: 'missing' }),
    ...(lengthOf(name) > NAME_LENGTH && { name: 'too_long' }),
    ...(!isEmail(email) && { email: email === '' ? 'missing' : 'invalid' }),
    ...(lengthOf(note) > TEXT_LENGTH && { note: 'too_long' }),
    ...(starts_at === undefined && { starts_at: 'missing' }),
  };
  if (starts_at === undefined || Object.keys(problems).length > 0) return { problems };
  return { values: { name, email, note: note || null, starts_at } };
}

/** In characters, as people count them. */
const lengthOf = (text: string) => [...text].length;

/** No person fills in the form faster, even where the browser knows the name and the address. */
const MIN_FORM_AGE_MS = SECOND_MS;
/** Why a form is shown again whatever it contains: a robot seems to have sent it, or the page is `old`. */
export function refusalOf(
  { made_at }: { made_at: number },
  trap: string | undefined,
  now: number,
): 'again' | 'old' | undefined {
  if (trap || now - made_at < MIN_FORM_AGE_MS) return 'again';
  return now - made_at > MAX_FORM_AGE_MS ? 'old' : undefined;
}
