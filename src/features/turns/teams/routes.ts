import { keyWith } from '../../../http/access/api-key.ts';
import { booleanQuery, pageQuery, textQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { exampleMembers } from '../rotation/shapes.ts';
import { createTeam, deactivateTeam, getTeam, listTeams, reactivateTeam, updateTeam } from './operations.ts';
import { CreatedTeam, ListedTeam, NewTeam, Team, TeamChange } from './shapes.ts';

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
      email_address: textQuery('Only the team that this address belongs to, even as a former address.'),
    },
    response: {
      status: 200,
      description: 'A page of teams, without their members.',
      shape: Many(ListedTeam),
    },
    handle: (context, { query }) => listTeams(context, query, query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/teams/:id',
    access: keyWith('teams.read'),
    operation: 'getTeam',
    group,
    summary: 'Read a team',
    description:
      'Reads one team, even a deactivated one. `next_assignee` is the member who gets the next turn of a pool team.',
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
    body: NewTeam,
    response: {
      status: 201,
      description: 'The new team, with its members.',
      shape: One(CreatedTeam),
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
    handle: async (context, { body }) => ({ data: await createTeam(context, body) }),
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
    body: TeamChange,
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
      'Nothing new is routed to the team from now on; its current meeting requests carry on. The team can still be read and ' +
      'edited. Refused for a team that is already deactivated.',
    path,
    response: {
      status: 200,
      description: 'The team, deactivated.',
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
      'Meeting requests are routed to the team again, with the same members in the same order. Refused for an active team.',
    path,
    response: { status: 200, description: 'The team, active again.', shape: One(Team) },
    handle: async (context, input) => ({ data: await reactivateTeam(context, input.path.id) }),
  }),
];
