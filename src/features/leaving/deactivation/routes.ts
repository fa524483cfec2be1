import { keyWith } from '../../../http/access/api-key.ts';
import { type Route, route } from '../../../http/route.ts';
import { One } from '../../../shapes/fields.ts';
import { group, Member, path } from '../../people/members/shapes.ts';
import { deactivateMember, reactivateMember } from './operations.ts';
import { Deactivation } from './shapes.ts';

export const deactivationRoutes: Route[] = [
  route({
    method: 'POST',
    url: '/api/v1/workspace_members/:id/reactivate',
    access: keyWith('members.write'),
    line: { name: 'members' },
    operation: 'reactivateWorkspaceMember',
    group,
    summary: 'Bring a deactivated member back',
    description:
      'Makes the member active again, in every team as before: in the queue, paused, or never assigned. What was handed over stays so: ' +
      'meeting requests keep their new organizer, and the seat has to be assigned again. Refused for an active member.',
    path,
    response: { status: 200, description: 'The member, active again.', shape: One(Member) },
    refusals: { validation_error: 'The workspace has reached its limit of 10,000 active members' },
    handle: async (context, input) => ({ data: await reactivateMember(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/workspace_members/:id/deactivate',
    access: keyWith('members.write'),
    operation: 'deactivateWorkspaceMember',
    group,
    summary: 'Take a member out of everything',
    description:
      'The member takes part in nothing until reactivated: they get no turns, their memberships are hidden, and their seat ' +
      'ends. Their meeting requests that are active, paused, or booked and still to come go to the member that `transfer_to` names, with a ' +
      '`meeting_request.organizer_changed` each; beyond 100, the rest follow within seconds. Refused without `transfer_to` if there ' +
      'are active or paused ones, and, unless `force` is set, if that member has other bookings at the time of a booked one. Fires `member.deactivated`. ' +
      'Also refused for a deactivated member, and for `transfer_to` without a seat where seats are required.',
    path,
    body: Deactivation,
    response: {
      status: 200,
      description: 'The member, deactivated.',
      shape: One(Member),
      example: { data: { deactivated_at: '2026-11-30T17:00:00.126Z' } },
    },
    refusals: { validation_error: 'transfer_to must be the email of another active member' },
    handle: async (context, { path: { id }, body }) => ({
      data: await deactivateMember(context, id, body),
    }),
  }),
];
