import { keyWith } from '../../../http/access/api-key.ts';
import { booleanQuery, choiceQuery, pageQuery, textQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { createMember, getMember, listMembers, updateMember } from './operations.ts';
import { memberRoles } from './rules.ts';
import { group, Member, MemberInput, MemberUpdate, path } from './shapes.ts';

const emailTaken = { validation_error: 'email belongs to a member of this workspace already' };
const ADMINS =
  'To make an admin, or to change the role or the email of one, a key needs `members.admin` as well, and must neither expire nor be bound to networks.';

export const memberRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/workspace_members',
    access: keyWith('members.read'),
    operation: 'listWorkspaceMembers',
    group,
    summary: 'List members',
    description:
      'Lists active members, newest first. With `include_deactivated=true`, also deactivated ones.',
    query: {
      ...pageQuery('member'),
      email: textQuery('Only the member with this email, whatever its upper and lower case.'),
      role: choiceQuery(memberRoles, 'Only members with this role.'),
      include_deactivated: booleanQuery('`true` also lists deactivated members.'),
    },
    response: { status: 200, description: 'A page of members.', shape: Many(Member) },
    handle: (context, { query }) => listMembers(context, query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/workspace_members/:id',
    access: keyWith('members.read'),
    operation: 'getWorkspaceMember',
    group,
    summary: 'Read a member',
    description: 'Reads one member, deactivated or not.',
    path,
    response: { status: 200, description: 'The member, deactivated or not.', shape: One(Member) },
    handle: async (context, input) => ({ data: await getMember(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/workspace_members',
    access: keyWith('members.write'),
    line: { name: 'members' },
    operation: 'createWorkspaceMember',
    group,
    summary: 'Add a person to the workspace',
    description:
      'Adds a person, who can then be put into teams and given a seat. An email that a member already has is refused, even if that ' +
      `member is deactivated: reactivate them instead. ${ADMINS} Fires no event.`,
    body: MemberInput,
    response: { status: 201, description: 'The new member.', shape: One(Member) },
    refusals: emailTaken,
    handle: async (context, { body }) => ({ data: await createMember(context, body) }),
  }),
  route({
    method: 'PATCH',
    url: '/api/v1/workspace_members/:id',
    access: keyWith('members.write'),
    operation: 'updateWorkspaceMember',
    group,
    summary: 'Change a member',
    description:
      'Changes what is given and leaves the rest. The new email and name show up everywhere from then on: in teams, seats, ' +
      `turns, and the meeting requests that they organize or host. A deactivated member can be changed too. ${ADMINS} Fires no event.`,
    path,
    body: MemberUpdate,
    response: {
      status: 200,
      description: 'The member as it is now, deactivated or not.',
      shape: One(Member),
    },
    refusals: emailTaken,
    handle: async (context, input) => ({ data: await updateMember(context, input.path.id, input.body) }),
  }),
];
