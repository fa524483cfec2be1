import {
  getMessage,
  listMessages,
  renderMessage,
  resendMessage,
} from '../../features/meetings/messages/operations.ts';
import { directions, statuses } from '../../features/meetings/messages/rules.ts';
import { readUnsent } from '../../features/meetings/messages/unsent.ts';
import { getRequest } from '../../features/meetings/requests/operations.ts';
import { choiceQuery, pageQuery, textQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { kindNames } from '../requests/message-words.ts';
import { form, frame, page } from '../route.ts';
import { messagePage } from './message.ts';
import { messagePath, messagesPage } from './messages.ts';
import { MAIL_SERVER, MESSAGES, mailServerPage } from './unsent.ts';
import { partQuery, requirePart } from './whole-message.ts';

const may = 'read_messages';
const url = `${MESSAGES}/:id`;
const path = { id: { kind: 'message', what: 'Message' } } as const;

const list = page({
  url: MESSAGES,
  summary: 'Messages',
  query: {
    ...pageQuery('message'),
    direction: choiceQuery(directions, 'Only those that go out, or only those that came in.'),
    status: choiceQuery(statuses, 'Only those in this state.'),
    kind: choiceQuery(kindNames, 'Only those of this kind.'),
    address: textQuery('Only those to this address, or from it.'),
  },
  may,
  async show(screen, { query }) {
    const { direction, status, kind, address, cursor } = query;
    const filter = { direction, status, kind, address: address?.trim() };
    const [page, unsent] = await Promise.all([listMessages(screen, filter, query), readUnsent(screen)]);
    return messagesPage(screen, { page, filter, cursor, unsent });
  },
});

const mailServer = page({
  url: MAIL_SERVER,
  summary: 'Whether mail leaves the server, and what to do',
  may,
  show: async (screen) =>
    mailServerPage(screen, {
      unsent: await readUnsent(screen),
      isSet: screen.config.smtpUrl !== undefined,
    }),
});

const one = page({
  url,
  summary: 'A message',
  path,
  query: partQuery,
  may,
  async show(screen, { path: { id }, query: { part = 1 } }) {
    const message = await getMessage(screen, id);
    requirePart(message, part);
    const { meeting_request_id: requestId } = message;
    const request = requestId === null ? null : await getRequest(screen, requestId);
    return messagePage(screen, { message, request, part });
  },
});

export const messageRoutes: Route[] = [
  list.route,
  mailServer.route,
  one.route,
  frame({
    url: `${url}/html`,
    summary: 'A message as its reader sees it',
    path,
    query: {},
    may,
    show: (screen, _query, { id }) => renderMessage(screen, id, true),
  }),
  form({
    url: `${url}/resend`,
    summary: 'Send a message again',
    path,
    may,
    on: one,
    async send(screen, { path: { id } }) {
      await resendMessage(screen, id);
      return { to: messagePath(id), done: 'message_resent' };
    },
  }),
];
