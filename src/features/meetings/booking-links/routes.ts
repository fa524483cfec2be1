import { keyWith } from '../../../http/access/api-key.ts';
import { pageQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { createLink, deleteLink, getLink, listLinks, updateLink } from './operations.ts';
import { BookingLink, BookingLinkChange, NewBookingLink } from './shapes.ts';

const group = {
  name: 'Booking links',
  description: 'Pages where anybody can book a time with a team, without writing a mail first.',
};
const teamPath = { id: { kind: 'team', what: 'Team' } } as const;
const linkPath = {
  team_id: { kind: 'team', what: 'Team' },
  id: { kind: 'bookingLink', what: 'Booking link' },
} as const;

export const bookingLinkRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/teams/:id/booking_links',
    access: keyWith('teams.read'),
    operation: 'listBookingLinks',
    group,
    summary: "List a team's booking links",
    description: 'Lists the links of a team, newest first, including those that have expired or are used up.',
    path: teamPath,
    query: pageQuery('bookingLink'),
    response: { status: 200, description: 'A page of booking links.', shape: Many(BookingLink) },
    handle: (context, { path: { id }, query }) => listLinks(context, id, query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/teams/:team_id/booking_links/:id',
    access: keyWith('teams.read'),
    operation: 'getBookingLink',
    group,
    summary: 'Read a booking link',
    description: 'Reads one link, with the URL of its page and how often it was used.',
    path: linkPath,
    response: { status: 200, description: 'The booking link.', shape: One(BookingLink) },
    handle: async (context, { path: { team_id, id } }) => ({ data: await getLink(context, team_id, id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/teams/:id/booking_links',
    access: keyWith('teams.write'),
    operation: 'createBookingLink',
    group,
    summary: 'Create a booking link',
    description:
      'Creates a page that shows when the team is free. Booking there creates a meeting request that is booked at once: in a pool team with the first in ' +
      'the queue who is free at that time, which takes a turn; in a stack team with everybody. Refused in manual mode, for a deactivated team, and above ' +
      '100 links per team. Fires no event.',
    path: teamPath,
    body: NewBookingLink,
    response: {
      status: 201,
      description: 'The booking link, with the URL of its page.',
      shape: One(BookingLink),
      example: { data: { uses: 0 } },
    },
    refusals: { validation_error: 'expires_at must be in the future' },
    handle: async (context, { path: { id }, body }) => ({ data: await createLink(context, id, body) }),
  }),
  route({
    method: 'PATCH',
    url: '/api/v1/teams/:team_id/booking_links/:id',
    access: keyWith('teams.write'),
    operation: 'updateBookingLink',
    group,
    summary: 'Change a booking link',
    description:
      'Changes what is given, and leaves the rest; `null` clears. It counts from the next booking on; the URL, the uses and the meetings booked so far ' +
      'stay. Refused for an end in the past, and for a maximum below the number of meetings already booked. Fires no event.',
    path: linkPath,
    body: BookingLinkChange,
    response: { status: 200, description: 'The booking link as it is now.', shape: One(BookingLink) },
    refusals: { validation_error: 'max_uses must be at least 7, the number of meetings already booked' },
    handle: async (context, { path: { team_id, id }, body }) => ({
      data: await updateLink(context, team_id, id, body),
    }),
  }),
  route({
    method: 'DELETE',
    url: '/api/v1/teams/:team_id/booking_links/:id',
    access: keyWith('teams.write'),
    operation: 'deleteBookingLink',
    group,
    summary: 'Delete a booking link',
    description:
      "Removes its page at once; bookings that wait for confirmation can't be confirmed any more. Meetings booked with it stay. This can't be undone.",
    path: linkPath,
    response: { status: 204, description: 'The link was deleted.' },
    handle: (context, { path: { team_id, id } }) => deleteLink(context, team_id, id),
  }),
];
