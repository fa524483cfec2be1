import { keyWith } from '../../http/access/api-key.ts';
import { type Route, route } from '../../http/route.ts';
import { One } from '../../shapes/fields.ts';
import { group, Member, path } from '../members/shapes.ts';
import { deactivateMember } from './operations.ts';
import { Deactivation } from './shapes.ts';

export const deactivationRoutes: Route[] = [
  route({
    method: 'POST',
    url: '/api/v1/workspace_members/:id/deactivate',
    access: keyWith('members.write'),
    operation: 'deactivateWorkspaceMember',
    group,
    summary: 'Take a member out of everything',
    description:
      'The member takes part in nothing until reactivated: no turn falls on them, their memberships are hidden, and their seat ' +
      'ends. Their active and paused meeting requests go to the member that `transfer_to` names, with a ' +
      '`meeting_request.organizer_changed` each; of more than 100, the rest follows within the next seconds. Without `transfer_to`, a member ' +
      'who has such requests is refused. Fires `member.deactivated`. ' +
      'A member who is deactivated already is refused.',
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
