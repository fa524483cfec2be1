// Settings of particular modes. A form has only the fields of its team's mode.
import { checkbox, textArea } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { TEXT_LENGTH } from '../../limits/limits.ts';
import { isChecked, type SentFields, textOrNull } from '../fields.ts';
import type { fieldsOf } from '../sent.ts';
import type { ShownTeam } from './team-frame.ts';

type Fields = ReturnType<typeof fieldsOf>;

/** For pool teams. */
export function poolFields({ field, isChecked: isSent }: Fields, team: ShownTeam): Content {
  return html`${checkbox({
    name: 'introduce_member',
    label: 'Introduce the host in the first email',
    checked: isSent('introduce_member', team.introduce_member),
  })}
${textArea({
  ...field('introduction_guidance', team.introduction_guidance),
  label: 'What the introduction should say',
  maxLength: TEXT_LENGTH,
})}
${checkbox({
  name: 'no_show_returns_turn',
  label: 'Give the turn back when a guest doesn’t come',
  hint: 'Whoever took it comes first in the queue again.',
  checked: isSent('no_show_returns_turn', team.no_show_returns_turn),
})}`;
}

export const poolInput = (fields: SentFields) => ({
  introduce_member: isChecked(fields, 'introduce_member'),
  introduction_guidance: textOrNull(fields, 'introduction_guidance'),
  no_show_returns_turn: isChecked(fields, 'no_show_returns_turn'),
});

/** For stack teams. Both reach beyond the team: one puts others into its meetings, the other puts the team into others' meetings. */
export function reachFields({ isChecked: isSent }: Fields, team: ShownTeam): Content {
  return html`${checkbox({
    name: 'include_all_members',
    label: 'Include every active member of the workspace',
    checked: isSent('include_all_members', team.include_all_members),
  })}
${checkbox({
  name: 'stack_always_apply',
  label: 'Add this team to every request of the workspace',
  checked: isSent('stack_always_apply', team.stack_always_apply),
})}`;
}

export const reachInput = (fields: SentFields) => ({
  include_all_members: isChecked(fields, 'include_all_members'),
  stack_always_apply: isChecked(fields, 'stack_always_apply'),
});
