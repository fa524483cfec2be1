import { type Route, route } from '../../http/route.ts';
import { Clearable, One, OneOf } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { readTimestamp } from '../../timestamps.ts';
import {
  addMembership,
  changeRole,
  pauseMembership,
  removeMembership,
  unpauseMembership,
} from './operations.ts';
import { teamRoles } from './rules.ts';
import { Membership } from './shapes.ts';

const group = 'Team members';
const team = { team_id: { kind: 'team', what: 'Team' } } as const;
const path = { ...team, id: { kind: 'membership', what: 'Team membership' } } as const;

export const membershipRoutes: Route[] = [
  route({
    method: 'POST',
    url: '/api/v1/teams/:team_id/members',
    scope: 'teams.write',
    operation: 'addTeamMember',
    group,
    summary: 'Add a workspace member to a team',
    path: team,
    body: Type.Object({
      workspace_membership_id: Type.String({
        minLength: 1,
        description: 'The id of an active workspace member.',
        examples: ['mem_01K9ZB3V5G8Q4T7M2N6P0R1S3W'],
      }),
      role: Type.Optional({
        ...OneOf(teamRoles),
        default: 'member',
        description: 'Managers can edit team settings.',
      }),
    }),
    answer: { status: 201, description: 'The new membership.', shape: One(Membership) },
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
    scope: 'teams.write',
    operation: 'updateTeamMember',
    group,
    summary: "Change a member's role in the team",
    path,
    body: Type.Object({ role: OneOf(teamRoles) }),
    answer: { status: 200, description: 'The membership as it is now.', shape: One(Membership) },
    handle: async (context, { path: { team_id, id }, body }) => ({
      data: await changeRole(context, team_id, id, body.role),
    }),
  }),
  route({
    method: 'DELETE',
    url: '/api/v1/teams/:team_id/members/:id',
    scope: 'teams.write',
    operation: 'removeTeamMember',
    group,
    summary: 'Remove a member from the team',
    path,
    answer: { status: 204, description: 'The member is no longer in the team.' },
    handle: (context, { path: { team_id, id } }) => removeMembership(context, team_id, id),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams/:team_id/members/:id/pause',
    scope: 'teams.write',
    operation: 'pauseTeamMember',
    group,
    summary: 'Keep a member out of the rotation',
    path,
    body: Type.Object({
      until: Clearable(
        Type.String({
          format: 'date-time',
          description: 'When the pause ends by itself; without it, when somebody ends it.',
          examples: ['2099-12-31T00:00:00Z'],
        }),
      ),
    }),
    answer: { status: 200, description: 'The membership, paused.', shape: One(Membership) },
    refusals: { validation_error: 'until must be in the future' },
    handle: async (context, { path: { team_id, id }, body }) => ({
      data: await pauseMembership(context, team_id, id, readTimestamp(body.until)),
    }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams/:team_id/members/:id/unpause',
    scope: 'teams.write',
    operation: 'unpauseTeamMember',
    group,
    summary: 'Bring a paused member back, to the front of the queue',
    path,
    answer: { status: 200, description: 'The membership, no longer paused.', shape: One(Membership) },
    handle: async (context, { path: { team_id, id } }) => ({
      data: await unpauseMembership(context, team_id, id),
    }),
  }),
];
