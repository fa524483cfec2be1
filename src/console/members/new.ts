import { linkButton } from '../../html/blocks.ts';
import { button, form } from '../../html/fields.ts';
import { html } from '../../html/html.ts';
import { pageHead } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { aboutFields, accessFields } from './about.ts';
import { membersUrl } from './frame.ts';
import { invitationField } from './invitation.ts';

export function newMember(screen: Screen): Shown {
  const action = `${membersUrl}/new`;
  const fields = fieldsOf(screen, action);
  return {
    title: 'Add a member',
    content: html`${pageHead({
      above: [{ href: membersUrl, label: 'Members' }],
      title: 'Add a member',
      actions: linkButton(`${membersUrl}/several`, 'Add several people'),
    })}
${form({
  action,
  token: screen.token,
  content: html`${accessFields(fields)}
${aboutFields(fields)}
${invitationField(fields)}
${button({ label: 'Add member' })}`,
})}`,
  };
}
