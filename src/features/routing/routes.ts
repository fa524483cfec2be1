import { idQuery, pageQuery, timestampQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { Id, Many, Nullable, One, OneOf, Resource, Timestamp } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { modes } from '../memberships/rules.ts';
import { HEADER, MOST_LINES, turnsAsCsv } from './csv.ts';
import { getRotation, listTurns, takeTurn } from './operations.ts';
import { reasons, statuses } from './rules.ts';

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

const Turn = Resource(
  {
    id: Id('turn'),
    team_id: Id('team'),
    number,
    ...person,
    meeting_request_id: Nullable({
      ...Id('meetingRequest'),
      description: 'What the turn was for; null when for something that Rota does not know of.',
    }),
    reason: { ...OneOf(reasons), description: 'Why the turn fell on this one.' },
    candidates: Type.Array(
      Resource({
        team_membership_id: person.team_membership_id,
        workspace_membership_id: Id('member'),
        status: Status,
        last_turn: Nullable(
          Type.Integer({
            description:
              'Null is before all numbers: never assigned, just unpaused, or a turn was given back.',
          }),
        ),
      }),
      { description: 'Everybody who was considered, as they stood at that moment.' },
    ),
    created_at: Timestamp,
    returned_at: Nullable({
      ...Timestamp,
      description: 'When its request was cancelled and the turn given back; null when it was not.',
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
        owed_since: Nullable({
          ...Timestamp,
          description: 'When a turn was given back that no turn since has made up for.',
        }),
        last_turn: Nullable(Resource({ number, assigned_at: Timestamp })),
        turns_last_30_days: Type.Integer({
          description: 'Without those that were given back.',
          examples: [12],
        }),
      }),
      {
        description:
          'First those who can take a turn, in their order, then the others. Empty in manual mode.',
      },
    ),
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
    query: {
      ...pageQuery('turn'),
      from: timestampQuery('Only turns that were taken at this time or later.'),
      to: timestampQuery('Only turns that were taken at this time or earlier.'),
      workspace_membership_id: idQuery('member', 'Only turns that fell on this member.'),
    },
    answer: {
      status: 200,
      description:
        `A page of turns. With \`Accept: text/csv\` all of them at once, whatever \`limit\` says; more than ` +
        `${MOST_LINES.toLocaleString('en')} are refused.`,
      shape: Many(Turn),
    },
    handle: (context, { path: { id }, query }) => listTurns(context, id, turnFilter(query), query),
    download: {
      contentType: 'text/csv',
      example: HEADER,
      open: (context, { path: { id }, query }) => turnsAsCsv(context, id, turnFilter(query), query.cursor),
    },
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

function turnFilter(query: {
  workspace_membership_id: string | undefined;
  from: number | undefined;
  to: number | undefined;
}) {
  return { memberId: query.workspace_membership_id, from: query.from, to: query.to };
}
