import { type Route, route } from '../../http/route.ts';
import { Clearable, Email, One } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { group, Member, path } from '../members/shapes.ts';
import { deactivateMember } from './operations.ts';

export const deactivationRoutes: Route[] = [
  route({
    method: 'POST',
    url: '/api/v1/workspace_members/:id/deactivate',
    scope: 'members.write',
    operation: 'deactivateWorkspaceMember',
    group,
    summary: 'Take a member out of everything',
    path,
    body: Type.Object({
      transfer_to: Clearable(
        Email('The email of another active member, who takes over the active and paused meeting requests.'),
      ),
    }),
    answer: { status: 200, description: 'The member, deactivated.', shape: One(Member) },
    refusals: { validation_error: 'transfer_to must be the email of another active member' },
    handle: async (context, input) => ({
      data: await deactivateMember(context, input.path.id, { transferTo: input.body.transfer_to ?? null }),
    }),
  }),
];
