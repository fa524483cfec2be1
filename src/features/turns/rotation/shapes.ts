import { exampleId, exampleOf } from '../../../shapes/examples.ts';
import { At, Clearable, CreatedAt, Id, Nullable, OneOf, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import {
  MAX_CANDIDATES,
  MAX_IN_REPORT,
  modes,
  type Reason,
  reasons,
  statuses,
  teamRoles,
  turnStatuses,
} from './rules.ts';

export const TeamRole = OneOf(
  teamRoles,
  'A `manager` edits the team and its members in the console. What a key may change is up to its scopes.',
);

/** The workspace member behind a membership or a turn. */
const memberInTeam = {
  workspace_membership_id: Id('member', 'The workspace member.'),
  email: Type.String({ description: 'The email of the workspace member.', examples: ['ada@example.com'] }),
  name: Nullable(
    Type.String({
      description: 'The name of the workspace member; null when it is not known.',
      examples: ['Ada Lovelace'],
    }),
  ),
};

/** Used alone, in a team's `members`, and as `next_assignee`. */
export const Membership = Resource(
  {
    id: Id('membership', 'Names the membership: this member in this team.'),
    team_id: Id('team', 'The team.'),
    role: TeamRole,
    ...memberInTeam,
    paused_at: Nullable(
      At('Since when the member is kept out of the rotation; null while not paused.', null),
    ),
    last_assigned_at: Nullable(
      At('When the rotation last chose the member; null before that and after a pause.'),
    ),
    created_at: CreatedAt('membership', 'When the member was added to the team.'),
  },
  'TeamMembership',
  "A member's place in a team.",
);

/** Had the turn before the example's member. */
const ben = {
  ...(exampleOf(Membership) as object),
  id: exampleId('membership', 1),
  role: 'manager',
  workspace_membership_id: exampleId('member', 1),
  email: 'ben@example.com',
  name: 'Ben Okafor',
  last_assigned_at: '2026-11-13T15:12:44.090Z',
};

/** The members of the example team. The second is next. */
export const exampleMembers = [exampleOf(Membership), ben];

export const NewMembership = Type.Object({
  workspace_membership_id: Type.String({
    minLength: 1,
    description: 'The id of an active workspace member.',
    examples: [exampleId('member')],
  }),
  role: Type.Optional({ ...TeamRole, default: 'member' }),
});

export const MembershipChange = Type.Object({ role: TeamRole });

export const Pause = Type.Object({
  until: Clearable(At('When the pause ends; if left out, when somebody ends it.', '2027-01-04T08:00:00Z')),
});

const Status = OneOf(
  statuses,
  'Only `available` members can take a turn. Where the workspace requires seats, `no_seat` members get no meetings.',
);
const person = {
  team_membership_id: Nullable({
    ...Id('membership'),
    description: 'Null for a host who is not in the team: a stack team may include every member.',
  }),
  ...memberInTeam,
};
const number = Type.Integer({ description: "Counts the team's turns from 1.", examples: [42] });

const Candidate = Resource(
  {
    team_membership_id: person.team_membership_id,
    workspace_membership_id: person.workspace_membership_id,
    status: OneOf(
      turnStatuses,
      'Only `available` members could take the turn. `no_seat`: got no meetings, because the workspace requires seats. `unavailable`: had no slot for the meeting, and kept their place in the queue.',
    ),
    last_turn: Nullable(
      Type.Integer({
        description:
          'The number of the turn taken last. Null comes before all numbers: never assigned, just unpaused, or a turn was given back.',
        examples: [40],
      }),
    ),
  },
  undefined,
  'Somebody who was considered.',
);
const otherPerson = {
  team_membership_id: exampleId('membership', 1),
  workspace_membership_id: exampleId('member', 1),
};

const ofTurn = {
  id: Id('turn', 'Names the turn.'),
  team_id: Id('team', 'The team whose turn it was.'),
  number,
  ...person,
  meeting_request_id: Nullable({
    ...Id('meetingRequest'),
    description: 'The request that the turn was for; null for something outside Rota.',
  }),
  reason: {
    ...OneOf(reasons, 'Why this member got the turn.'),
    examples: ['least_recently_assigned'],
  },
  created_at: CreatedAt('turn', 'When the turn was taken.'),
  returned_at: Nullable(
    At('When its request was cancelled and the turn given back; null when it was not.', null),
  ),
};
export const ListedTurn = Resource(
  ofTurn,
  'ListedTurn',
  "One decision of a team's rotation, as lists have it.",
);
export const Turn = Resource(
  {
    ...ofTurn,
    candidates: Type.Array(Candidate, {
      description:
        `Who was considered, as they stood at that moment. Of more than ${MAX_CANDIDATES}, so many: some who could not ` +
        'take it, and those around the chosen one in the queue.',
      examples: [[exampleOf(Candidate), { ...otherPerson, status: 'available', last_turn: 41 }]],
    }),
    candidates_total: Type.Integer({ description: 'How many were considered.', examples: [2] }),
    candidates_eligible: Type.Integer({
      description:
        'How many of them could have taken the turn. Those who stood behind the chosen one were not asked for a slot.',
      examples: [2],
    }),
  },
  'Turn',
  "One decision of a team's rotation.",
);

const Place = Resource(
  {
    place: Nullable(
      Type.Integer({
        description: '1 takes the next turn; null for somebody who is not in the queue.',
        examples: [1],
      }),
    ),
    eligible: Type.Boolean({ description: 'Whether they can take a turn: the same as status `available`.' }),
    ...person,
    status: Status,
    reason: Type.Unsafe<Reason | null>({
      type: ['string', 'null'],
      enum: [...reasons.filter((reason) => reason !== 'named'), null],
      description: 'Why they have this place; null for somebody who is not in the queue.',
      examples: ['least_recently_assigned'],
    }),
    paused_until: Nullable(
      At('When the pause ends; null without a pause, and for one that somebody has to end.', null),
    ),
    owed_since: Nullable(
      At('When a turn was given back that no turn since has made up for; null when none is owed.', null),
    ),
    last_turn: Nullable(
      Resource(
        { number, assigned_at: At('When it was taken.') },
        undefined,
        'The turn taken last in this team; null before the first.',
      ),
    ),
    turns_last_30_days: Type.Integer({
      description:
        'How many turns of this team they took in the last 30 days, without those that were given back.',
      examples: [21],
    }),
  },
  undefined,
  'Somebody in the rotation.',
);

export const Rotation = Resource(
  {
    team_id: Id('team', 'The team.'),
    mode: OneOf(
      modes,
      'How the team decides who takes a request: members in turn, everybody together, or nobody automatically.',
    ),
    active: Type.Boolean({ description: 'False for a deactivated team, which assigns nobody.' }),
    queue: Type.Array(Place, {
      description:
        'First those who can take a turn, in their order, then the others; ' +
        `the first ${MAX_IN_REPORT} of them. Empty in manual mode.`,
      examples: [
        [
          {
            ...(exampleOf(Place) as object),
            ...otherPerson,
            email: 'ben@example.com',
            name: 'Ben Okafor',
            last_turn: { number: 41, assigned_at: '2026-11-13T15:12:44.090Z' },
          },
          { ...(exampleOf(Place) as object), place: 2 },
        ],
      ],
    }),
    queue_total: Type.Integer({
      description: 'How many there are, whether `queue` has all of them or not.',
      examples: [2],
    }),
  },
  'Rotation',
  'The order in which members of a team take turns, and how many each had.',
);

export const turnsGroup = {
  name: 'Rotation',
  description: 'Whose turn it is in a team, whose it was, and why.',
};
export const path = { id: { kind: 'team', what: 'Team' } } as const;
