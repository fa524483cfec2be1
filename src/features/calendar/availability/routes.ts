import { keyWith } from '../../../http/access/api-key.ts';
import { type Route, route } from '../../../http/route.ts';
import { One } from '../../../shapes/fields.ts';
import { path } from '../../people/members/shapes.ts';
import { getAvailability, updateAvailability } from './operations.ts';
import { Availability, AvailabilityUpdate, group } from './shapes.ts';

const url = '/api/v1/workspace_members/:id/availability';

export const availabilityRoutes: Route[] = [
  route({
    method: 'GET',
    url,
    access: keyWith('members.read'),
    operation: 'getAvailability',
    group,
    summary: 'Read when a member can be booked',
    description:
      'Reads the hours and limits of a member. A member who has set none can be booked from Monday to Friday, 09:00 to 17:00.',
    path,
    response: { status: 200, description: 'The availability.', shape: One(Availability) },
    handle: async (context, input) => ({ data: await getAvailability(context, input.path.id) }),
  }),
  route({
    method: 'PATCH',
    url,
    access: keyWith('members.write'),
    operation: 'updateAvailability',
    group,
    summary: 'Change when a member can be booked',
    description:
      'Changes what is given and leaves the rest. `weekly` and `overrides` are replaced as a whole. Existing bookings stay. Fires no event.',
    path,
    body: AvailabilityUpdate,
    response: { status: 200, description: 'The availability as it is now.', shape: One(Availability) },
    handle: async (context, input) => ({
      data: await updateAvailability(context, input.path.id, input.body),
    }),
  }),
];
