import { booleanQuery, choiceQuery, pageQuery, textQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { Clearable, Email, Many, Name, One, OneOf } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { createMember, getMember, listMembers, reactivateMember, updateMember } from './operations.ts';
import { memberRoles } from './rules.ts';
import { group, Member, path } from './shapes.ts';

const uniqueEmail = Email('Unique in the workspace, whatever its upper and lower case.');
const emailTaken = { validation_error: 'email belongs to a member of this workspace already' };
const optionalName = Clearable({
  ...Name('Ada Lovelace'),
  minLength: 0,
  description: 'What people call the member; null when nothing is known.',
});

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
    operation: 'createWorkspaceMember',
    group,
    summary: 'Add a person to the workspace',
    body: Type.Object({
      email: uniqueEmail,
      name: optionalName,
      role: Type.Optional({ ...OneOf(memberRoles), default: 'member' }),
    }),
    answer: { status: 201, description: 'The new member.', shape: One(Member) },
    refusals: emailTaken,
    handle: async (context, { body }) => ({
      data: await createMember(context, {
        email: body.email,
        name: body.name || null,
        role: body.role ?? 'member',
      }),
    }),
  }),
  route({
    method: 'PATCH',
    url: '/api/v1/workspace_members/:id',
    scope: 'members.write',
    operation: 'updateWorkspaceMember',
    group,
    summary: "Change a member's email, name or role",
    path,
    body: Type.Object({
      email: Type.Optional(uniqueEmail),
      name: optionalName,
      role: Type.Optional({ ...OneOf(memberRoles), description: 'What the member is in the workspace.' }),
    }),
    answer: { status: 200, description: 'The member as it is now, deactivated or not.', shape: One(Member) },
    refusals: emailTaken,
    handle: async (context, { path: { id }, body: { email, name, role } }) => ({
      data: await updateMember(context, id, {
        ...(email !== undefined && { email }),
        ...(name !== undefined && { name: name || null }),
        ...(role !== undefined && { role }),
      }),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/workspace_members/:id/reactivate',
    scope: 'members.write',
    operation: 'reactivateWorkspaceMember',
    group,
    summary: 'Bring a deactivated member back',
    path,
    answer: { status: 200, description: 'The member, active again.', shape: One(Member) },
    handle: async (context, input) => ({ data: await reactivateMember(context, input.path.id) }),
  }),
];
