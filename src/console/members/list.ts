import type { listMembers } from '../../features/people/members/operations.ts';
import { memberRoles } from '../../features/people/members/rules.ts';
import { linkButton, named } from '../../html/blocks.ts';
import { checkbox, option, select, textField } from '../../html/fields.ts';
import { type Html, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { emptyState, filters, pageHead, pager } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { plainName } from '../words.ts';
import { type Member, membersUrl, saysOfInvitation, urlOf } from './frame.ts';
import { signInCell } from './invitation.ts';

interface MemberFilter {
  email: string | undefined;
  role: Member['role'] | undefined;
  include_deactivated: boolean | undefined;
  cursor: string | undefined;
}

const roleNames = { member: 'Member', admin: 'Admin' };
const addMember = [
  linkButton(`${membersUrl}/several`, 'Add several people'),
  linkButton(`${membersUrl}/new`, 'Add member', 'main'),
];

export function memberList(
  screen: Screen,
  { data, meta }: Awaited<ReturnType<typeof listMembers>>,
  filter: MemberFilter,
): Shown {
  const { email, role, include_deactivated } = filter;
  const given = { email, role, include_deactivated: include_deactivated ? 'true' : undefined };
  const isSet = Object.values(given).some((value) => value !== undefined);
  const first = withQuery(membersUrl, given);
  const next = meta.next_cursor && withQuery(membersUrl, { ...given, cursor: meta.next_cursor });
  const invited = data.find(({ id }) => id === screen.doneWith);
  return {
    title: 'Members',
    ...(invited && { says: { invited: saysOfInvitation(invited) } }),
    content: html`${pageHead({ title: 'Members', lead: 'The people in this workspace.', actions: addMember })}
${filters({ action: membersUrl, content: filterFields(filter), isSet, clear: membersUrl })}
${table({
  caption: 'Members, newest first',
  columns: [{ label: 'Name' }, { label: 'State' }, { label: 'Last signed in', hideOnPhone: true }],
  rows: data.map((member) => [
    html`<a href="${urlOf(member)}">${named(plainName(member))}</a>${member.name !== null && html`<br><span class="note">${member.email}</span>`}`,
    stateOf(member),
    signInCell(screen, member),
  ]),
  empty: isSet ? nobodyFound : nobody,
})}
${pager({ next, first: filter.cursor && first })}`,
  };
}

function stateOf({ deactivated_at, role }: Member): Html {
  if (deactivated_at !== null) return badge('warn', 'Deactivated');
  return role === 'admin' ? badge('info', 'Admin') : badge('good', 'Active');
}

const nobodyFound = emptyState({
  title: 'No members found',
  text: 'Enter the whole address. Deactivated members are listed only if you tick the box.',
});

const nobody = emptyState({
  title: 'No members yet',
  text: 'Add the people who host meetings.',
  action: addMember,
});

const filterFields = ({ email, role, include_deactivated }: MemberFilter): Html =>
  html`${textField({ name: 'email', label: 'Email', value: email, type: 'search' })}
${select({
  name: 'role',
  label: 'Role',
  options: [option('', 'Any'), memberRoles.map((each) => option(each, roleNames[each], each === role))],
})}
${checkbox({ name: 'include_deactivated', label: 'Include deactivated', checked: include_deactivated === true })}`;
