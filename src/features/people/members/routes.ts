import { keyWith } from '../../../http/access/api-key.ts';
import { booleanQuery, choiceQuery, pageQuery, textQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { getMember, listMembers, updateMember } from './operations.ts';
import { memberRoles } from './rules.ts';
import { ADMINS, emailTaken, group, Member, MemberUpdate, path } from './shapes.ts';

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
