import { keyWith } from '../../../http/access/api-key.ts';
import { type Route, route } from '../../../http/route.ts';
import { One } from '../../../shapes/fields.ts';
import { linesOfHosts } from '../requests/lifecycle/hosts.ts';
import { NewParticipants } from '../requests/participants/shapes.ts';
import { group, MeetingRequest, path, ShownMeetingRequest } from '../requests/shapes.ts';
import { addParticipants, answerFor, followUp, offerByHand } from './operations.ts';
import { NewAnswer, NewOptions } from './shapes.ts';

const url = '/api/v1/meeting_requests/:id';
const access = keyWith('meeting_requests.write');
/** Calls for different requests may wait for the rows of the same hosts. */
const line = { find: ({ id = '' }) => linesOfHosts(id) };
const response = {
  status: 200,
  description: 'The request as it is now.',
  shape: One(ShownMeetingRequest),
} as const;

export const schedulingRoutes: Route[] = [
  route({
    method: 'POST',
    url: `${url}/options`,
    access,
    line,
    operation: 'offerMeetingRequestOptions',
    group,
    summary: 'Offer other times',
    description:
      'Offers the given times instead of the current ones, or without a body a fresh round of times that Rota chooses. Every participant gets a ' +
      'message and has to answer again. The maximum number of rounds does not apply here. Refused in any other state than `active`, when a host is ' +
      'not free at one of the times, and when there is no free time to choose.',
    path,
    body: NewOptions,
    response,
    refusals: {
      validation_error: 'starts_at is not free at 2026-11-18T14:00:00.000Z: ada@example.com (busy)',
    },
    handle: async (context, { path: { id }, body }) => ({ data: await offerByHand(context, id, body) }),
  }),
  route({
    method: 'POST',
    url: `${url}/answer`,
    access,
    line,
    operation: 'answerMeetingRequest',
    group,
    summary: 'Answer for a participant',
    description:
      'Records which options work for a participant, or that none does. Once all have answered, the earliest that works for everybody is booked; if it ' +
      'has been taken meanwhile, other times are offered at once. If none works for somebody, the next round is offered, or the request needs attention. ' +
      'An answer replaces the earlier one. While the request is paused, it is kept until the request is resumed. Refused for a booked or cancelled ' +
      'request, for somebody who is not a participant, and for an option that is no longer offered.',
    path,
    body: NewAnswer,
    needsBody: true,
    response,
    refusals: { validation_error: 'option_ids[0] is withdrawn: it is not offered any more' },
    handle: async (context, { path: { id }, body }) => ({ data: await answerFor(context, id, body) }),
  }),
  route({
    method: 'POST',
    url: `${url}/participants`,
    access,
    line,
    operation: 'addMeetingRequestParticipants',
    group,
    summary: 'Add participants to a request',
    description:
      'Adds people, whether or not somebody has suggested them. They choose from the times that the others were offered; before anything is ' +
      'offered, they are asked with the others. To a booked meeting they are invited; the others get no message. Refused for a cancelled request, ' +
      'for a meeting that is over, for somebody who already takes part, and above 50 participants. Fires no event.',
    path,
    body: NewParticipants,
    needsBody: true,
    response,
    refusals: { validation_error: 'participants[0] takes part already' },
    handle: async (context, { path: { id }, body }) => ({ data: await addParticipants(context, id, body) }),
  }),
  route({
    method: 'POST',
    url: `${url}/follow_up`,
    access,
    line,
    operation: 'followUpMeetingRequest',
    group,
    summary: 'Ask again for an answer',
    description:
      'Reminds the participants who have not answered, or all of them if everybody has. Fires `meeting_request.follow_up_sent` once the messages are ' +
      'sent, or at once for a request with `notify_participants: false`, about which Rota writes nothing. Refused in any other state than `active`.',
    path,
    response: { ...response, shape: One(MeetingRequest) },
    handle: async (context, input) => ({ data: await followUp(context, input.path.id) }),
  }),
];
