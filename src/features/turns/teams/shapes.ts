import { exampleId } from '../../../shapes/examples.ts';
import {
  At,
  Clearable,
  CreatedAt,
  Id,
  Name,
  Nullable,
  OneOf,
  Resource,
  Text,
} from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { LocationInput, ShownLocation } from '../../workspace/locations/shapes.ts';
import { modes } from '../rotation/rules.ts';
import { exampleMembers, Membership } from '../rotation/shapes.ts';

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
    'Pool mode only: whether the first message to the participants introduces the assigned member. False in other modes.',
  examples: [true],
});
const NoShowReturnsTurn = Type.Boolean({
  description:
    "Pool mode only: whether a guest's no-show gives the turn back to the member who took it. True in other modes.",
  examples: [true],
});
const description = { description: 'Free text; null when there is none.', examples: ['Inbound demos'] };
const guidance = {
  description:
    'Pool mode only: what to say in the introduction. Null when there is nothing, and in other modes.',
  examples: ['Mention years of experience'],
};

const location =
  'Where its meetings take place, unless their type, their link or the request says otherwise; null for where those of the workspace do.';

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
  no_show_returns_turn: NoShowReturnsTurn,
  location: ShownLocation(location),
  active: Type.Boolean({ description: 'False once the team is deactivated: nothing new is routed to it.' }),
  deactivated_at: Nullable(At('When the team was deactivated; null for an active one.', null)),
  created_at: CreatedAt('team', 'When the team was created.'),
  updated_at: At('When its settings last changed; its members do not count.', '2026-11-03T10:05:52.771Z'),
};
const withMembers = {
  ...fields,
  members: Type.Array(Membership, {
    description: 'Who is in the team, oldest membership first; without deactivated members.',
    examples: [exampleMembers],
  }),
};

export const ListedTeam = Resource(fields, 'ListedTeam', 'A team as lists have it, without its members.');
export const CreatedTeam = Resource(
  withMembers,
  'NewTeam',
  'A team that was just created, with its members.',
);
export const Team = Resource(
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

export const NewTeam = Type.Object({
  name: Name('Sales', 'What people will call the team; its slug is made from it.'),
  description: Clearable(Text({ ...description, description: 'Free text.' })),
  mode: Type.Optional({ ...Mode, default: 'pool' }),
  member_ids: Clearable(
    Type.Array(Type.String({ examples: [exampleId('member')] }), {
      description: 'Ids of the first members.',
    }),
  ),
  stack_always_apply: Type.Optional(StackAlwaysApply),
  include_all_members: Type.Optional(IncludeAllMembers),
  no_show_returns_turn: Type.Optional({ ...NoShowReturnsTurn, default: true }),
  location: LocationInput(location),
});

export const TeamChange = Type.Object({
  name: Type.Optional(Name('Sales', 'What people will call the team; its slug follows.')),
  description: Clearable(Text({ ...description, description: 'Free text.' })),
  mode: Type.Optional(Mode),
  stack_always_apply: Type.Optional(StackAlwaysApply),
  include_all_members: Type.Optional(IncludeAllMembers),
  introduce_member: Type.Optional(IntroduceMember),
  introduction_guidance: Clearable(Text(guidance)),
  no_show_returns_turn: Type.Optional(NoShowReturnsTurn),
  location: LocationInput(location),
});
