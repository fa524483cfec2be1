// The questions of a meeting type as rows of a form, which works without a script: buttons change the rows and show the form again.
import { RotaError } from '../../errors.ts';
import {
  type GivenQuestion,
  hasChoices,
  keyFor,
  LABEL_LENGTH,
  MAX_QUESTIONS,
  type Question,
  type QuestionKind,
  questionKinds,
} from '../../features/meetings/meeting-types/questions.ts';
import { smallPrint } from '../../html/blocks.ts';
import { button, checkbox, hidden, option, select, textArea, textField } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { isChecked, type SentFields, text } from '../fields.ts';
import type { Labels } from '../refusals.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { kindWords } from './words.ts';

/** As typed. */
interface Row {
  /** Empty for a new question. */
  key: string;
  label: string;
  kind: string;
  required: boolean;
  /** One per line. */
  choices: string;
}

type Part = keyof Row;
const parts: Part[] = ['key', 'label', 'kind', 'required', 'choices'];
const emptyRow: Row = { key: '', label: '', kind: 'text', required: false, choices: '' };

/** Rows are numbered from 1, as people count them. */
const nameOf = (number: number, part: Part) => `question_${number}_${part}`;

/** What a refusal calls the fields of each row. */
export const questionLabels: Labels = Object.fromEntries(
  Array.from({ length: MAX_QUESTIONS }, (_, place) => place + 1).flatMap((number) =>
    parts.map((part) => [
      nameOf(number, part),
      part === 'choices' ? `Choices of question ${number}` : `Question ${number}`,
    ]),
  ),
);

export function questionFields(screen: Screen, action: string, questions: readonly Question[]): Html {
  const { isRefused } = fieldsOf(screen, action);
  const rows = isRefused && screen.sent ? rowsIn(screen.sent.fields) : questions.map(rowOf);
  const shown = rows.length === 0 || !isRefused ? [...rows, emptyRow].slice(0, MAX_QUESTIONS) : rows;
  const isEdited = isRefused && screen.sent?.message === '';
  return html`<div class="questions" id="questions">${shown.map((row, place) => rowFields(screen, action, row, place + 1))}
${shown.length < MAX_QUESTIONS && html`<p>${button({ label: 'Add a question', kind: 'quiet', ...editing(action, 'add') })}</p>`}
${isEdited && smallPrint('Not saved yet.')}</div>`;
}

const rowOf = ({ choices, ...question }: Question): Row => ({
  ...question,
  choices: (choices ?? []).join('\n'),
});

/** Leads back to the questions. */
const editing = (action: string, value: string) => ({
  name: 'edit',
  value,
  action: `${action}#questions`,
});

function rowFields(screen: Screen, action: string, row: Row, number: number): Content {
  const { field } = fieldsOf(screen, action);
  const kind = field(nameOf(number, 'kind'), row.kind);
  const isLong = hasChoices(row.kind as QuestionKind);
  return html`<fieldset class="question"><legend>Question ${number}</legend>
${hidden(nameOf(number, 'key'), row.key)}${textField({
  ...field(nameOf(number, 'label'), row.label),
  value: row.label,
  label: 'What guests are asked',
  maxLength: LABEL_LENGTH,
})}
${select({
  ...kind,
  label: 'Kind of answer',
  options: questionKinds.map((each) => option(each, kindWords[each], each === row.kind)),
})}
<div class="of-choices">${textArea({
    ...field(nameOf(number, 'choices'), row.choices),
    value: row.choices,
    label: `Choices of question ${number}`,
    hint: 'One per line. Other kinds of answers have none.',
    rows: isLong ? 4 : 2,
  })}</div>
${checkbox({ name: nameOf(number, 'required'), label: 'Guests have to answer', checked: row.required })}
<div class="actions">${number > 1 && button({ label: html`Move up<span class="hidden"> question ${number}</span>`, kind: 'quiet', ...editing(action, `up-${number}`) })}
${button({ label: html`Remove<span class="hidden"> question ${number}</span>`, kind: 'quiet', ...editing(action, `remove-${number}`) })}</div></fieldset>
`;
}

function rowsIn(fields: SentFields): Row[] {
  const rows: Row[] = [];
  for (let number = 1; number <= MAX_QUESTIONS; number += 1) {
    if (fields[nameOf(number, 'label')] === undefined) break;
    rows.push({
      key: text(fields, nameOf(number, 'key')),
      label: text(fields, nameOf(number, 'label')),
      kind: text(fields, nameOf(number, 'kind')),
      required: isChecked(fields, nameOf(number, 'required')),
      choices: text(fields, nameOf(number, 'choices')),
    });
  }
  return rows;
}

const EDIT = /^(?:(add)|(up|remove)-(\d{1,2}))$/;

/** The form with a row more or less, or with two of them swapped. Undefined if another button was pressed. */
export function editedQuestions(fields: SentFields): SentFields | undefined {
  const [, isAdded, what, number] = EDIT.exec(text(fields, 'edit')) ?? [];
  if (!isAdded && !what) return undefined;
  const rows = rowsIn(fields);
  const place = Number(number) - 1;
  if (isAdded && rows.length < MAX_QUESTIONS) rows.push({ ...emptyRow });
  const [moved] = what && rows[place] ? rows.splice(place, 1) : [];
  if (what === 'up' && moved) rows.splice(Math.max(place - 1, 0), 0, moved);
  const others = Object.entries(fields).filter(([name]) => name !== 'edit' && !name.startsWith('question_'));
  return { ...Object.fromEntries(others), ...fieldsFor(rows) };
}

const fieldsFor = (rows: Row[]): SentFields =>
  Object.fromEntries(
    rows.flatMap((row, place) =>
      parts
        .filter((part) => part !== 'required' || row.required)
        .map((part) => [nameOf(place + 1, part), String(row[part])]),
    ),
  );

interface TypedQuestions {
  questions: GivenQuestion[];
  /** The row of each. */
  numbers: number[];
}

/** An emptied label removes a question. Keys stay once they are given: programs know answers by them. */
export function questionsIn(fields: SentFields, former: readonly Question[]): TypedQuestions {
  const kept = new Set(former.map(({ key }) => key));
  const taken = new Set<string>();
  const rows = rowsIn(fields).map((row, place) => ({ ...row, number: place + 1 }));
  const typed = rows.filter(
    (row) => row.label.trim() !== '' || (row.key === '' && row.choices.trim() !== ''),
  );
  const known = typed.map(({ key }) =>
    kept.has(key) && !taken.has(key) && taken.add(key) ? key : undefined,
  );
  return {
    numbers: typed.map(({ number }) => number),
    questions: typed.map(({ label, kind, required, choices }, place) => {
      const key = known[place] ?? keyFor(label, taken);
      taken.add(key);
      const lines = choices
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
      const given = { key, label, kind: kind as QuestionKind, required };
      return { ...given, choices: hasChoices(given.kind) ? lines : null };
    }),
  };
}

/** Names the row of the form where the refusal names a place in the list. */
export async function namingRows<T>({ numbers }: TypedQuestions, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof RotaError)) throw error;
    const { field = '', plain, ...refusal } = error.refusal;
    const [, place, part = 'label'] = /^questions\[(\d+)\](?:\.(\w+))?/.exec(field) ?? [];
    const number = numbers[Number(place)];
    if (number === undefined) throw error;
    throw new RotaError(error.type, error.message, {
      refusal: {
        ...refusal,
        field: nameOf(number, part as Part),
        ...(typeof plain === 'string' && { plain: `Question ${number}: ${plain}` }),
      },
    });
  }
}
