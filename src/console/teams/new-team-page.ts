import { actions } from '../../html/blocks.ts';
import { button, form, textArea } from '../../html/fields.ts';
import { html } from '../../html/html.ts';
import { pageHead } from '../../html/sections.ts';
import { invitationField } from '../members/invitation.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { basicFields } from './team-fields.ts';

export const NEW_TEAM = '/console/teams/new';

export function newTeamPage(screen: Screen): Shown {
  const fields = fieldsOf(screen, NEW_TEAM);
  return {
    title: 'New team',
    content: html`${pageHead({ above: [{ href: '/console/teams', label: 'Teams' }], title: 'New team' })}
${form({
  action: NEW_TEAM,
  token: screen.token,
  content: html`${basicFields(fields)}
${textArea({
  ...fields.field('members', ''),
  label: 'Members',
  rows: 5,
  hint: 'Their addresses, with or without names: Ada Lovelace <ada@acme.com>, ben@acme.com. Who isn’t a member yet becomes one.',
})}
${invitationField(fields, 'Invite those who are new')}
${actions(button({ label: 'Create team' }))}`,
})}`,
  };
}
