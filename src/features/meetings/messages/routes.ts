import { keyWith } from '../../../http/access/api-key.ts';
import { choiceQuery, pageQuery, textQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { messageKinds } from '../../../mail-out/drafts.ts';
import { Many, One } from '../../../shapes/fields.ts';
import { getMessage, listMessages, listMessagesOfRequest, resendMessage } from './operations.ts';
import { directions, statuses } from './rules.ts';
import { Message, messageGroup } from './shapes.ts';

const group = messageGroup;
const path = { id: { kind: 'message', what: 'Message' } } as const;

export const messageRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/messages',
    access: keyWith('messages.read'),
    operation: 'listMessages',
    group,
    summary: 'List messages',
    description:
      'Lists messages of the workspace, newest first. Filters can be combined. Messages are kept for a year, unless the operator has set it ' +
      'otherwise.',
    query: {
      ...pageQuery('message'),
      status: choiceQuery(statuses, 'Only messages in this state.'),
      direction: choiceQuery(directions, 'Only outgoing messages, or only incoming ones.'),
      kind: choiceQuery(messageKinds, 'Only those of this kind.'),
      address: textQuery('Only messages to or from this address, ignoring case.'),
    },
    response: { status: 200, description: 'A page of messages.', shape: Many(Message) },
    handle: (context, { query }) => listMessages(context, query, query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/meeting_requests/:id/messages',
    access: keyWith('messages.read'),
    operation: 'listMeetingRequestMessages',
    group,
    summary: 'List the messages of a request',
    description:
      'Lists the messages about one meeting request, newest first: what Rota wrote to whom, what came in about it, and what became of each.',
    path: { id: { kind: 'meetingRequest', what: 'Meeting request' } },
    query: pageQuery('message'),
    response: { status: 200, description: 'A page of messages.', shape: Many(Message) },
    handle: (context, { path: { id }, query }) => listMessagesOfRequest(context, id, query),
  }),
  route({
    method: 'GET',
    url: '/api/v1/messages/:id',
    access: keyWith('messages.read'),
    operation: 'getMessage',
    group,
    summary: 'Read a message',
    description: 'Reads one message, with its text and what became of it.',
    path,
    response: { status: 200, description: 'The message.', shape: One(Message) },
    handle: async (context, input) => ({ data: await getMessage(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: '/api/v1/messages/:id/resend',
    access: keyWith('messages.write'),
    operation: 'resendMessage',
    group,
    summary: 'Send a message again',
    description:
      'Queues the message again unchanged, with the same `Message-ID` and a fresh schedule of attempts: for use after a mistake in the settings, or when ' +
      'it was lost. While its request is paused, it waits. Refused for a message that is queued, for one that came in, for a `sign_in`, and for an `invitation`, which is sent anew instead.',
    path,
    response: {
      status: 202,
      description: 'It is queued, with a fresh schedule.',
      shape: One(Message),
      example: { data: { status: 'queued', attempts: 0, sent_at: null } },
    },
    handle: async (context, input) => ({ data: await resendMessage(context, input.path.id) }),
  }),
];
