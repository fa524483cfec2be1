import type { Services } from '../../../context.ts';
import { withQuery } from '../../../html/urls.ts';
import { withLink, withStopLink } from '../../../http/access/participant-link.ts';
import { SeeOther } from '../../../http/form-results.ts';
import { choiceQuery, startsQuery, textQuery } from '../../../http/query.ts';
import { htmlPage, type Route, route } from '../../../http/route.ts';
import { type Static, type TObject, Type } from '../../../shapes/type.ts';
import { parseStarts } from './open-times.ts';
import { answer, cancel, chooseTimezone, giveNumber, reschedule, takeTimes } from './operations.ts';
import { stopPath } from './pages/stop.ts';
import { type Outcome, openForms, outcomes } from './rules.ts';
import { AnswerForm, CancelForm, NumberForm, RescheduleForm, TimesForm, TimezoneForm } from './shapes.ts';
import { afterZone, linkUrl, listOfStarts, showPage, showTimes, showTimezones } from './show.ts';
import { showStop, stopMail, undoStop } from './stop.ts';
import { readInvite, type Visitor } from './visit.ts';

const group = { name: 'Pages of participants', description: 'What participants reach by their links.' };
const url = '/m/:token';
const timezone = textQuery('The zone that times are shown in, for this visit.');
/** Where somebody comes from to choose a zone, and goes back to. */
const before = {
  date: textQuery('The day of the page of times to come back to.'),
  at: startsQuery('When the times marked there begin.'),
};

const formResponse = { status: 303, description: 'The page, as it is now.' } as const;

/** Pages and forms of participants. They are no part of the API. */
export const bookingPageRoutes: Route[] = [
  route({
    method: 'GET',
    url,
    access: withLink,
    operation: 'showBookingPage',
    group,
    summary: 'The page of a participant',
    description: 'Says where the meeting stands, and takes the answer. Looking at it changes nothing.',
    query: {
      option: textQuery('The option that is selected when the page opens.'),
      timezone,
      outcome: choiceQuery(outcomes, 'What came of the form that was sent.'),
      open: choiceQuery(openForms, 'The form that is open when the page opens.'),
    },
    response: htmlPage,
    handle: (services, { query }) => showPage(services, services, query),
  }),
  route({
    method: 'GET',
    url: `${url}/times`,
    access: withLink,
    operation: 'showBookingTimes',
    group,
    summary: 'More times to choose from',
    description:
      'The days that have free times, and the times of one of them; once some are chosen, the form that sends them.',
    query: {
      date: textQuery('The day whose times are shown.'),
      at: startsQuery('When the chosen times begin.'),
      step: choiceQuery(['send'], 'Says that the marked times are to be sent.'),
      outcome: choiceQuery(['taken'], 'Says that some of the times were gone when they were sent.'),
      timezone,
    },
    response: htmlPage,
    handle: (services, { query }) => showTimes(services, services, query),
  }),
  route({
    method: 'GET',
    url: `${url}/timezone`,
    access: withLink,
    operation: 'showBookingTimezones',
    group,
    summary: 'Time zones to choose from',
    description: 'A form with all time zones, or those that were looked for.',
    query: { timezone, ...before, q: textQuery('A city, a country or a zone to look for.') },
    response: htmlPage,
    handle: (services, { query }) => showTimezones(services, services, query),
  }),
  route({
    method: 'GET',
    url: `${url}/invite.ics`,
    access: withLink,
    operation: 'getInvite',
    group,
    summary: 'Read the invite to a booked meeting',
    description: 'The last invite, as it was sent to this participant.',
    response: {
      status: 200,
      description: 'iCalendar.',
      shape: Type.String(),
      contentType: 'text/calendar; charset=utf-8; method=REQUEST',
    },
    handle: (services) => readInvite(services, services.link),
  }),
  form('answer', AnswerForm, 'Answer what is offered', answer),
  form('times', TimesForm, 'Take or suggest other times', takeTimes, backToTimes),
  form('reschedule', RescheduleForm, 'Move a booked meeting', reschedule, backToTimes),
  form('cancel', CancelForm, 'Cancel a meeting', cancel),
  form('number', NumberForm, 'Say where to be called', giveNumber),
  route({
    method: 'POST',
    url: `${url}/timezone`,
    access: withLink,
    operation: 'timezoneOnBookingPage',
    group,
    summary: 'Choose a time zone',
    description: 'Sent by a form of the page.',
    query: before,
    body: TimezoneForm,
    response: formResponse,
    handle: async (services, { query, body }) => {
      const outcome = await chooseTimezone(services, services, body);
      return new SeeOther(afterZone(services, query, outcome));
    },
  }),
  route({
    method: 'GET',
    url: '/m/stop/:token',
    access: withStopLink,
    operation: 'showStopPage',
    group,
    summary: 'The page on which a participant stops messages',
    description: 'Says what would be stopped. Looking at it changes nothing.',
    response: htmlPage,
    handle: (services) => showStop(services, services),
  }),
  route({
    method: 'POST',
    url: '/m/stop/:token',
    access: withStopLink,
    operation: 'stopMessages',
    group,
    summary: 'Stop messages',
    description: 'Sent by the form of the page, or by a mail provider (RFC 8058): so it leads nowhere else.',
    response: htmlPage,
    handle: (services) => stopMail(services, services),
  }),
  route({
    method: 'POST',
    url: '/m/stop/:token/undo',
    access: withStopLink,
    operation: 'undoStopMessages',
    group,
    summary: 'Allow messages again',
    description: 'Sent by the form of the page.',
    response: { status: 303, description: 'The page, as it is now.' },
    handle: async (services) => {
      await undoStop(services, services);
      const lang = services.reader.chosen ? services.reader.language : undefined;
      return new SeeOther(withQuery(stopPath(services.token), { lang }));
    },
  }),
];

/** If a time is gone, the page of times says so, and the others are still marked. */
function backToTimes(outcome: Outcome, { starts_at }: { starts_at?: string[] }): ReturnTo {
  const isToTimes = outcome === 'taken' && starts_at !== undefined && starts_at.length > 0;
  return isToTimes ? { path: '/times', at: listOfStarts(parseStarts(starts_at)) } : { path: '' };
}

interface ReturnTo {
  path: '' | '/times';
  at?: string | undefined;
}

/** A form redirects to the page, which tells the outcome. */
function form<Body extends TObject>(
  name: string,
  body: Body,
  summary: string,
  handleForm: (services: Services, visitor: Visitor, body: Static<Body>) => Promise<Outcome>,
  after: (outcome: Outcome, body: Static<Body>) => ReturnTo = () => ({ path: '' }),
): Route {
  return route({
    method: 'POST',
    url: `${url}/${name}`,
    access: withLink,
    operation: `${name}OnBookingPage`,
    group,
    summary,
    description: 'Sent by a form of the page.',
    query: { timezone },
    body,
    response: formResponse,
    handle: async (services, input) => {
      const outcome = await handleForm(services, services, input.body);
      const { path, at } = after(outcome, input.body);
      return new SeeOther(linkUrl(services, path, { at, ...input.query, outcome }));
    },
  });
}
