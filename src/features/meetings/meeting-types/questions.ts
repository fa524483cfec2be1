// What guests are asked when they book, and what they answer. Answers come typed into a form, or as JSON.
import { invalidRequest } from '../../../errors.ts';
import { NAME_LENGTH, TEXT_LENGTH } from '../../../limits/limits.ts';
import { phoneNumberFrom } from '../../../text/phone-numbers.ts';
import { multiline, onOneLine } from '../../../text/plain-text.ts';
import { slugFrom } from '../../../text/slugs.ts';

export const questionKinds = [
  'text',
  'long_text',
  'choice',
  'choices',
  'phone',
  'number',
  'checkbox',
] as const;
export type QuestionKind = (typeof questionKinds)[number];

export interface Question {
  /** Names the answer in the API. */
  key: string;
  label: string;
  kind: QuestionKind;
  required: boolean;
  /** What there is to choose from; null for kinds without choices. */
  choices: string[] | null;
}

export type GivenQuestion = Pick<Question, 'key' | 'label' | 'kind'> & {
  required?: boolean | null;
  choices?: string[] | null;
};

export const MAX_QUESTIONS = 20;
export const MAX_CHOICES = 50;
export const KEY_LENGTH = 50;
export const LABEL_LENGTH = NAME_LENGTH;
/** Of an answer on one line. */
export const ANSWER_LENGTH = 500;

const KEY = /^[a-z][a-z0-9_]*$/;
/** Fields and parameters of the pages that ask the questions. */
const RESERVED_KEYS = new Set(
  `at comment date email embed form host hosts lang locale name nonce note outcome phone_number q starts_at timezone token
   website`.split(/\s+/),
);

