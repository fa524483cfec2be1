import { booleanQuery, choiceQuery, pageQuery, textQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { Clearable, Email, Many, Name, One, OneOf } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { createMember, getMember, listMembers, reactivateMember } from './operations.ts';
import { memberRoles } from './rules.ts';
import { group, Member, path } from './shapes.ts';

export const memberRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/workspace_members',
    scope: 'members.read',
    operation: 'listWorkspaceMembers',
    group,
    summary: 'List the active members of the workspace',
    query: {
      ...pageQuery('member'),
      email: textQuery('Only the member with this email, whatever its upper and lower case.'),
      role: choiceQuery(memberRoles, 'Only members with this role.'),
      include_deactivated: booleanQuery('`true` lists deactivated members too.'),
    },
    answer: { status: 200, description: 'A page of members.', shape: Many(Member) },
    handle: (context, { query }) =>
      listMembers(
        context,
        { email: query.email, role: query.role, includeDeactivated: query.include_deactivated ?? false },
        query,
      ),
  }),
  route({
    method: 'GET',
    url: '/api/v1/workspace_members/:id',
    scope: 'members.read',
    operation: 'getWorkspaceMember',
    group,
    summary: 'Read a member',
    path,
    answer: { status: 200, description: 'The member, deactivated or not.', shape: One(Member) },
    handle: async (context, input) => ({ data: await getMember(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/workspace_members',
    scope: 'members.write',
    line: { name: 'members' },
    operation: 'createWorkspaceMember',
    group,
    summary: 'Add a person to the workspace',
    body: Type.Object({
      email: Email('Unique in the workspace, whatever its upper and lower case.'),
      name: Clearable({ ...Name('Ada Lovelace'), minLength: 0 }),
      role: Type.Optional({ ...OneOf(memberRoles), default: 'member' }),
    }),
    answer: { status: 201, description: 'The new member.', shape: One(Member) },
    refusals: { validation_error: 'email belongs to a member of this workspace already' },
    handle: async (context, { body }) => ({
      data: await createMember(context, {
        email: body.email,
        name: body.name || null,
        role: body.role ?? 'member',
      }),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/workspace_members/:id/reactivate',
    scope: 'members.write',
    line: { name: 'members' },
    operation: 'reactivateWorkspaceMember',
    group,
    summary: 'Bring a deactivated member back',
    path,
    answer: { status: 200, description: 'The member, active again.', shape: One(Member) },
    refusals: { validation_error: 'The workspace has reached its limit of 10,000 active members' },
    handle: async (context, input) => ({ data: await reactivateMember(context, input.path.id) }),
  }),
];
