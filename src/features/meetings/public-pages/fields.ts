// The fields of the form that books, with the questions of the meeting type.
import {
  checkbox,
  checkboxList,
  type Field,
  numberField,
  option,
  radioGroup,
  select,
  textArea,
  textField,
  trap,
} from '../../../html/fields.ts';
import type { Content } from '../../../html/html.ts';
import { wordsOf } from '../../../html/words/words.ts';
import { NAME_LENGTH, TEXT_LENGTH } from '../../../limits/limits.ts';
import { PHONE_NUMBER_LENGTH } from '../../../text/phone-numbers.ts';
import { ANSWER_LENGTH, type AnswerProblem, type Question } from '../meeting-types/questions.ts';
import { type Frame, wordsFor } from './frame.ts';
import { fieldOf, type Problems, type SentFields } from './rules.ts';

export interface FormFields {
  questions: readonly Question[];
  /** Whether the visitor is asked where to call them. */
  asksPhone: boolean;
  /** What a link has filled in. */
  prefilled: SentFields;
}

interface FormOf extends Frame {
  confirms: boolean;
}

interface Rejected {
  sent: SentFields;
  problems: Problems;
}

export function fieldsOf(
  view: FormOf,
  { questions, asksPhone, prefilled }: FormFields,
  rejected: Rejected | undefined,
): Content {
  const words = wordsFor(view);
  const { sent, problems }: Rejected = rejected ?? { sent: prefilled, problems: {} };
  return [
    textField({
      name: 'name',
      label: words.name,
      value: sent.name,
      autocomplete: 'name',
      autofocus: !rejected,
      required: true,
      maxLength: NAME_LENGTH,
      problem: problems.name && words.problems.name[problems.name],
    }),
    textField({
      name: 'email',
      type: 'email',
      label: words.email,
      hint: view.confirms ? words.asks : words.tells,
      value: sent.email,
      autocomplete: 'email',
      required: true,
      problem: problems.email && words.problems.email[problems.email],
    }),
    asksPhone &&
      textField({
        name: 'phone_number',
        type: 'tel',
        label: words.phone,
        hint: words.phoneHint,
        value: sent.phone_number,
        autocomplete: 'tel',
        required: true,
        maxLength: PHONE_NUMBER_LENGTH,
        problem: problems.phone_number && words.problems.phone_number[problems.phone_number],
      }),
    questions.map((question) => {
      const { key } = question;
      return questionField(view, question, ownOf(sent.answers, key), ownOf(problems.answers, key));
    }),
    textArea({
      name: 'note',
      label: words.note,
      value: sent.note,
      maxLength: TEXT_LENGTH,
      problem: problems.note && words.problems.note[problems.note],
    }),
    trap('website', words.trap),
  ];
}

/** Questions may have keys such as `constructor`, which every object has. */
const ownOf = <Value>(values: Record<string, Value> | undefined, key: string): Value | undefined =>
  values && Object.hasOwn(values, key) ? values[key] : undefined;

/** More choices than this are folded into a list. */
const MAX_VISIBLE = 6;

function questionField(
  frame: Frame,
  question: Question,
  sent: unknown,
  problem: AnswerProblem | undefined,
): Content {
  const words = wordsFor(frame);
  const { key, kind, required, choices } = question;
  const label = required ? question.label : words.optional(question.label);
  const name = fieldOf(key);
  const given = [sent].flat().filter((each) => typeof each === 'string');
  const field: Field = {
    name,
    label,
    value: given[0],
    required,
    problem: problem && problemOf(frame, question, problem),
  };
  const options = (choices ?? []).map((value) => ({ value, label: value, checked: given.includes(value) }));
  switch (kind) {
    case 'text':
      return textField({ ...field, maxLength: ANSWER_LENGTH });
    case 'long_text':
      return textArea({ ...field, maxLength: TEXT_LENGTH });
    case 'phone':
      return textField({ ...field, type: 'tel', autocomplete: 'tel', maxLength: PHONE_NUMBER_LENGTH });
    case 'number':
      return numberField({ ...field, step: 'any' });
    case 'checkbox':
      return checkbox({ ...field, value: 'true', checked: given.length > 0 && given[0] !== 'false' });
    case 'choices':
      return checkboxList({ ...field, name: `${name}[]`, legend: label, options });
    case 'choice':
      // What was chosen once can't be taken back with radio buttons.
      if (required && options.length <= MAX_VISIBLE) return radioGroup({ ...field, legend: label, options });
      return select({
        ...field,
        options: [
          option('', words.choose),
          options.map(({ value, label: text, checked }) => option(value, text, checked)),
        ],
      });
  }
}

function problemOf(frame: Frame, { kind }: Question, problem: AnswerProblem): string {
  const { answer } = wordsFor(frame).problems;
  switch (problem) {
    case 'missing':
      if (kind === 'checkbox') return answer.unticked;
      return kind === 'choice' || kind === 'choices' ? answer.unchosen : answer.missing;
    case 'too_long':
      return answer.too_long(numberIn(frame, kind === 'long_text' ? TEXT_LENGTH : ANSWER_LENGTH));
    case 'no_choice':
    case 'no_phone_number':
    case 'no_number':
      return answer[problem];
    default:
      return answer.unreadable;
  }
}

const numberIn = ({ reader }: Frame, most: number) => most.toLocaleString(wordsOf(reader.language).locale);
