import { keyWith } from '../../http/access/api-key.ts';
import { idQuery, pageQuery, timestampQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { exampleId, exampleOf } from '../../shapes/examples.ts';
import { At, CreatedAt, Id, Many, Nullable, One, OneOf, Resource } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { modes } from '../memberships/rules.ts';
import { memberInTeam } from '../memberships/shapes.ts';
import { HEADER, MOST_LINES, turnsAsCsv } from './csv.ts';
import { getRotation, getTurn, listTurns, takeTurn } from './operations.ts';
import { MAX_CANDIDATES, MAX_IN_REPORT, reasons, statuses } from './rules.ts';

const Status = OneOf(statuses, 'Only who is `available` can take a turn.');
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
    status: Status,
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
    description: 'What the turn was for; null when for something that Rota does not know of.',
  }),
  reason: {
    ...OneOf(reasons, 'Why the turn fell on this one.'),
    examples: ['least_recently_assigned'],
  },
  created_at: CreatedAt('turn', 'When the turn was taken.'),
  returned_at: Nullable(
    At('When its request was cancelled and the turn given back; null when it was not.', null),
  ),
};
const ListedTurn = Resource(ofTurn, 'ListedTurn', "One decision of a team's rotation, as lists have it.");
const Turn = Resource(
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
      description: 'How many of them could have taken the turn.',
      examples: [2],
    }),
  },
  'Turn',
  "One decision of a team's rotation.",
);

const Place = Resource(
  {
    place: Nullable(
      Type.Integer({ description: '1 takes the next turn; null is not in the queue.', examples: [1] }),
    ),
    eligible: Type.Boolean({ description: 'Whether this one can take a turn: the same as `available`.' }),
    ...person,
    status: Status,
    paused_until: Nullable(
      At('When the pause ends by itself; null without a pause, and for one that somebody has to end.', null),
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

const Rotation = Resource(
  {
    team_id: Id('team', 'The team.'),
    mode: OneOf(
      modes,
      'How the team decides who takes a request: in turn, everybody together, or nobody by itself.',
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
  'The order in which a team takes turns, and how many everybody had.',
);

const group = { name: 'Rotation', description: 'Whose turn it is in a team, whose it was, and why.' };
const path = { id: { kind: 'team', what: 'Team' } } as const;

export const routingRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/teams/:id/rotation',
    access: keyWith('teams.read'),
    operation: 'getRotation',
    group,
    summary: "Read a team's rotation",
    description:
      'The fairness report of a team: everybody in order, who is left out and why, and how many turns each had. The first in the queue is exactly who ' +
      'gets the next turn.',
    path,
    response: { status: 200, description: 'The rotation as it stands now.', shape: One(Rotation) },
    handle: async (context, input) => ({ data: await getRotation(context, input.path.id) }),
  }),
  route({
    method: 'GET',
    url: '/api/v1/teams/:id/assignments',
    access: keyWith('teams.read'),
    operation: 'listAssignments',
    group,
    summary: "List a team's turns",
    description:
      'Lists every turn of the team, newest first, with the meeting request it was for and why it fell on whom. Who was considered is told by each turn by itself.',
    path,
    query: {
      ...pageQuery('turn'),
      from: timestampQuery('Only turns that were taken at this time or later.'),
      to: timestampQuery('Only turns that were taken at this time or earlier.'),
      workspace_membership_id: idQuery('member', 'Only turns that fell on this member.'),
    },
    response: {
      status: 200,
      description:
        `A page of turns, without their candidates. With \`Accept: text/csv\` all of them at once, whatever \`limit\` says; more than ` +
        `${MOST_LINES.toLocaleString('en')} are refused.`,
      shape: Many(ListedTurn),
    },
    handle: (context, { path: { id }, query }) => listTurns(context, id, turnFilter(query), query),
    download: {
      contentType: 'text/csv',
      example: HEADER,
      open: (context, { path: { id }, query }) => turnsAsCsv(context, id, turnFilter(query), query.cursor),
    },
  }),
  route({
    method: 'GET',
    url: '/api/v1/teams/:id/assignments/:turn_id',
    access: keyWith('teams.read'),
    operation: 'getAssignment',
    group,
    summary: 'Read a turn with who was considered for it',
    description:
      'Reads one turn: what it was for, who was considered as they stood at that moment, and why it fell on whom.',
    path: { ...path, turn_id: { kind: 'turn', what: 'Assignment' } },
    response: { status: 200, description: 'The turn.', shape: One(Turn) },
    handle: async (context, input) => ({
      data: await getTurn(context, input.path.id, input.path.turn_id),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams/:id/assignments',
    access: keyWith('teams.write'),
    operation: 'createAssignment',
    group,
    summary: 'Take the next turn',
    description:
      'Takes the next turn for something that Rota does not know of: a lead, a ticket, a call. Send an `Idempotency-Key`, so that a ' +
      'repetition does not take another. Refused when nobody can take a turn, when the team is deactivated, and in manual mode. Fires no event.',
    path,
    response: {
      status: 201,
      description: 'The turn.',
      shape: One(Turn),
      example: { data: { meeting_request_id: null } },
    },
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