/** A key for a question with this label, other than those that are taken. */
export function keyFor(label: string, taken: ReadonlySet<string>): string {
  const words = slugFrom(label, 'question').replaceAll('-', '_');
  const base = KEY.test(words) ? words : `question_${words}`.slice(0, KEY_LENGTH);
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`;
    const key = base.slice(0, KEY_LENGTH - end.length) + end;
    if (!taken.has(key) && !RESERVED_KEYS.has(key)) return key;
  }
}

export const hasChoices = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'choices';

/** Checks questions and brings them into their one form. */
export function checkQuestions(given: readonly GivenQuestion[]): Question[] {
  const keys = new Set<string>();
  return given.map(({ key, label, kind, required, choices }, place) => {
    const field = `questions[${place}]`;
    if (!KEY.test(key))
      throw invalidRequest(
        `${field}.key must begin with a lower-case letter, and have only lower-case letters, digits and underscores`,
        {
          field: `${field}.key`,
          plain:
            'A key begins with a lower-case letter, and has only lower-case letters, digits and underscores.',
        },
      );
    if (RESERVED_KEYS.has(key))
      throw invalidRequest(`${field}.key must not be ${key}: the page has a field of that name`, {
        field: `${field}.key`,
        plain: `The page already has a field called “${key}”. Choose another key.`,
      });
    if (keys.has(key))
      throw invalidRequest(`${field}.key must not be the key of another question`, {
        field: `${field}.key`,
        plain: 'Two questions have the same key. Give each its own.',
      });
    keys.add(key);
    return {
      key,
      label: onOneLine(label, LABEL_LENGTH),
      kind,
      required: required ?? false,
      choices: choicesFrom(kind, choices ?? null, `${field}.choices`),
    };
  });
}

function choicesFrom(kind: QuestionKind, given: string[] | null, field: string): string[] | null {
  if (!hasChoices(kind)) {
    if (given === null || given.length === 0) return null;
    throw invalidRequest(`${field} must not be given with the kind ${kind}`, {
      field,
      plain: 'Only questions with choices have choices. Leave them empty.',
    });
  }
  const choices = (given ?? []).map((choice) => onOneLine(choice, ANSWER_LENGTH));
  if (choices.length === 0 || choices.includes(''))
    throw invalidRequest(`${field} must have at least one choice, and none may be empty`, {
      field,
      plain: 'Enter at least one choice.',
    });
  if (new Set(choices).size < choices.length)
    throw invalidRequest(`${field} must not have a choice twice`, {
      field,
      plain: 'Enter each choice once.',
    });
  return choices;
}

export type AnswerValue = string | number | boolean | string[];

/** An answer as it is kept: with its label, so that it can still be read when the questions are others. */
export interface Answer {
  key: string;
  label: string;
  value: AnswerValue;
}

/** What is wrong with an answer. */
export type AnswerProblem =
  | 'missing'
  | 'too_long'
  | 'no_text'
  | 'no_choice'
  | 'no_phone_number'
  | 'no_number'
  | 'no_checkbox'
  /** There is no such question. */
  | 'unknown';

interface Rules {
  /** Whether required questions have to be answered. */
  areRequired?: boolean;
  /** The country of phone numbers without a country code, such as `GB`. */
  country?: string | undefined;
}

type Read = { value: AnswerValue | undefined } | { problem: AnswerProblem };

/** The answers, in the order of the questions, or what is wrong, by key. Empty answers are left out. */
export function answersFrom(
  questions: readonly Question[],
  given: Readonly<Record<string, unknown>>,
  { areRequired = true, country }: Rules = {},
):
  | { answers: Answer[]; problems?: undefined }
  | { answers?: undefined; problems: Record<string, AnswerProblem> } {
  const problems = new Map<string, AnswerProblem>();
  const answers: Answer[] = [];
  const known = new Set(questions.map(({ key }) => key));
  for (const key of Object.keys(given)) if (!known.has(key)) problems.set(key, 'unknown');
  for (const question of questions) {
    const { key, label, required } = question;
    const read = readAnswer(question, Object.hasOwn(given, key) ? given[key] : undefined, country);
    if ('problem' in read) problems.set(key, read.problem);
    else if (read.value !== undefined) answers.push({ key, label, value: read.value });
    else if (required && areRequired) problems.set(key, 'missing');
  }
  return problems.size > 0 ? { problems: Object.fromEntries(problems) } : { answers };
}

function readAnswer(question: Question, given: unknown, country: string | undefined): Read {
  if (given === undefined || given === null) return { value: undefined };
  switch (question.kind) {
    case 'text':
      return readText(given, ANSWER_LENGTH, onOneLine);
    case 'long_text':
      return readText(given, TEXT_LENGTH, multiline);
    case 'choice':
      return readChoices(question, [given], ([value]) => value);
    case 'choices':
      return readChoices(question, Array.isArray(given) ? given : [given], (values) =>
        values.length === 0 ? undefined : values,
      );
    case 'phone':
      return readPhoneNumber(given, country);
    case 'number':
      return readNumber(given);
    case 'checkbox':
      return readCheckbox(given);
  }
}

/** In characters, as people count them. Browsers send a line break as two characters. */
const lengthOf = (text: string) => [...text.trim().replaceAll('\r\n', '\n')].length;

function readText(given: unknown, length: number, cleaned: (text: string, length: number) => string): Read {
  if (typeof given !== 'string') return { problem: 'no_text' };
  if (lengthOf(given) > length) return { problem: 'too_long' };
  return { value: cleaned(given, length).trim() || undefined };
}

/** Those of the choices that were given, in the order of the question, each once. */
function readChoices(
  { choices }: Question,
  given: unknown[],
  answerOf: (chosen: string[]) => AnswerValue | undefined,
): Read {
  const wanted = given.filter((each) => each !== '');
  if (!wanted.every((each) => typeof each === 'string' && choices?.includes(each)))
    return { problem: 'no_choice' };
  return { value: answerOf((choices ?? []).filter((choice) => wanted.includes(choice))) };
}

function readPhoneNumber(given: unknown, country: string | undefined): Read {
  if (typeof given !== 'string') return { problem: 'no_phone_number' };
  if (given.trim() === '') return { value: undefined };
  const number = phoneNumberFrom(given.trim(), country);
  return number === undefined ? { problem: 'no_phone_number' } : { value: number };
}

/** With a point: a comma would mean thousands to some, and tenths to others. */
const TYPED_NUMBER = /^[+-]?\d{1,15}(\.\d{1,15})?$/;

function readNumber(given: unknown): Read {
  if (typeof given === 'string') {
    const typed = given.trim();
    if (typed === '') return { value: undefined };
    return TYPED_NUMBER.test(typed) ? { value: Number(typed) } : { problem: 'no_number' };
  }
  return typeof given === 'number' && Number.isFinite(given) ? { value: given } : { problem: 'no_number' };
}

/** What forms send for a ticked box, and what people write into a link. */
const TICKED = new Set(['on', 'true', 'yes', '1']);
const NOT_TICKED = new Set(['', 'off', 'false', 'no', '0']);

/** A box that isn't ticked is no answer: required means ticked. */
function readCheckbox(given: unknown): Read {
  const text = String(given).toLowerCase();
  if (given === true || (typeof given === 'string' && TICKED.has(text))) return { value: true };
  if (given === false || (typeof given === 'string' && NOT_TICKED.has(text))) return { value: undefined };
  return { problem: 'no_checkbox' };
}

/** As members read it. */
export function answerInWords(value: AnswerValue): string {
  if (value === true) return 'Yes';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** As stored. */
export const answersText = (answers: readonly Answer[]): string | null =>
  answers.length === 0 ? null : JSON.stringify(answers);
export const answersIn = (text: string | null): Answer[] => (text === null ? [] : JSON.parse(text));

/** As the API shows them: the values by key. */
export const presentAnswers = (answers: readonly Answer[]): Record<string, AnswerValue> =>
  Object.fromEntries(answers.map(({ key, value }) => [key, value]));
