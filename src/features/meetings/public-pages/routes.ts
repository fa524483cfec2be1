import { withBookingLink, withConfirmation } from '../../../http/access/participant-link.ts';
import { withAddress } from '../../../http/access/public-page.ts';
import { EmbeddablePage } from '../../../http/embeddable-page.ts';
import { Moved, SeeOther } from '../../../http/form-results.ts';
import { choiceQuery, textQuery, timestampQuery } from '../../../http/query.ts';
import { htmlPage, type Route, route } from '../../../http/route.ts';
import { HANDLE_IN_PATH, SLUG_IN_PATH } from '../../../own-paths.ts';
import { check } from '../../../shapes/check.ts';
import { companyAt, pageAt, sentTo } from './addresses.ts';
import { handleConfirmation, showConfirmation } from './confirmation-visits.ts';
import { findPageOfLink } from './open.ts';
import { outcomes } from './rules.ts';
import { BookingForm, ConfirmationForm, ZoneForm } from './shapes.ts';
import { chooseZone, type FormResult, handleForm, showPage, showZones } from './visits.ts';

const group = {
  name: 'Public pages',
  description: 'Where anybody books: the pages of booking links and of meeting types.',
};

const sent = { status: 303, description: 'What came of it.' } as const;
const timezone = textQuery('The zone that times are shown in, for this visit.');
const host = textQuery('The member whom the visitor wants to meet, or `any`.');
const embed = textQuery(
  'The website that shows the page in a frame: an origin such as `https://www.example.com`.',
);
const visit = { timezone, host, embed };
const date = textQuery('The day to come back to.');
const q = textQuery('A city, a country or a zone to look for.');
const shown = {
  date: textQuery('The day whose times are shown.'),
  at: timestampQuery('When the chosen time begins.'),
  ...visit,
  outcome: choiceQuery(outcomes, 'What came of the form that was sent.'),
};
const shownPage = { ...shown, form: textQuery('Which form has booked, for the page that says so.') };

const workspacePath = `/${HANDLE_IN_PATH}`;
const typePath = `${workspacePath}/${SLUG_IN_PATH}`;

/** Pages and forms of people outside. They are no part of the API. The forms that book have fields of their own on each page. */
export const publicPageRoutes: Route[] = [
  route({
    method: 'GET',
    url: workspacePath,
    access: withAddress,
    operation: 'showWorkspacePage',
    group,
    summary: 'What can be booked with a company',
    description: 'Lists the public meeting types of the workspace.',
    response: htmlPage,
    handle: async (services) => {
      const found = await companyAt(services, services);
      return 'moved' in found ? new Moved(found.moved) : new EmbeddablePage(found);
    },
  }),
  route({
    method: 'GET',
    url: typePath,
    access: withAddress,
    operation: 'showMeetingTypePage',
    group,
    summary: 'The page of a meeting type',
    description:
      'The same as the page of a booking link, at the address of a meeting type. A former address leads to the present one.',
    query: shownPage,
    response: htmlPage,
    handle: async (services, { query }) => {
      const found = await pageAt(services, services);
      if ('moved' in found) return new Moved(found.moved);
      return new EmbeddablePage(await showPage(found, services, query));
    },
  }),
  route({
    method: 'POST',
    url: typePath,
    access: withAddress,
    operation: 'bookMeetingType',
    group,
    summary: 'Book a time',
    description: 'Sent by the form of the page.',
    query: visit,
    response: sent,
    handle: async (services, { query, body }) => {
      const { found, visit: here } = await sentTo(services, services);
      return respond(await handleForm(found, here, query, check(BookingForm, body), body));
    },
  }),
  route({
    method: 'GET',
    url: `${typePath}/timezone`,
    access: withAddress,
    operation: 'showMeetingTypeZones',
    group,
    summary: 'Time zones to choose from',
    description: 'The names of all time zones, or those that were looked for.',
    query: { ...visit, date, q },
    response: htmlPage,
    handle: async (services, { query }) => {
      const found = await pageAt(services, services, '/timezone');
      if ('moved' in found) return new Moved(found.moved);
      return new EmbeddablePage(await showZones(found, services, query));
    },
  }),
  route({
    method: 'POST',
    url: `${typePath}/timezone`,
    access: withAddress,
    operation: 'chooseMeetingTypeZone',
    group,
    summary: 'Choose a time zone',
    description: 'Sent by a form of the page.',
    query: { ...visit, date },
    body: ZoneForm,
    response: sent,
    handle: async (services, { query, body }) => {
      const { found, visit: here } = await sentTo(services, services);
      return respond(await chooseZone(found, here, query, body.timezone));
    },
  }),
  route({
    method: 'GET',
    url: '/b/:token',
    access: withBookingLink,
    operation: 'showBookingLink',
    group,
    summary: 'The page of a booking link',
    description:
      'Shows the days when the team is free, and the times of one of them; for a chosen time, the form that books it. Looking at it changes nothing.',
    query: shownPage,
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
    query: visit,
    response: sent,
    handle: async (services, { query, body }) => {
      const found = await findPageOfLink(services, services.link.ulid);
      return respond(await handleForm(found, services, query, check(BookingForm, body), body));
    },
  }),
  route({
    method: 'GET',
    url: '/b/:token/timezone',
    access: withBookingLink,
    operation: 'showBookingLinkZones',
    group,
    summary: 'Time zones to choose from',
    description: 'The names of all time zones, or those that were looked for.',
    query: { ...visit, date, q },
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
    query: { ...visit, date },
    body: ZoneForm,
    response: sent,
    handle: async (services, { query, body }) => {
      const found = await findPageOfLink(services, services.link.ulid);
      return respond(await chooseZone(found, services, query, body.timezone));
    },
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
      const page = await showConfirmation(services, services.link.ulid, services, query);
      return typeof page === 'string' ? page : respond(page);
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
    query: visit,
    body: ConfirmationForm,
    response: sent,
    handle: async (services, { query, body }) =>
      respond(await handleConfirmation(services, services.link.ulid, services, query, body)),
  }),
];

const respond = (result: FormResult) =>
  'url' in result ? new SeeOther(result.url) : new EmbeddablePage(result.refused, 422);
