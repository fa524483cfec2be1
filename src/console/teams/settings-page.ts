import { actions, disclosure, smallPrint } from '../../html/blocks.ts';
import { button, form, inlineForm } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { code } from '../../html/marks.ts';
import { danger, section } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { introductionFields, reachFields } from './mode-fields.ts';
import { basicFields } from './team-fields.ts';
import { type TeamData, teamFrame, teamPath } from './team-frame.ts';

interface SettingsData extends TeamData {
  /** Whether the reader may also close the team, and change settings that reach beyond it. */
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
      lead: 'Some settings belong to one mode. They appear once that mode is saved.',
      content: html`${form({
        action,
        token: screen.token,
        content: html`${basicFields(fields, team)}
${team.mode === 'pool' && introductionFields(fields, team)}
${team.mode === 'stack' && mayManage && reachFields(fields, team)}
${actions(button({ label: 'Save' }))}`,
      })}
${smallPrint(html`Id of the team: ${code(team.id)}`)}`,
    })}
${mayManage && closing(screen, team)}`,
  );
}

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
