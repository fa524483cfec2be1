import { actions, disclosure, smallPrint } from '../../html/blocks.ts';
import { button, form, inlineForm } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { code } from '../../html/marks.ts';
import { danger, section } from '../../html/sections.ts';
import { locationFields } from '../location-fields.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { poolFields, reachFields } from './mode-fields.ts';
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
      lead: 'Some settings belong to one mode, and appear once you save that mode.',
      content: html`${form({
        action,
        token: screen.token,
        content: html`${basicFields(fields, team)}
${locationFields(screen, fields, {
  stored: team.location,
  none: 'Same as the workspace',
  hint: 'Where the team’s meetings take place, from the next booking on.',
})}
${team.mode === 'pool' && poolFields(fields, team)}
${team.mode === 'stack' && mayManage && reachFields(fields, team)}
${actions(button({ label: 'Save settings' }))}`,
      })}
${smallPrint(html`Team ID: ${code(team.id)}`)}`,
    })}
${mayManage && closing(screen, team)}`,
    undefined,
    {
      team_deactivated: `${team.name} is deactivated.`,
      team_reactivated: `${team.name} is active again.`,
    },
  );
}

function closing({ token }: Screen, { id, active }: TeamData['team']): Content {
  if (!active) {
    return section({
      title: 'Reactivate',
      lead: 'The team gets requests again, with the members and the order it had.',
      content: inlineForm({ action: `${teamPath(id)}/reactivate`, token, label: 'Reactivate team' }),
    });
  }
  return danger({
    title: 'Deactivate',
    lead: 'The team gets no new requests. Those it has go on, and you can reactivate it at any time.',
    content: disclosure(
      'Deactivate team …',
      inlineForm({
        action: `${teamPath(id)}/deactivate`,
        token,
        label: 'Deactivate team',
        kind: 'danger',
      }),
    ),
  });
}
