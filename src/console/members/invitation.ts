// Whether somebody has been invited and has signed in, and the button that invites them.
import { checkbox, inlineForm } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { badge, code } from '../../html/marks.ts';
import { INVITATION_DAYS } from '../../limits/limits.ts';
import type { Outcome } from '../outcomes.ts';
import type { Screen } from '../screen.ts';
import type { fieldsOf } from '../sent.ts';
import { momentOf, plainName } from '../words.ts';
import { type Member, urlOf } from './frame.ts';

/** For a row of the list. */
export function signInCell(screen: Screen, member: Member): Content {
  const { deactivated_at, invited_at, last_signed_in_at } = member;
  if (last_signed_in_at !== null) return momentOf(screen, last_signed_in_at);
  if (deactivated_at !== null) return 'Never';
  return html`${invited_at !== null && html`${badge('info', 'Invited')} `}${inviteButton(screen, member, { back: 'list' })}`;
}

/** For the page of a member. */
export function signInNote(screen: Screen, member: Member): Content {
  const { deactivated_at, invited_at, last_signed_in_at } = member;
  if (last_signed_in_at !== null) return html`<p>Last signed in: ${momentOf(screen, last_signed_in_at)}</p>`;
  if (deactivated_at !== null) return html`<p>Never signed in.</p>`;
  const sent =
    invited_at === null
      ? 'Not invited yet.'
      : html`Invited ${momentOf(screen, invited_at)}, not signed in yet.`;
  return html`<p>${sent}</p>
${screen.config.smtpUrl === undefined && html`<p class="note">No email leaves this server yet. Until it does, whoever runs the server can print a sign-in link for them: ${code(`rota sign-in ${member.email}`)}</p>`}
${inviteButton(screen, member)}`;
}

/** Names the member, for those who hear only the button. */
function inviteButton({ token }: Screen, member: Member, fields: Record<string, string> = {}): Content {
  const label = member.invited_at === null ? 'Send invitation' : 'Resend invitation';
  return inlineForm({
    action: `${urlOf(member)}/invite`,
    token,
    label: html`${label}<span class="hidden"> to ${plainName(member)}</span>`,
    fields,
  });
}

/** Wherever somebody can be added. */
export const invitationField = ({ isChecked }: ReturnType<typeof fieldsOf>, label = 'Send an invitation') =>
  checkbox({
    name: 'send_invitation',
    label,
    checked: isChecked('send_invitation', true),
    hint: `A mail with a link that signs them in and leads them through their hours and calendar. It works for ${INVITATION_DAYS} days.`,
  });

/** What came of so many invitations: without a mail server, they stay on the server. */
export function invitationOutcome({ config }: Screen, count: number): Outcome | undefined {
  if (count === 0) return undefined;
  if (config.smtpUrl === undefined) return count === 1 ? 'invitation_kept' : 'invitations_kept';
  return count === 1 ? 'invited' : 'several_invited';
}
