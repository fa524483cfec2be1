import { keyWith } from '../../../http/access/api-key.ts';
import {
  booleanQuery,
  choiceQuery,
  idQuery,
  pageQuery,
  slotQuery,
  textQuery,
  timestampQuery,
} from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { exampleId } from '../../../shapes/examples.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { SlotList } from '../../calendar/slots/shapes.ts';
import { linesOfHosts, linesOfNew } from './lifecycle/hosts.ts';
import { markNoShow } from './lifecycle/no-show.ts';
import { changeOrganizer } from './lifecycle/organizer.ts';
import { bookRequest, cancelRequest, rescheduleRequest } from './lifecycle/times.ts';
import { NoShow } from './no-show-shapes.ts';
import { createRequest, getRequest, listRequests, pauseRequest, resumeRequest } from './operations.ts';
import { changeRequest } from './places/relocate.ts';
import { statuses } from './rules.ts';
import {
  Cancellation,
  group,
  MeetingRequest,
  NewBooking,
  NewMeetingRequest,
  NewOrganizer,
  path,
  RequestChange,
  Rescheduling,
  ShownMeetingRequest,
} from './shapes.ts';
import { findRequestSlots } from './slots.ts';

const url = '/api/v1/meeting_requests';
const access = keyWith('meeting_requests.write');
/** Calls for different requests may wait for the rows of the same hosts. */
const line = { find: ({ id = '' }) => linesOfHosts(id) };
const response = {
  status: 200,
  description: 'The request as it is now.',
  shape: One(MeetingRequest),
} as const;
/** The response of a route after which the request differs from the example. */
const changed = (changes: object) => ({ ...response, example: { data: changes } });
const notFree = (from: string, to: string) => ({
  validation_error:
    `starts_at is not free: ada@example.com has another booking from ${from} to ${to} ` +
    `(${exampleId('meetingRequest')}). Choose another time, or set force to take this one all the same`,
});

