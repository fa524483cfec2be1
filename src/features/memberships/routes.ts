import { keyWith } from '../../http/access/api-key.ts';
import { type Route, route } from '../../http/route.ts';
import { exampleId } from '../../shapes/examples.ts';
import { At, Clearable, One } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { readTimestamp } from '../../timestamps.ts';
import {
  addMembership,
  changeRole,
  pauseMembership,
  removeMembership,
  unpauseMembership,
} from './operations.ts';
import { Membership, TeamRole } from './shapes.ts';

const group = {
  name: 'Team members',
  description: 'Who is in a team, and who is kept out of its rotation for a while.',
};
const team = { team_id: { kind: 'team', what: 'Team' } } as const;
const path = { ...team, id: { kind: 'membership', what: 'Team membership' } } as const;

export const membershipRoutes: Route[] = [
  route({
    method: 'POST',
    url: '/api/v1/teams/:team_id/members',
    access: keyWith('teams.write'),
    operation: 'addTeamMember',
    group,
    summary: 'Add a workspace member to a team',
    description:
      'Adds an active member of the workspace to the team, at the front of the rotation: somebody who was never assigned comes before all ' +
      'who were. One who is in the team already is refused.',
    path: team,
    body: Type.Object({
      workspace_membership_id: Type.String({
        minLength: 1,
        description: 'The id of an active workspace member.',
        examples: [exampleId('member')],
      }),
      role: Type.Optional({ ...TeamRole, default: 'member' }),
    }),
    response: {
      status: 201,
      description: 'The new membership.',
      shape: One(Membership),
      example: { data: { last_assigned_at: null } },
    },
    refusals: { validation_error: 'workspace_membership_id is in the team already' },
    handle: async (context, input) => ({
      data: await addMembership(context, input.path.team_id, {
        memberId: input.body.workspace_membership_id,
        role: input.body.role ?? 'member',
      }),
    }),
  }),
  route({
    method: 'PATCH',
    url: '/api/v1/teams/:team_id/members/:id',
    access: keyWith('teams.write'),
    operation: 'updateTeamMember',
    group,
    summary: "Change a member's role in the team",
    description: 'Makes a member of the team a manager, or a manager a member. It has no effect on turns.',
    path,
    body: Type.Object({ role: TeamRole }),
    response: { status: 200, description: 'The membership as it is now.', shape: One(Membership) },
    handle: async (context, { path: { team_id, id }, body }) => ({
      data: await changeRole(context, team_id, id, body.role),
    }),
  }),
  route({
    method: 'DELETE',
    url: '/api/v1/teams/:team_id/members/:id',
    access: keyWith('teams.write'),
    operation: 'removeTeamMember',
    group,
    summary: 'Remove a member from the team',
    description:
      'Ends the membership for good; the person stays in the workspace. Turns that were taken stay in the record, and meeting requests keep their ' +
      'organizer. Who is added again is a new member of the team.',
    path,
    response: { status: 204, description: 'The member is no longer in the team.' },
    handle: (context, { path: { team_id, id } }) => removeMembership(context, team_id, id),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams/:team_id/members/:id/pause',
    access: keyWith('teams.write'),
    operation: 'pauseTeamMember',
    group,
    summary: 'Pause a member',
    description:
      'No turn falls on the member until the pause ends: at `until`, or when somebody calls unpause. Stack teams do not mind: a paused ' +
      'member still takes part there. A member who is paused already is refused, and so is an `until` in the past.',
    path,
    body: Type.Object({
      until: Clearable(
        At('When the pause ends by itself; without it, when somebody ends it.', '2027-01-04T08:00:00Z'),
      ),
    }),
    response: {
      status: 200,
      description: 'The membership, paused.',
      shape: One(Membership),
      example: { data: { paused_at: '2026-12-18T16:00:00.245Z' } },
    },
    refusals: { validation_error: 'until must be in the future' },
    handle: async (context, { path: { team_id, id }, body }) => ({
      data: await pauseMembership(context, team_id, id, readTimestamp(body.until)),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams/:team_id/members/:id/unpause',
    access: keyWith('teams.write'),
    operation: 'unpauseTeamMember',
    group,
    summary: "End a member's pause",
    description:
      'Ends the pause. The member comes before everybody else who waits for a turn, and `last_assigned_at` is null again. A member who is not ' +
      'paused is refused.',
    path,
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
];
