import { keyWith } from '../../../http/access/api-key.ts';
import { slotQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { path } from '../../people/members/shapes.ts';
import { group } from '../availability/shapes.ts';
import { findMemberSlots } from './operations.ts';
import { SlotList } from './shapes.ts';

export const slotRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/workspace_members/:id/slots',
    access: keyWith('members.read'),
    operation: 'findWorkspaceMemberSlots',
    group,
    summary: 'Find times at which a member is free',
    description:
      "Finds slots within the member's hours, beside busy times and bookings, with buffers, notice period and the maximum of a day. A deactivated member is refused.",
    path,
    query: slotQuery,
    response: { status: 200, description: 'The slots, in order of time.', shape: SlotList },
    refusals: { validation_error: 'The member is deactivated' },
    handle: (context, { path: { id }, query }) => findMemberSlots(context, id, query),
  }),
];
