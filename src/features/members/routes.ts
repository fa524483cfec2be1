import { booleanQuery, choiceQuery, pageQuery, textQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import {
  Clearable,
  Email,
  Id,
  Many,
  Name,
  Nullable,
  One,
  OneOf,
  Resource,
  Timestamp,
} from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { createMember, deactivateMember, getMember, listMembers, reactivateMember } from './operations.ts';
import { memberRoles } from './rules.ts';

const Member = Resource(
  {
    id: Id('member'),
    email: Type.String({ examples: ['ada@example.com'] }),
    name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
    role: OneOf(memberRoles),
    deactivated_at: Nullable(Timestamp),
    created_at: Timestamp,
  },
  'WorkspaceMember',
);

const group = 'Workspace members';
const path = { id: { kind: 'member', what: 'Workspace member' } } as const;

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
    url: '/api/v1/workspace_members/:id/deactivate',
    scope: 'members.write',
    operation: 'deactivateWorkspaceMember',
    group,
    summary: 'Take a member out of everything',
    path,
    body: Type.Object({ transfer_to: Clearable(Email('The email of another active member.')) }),
    answer: { status: 200, description: 'The member, deactivated.', shape: One(Member) },
    refusals: { validation_error: 'transfer_to must be the email of another active member' },
    handle: async (context, input) => ({
      data: await deactivateMember(context, input.path.id, { transferTo: input.body.transfer_to ?? null }),
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
