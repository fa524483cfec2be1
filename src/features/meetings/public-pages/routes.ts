import { withBookingLink, withConfirmation } from '../../../http/access/participant-link.ts';
import { EmbeddablePage } from '../../../http/embeddable-page.ts';
import { SeeOther } from '../../../http/form-results.ts';
import { choiceQuery, textQuery, timestampQuery } from '../../../http/query.ts';
import { htmlPage, type Route, route } from '../../../http/route.ts';
import { handleConfirmation, showConfirmation } from './confirmation-visits.ts';
import { findPageOfLink } from './open.ts';
import { outcomes } from './rules.ts';
import { BookingForm, ConfirmationForm, ZoneForm } from './shapes.ts';
import { chooseZone, type FormResult, handleForm, showPage, showZones } from './visits.ts';

const group = {
  name: 'Public pages',
  description: 'Where anybody books: the pages of booking links.',
};

const sent = { status: 303, description: 'What came of it.' } as const;
const timezone = textQuery('The zone that times are shown in, for this visit.');
const dayBefore = textQuery('The day to come back to.');
const embed = textQuery(
  'The website that shows the page in a frame: an origin such as `https://www.example.com`.',
);
const shown = {
  date: textQuery('The day whose times are shown.'),
  at: timestampQuery('When the chosen time begins.'),
  timezone,
  outcome: choiceQuery(outcomes, 'What came of the form that was sent.'),
};

/** Pages and forms of people outside. They are no part of the API. */
export const publicPageRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/b/:token',
    access: withBookingLink,
    operation: 'showBookingLink',
    group,
    summary: 'The page of a booking link',
    description:
      'Shows the days when the team is free, and the times of one of them; for a chosen time, the form that books it. Looking at it changes nothing.',
    query: { ...shown, embed, form: textQuery('Which form has booked, for the page that says so.') },
    response: htmlPage,
    handle: async (services, { query }) =>
      new EmbeddablePage(await showPage(await findPageOfLink(services, services.link.ulid), services, query)),
  }),
  route({
    method: 'POST',
    url: '/b/:token',
    access: withBookingLink,
    operation: 'bookWithLink',
    group,
    summary: 'Book a time',
    description: 'Sent by the form of the page.',
    query: { timezone, embed },
    body: BookingForm,
    response: sent,
    handle: async (services, { query, body }) =>
      respond(await handleForm(await findPageOfLink(services, services.link.ulid), services, query, body)),
  }),
  route({
    method: 'GET',
    url: '/b/:token/timezone',
    access: withBookingLink,
    operation: 'showBookingLinkZones',
    group,
    summary: 'Time zones to choose from',
    description: 'The names of all time zones, or those that were looked for.',
    query: { timezone, embed, date: dayBefore, q: textQuery('A city, a country or a zone to look for.') },
    response: htmlPage,
    handle: async (services, { query }) =>
      new EmbeddablePage(
        await showZones(await findPageOfLink(services, services.link.ulid), services, query),
      ),
  }),
  route({
    method: 'POST',
    url: '/b/:token/timezone',
    access: withBookingLink,
    operation: 'chooseBookingLinkZone',
    group,
    summary: 'Choose a time zone',
    description: 'Sent by a form of the page.',
    query: { embed, date: dayBefore },
    body: ZoneForm,
    response: sent,
    handle: async (services, { query, body }) =>
      respond(chooseZone(`/b/${services.token}`, services, body.timezone, query)),
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
      const shownPage = await showConfirmation(services, services.link.ulid, services, query);
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
      respond(await handleConfirmation(services, services.link.ulid, services, query, body)),
  }),
];

const respond = (result: FormResult) =>
  'url' in result ? new SeeOther(result.url) : new EmbeddablePage(result.refused, 422);
