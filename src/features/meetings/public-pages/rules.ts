import { NAME_LENGTH, PARAMETER_LENGTH, TEXT_LENGTH } from '../../../limits/limits.ts';
import { isEmail } from '../../../text/emails.ts';
import { phoneNumberFrom } from '../../../text/phone-numbers.ts';
import { parseTimestamp, SECOND_MS } from '../../../time/timestamps.ts';
import { countryOf } from '../../../time/zone-countries.ts';
import { type Answer, type AnswerProblem, answersFrom, type Question } from '../meeting-types/questions.ts';
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

/** What stands for no choice of a host. */
export const ANYONE = 'any';

/** What the form sends: not validated yet. */
export interface SentFields {
  name?: string;
  email?: string;
  note?: string;
  phone_number?: string;
  starts_at?: string;
  /** By the keys of the questions. */
  answers?: Record<string, unknown>;
}

export interface FormValues {
  name: string;
  email: string;
  note: string | null;
  phone_number: string | null;
  answers: Answer[];
  starts_at: number;
}

/** What is wrong with each field. */
export interface Problems {
  name?: 'missing' | 'too_long';
  email?: 'missing' | 'invalid';
  note?: 'too_long';
  phone_number?: 'missing' | 'no_phone_number';
  starts_at?: 'missing';
  /** By the keys of the questions. */
  answers?: Record<string, AnswerProblem>;
}

/** What the page asks besides name and address. */
export interface Asked {
  questions: readonly Question[];
  phone_number: boolean;
  /** Of the visitor: phone numbers may be typed as people there write them. */
  timezone: string | null;
}

/** The values of a form, or what is wrong with them. */
export function valuesIn(
  sent: SentFields,
  asked: Asked,
): { values: FormValues; problems?: undefined } | { values?: undefined; problems: Problems } {
  const name = sent.name?.trim() ?? '';
  const email = sent.email?.trim() ?? '';
  // Browsers send a line break as two characters but count it as one.
  const note = sent.note?.trim().replaceAll('\r\n', '\n') ?? '';
  const starts_at = parseTimestamp(sent.starts_at ?? '');
  const country = countryOf(asked.timezone);
  const typed = (asked.phone_number && sent.phone_number?.trim()) || '';
  const phone_number = typed === '' ? null : (phoneNumberFrom(typed, country) ?? null);
  const { answers, problems: wrong } = answersFrom(asked.questions, sent.answers ?? {}, { country });
  const problems: Problems = {
    ...(name === '' && { name: 'missing' }),
    ...(lengthOf(name) > NAME_LENGTH && { name: 'too_long' }),
    ...(!isEmail(email) && { email: email === '' ? 'missing' : 'invalid' }),
    ...(lengthOf(note) > TEXT_LENGTH && { note: 'too_long' }),
    ...(asked.phone_number &&
      phone_number === null && { phone_number: typed === '' ? 'missing' : 'no_phone_number' }),
    ...(wrong && { answers: wrong }),
    ...(starts_at === undefined && { starts_at: 'missing' }),
  };
  if (starts_at === undefined || !answers || Object.keys(problems).length > 0) return { problems };
  return { values: { name, email, note: note || null, phone_number, answers, starts_at } };
}

/** In characters, as people count them. */
const lengthOf = (text: string) => [...text].length;

/** Without answers to questions that were changed since, while the booking waited to be confirmed. */
export const stillAsked = (questions: readonly Question[], answers: readonly Answer[]): Answer[] =>
  answers.filter(({ key, value }) => {
    const question = questions.find((each) => each.key === key);
    return question && answersFrom([question], { [key]: value }).answers !== undefined;
  });

/** What the fields of questions are called in the form. */
export const fieldOf = (key: string) => `answer_${key}`;

/** The answers among the fields of a form. */
export const answersIn = (questions: readonly Question[], fields: object): Record<string, unknown> =>
  Object.fromEntries(
    questions.flatMap(({ key }) => {
      const name = fieldOf(key);
      return Object.hasOwn(fields, name) ? [[key, (fields as Record<string, unknown>)[name]]] : [];
    }),
  );

type Given = string | readonly string[] | undefined;

/**
 * What a link fills in: name, address, phone number, note, and answers by the keys of their questions. What is too long or no answer is
 * left out.
 */
export function prefilled(
  parameters: Readonly<Record<string, Given>>,
  { questions, timezone }: Pick<Asked, 'questions' | 'timezone'>,
): Record<string, Given> {
  const given = (name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    return [value ?? []].flat().every((each) => typeof each === 'string' && isShort(each))
      ? value
      : undefined;
  };
  const [name, email, phone_number, note] = ['name', 'email', 'phone_number', 'note'].map(given);
  const country = countryOf(timezone);
  const isAnswer = (question: Question) =>
    answersFrom([question], { [question.key]: given(question.key) }, { country, areRequired: false }).answers;
  const answers = questions.filter(isAnswer).map(({ key }) => [key, given(key)] as const);
  return {
    ...(typeof name === 'string' && lengthOf(name) <= NAME_LENGTH && { name }),
    ...(typeof email === 'string' && isEmail(email) && { email }),
    ...(typeof phone_number === 'string' && { phone_number }),
    ...(typeof note === 'string' && { note }),
    ...Object.fromEntries(answers.filter(([, value]) => value !== undefined)),
  };
}

// No control characters but line breaks: no others could have been typed into a field.
const isShort = (text: string) =>
  text !== '' && lengthOf(text) <= PARAMETER_LENGTH && !/[^\P{Cc}\r\n]/u.test(text);

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
