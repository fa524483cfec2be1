import type { Context } from '../context.ts';
import { withoutLinks } from '../features/meetings/messages/links.ts';
import { listMessagesOfRequest } from '../features/meetings/messages/operations.ts';
import { Message } from '../features/meetings/messages/shapes.ts';
import type { Scope } from '../scopes.ts';
import { Nullable, Resource } from '../shapes/fields.ts';
import { type Static, Type } from '../shapes/type.ts';
import { OwnText } from './labels.ts';

/** The newest messages: as many as a model can read at once, and those that matter for the next step. */
const MAX_MESSAGES = 20;
const SCOPE: Scope = 'messages.read';

const { direction, kind, from, to, subject, text, status } = Message.properties;
const { understood_as, ignored_because, last_error, created_at } = Message.properties;

const Mail = Resource({
  direction,
  kind,
  from,
  to: {
    ...to,
    description:
      'The recipient. Of an incoming mail, our own address, or `[link]` in place of an address that belongs to a single participant.',
  },
  subject,
  text: {
    ...text,
    description:
      'The text, with `[link]` in place of links that would let anybody answer for a participant. Of an incoming mail, empty until it has been read.',
  },
  status,
  understood_as,
  ignored_because,
  last_error,
  created_at,
});

/** The messages about a meeting, as agents see them. */
export const Conversation = {
  conversation: Nullable(
    Type.Array(Mail, {
      description: `The mails about the meeting, from both sides: the newest ${MAX_MESSAGES}, oldest first; null if the key may not read them.`,
    }),
  ),
  conversation_note: Nullable(
    OwnText(
      'What is missing from the conversation: earlier mails, or a scope of the key; null if it is complete.',
    ),
  ),
};

export async function readConversation(context: Context, meetingId: string) {
  if (!context.caller.scopes.includes(SCOPE)) {
    return {
      conversation: null,
      conversation_note: `The mails about the meeting are not shown: the key lacks the scope ${SCOPE}.`,
    };
  }
  const { data, meta } = await listMessagesOfRequest(context, meetingId, {
    limit: MAX_MESSAGES,
    cursor: undefined,
  });
  return {
    conversation: data
      .toReversed()
      .map((message): Static<typeof Mail> => ({ ...message, to: withoutLinks(message.to) })),
    conversation_note: meta.has_more
      ? `There are earlier mails: these are the newest ${MAX_MESSAGES}.`
      : null,
  };
}
