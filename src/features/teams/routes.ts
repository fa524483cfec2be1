import { keyWith } from '../../http/access/api-key.ts';
import { booleanQuery, pageQuery, textQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { exampleId } from '../../shapes/examples.ts';
import {
  At,
  Clearable,
  CreatedAt,
  Id,
  Many,
  Name,
  Nullable,
  One,
  OneOf,
  Resource,
  Text,
} from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { modes } from '../memberships/rules.ts';
import { exampleMembers, Membership } from '../memberships/shapes.ts';
import { createTeam, deactivateTeam, getTeam, listTeams, reactivateTeam, updateTeam } from './operations.ts';

const Mode = OneOf(
  modes,
  '`pool`: each request goes to the next in turn. `stack`: everybody takes part. `manual`: nobody is assigned.',
);
const StackAlwaysApply = Type.Boolean({
  description: 'Stack mode only: the team joins the hosts of every request. False in other modes.',
  examples: [false],
});
const IncludeAllMembers = Type.Boolean({
  description: 'Stack mode only: every active workspace member takes part. False in other modes.',
  examples: [false],
});
const IntroduceMember = Type.Boolean({
  description:
    'Pool mode only: whether the assigned member is to be introduced to the participant. Kept for the systems that write to people. False in other modes.',
  examples: [true],
});
const description = { description: 'Free text; null when there is none.', examples: ['Inbound demos'] };
const guidance = {
  description:
    'Pool mode only: what to say in the introduction. Null when there is nothing, and in other modes.',
  examples: ['Mention years of experience'],
};

const fields = {
  id: Id('team', 'Names the team.'),
  name: Type.String({ description: 'What people call the team.', examples: ['Sales'] }),
  slug: Type.String({
    description: 'Made from the name; unique in the workspace.',
    examples: ['sales'],
  }),
  description: Nullable(Type.String(description)),
  mode: Mode,
  email_address: Nullable(
    Type.String({
      description:
        'The address of the team, which `GET /api/v1/teams?email_address=` finds it by; null in manual mode and while the workspace has no handle.',
      examples: ['sales.acme@rota.localhost'],
    }),
  ),
  member_count: Type.Integer({ description: 'How many active members are in the team.', examples: [2] }),
  stack_always_apply: StackAlwaysApply,
  include_all_members: IncludeAllMembers,
  introduce_member: IntroduceMember,
  introduction_guidance: Nullable(Type.String(guidance)),
  active: Type.Boolean({ description: 'False once the team is deactivated: nothing new is routed to it.' }),
  deactivated_at: Nullable(At('When the team was deactivated; null for an active one.', null)),
  created_at: CreatedAt('team', 'When the team was made.'),
  updated_at: At('When its settings last changed; its members do not count.', '2026-11-03T10:05:52.771Z'),
};
const withMembers = {
  ...fields,
  members: Type.Array(Membership, {
    description: 'Who is in the team, oldest membership first; without deactivated members.',
    examples: [exampleMembers],
  }),
};

const ListedTeam = Resource(fields, 'ListedTeam', 'A team as lists have it, without its members.');
const NewTeam = Resource(withMembers, 'NewTeam', 'A team that was just made, with its members.');
const Team = Resource(
  {
    ...withMembers,
    next_assignee: Nullable({
      ...Membership,
      description: 'Pool mode only: who gets the next turn; null when nobody can.',
      examples: [exampleMembers[1]],
    }),
  },
  'Team',
  'Members who share the work of meeting requests.',
);

const group = {
  name: 'Teams',
  description:
    'Members who share the work of meeting requests. The mode of a team decides who takes each of them.',
};
const path = { id: { kind: 'team', what: 'Team' } } as const;

export const teamRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/teams',
    access: keyWith('teams.read'),
    operation: 'listTeams',
    group,
    summary: 'List teams',
    description: 'Lists teams, newest first, without their members.',
    query: {
      ...pageQuery('team'),
      active: booleanQuery('`true` lists active teams only, `false` deactivated ones only.'),
      email_address: textQuery(
        'Only the team that this address belongs to, be it a former address of the team.',
      ),
    },
    response: {
      status: 200,
      description: 'A page of teams, without their members.',
      shape: Many(ListedTeam),
    },
    handle: (context, { query }) =>
      listTeams(context, { active: query.active, emailAddress: query.email_address }, query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/teams/:id',
    access: keyWith('teams.read'),
    operation: 'getTeam',
    group,
    summary: 'Read a team',
    description:
      'Reads one team, also a deactivated one. `next_assignee` is exactly whom the next turn of a pool team falls on.',
    path,
    response: { status: 200, description: 'The team.', shape: One(Team) },
    handle: async (context, input) => ({ data: await getTeam(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams',
    access: keyWith('teams.write'),
    line: { name: 'teams' },
    operation: 'createTeam',
    group,
    summary: 'Create a team',
    description:
      'Makes a team, in pool mode unless told otherwise. Its slug comes from its name, and its scheduling address from both. What belongs to another ' +
      'mode is ignored without an error. Refused when one of `member_ids` is no active member. Fires no event.',
    body: Type.Object({
      name: Name('Sales', 'What people will call the team; its slug is made from it.'),
      description: Clearable(Text({ ...description, description: 'Free text.' })),
      mode: Type.Optional({ ...Mode, default: 'pool' }),
      member_ids: Clearable(
        Type.Array(Type.String({ examples: [exampleId('member')] }), {
          description: 'Ids of the workspace members to begin with.',
        }),
      ),
      stack_always_apply: Type.Optional(StackAlwaysApply),
      include_all_members: Type.Optional(IncludeAllMembers),
    }),
    response: {
      status: 201,
      description: 'The new team, with its members.',
      shape: One(NewTeam),
      example: {
        data: {
          member_count: 1,
          introduce_member: false,
          introduction_guidance: null,
          updated_at: '2026-11-02T08:20:15.633Z',
          members: [{ ...(exampleMembers[0] as object), last_assigned_at: null }],
        },
      },
    },
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
    access: keyWith('teams.write'),
    operation: 'updateTeam',
    group,
    summary: 'Change a team',
    description:
      'Changes what is given, and leaves the rest; `null` clears. What belongs to another mode than the team has, or gets by this change, is ignored ' +
      'without an error, and a team that leaves a mode loses what belonged to it. A new name gives a new slug and address; the ' +
      'former address goes on to belong to the team. Leaving manual mode gives the team an address.',
    path,
    body: Type.Object({
      name: Type.Optional(Name('Sales', 'What people will call the team; its slug follows.')),
      description: Clearable(Text({ ...description, description: 'Free text.' })),
      mode: Type.Optional(Mode),
      stack_always_apply: Type.Optional(StackAlwaysApply),
      include_all_members: Type.Optional(IncludeAllMembers),
      introduce_member: Type.Optional(IntroduceMember),
      introduction_guidance: Clearable(Text(guidance)),
    }),
    response: { status: 200, description: 'The team as it is now.', shape: One(Team) },
    handle: async (context, input) => ({ data: await updateTeam(context, input.path.id, input.body) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams/:id/deactivate',
    access: keyWith('teams.write'),
    operation: 'deactivateTeam',
    group,
    summary: 'Deactivate a team',
    description:
      'Nothing new is routed to the team from now on; meeting requests that it has go on. The team can still be read and ' +
      'edited. A team that is deactivated already is refused.',
    path,
    response: {
      status: 200,
      description: 'The team, inactive.',
      shape: One(Team),
      example: {
        data: {
          active: false,
          deactivated_at: '2026-11-30T17:00:00.126Z',
          updated_at: '2026-11-30T17:00:00.126Z',
          next_assignee: null,
        },
      },
    },
    handle: async (context, input) => ({ data: await deactivateTeam(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams/:id/reactivate',
    access: keyWith('teams.write'),
    operation: 'reactivateTeam',
    group,
    summary: 'Bring a deactivated team back',
    description:
      'Meeting requests are routed to the team again, with the members and the order that it had. A team that is active is refused.',
    path,
    response: { status: 200, description: 'The team, active again.', shape: One(Team) },
    handle: async (context, input) => ({ data: await reactivateTeam(context, input.path.id) }),
  }),
];
