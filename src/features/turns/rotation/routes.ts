import { keyWith } from '../../../http/access/api-key.ts';
import { idQuery, pageQuery, timestampQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { formatCount } from '../../../limits/limits.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { HEADER, MAX_LINES, turnsAsCsv } from './csv.ts';
import {
  addMembership,
  pauseMembership,
  removeMembership,
  unpauseMembership,
  updateMembership,
} from './memberships.ts';
import { takeTurn } from './operations.ts';
import { getRotation } from './report.ts';
import {
  ListedTurn,
  Membership,
  MembershipChange,
  NewMembership,
  Pause,
  path,
  Rotation,
  Turn,
  turnsGroup,
} from './shapes.ts';
import { getTurn, listTurns } from './turns.ts';

const membersGroup = {
  name: 'Team members',
  description: 'Who is in a team, and who is kept out of its rotation for a while.',
};
const teamPath = { team_id: { kind: 'team', what: 'Team' } } as const;
const membershipPath = { ...teamPath, id: { kind: 'membership', what: 'Team membership' } } as const;

export const rotationRoutes: Route[] = [
  route({
    method: 'POST',
    url: '/api/v1/teams/:team_id/members',
    access: keyWith('teams.write'),
    operation: 'addTeamMember',
    group: membersGroup,
    summary: 'Add a workspace member to a team',
    description:
      'Adds an active member of the workspace to the team, at the front of the rotation: somebody never assigned comes before everybody ' +
      'who was. Refused for somebody who is already in the team.',
    path: teamPath,
    body: NewMembership,
    response: {
      status: 201,
      description: 'The new membership.',
      shape: One(Membership),
      example: { data: { last_assigned_at: null } },
    },
    refusals: { validation_error: 'workspace_membership_id is in the team already' },
    handle: async (context, { path: { team_id }, body }) => ({
      data: await addMembership(context, team_id, body),
    }),
  }),
  route({
    method: 'PATCH',
    url: '/api/v1/teams/:team_id/members/:id',
    access: keyWith('teams.write'),
    operation: 'updateTeamMember',
    group: membersGroup,
    summary: "Change a member's role in the team",
    description: 'Makes a team member a manager, or a manager a member. This has no effect on turns.',
    path: membershipPath,
    body: MembershipChange,
    response: { status: 200, description: 'The membership as it is now.', shape: One(Membership) },
    handle: async (context, { path: { team_id, id }, body }) => ({
      data: await updateMembership(context, team_id, id, body),
    }),
  }),
  route({
    method: 'DELETE',
    url: '/api/v1/teams/:team_id/members/:id',
    access: keyWith('teams.write'),
    operation: 'removeTeamMember',
    group: membersGroup,
    summary: 'Remove a member from the team',
    description:
      'Ends the membership for good; the person stays in the workspace. Past turns stay on record, and meeting requests keep their ' +
      'organizer. Somebody who is added again starts as a new member of the team.',
    path: membershipPath,
    response: { status: 204, description: 'The member is no longer in the team.' },
    handle: (context, { path: { team_id, id } }) => removeMembership(context, team_id, id),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams/:team_id/members/:id/pause',
    access: keyWith('teams.write'),
    operation: 'pauseTeamMember',
    group: membersGroup,
    summary: 'Pause a member',
    description:
      'The member gets no turns until the pause ends: at `until`, or when somebody calls unpause. Stack teams ignore pauses: a paused ' +
      'member still takes part there. Refused for a member who is already paused, and for an `until` in the past.',
    path: membershipPath,
    body: Pause,
    response: {
      status: 200,
      description: 'The membership, paused.',
      shape: One(Membership),
      example: { data: { paused_at: '2026-12-18T16:00:00.245Z' } },
    },
    refusals: { validation_error: 'until must be in the future' },
    handle: async (context, { path: { team_id, id }, body }) => ({
      data: await pauseMembership(context, team_id, id, body),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams/:team_id/members/:id/unpause',
    access: keyWith('teams.write'),
    operation: 'unpauseTeamMember',
    group: membersGroup,
    summary: "End a member's pause",
    description:
      'Ends the pause. The member moves to the front of the queue, and `last_assigned_at` is null again. Refused for a member who is not ' +
      'paused.',
    path: membershipPath,
    response: {
      status: 200,
      description: 'The membership, no longer paused.',
      shape: One(Membership),
      example: { data: { last_assigned_at: null } },
    },
    handle: async (context, { path: { team_id, id } }) => ({
      data: await unpauseMembership(context, team_id, id),
    }),
  }),
  route({
    method: 'GET',
    url: '/api/v1/teams/:id/rotation',
    access: keyWith('teams.read'),
    operation: 'getRotation',
    group: turnsGroup,
    summary: "Read a team's rotation",
    description:
      'The fairness report of a team: everybody in order, who is left out and why, and how many turns each had. The first in the queue ' +
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
    group: turnsGroup,
    summary: "List a team's turns",
    description:
      'Lists every turn of the team, newest first, with its meeting request, who took it and why. To see who was considered, read a single turn.',
    path,
    query: {
      ...pageQuery('turn'),
      from: timestampQuery('Only turns that were taken at this time or later.'),
      to: timestampQuery('Only turns that were taken at this time or earlier.'),
      workspace_membership_id: idQuery('member', 'Only turns that this member took.'),
    },
    response: {
      status: 200,
      description:
        `A page of turns, without their candidates. With \`Accept: text/csv\` all of them at once, whatever \`limit\` says; more than ` +
        `${formatCount(MAX_LINES)} are refused.`,
      shape: Many(ListedTurn),
    },
    handle: (context, { path: { id }, query }) => listTurns(context, id, query, query),
    download: {
      contentType: 'text/csv',
      example: HEADER,
      open: (context, { path: { id }, query }) => turnsAsCsv(context, id, query, query.cursor),
    },
  }),
  route({
    method: 'GET',
    url: '/api/v1/teams/:id/assignments/:turn_id',
    access: keyWith('teams.read'),
    operation: 'getAssignment',
    group: turnsGroup,
    summary: 'Read a turn with who was considered for it',
    description:
      'Reads one turn: what it was for, who was considered as they stood at that moment, who took it and why.',
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
    group: turnsGroup,
    summary: 'Take the next turn',
    description:
      'Takes the next turn for something outside Rota: a lead, a ticket, a call. Send an `Idempotency-Key`, so that a ' +
      'repeated call does not take another turn. Refused when nobody can take a turn, when the team is deactivated, and in manual mode. Fires no event.',
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