export const meetingRequestRoutes: Route[] = [
  route({
    method: 'GET',
    url,
    access: keyWith('meeting_requests.read'),
    operation: 'listMeetingRequests',
    group,
    summary: 'List meeting requests',
    description: 'Lists requests, newest first. Filters can be combined; a request has to match all of them.',
    query: {
      ...pageQuery('meetingRequest'),
      status: choiceQuery(statuses, 'Only requests in this state.'),
      attention: booleanQuery('`true` lists only requests that need attention.'),
      organizer_email: textQuery('Only requests with this organizer, ignoring case.'),
      host_email: textQuery('Only requests with this organizer or other host, ignoring case.'),
      participant_email: textQuery('Only requests with this participant, ignoring case.'),
      team_id: textQuery('Only requests routed through this team.'),
      meeting_type_id: idQuery('meetingType', 'Only requests of this meeting type, even if it was deleted.'),
      created_after: timestampQuery('Only requests created at this time or later.'),
      created_before: timestampQuery('Only requests created at this time or earlier.'),
    },
    response: { status: 200, description: 'A page of requests.', shape: Many(MeetingRequest) },
    handle: (context, { query }) => listRequests(context, query, query),
  }),
  route({
    method: 'GET',
    url: `${url}/:id`,
    access: keyWith('meeting_requests.read'),
    operation: 'getMeetingRequest',
    group,
    summary: 'Read a meeting request',
    description:
      'Reads one request in any state, with the times offered for it and what the participants answered.',
    path,
    response: { status: 200, description: 'The request.', shape: One(ShownMeetingRequest) },
    handle: async (context, input) => ({ data: await getRequest(context, input.path.id) }),
  }),
  route({
    method: 'GET',
    url: `${url}/:id/slots`,
    access: keyWith('meeting_requests.read'),
    operation: 'findMeetingRequestSlots',
    group,
    summary: 'Find times at which a request can take place',
    description:
      'Finds slots at which the organizer and all other hosts are free, for the duration of the request. Without `from` and `to`, within its ' +
      'timeframe, as far as it is not over. The time taken by the request itself counts as free. Refused for a cancelled request.',
    path,
    query: {
      ...slotQuery,
      meeting_type_id: idQuery(
        'meetingType',
        "As if the request were of this type of its team or organizer. By default, its own type's limits count, if it has one.",
      ),
    },
    response: { status: 200, description: 'The slots, in order of time.', shape: SlotList },
    handle: (context, { path: { id }, query }) => findRequestSlots(context, id, query),
  }),
  route({
    method: 'POST',
    url,
    access,
    line: { find: (_, body) => linesOfNew((body ?? {}) as Record<string, unknown>) },
    operation: 'createMeetingRequest',
    group,
    summary: 'Ask for a meeting',
    description:
      'Creates a request and decides who organizes it. Without a team, `organizer_email` names the member. A pool team assigns the next member in ' +
      'turn, a stack team makes every member a host, and with a manual team `organizer_email` decides. Rota then offers times to the participants. ' +
      'Fires `meeting_request.created`. With a meeting type, its team or member takes the request. With `starts_at`, the time is booked at once, and ' +
      'the request is `booked` in the response: the first in the queue of a pool team who is free then takes the turn. Nothing is made if the time ' +
      'is not free; `details` of the error then has the reasons and the nearest free slots. Refused when nobody in the team can take it, when the team is deactivated, and when the organizer is not an ' +
      'active member, or has no seat where seats are required.',
    body: NewMeetingRequest,
    needsBody: true,
    response: { ...response, status: 202, description: 'The request, with its organizer.' },
    refusals: { validation_error: 'The team has no member who could take the turn' },
    handle: async (context, { body }) => ({ data: await createRequest(context, body) }),
  }),
  route({
    method: 'PATCH',
    url: `${url}/:id`,
    access,
    operation: 'updateMeetingRequest',
    group,
    summary: 'Change where a meeting is',
    description:
      'Sets the location of a request that is not cancelled. If it is booked, its place follows at once: everybody in the meeting gets a mail ' +
      'and an updated invite, and `meeting_request.place_changed` is fired.',
    path,
    body: RequestChange,
    response: changed({
      location: { kind: 'in_person', address: '12 Analytical Street, London' },
      updated_at: '2026-11-16T10:15:38.774Z',
    }),
    handle: async (context, { path: { id }, body }) => ({
      data: await changeRequest(context, id, body),
    }),
  }),
  route({
    method: 'POST',
    url: `${url}/:id/book`,
    access,
    line,
    operation: 'bookMeetingRequest',
    group,
    summary: 'Book an active request',
    description:
      'Sets the time of the meeting: the request is `booked`, and the time is taken for every host. Busy times of calendars and working hours do ' +
      'not matter here. Fires `meeting_request.booked`. Refused in any other state than `active`, and when a host has another booking at that ' +
      'time, unless `force` is set. Also refused, with `force` too, when a host has no seat where seats are required.',
    path,
    body: NewBooking,
    response: changed({
      status: 'booked',
      calendar_event_id: '7k2m9q4v1n',
      starts_at: '2026-11-18T14:00:00.000Z',
      ends_at: '2026-11-18T14:30:00.000Z',
      updated_at: '2026-11-16T13:02:27.058Z',
      booked_at: '2026-11-16T13:02:27.058Z',
    }),
    refusals: notFree('2026-11-18T13:45:00.000Z', '2026-11-18T14:15:00.000Z'),
    handle: async (context, { path: { id }, body }) => ({
      data: await bookRequest(context, id, body),
    }),
  }),
  route({
    method: 'POST',
    url: `${url}/:id/reschedule`,
    access,
    line,
    operation: 'rescheduleMeetingRequest',
    group,
    summary: 'Move a booked request to another time',
    description:
      'With `starts_at`, the meeting moves there and stays `booked`. Without it, the request is `active` again, and other times are offered; until it ' +
      'is booked again, the present time stays taken. Either way it is the same meeting, with the same `calendar_event_id`. Fires ' +
      '`meeting_request.rescheduled`. Refused in any other state than `booked`, and when a host has another booking at the new time, unless `force` is set.',
    path,
    body: Rescheduling,
    response: changed({
      status: 'booked',
      calendar_event_id: '7k2m9q4v1n',
      starts_at: '2026-11-19T15:30:00.000Z',
      ends_at: '2026-11-19T16:00:00.000Z',
      updated_at: '2026-11-17T08:20:44.615Z',
      booked_at: '2026-11-16T13:02:27.058Z',
    }),
    refusals: notFree('2026-11-19T15:00:00.000Z', '2026-11-19T16:00:00.000Z'),
    handle: async (context, { path: { id }, body }) => ({
      data: await rescheduleRequest(context, id, body),
    }),
  }),
  route({
    method: 'POST',
    url: `${url}/:id/cancel`,
    access,
    line,
    operation: 'cancelMeetingRequest',
    group,
    summary: 'Cancel a request, booked or not',
    description:
      'Ends an active, paused or booked request, and frees its time. `booked_at` and `paused_at` still show its former state. Fires `meeting_request.cancelled`. Refused for a cancelled request.',
    path,
    body: Cancellation,
    response: changed({
      status: 'cancelled',
      updated_at: '2026-11-17T07:45:10.903Z',
      cancelled_at: '2026-11-17T07:45:10.903Z',
    }),
    handle: async (context, { path: { id }, body }) => ({
      data: await cancelRequest(context, id, body),
    }),
  }),
  route({
    method: 'POST',
    url: `${url}/:id/no_show`,
    access,
    operation: 'markMeetingRequestNoShow',
    group,
    summary: "Say who didn't come to a meeting",
    description:
      'Marks a booked meeting that has begun: a guest or a host did not come. `by: null` removes the mark. In a pool team with `no_show_returns_turn`, ' +
      "a guest's no-show gives the turn back to the member who took it, once. Removing the mark takes it back, unless the member has taken another " +
      'turn since. Nobody gets a mail. Fires `meeting_request.no_show`, unless nothing changes. Refused in any other state than `booked`, before the ' +
      'meeting begins, and for an address that is not a participant.',
    path,
    body: NoShow,
    needsBody: true,
    response: changed({
      status: 'booked',
      calendar_event_id: '7k2m9q4v1n',
      starts_at: '2026-11-18T14:00:00.000Z',
      ends_at: '2026-11-18T14:30:00.000Z',
      no_show: { by: 'guest', participant_emails: ['grace@example.org'], at: '2026-11-18T14:20:11.402Z' },
      updated_at: '2026-11-18T14:20:11.402Z',
      booked_at: '2026-11-16T13:02:27.058Z',
    }),
    refusals: { validation_error: 'participant_emails[0] is not a participant of this request' },
    handle: async (context, { path: { id }, body }) => ({ data: await markNoShow(context, id, body) }),
  }),
  route({
    method: 'POST',
    url: `${url}/:id/pause`,
    access,
    operation: 'pauseMeetingRequest',
    group,
    summary: 'Pause an active request',
    description:
      'Stops all mail and all automatic steps until the request is resumed or cancelled. Answers are kept. Fires `meeting_request.paused`. Refused in any other state than `active`.',
    path,
    response: changed({
      status: 'paused',
      updated_at: '2026-11-16T10:15:38.774Z',
      paused_at: '2026-11-16T10:15:38.774Z',
    }),
    handle: async (context, input) => ({ data: await pauseRequest(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: `${url}/:id/resume`,
    access,
    operation: 'resumeMeetingRequest',
    group,
    summary: 'Resume a paused request',
    description:
      'The request is `active` again, with the same organizer, and Rota carries on where it stopped. Fires `meeting_request.resumed`. Refused in any other state than `paused`.',
    path,
    response: changed({ updated_at: '2026-11-16T11:40:02.360Z' }),
    handle: async (context, input) => ({ data: await resumeRequest(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: `${url}/:id/change_organizer`,
    access,
    line,
    operation: 'changeMeetingRequestOrganizer',
    group,
    summary: 'Change the organizer',
    description:
      'Makes another active member the organizer; nobody takes a turn for it. Other times are offered, and everybody has to answer again. A time that ' +
      'the request keeps while it is rescheduled is taken for the new organizer. Fires `meeting_request.organizer_changed`. Refused for a booked or ' +
      'cancelled request, for the current organizer, for somebody who is not an active member or has no seat where seats are required, and for somebody ' +
      'who has another booking at the time that the request keeps.',
    path,
    body: NewOrganizer,
    response: changed({
      organizer_email: 'ben@example.com',
      host_emails: ['ben@example.com'],
      updated_at: '2026-11-16T10:15:38.774Z',
    }),
    refusals: { validation_error: 'organizer_email is not an active member of this workspace' },
    handle: async (context, { path: { id }, body }) => ({
      data: await changeOrganizer(context, id, body),
    }),
  }),
];
