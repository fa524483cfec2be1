// The forms of requests. Each calls the same operation as the API.
import { isDeepStrictEqual } from 'node:util';
import { validationError } from '../../errors.ts';
import { linesOfHosts, linesOfNew } from '../../features/meetings/requests/lifecycle/hosts.ts';
import { followCalendar, putBack } from '../../features/meetings/requests/lifecycle/in-calendars.ts';
import { markNoShow } from '../../features/meetings/requests/lifecycle/no-show.ts';
import { changeOrganizer } from '../../features/meetings/requests/lifecycle/organizer.ts';
import {
  bookRequest,
  cancelRequest,
  rescheduleRequest,
} from '../../features/meetings/requests/lifecycle/times.ts';
import { NoShow } from '../../features/meetings/requests/no-show-shapes.ts';
import {
  createRequest,
  getRequest,
  pauseRequest,
  resumeRequest,
} from '../../features/meetings/requests/operations.ts';
import { NewParticipants } from '../../features/meetings/requests/participants/shapes.ts';
import { changeRequest } from '../../features/meetings/requests/places/relocate.ts';
import {
  Cancellation,
  NewBooking,
  NewMeetingRequest,
  NewOrganizer,
  RequestChange,
  Rescheduling,
} from '../../features/meetings/requests/shapes.ts';
import {
  addParticipants,
  answerFor,
  followUp,
  offerByHand,
} from '../../features/meetings/scheduling/operations.ts';
import { NewAnswer, NewOptions } from '../../features/meetings/scheduling/shapes.ts';
import type { Route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { isChecked, list, numberOrNull, type SentFields, text, textIfAny, timeOrNull } from '../fields.ts';
import { locationIn, locationLabels } from '../location-fields.ts';
import { typeChoices } from '../meeting-types/choices.ts';
import type { Outcome } from '../outcomes.ts';
import type { Labels } from '../refusals.ts';
import { type ConsolePage, form } from '../route.ts';
import type { Screen } from '../screen.ts';
import { answerIn, wishLabels } from './answer.ts';
import { teamChoices } from './colleagues.ts';
import { newRequestIn } from './new.ts';
import { noShowIn, noShowOutcome } from './no-show.ts';
import { answer, cancel, make, one, place, times } from './pages.ts';

const url = '/console/requests';
const path = { id: { kind: 'meetingRequest', what: 'Meeting request' } } as const;
/** Forms for different requests may wait for the rows of the same hosts. */
const line = { find: ({ id = '' }) => linesOfHosts(id) };

const create = form({
  url,
  summary: 'Make a meeting request',
  may: 'make_request',
  on: make,
  // The same queue as for the call of the API.
  line: { find: (_, body) => linesOfNew((body ?? {}) as Record<string, unknown>) },
  labels: {
    ...locationLabels,
    description: 'Details',
    phone_number: 'Guest’s phone number',
    start: 'Not before',
    end: 'Not after',
    organizer_timezone: 'Host’s time zone',
    timezone: 'Guests’ time zone',
  },
  async send(screen, { fields }) {
    const teams = await teamChoices(screen);
    const isOwn = teams.some(({ id }) => id === text(fields, 'team_id'));
    if (!screen.isAdmin && !isOwn && text(fields, 'team_id') !== '') {
      throw validationError('team_id is not a team that you are in', {
        field: 'team_id',
        plain: 'You aren’t in this team. Choose one of yours.',
      });
    }
    const typeId = text(fields, 'meeting_type_id');
    const type = (await typeChoices(screen)).find(({ id }) => id === typeId);
    if (!screen.isAdmin && typeId !== '' && !type) {
      throw validationError('meeting_type_id is not a type of theirs', {
        field: 'meeting_type_id',
        plain: 'This meeting type belongs to somebody else. Choose another.',
      });
    }
    const input = newRequestIn(screen, fields, { teams, type });
    const { id } = await createRequest(screen, check(NewMeetingRequest, input));
    return { to: `${url}/${id}`, done: 'request_created' };
  },
});

type Send = (screen: Screen, id: string, fields: SentFields) => Promise<Outcome>;

/** A form that leads back to the request. */
function action(
  name: string,
  summary: string,
  send: Send,
  { on = one, serialized = true, labels }: { on?: ConsolePage; serialized?: boolean; labels?: Labels } = {},
): Route {
  return form({
    url: `${url}/:id/${name}`,
    summary,
    path,
    may: 'change_request',
    of: ({ id }) => ({ request: id }),
    on,
    ...(serialized && { line }),
    ...(labels && { labels }),
    async send(screen, { path: { id }, fields }) {
      return { done: await send(screen, id, fields), to: `${url}/${id}` };
    },
  });
}

export const requestForms: Route[] = [
  create,
  action(
    'pause',
    'Pause a request',
    async (screen, id) => {
      await pauseRequest(screen, id);
      return 'request_paused';
    },
    { serialized: false },
  ),
  action(
    'resume',
    'Resume a request',
    async (screen, id) => {
      await resumeRequest(screen, id);
      return 'request_resumed';
    },
    { serialized: false },
  ),
  action('offer', 'Offer a fresh round of times', async (screen, id) => {
    await offerByHand(screen, id, {});
    return 'offered';
  }),
  action('follow-up', 'Send a reminder', async (screen, id) => {
    await followUp(screen, id);
    return 'reminded';
  }),
  action('participants', 'Add participants to a request', async (screen, id, fields) => {
    const { suggested_participants } = await getRequest(screen, id);
    const chosen = list(fields, 'email');
    const participants = suggested_participants.filter(({ email }) => chosen.includes(email));
    if (participants.length === 0)
      throw validationError('Tick at least one person to add', { field: 'email' });
    await addParticipants(screen, id, check(NewParticipants, { participants }));
    return 'guests_added';
  }),
  action('book', 'Book a request', async (screen, id, fields) => {
    await bookRequest(screen, id, check(NewBooking, timeIn(screen, fields)));
    return 'booked';
  }),
  action('reschedule', 'Move a booked request', async (screen, id, fields) => {
    // Required here: without a time, the operation would look for another one.
    const { starts_at } = check(NewBooking, timeIn(screen, fields));
    await rescheduleRequest(screen, id, { ...check(Rescheduling, timeIn(screen, fields)), starts_at });
    return 'moved';
  }),
  action(
    'follow-calendar',
    'Move a booked request to where a host moved it in their calendar',
    async (screen, id, fields) => {
      await followCalendar(screen, id, {
        starts_at: text(fields, 'starts_at'),
        ends_at: text(fields, 'ends_at'),
      });
      return 'moved';
    },
  ),
  action(
    'put-back',
    'Write a booked request to the calendars of its hosts anew',
    async (screen, id) => {
      await putBack(screen, id);
      return 'put_back';
    },
    { serialized: false },
  ),
  action('reopen', 'Look for another time of a booked request', async (screen, id) => {
    await rescheduleRequest(screen, id, {});
    return 'reopened';
  }),
  action(
    'organizer',
    'Change the organizer of a request',
    async (screen, id, fields) => {
      const input = { organizer_email: text(fields, 'organizer_email').trim() };
      await changeOrganizer(screen, id, check(NewOrganizer, input));
      return 'host_changed';
    },
    { labels: { organizer_email: 'Email address of the new host' } },
  ),
  action(
    'cancel',
    'Cancel a request',
    async (screen, id, fields) => {
      const notify = isChecked(fields, 'notify');
      const input = { notify, return_turn: isChecked(fields, 'return_turn') };
      const { status } = await getRequest(screen, id);
      await cancelRequest(screen, id, check(Cancellation, input));
      const what = status === 'booked' ? 'meeting' : 'request';
      return notify ? `${what}_cancelled` : `${what}_cancelled_quietly`;
    },
    { on: cancel },
  ),
  action(
    'place',
    'Choose where a meeting is',
    async (screen, id, fields) => {
      const input = check(RequestChange, { location: locationIn(fields) });
      const before = await getRequest(screen, id);
      const { place } = await changeRequest(screen, id, input);
      return isDeepStrictEqual(before.place, place) ? 'place_saved' : 'place_changed';
    },
    { on: place, serialized: false, labels: locationLabels },
  ),
  action(
    'no-show',
    'Say who didn’t come to a meeting',
    async (screen, id, fields) => {
      const input = check(NoShow, noShowIn(fields, await getRequest(screen, id)));
      await markNoShow(screen, id, input);
      return noShowOutcome(input.by);
    },
    { serialized: false },
  ),
  action(
    'answer',
    'Answer for a participant',
    async (screen, id, fields) => {
      await answerFor(screen, id, check(NewAnswer, answerIn(fields)));
      return 'answered';
    },
    { on: answer, labels: wishLabels },
  ),
  action(
    'times/offer',
    'Offer the marked times',
    async (screen, id, fields) => {
      await offerByHand(screen, id, check(NewOptions, { starts_at: marked(fields) }));
      return 'offered';
    },
    { on: times },
  ),
  action(
    'times/book',
    'Book the marked time',
    async (screen, id, fields) => {
      await bookRequest(screen, id, check(NewBooking, { starts_at: onlyOne(fields) }));
      return 'booked';
    },
    { on: times },
  ),
  action(
    'times/move',
    'Move a booked request to the marked time',
    async (screen, id, fields) => {
      const { starts_at } = check(NewBooking, { starts_at: onlyOne(fields) });
      await rescheduleRequest(screen, id, { starts_at });
      return 'moved';
    },
    { on: times },
  ),
];

function timeIn({ dates }: Screen, fields: SentFields): object {
  return {
    starts_at: timeOrNull(fields, 'starts_at', dates.timezone) ?? undefined,
    duration_minutes: numberOrNull(fields, 'duration_minutes') ?? undefined,
    calendar_event_id: textIfAny(fields, 'calendar_event_id'),
    force: isChecked(fields, 'force'),
  };
}

function marked(fields: SentFields): string[] {
  const starts = list(fields, 'starts_at');
  if (starts.some((start) => Number.isNaN(Date.parse(start)))) {
    throw validationError('starts_at must be times that were shown', {
      field: 'starts_at',
      plain: 'Reload the page and mark the times again.',
    });
  }
  if (starts.length > 0) return starts;
  throw validationError('starts_at is required', { field: 'starts_at', plain: 'Mark at least one time.' });
}

function onlyOne(fields: SentFields): string | undefined {
  const starts = marked(fields);
  if (starts.length > 1)
    throw validationError('starts_at must be one time: mark only one', {
      field: 'starts_at',
      plain: 'Mark only one time.',
    });
  return starts[0];
}
