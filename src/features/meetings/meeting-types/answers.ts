// Answers that come with an API call.
import { invalidRequest } from '../../../errors.ts';
import { TEXT_LENGTH } from '../../../limits/limits.ts';
import {
  ANSWER_LENGTH,
  type Answer,
  type AnswerProblem,
  answersFrom,
  type Question,
  type QuestionKind,
} from './questions.ts';

/** What each answer has to be, for messages. */
const expected: Record<QuestionKind, string> = {
  text: `text of at most ${ANSWER_LENGTH} characters`,
  long_text: `text of at most ${TEXT_LENGTH} characters`,
  choice: 'one of the choices of the question',
  choices: 'a list of choices of the question',
  phone: 'a phone number with its country code, such as +442079460018',
  number: 'a number',
  checkbox: 'true or false',
};

/** Checks the answers of an API call, in which nothing is required. `field` is their name in the input. */
export function checkAnswers(
  questions: readonly Question[],
  given: Readonly<Record<string, unknown>>,
  field: string,
): Answer[] {
  const { answers, problems } = answersFrom(questions, given, { areRequired: false });
  if (answers) return answers;
  const [[key, problem]] = Object.entries(problems) as [[string, AnswerProblem]];
  const question = questions.find((each) => each.key === key);
  const path = `${field}.${key.slice(0, 60)}`;
  if (problem === 'unknown' || !question)
    throw invalidRequest(`${path} is not a question of the meeting type`, {
      field: path,
      plain: 'This isn’t one of the questions of the meeting type any more. Reload the page.',
    });
  throw invalidRequest(`${path} must be ${expected[question.kind]}`, {
    field: path,
    plain: `The answer to “${question.label}” doesn’t fit the question.`,
  });
}
