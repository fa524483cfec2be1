import type { Membership } from '../../features/turns/rotation/memberships.ts';
import { teamRoles } from '../../features/turns/rotation/rules.ts';
import { actions, disclosure, linkButton } from '../../html/blocks.ts';
import { button, form, inlineForm, option, select, textField } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { emptyState, pager, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Page } from '../../pagination.ts';
import { invitationField } from '../members/invitation.ts';
import { outcomes } from '../outcomes.ts';
import { person } from '../requests/words.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { plainName } from '../words.ts';
import { membershipPath } from './pause-page.ts';
import { type ShownTeam, type TeamData, teamFrame, teamPath } from './team-frame.ts';
import { roleWords } from './words.ts';

interface MembersData extends TeamData {
  /** Oldest first. */
  members: Page<Membership>;
  cursor: string | undefined;
  /** Addresses to suggest. */
  suggestions: string[];
}

export function membersPage(screen: Screen, data: MembersData): Shown {
  const { team, members, cursor } = data;
  const path = `${teamPath(team.id)}/members`;
  const { next_cursor } = members.meta;
  return teamFrame(
    data,
    'members',
    html`${section({
      title: 'Add a member',
      lead: 'New members go to the front of the queue, with everybody who hasn’t had a turn yet.',
      content: addForm(screen, data, path),
    })}
${section({
  title: 'Members',
  lead: 'Managers can edit the team and its members, and see its requests.',
  content: html`${table({
    caption: 'Members of the team',
    columns: [{ label: 'Member' }, { label: 'Role' }, { label: 'Change', hideLabel: true }],
    rows: members.data.map((member) => row(screen, team.id, member)),
    empty: emptyState({ title: 'Nobody is in the team yet', text: 'Add the first member above.' }),
  })}
${pager({ next: next_cursor && withQuery(path, { cursor: next_cursor }), first: cursor && path })}`,
})}`,
    undefined,
    {
      team_member_added: saysOfAdded(screen, team),
      team_member_removed: `Member removed from ${team.name}.`,
      ...saysOfRole(screen, team),
    },
  );
}

function saysOfAdded({ doneWith }: Screen, { members, name }: ShownTeam): string {
  const added = members.find(({ workspace_membership_id }) => workspace_membership_id === doneWith);
  return added ? `${plainName(added)} is in ${name} now.` : outcomes.team_member_added;
}

function saysOfRole({ doneWith }: Screen, { members }: ShownTeam): Shown['says'] {
  const changed = members.find(({ id }) => id === doneWith);
  if (!changed) return {};
  const role = changed.role === 'manager' ? 'manages the team' : 'is a member of the team';
  return { team_role_changed: `Role changed: ${plainName(changed)} ${role} now.` };
}

function row({ token }: Screen, teamId: string, member: Membership): Content[] {
  const path = membershipPath(teamId, member.id);
  const of = html`<span class="hidden"> ${plainName(member)}</span>`;
  const other = member.role === 'manager' ? 'member' : 'manager';
  return [
    html`${person(member)}${member.paused_at !== null && html` ${badge('warn', 'Paused')}`}`,
    roleWords[member.role],
    html`${inlineForm({
      action: `${path}/role`,
      token,
      label: html`Make ${other === 'manager' ? 'a manager' : 'a member'}<span class="hidden"> of</span>${of}`,
      fields: { role: other },
    })}
${disclosure(
  html`Remove${of}`,
  html`<p>They lose their place in the queue. Requests they host stay with them.</p>
${inlineForm({ action: `${path}/remove`, token, label: html`Remove${of} from the team`, kind: 'danger' })}`,
)}`,
  ];
}

function addForm(screen: Screen, { suggestions }: MembersData, action: string): Content {
  const fields = fieldsOf(screen, action);
  const { field, isChecked } = fields;
  return form({
    action,
    token: screen.token,
    content: html`${textField({
      ...field('email', ''),
      label: 'Email address',
      hint: screen.isAdmin
        ? 'If they aren’t a member of the workspace yet, they become one.'
        : 'A member of this workspace.',
      autocomplete: 'off',
      required: true,
      suggestions,
    })}
${select({
  ...field('role', 'member'),
  label: 'Role in the team',
  options: teamRoles.map((role) => option(role, roleWords[role], isChecked('role', role === 'member', role))),
})}
${screen.isAdmin && invitationField(fields, 'Send an invitation if they’re new')}
${actions(button({ label: 'Add member' }), screen.isAdmin && linkButton('/console/members', 'All members'))}`,
  });
}
