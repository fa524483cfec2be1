// The fields of a team: the same for a new one and for one that is changed.
import { modes } from '../../features/rotation/rules.ts';
import { checkbox, radioGroup, textArea, textField } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { NAME_LENGTH, TEXT_LENGTH } from '../../limits.ts';
import { isChecked, type SentFields, text, textOrNull } from '../fields.ts';
import type { fieldsOf } from '../sent.ts';
import { modeWords } from './words.ts';

interface Values {
  name: string;
  description: string | null;
  mode: (typeof modes)[number];
  stack_always_apply: boolean;
  include_all_members: boolean;
}

type Fields = ReturnType<typeof fieldsOf>;

export function basicFields({ field, isChecked: isSent }: Fields, stored?: Values): Content {
  const { problem } = field('mode', '');
  return html`${textField({
    ...field('name', stored?.name),
    label: 'Name',
    hint: 'The mail address of the team is made from it.',
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

/** They reach beyond the team: with one, others are in its meetings; with the other, it is in the meetings of others. */
export function reachFields({ isChecked: isSent }: Fields, stored?: Values): Content {
  return html`<fieldset><legend>For stack teams</legend>
${checkbox({
  name: 'include_all_members',
  label: 'Every active member of the workspace takes part',
  checked: isSent('include_all_members', stored?.include_all_members ?? false),
})}
${checkbox({
  name: 'stack_always_apply',
  label: 'The team takes part in every request of the workspace',
  checked: isSent('stack_always_apply', stored?.stack_always_apply ?? false),
})}</fieldset>`;
}

export const reachInput = (fields: SentFields) => ({
  include_all_members: isChecked(fields, 'include_all_members'),
  stack_always_apply: isChecked(fields, 'stack_always_apply'),
});
