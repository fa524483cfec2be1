import { keyWith } from '../../../http/access/api-key.ts';
import { withBookingLink, withConfirmation } from '../../../http/access/participant-link.ts';
import { FormPage, SeeOther } from '../../../http/form-results.ts';
import { choiceQuery, pageQuery, textQuery, timestampQuery } from '../../../http/query.ts';
import { htmlPage, type Route, route } from '../../../http/route.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { createLink, deleteLink, getLink, listLinks, updateLink } from './operations.ts';
import { outcomes } from './rules.ts';
import {
  BookingForm,
  BookingLink,
  BookingLinkChange,
  ConfirmationForm,
  NewBookingLink,
  ZoneForm,
} from './shapes.ts';
import {
  chooseZone,
  type FormResult,
  handleConfirmation,
  handleForm,
  showConfirmation,
  showLink,
  showZones,
} from './visits.ts';

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

const sent = { status: 303, description: 'What came of it.' } as const;
const timezone = textQuery('The zone that times are shown in, for this visit.');
const dayBefore = textQuery('The day to come back to.');
const shown = {
  date: textQuery('The day whose times are shown.'),
  at: timestampQuery('When the chosen time begins.'),
  timezone,
  outcome: choiceQuery(outcomes, 'What came of the form that was sent.'),
};

/** Pages and forms of people outside. They are no part of the API. */
export const bookingLinkPageRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/b/:token',
    access: withBookingLink,
    operation: 'showBookingLink',
    group,
    summary: 'The page of a booking link',
    description:
      'Shows the days when the team is free, and the times of one of them; for a chosen time, the form that books it. Looking at it changes nothing.',
    query: { ...shown, form: textQuery('Which form has booked, for the page that says so.') },
    response: htmlPage,
    handle: (services, { query }) => showLink(services, services, query),
  }),
  route({
    method: 'POST',
    url: '/b/:token',
    access: withBookingLink,
    operation: 'bookWithLink',
    group,
    summary: 'Book a time',
    description: 'Sent by the form of the page.',
    query: { timezone },
    body: BookingForm,
    response: sent,
    handle: async (services, { query, body }) => respond(await handleForm(services, services, query, body)),
  }),
  route({
    method: 'GET',
    url: '/b/:token/timezone',
    access: withBookingLink,
    operation: 'showBookingLinkZones',
    group,
    summary: 'Time zones to choose from',
    description: 'The names of all time zones, or those that were looked for.',
    query: { timezone, date: dayBefore, q: textQuery('A city, a country or a zone to look for.') },
    response: htmlPage,
    handle: (services, { query }) => showZones(services, services, query),
  }),
  route({
    method: 'POST',
    url: '/b/:token/timezone',
    access: withBookingLink,
    operation: 'chooseBookingLinkZone',
    group,
    summary: 'Choose a time zone',
    description: 'Sent by a form of the page.',
    query: { date: dayBefore },
    body: ZoneForm,
    response: sent,
    handle: async (services, { query, body }) => respond(chooseZone(services, body.timezone, query.date)),
  }),
  route({
    method: 'GET',
    url: '/b/confirm/:token',
    access: withConfirmation,
    operation: 'showConfirmation',
    group,
    summary: 'The page on which a booking is confirmed',
    description: 'Says what would be booked. Looking at it changes nothing.',
    query: shown,
    response: htmlPage,
    handle: async (services, { query }) => {
      const shownPage = await showConfirmation(services, services, query);
      return typeof shownPage === 'string' ? shownPage : respond(shownPage);
    },
  }),
  route({
    method: 'POST',
    url: '/b/confirm/:token',
    access: withConfirmation,
    operation: 'confirmBooking',
    group,
    summary: 'Confirm a booking',
    description: 'Sent by the form of the page.',
    query: { timezone },
    body: ConfirmationForm,
    response: sent,
    handle: async (services, { query, body }) =>
      respond(await handleConfirmation(services, services, query, body)),
  }),
];

const respond = (result: FormResult) =>
  'url' in result ? new SeeOther(result.url) : new FormPage(422, result.refused);
