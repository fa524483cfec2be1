import { pageQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { Id, Many, Nullable, One, OneOf, Resource, Timestamp } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { modes } from '../memberships/rules.ts';
import { getRotation, getTurn, listTurns, takeTurn } from './operations.ts';
import { MAX_CANDIDATES, MAX_IN_REPORT, reasons, statuses } from './rules.ts';

const Status = {
  ...OneOf(statuses),
  description: 'Only who is available can take a turn.',
};
const person = {
  team_membership_id: Nullable({
    ...Id('membership'),
    description: 'Null for a host who is not in the team: a stack team may include every member.',
  }),
  workspace_membership_id: Id('member'),
  email: Type.String({ examples: ['ada@example.com'] }),
  name: Nullable(Type.String({ examples: ['Ada Lovelace'] })),
};
const number = Type.Integer({ description: "Counts the team's turns from 1.", examples: [42] });

const ofTurn = {
  id: Id('turn'),
  team_id: Id('team'),
  number,
  ...person,
  meeting_request_id: Nullable({
    ...Id('meetingRequest'),
    description: 'What the turn was for; null when for something that Rota does not know of.',
  }),
  reason: { ...OneOf(reasons), description: 'Why the turn fell on this one.' },
  created_at: Timestamp,
};
const ListedTurn = Resource(ofTurn, 'ListedTurn');
const Turn = Resource(
  {
    ...ofTurn,
    candidates: Type.Array(
      Resource({
        team_membership_id: person.team_membership_id,
        workspace_membership_id: Id('member'),
        status: Status,
        last_turn: Nullable(
          Type.Integer({ description: 'Null is before all numbers: never assigned, or just unpaused.' }),
        ),
      }),
      {
        description:
          `Who was considered, as they stood at that moment. Of more than ${MAX_CANDIDATES}, so many: some who could not ` +
          'take it, and those around the chosen one in the queue.',
      },
    ),
    candidates_total: Type.Integer({ description: 'How many were considered.', examples: [3] }),
    candidates_eligible: Type.Integer({
      description: 'How many of them could have taken the turn.',
      examples: [2],
    }),
  },
  'Turn',
);

const Rotation = Resource(
  {
    team_id: Id('team'),
    mode: OneOf(modes),
    active: Type.Boolean({ description: 'False for a deactivated team, which assigns nobody.' }),
    queue: Type.Array(
      Resource({
        place: Nullable(
          Type.Integer({ description: '1 takes the next turn; null is not in the queue.', examples: [1] }),
        ),
        eligible: Type.Boolean(),
        ...person,
        status: Status,
        paused_until: Nullable({ ...Timestamp, description: 'When the pause ends by itself.' }),
        last_turn: Nullable(Resource({ number, assigned_at: Timestamp })),
        turns_last_30_days: Type.Integer({ examples: [12] }),
      }),
      {
        description:
          'First those who can take a turn, in their order, then the others; ' +
          `the first ${MAX_IN_REPORT} of them. Empty in manual mode.`,
      },
    ),
    queue_total: Type.Integer({
      description: 'How many there are, whether `queue` has all of them or not.',
      examples: [3],
    }),
  },
  'Rotation',
);

const group = 'Rotation';
const path = { id: { kind: 'team', what: 'Team' } } as const;

export const routingRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/teams/:id/rotation',
    scope: 'teams.read',
    operation: 'getRotation',
    group,
    summary: "Read a team's queue: who is next, who is not in it and why, and who had how many turns",
    path,
    answer: { status: 200, description: 'The rotation as it stands now.', shape: One(Rotation) },
    handle: async (context, input) => ({ data: await getRotation(context, input.path.id) }),
  }),
  route({
    method: 'GET',
    url: '/api/v1/teams/:id/assignments',
    scope: 'teams.read',
    operation: 'listAssignments',
    group,
    summary: "List a team's turns, each with its reason",
    path,
    query: pageQuery('turn'),
    answer: {
      status: 200,
      description: 'A page of turns, without their candidates.',
      shape: Many(ListedTurn),
    },
    handle: (context, input) => listTurns(context, input.path.id, input.query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/teams/:id/assignments/:turn_id',
    scope: 'teams.read',
    operation: 'getAssignment',
    group,
    summary: 'Read a turn with who was considered for it',
    path: { ...path, turn_id: { kind: 'turn', what: 'Assignment' } },
    answer: { status: 200, description: 'The turn.', shape: One(Turn) },
    handle: async (context, input) => ({
      data: await getTurn(context, input.path.id, input.path.turn_id),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams/:id/assignments',
    scope: 'teams.write',
    operation: 'createAssignment',
    group,
    summary: 'Assign the next turn, for something other than a meeting request',
    path,
    answer: { status: 201, description: 'The turn.', shape: One(Turn) },
    refusals: { validation_error: 'The team has no member who could take the turn' },
    handle: async (context, input) => ({ data: await takeTurn(context, input.path.id) }),
  }),
];
