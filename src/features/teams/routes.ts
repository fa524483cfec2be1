import { booleanQuery, pageQuery, textQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import {
  Clearable,
  Id,
  Many,
  Name,
  Nullable,
  One,
  OneOf,
  Resource,
  Text,
  Timestamp,
} from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { modes } from '../memberships/rules.ts';
import { Membership } from '../memberships/shapes.ts';
import { createTeam, deactivateTeam, getTeam, listTeams, updateTeam } from './operations.ts';

const Mode = OneOf(modes);
const StackAlwaysApply = Type.Boolean({
  description: 'Stack mode only: the team joins the hosts of every request.',
  examples: [false],
});
const IncludeAllMembers = Type.Boolean({
  description: 'Stack mode only: every active workspace member takes part.',
  examples: [false],
});
const IntroduceMember = Type.Boolean({
  description: 'Pool mode only: introduce the assigned member to the participant.',
  examples: [true],
});
const description = { examples: ['Inbound demos'] };
const guidance = {
  description: 'Pool mode only: what to say in the introduction.',
  examples: ['Mention years of experience'],
};

const fields = {
  id: Id('team'),
  name: Type.String({ examples: ['Sales'] }),
  slug: Type.String({
    description: 'Made from the name; unique in the workspace.',
    examples: ['sales'],
  }),
  description: Nullable(Type.String(description)),
  mode: Mode,
  email_address: Nullable(
    Type.String({
      description: 'Scheduling address; null in manual mode and while the workspace has no handle.',
      examples: ['sales.acme@rota.localhost'],
    }),
  ),
  member_count: Type.Integer({ examples: [1] }),
  stack_always_apply: StackAlwaysApply,
  include_all_members: IncludeAllMembers,
  introduce_member: IntroduceMember,
  introduction_guidance: Nullable(Type.String(guidance)),
  active: Type.Boolean(),
  deactivated_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
};
const withMembers = { ...fields, members: Type.Array(Membership) };

const ListedTeam = Resource(fields, 'ListedTeam');
const NewTeam = Resource(withMembers, 'NewTeam');
const Team = Resource(
  {
    ...withMembers,
    next_assignee: Nullable({
      ...Membership,
      description: 'Pool mode only: who gets the next turn; null when nobody can.',
    }),
  },
  'Team',
);

const group = 'Teams';
const path = { id: { kind: 'team', what: 'Team' } } as const;

export const teamRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/teams',
    scope: 'teams.read',
    operation: 'listTeams',
    group,
    summary: 'List teams',
    query: {
      ...pageQuery('team'),
      active: booleanQuery('`true` lists active teams only, `false` deactivated ones only.'),
      email_address: textQuery(
        'Only the team that mail to this address reaches, be it a former address of the team.',
      ),
    },
    answer: { status: 200, description: 'A page of teams, without their members.', shape: Many(ListedTeam) },
    handle: (context, { query }) =>
      listTeams(context, { active: query.active, emailAddress: query.email_address }, query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/teams/:id',
    scope: 'teams.read',
    operation: 'getTeam',
    group,
    summary: 'Read a team with its members, and who is next',
    path,
    answer: { status: 200, description: 'The team.', shape: One(Team) },
    handle: async (context, input) => ({ data: await getTeam(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams',
    scope: 'teams.write',
    line: { name: 'teams' },
    operation: 'createTeam',
    group,
    summary: 'Create a team',
    body: Type.Object({
      name: Name('Sales'),
      description: Clearable(Text(description)),
      mode: Type.Optional({ ...Mode, default: 'pool' }),
      member_ids: Clearable(
        Type.Array(Type.String({ examples: ['mem_01K9ZB3V5G8Q4T7M2N6P0R1S3W'] }), {
          description: 'Ids of the workspace members to begin with.',
        }),
      ),
      stack_always_apply: Type.Optional(StackAlwaysApply),
      include_all_members: Type.Optional(IncludeAllMembers),
    }),
    answer: { status: 201, description: 'The new team, with its members.', shape: One(NewTeam) },
    refusals: { validation_error: 'member_ids[0] is not a member of this workspace' },
    handle: async (context, { body }) => ({
      data: await createTeam(context, {
        name: body.name,
        description: body.description ?? null,
        mode: body.mode ?? 'pool',
        memberIds: body.member_ids ?? [],
        stackAlwaysApply: body.stack_always_apply ?? false,
        includeAllMembers: body.include_all_members ?? false,
      }),
    }),
  }),
  route({
    method: 'PATCH',
    url: '/api/v1/teams/:id',
    scope: 'teams.write',
    operation: 'updateTeam',
    group,
    summary: 'Change a team; what belongs to another mode than the team has is ignored',
    path,
    body: Type.Object({
      name: Type.Optional(Name('Sales')),
      description: Clearable(Text(description)),
      mode: Type.Optional(Mode),
      stack_always_apply: Type.Optional(StackAlwaysApply),
      include_all_members: Type.Optional(IncludeAllMembers),
      introduce_member: Type.Optional(IntroduceMember),
      introduction_guidance: Clearable(Text(guidance)),
    }),
    answer: { status: 200, description: 'The team as it is now.', shape: One(Team) },
    handle: async (context, input) => ({ data: await updateTeam(context, input.path.id, input.body) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams/:id/deactivate',
    scope: 'teams.write',
    operation: 'deactivateTeam',
    group,
    summary: 'Deactivate a team: nothing new is routed to it',
    path,
    answer: { status: 200, description: 'The team, inactive.', shape: One(Team) },
    handle: async (context, input) => ({ data: await deactivateTeam(context, input.path.id) }),
  }),
];
