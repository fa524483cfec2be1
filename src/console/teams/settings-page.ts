import { actions, disclosure, facts } from '../../html/blocks.ts';
import { button, checkbox, form, inlineForm, textArea } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { code } from '../../html/marks.ts';
import { danger, section } from '../../html/sections.ts';
import { TEXT_LENGTH } from '../../limits.ts';
import { isChecked, type SentFields, textOrNull } from '../fields.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { basicFields, reachFields } from './team-fields.ts';
import { type TeamData, teamFrame, teamPath } from './team-frame.ts';

export interface SettingsData extends TeamData {
  /** Whether whoever looks at it may also close the team, and set what reaches beyond it. */
  mayManage: boolean;
}

export function settingsPage(screen: Screen, data: SettingsData): Shown {
  const { team, mayManage } = data;
  const action = `${teamPath(team.id)}/settings`;
  const fields = fieldsOf(screen, action);
  return teamFrame(
    data,
    'settings',
    html`${section({
      title: 'Settings',
      content: html`${facts([
        team.email_address !== null && { label: 'Mail address', value: code(team.email_address) },
        { label: 'Id', value: code(team.id) },
      ])}
${form({
  action,
  token: screen.token,
  content: html`${basicFields(fields, team)}
<fieldset><legend>For pool teams</legend>
${checkbox({
  name: 'introduce_member',
  label: 'The first mail introduces whoever got the turn',
  checked: fields.isChecked('introduce_member', team.introduce_member),
})}
${textArea({
  ...fields.field('introduction_guidance', team.introduction_guidance),
  label: 'What the introduction should say',
  maxLength: TEXT_LENGTH,
})}</fieldset>
${mayManage && reachFields(fields, team)}
${actions(button({ label: 'Save' }))}`,
})}`,
    })}
${mayManage && closing(screen, team)}`,
  );
}

export const introductionInput = (fields: SentFields) => ({
  introduce_member: isChecked(fields, 'introduce_member'),
  introduction_guidance: textOrNull(fields, 'introduction_guidance'),
});

function closing({ token }: Screen, { id, active }: TeamData['team']): Content {
  if (!active) {
    return section({
      title: 'Bring it back',
      lead: 'Requests are routed to the team again, with the members and the order that it had.',
      content: inlineForm({ action: `${teamPath(id)}/reactivate`, token, label: 'Reactivate the team' }),
    });
  }
  return danger({
    title: 'Deactivate',
    lead: 'Nothing new is routed to the team. Requests that it has go on, and it can be brought back.',
    content: disclosure(
      'Deactivate this team',
      inlineForm({
        action: `${teamPath(id)}/deactivate`,
        token,
        label: 'Yes, deactivate the team',
        kind: 'danger',
      }),
    ),
  });
}
