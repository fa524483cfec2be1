import { button, checkbox, form } from '../../html/fields.ts';
import { html } from '../../html/html.ts';
import { pageHead } from '../../html/sections.ts';
import { INVITATION_DAYS } from '../../limits/limits.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { aboutFields, accessFields } from './about.ts';
import { membersUrl } from './frame.ts';

/** Wherever somebody can be added. */
export const invitationField = ({ isChecked }: ReturnType<typeof fieldsOf>) =>
  checkbox({
    name: 'send_invitation',
    label: 'Send an invitation',
    checked: isChecked('send_invitation', true),
    hint: `A mail with a link that signs them in and leads them through their hours and calendar. It works for ${INVITATION_DAYS} days.`,
  });

export function newMember(screen: Screen): Shown {
  const action = `${membersUrl}/new`;
  const fields = fieldsOf(screen, action);
  return {
    title: 'Add a member',
    content: html`${pageHead({
      above: [{ href: membersUrl, label: 'Members' }],
      title: 'Add a member',
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
