// The fields of a team, for new and existing ones.
import { modes } from '../../features/turns/rotation/rules.ts';
import { radioGroup, textArea, textField } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { NAME_LENGTH, TEXT_LENGTH } from '../../limits/limits.ts';
import { type SentFields, text, textOrNull } from '../fields.ts';
import type { fieldsOf } from '../sent.ts';
import { modeWords } from './words.ts';

interface Values {
  name: string;
  description: string | null;
  mode: (typeof modes)[number];
}

type Fields = ReturnType<typeof fieldsOf>;

export function basicFields({ field, isChecked: isSent }: Fields, stored?: Values): Content {
  const { problem } = field('mode', '');
  return html`${textField({
    ...field('name', stored?.name),
    label: 'Name',
    hint: 'The team’s email address is made from it.',
    required: true,
    maxLength: NAME_LENGTH,
  })}
${textArea({ ...field('description', stored?.description), label: 'Description', maxLength: TEXT_LENGTH })}
${radioGroup({
  name: 'mode',
  legend: 'Mode',
  problem,
  options: modes.map((mode) => ({
    value: mode,
    label: modeWords[mode].label,
    hint: modeWords[mode].sentence,
    checked: isSent('mode', mode === (stored?.mode ?? 'pool'), mode),
  })),
})}`;
}

export const basicInput = (fields: SentFields) => ({
  name: text(fields, 'name'),
  description: textOrNull(fields, 'description'),
  mode: text(fields, 'mode'),
});
