import type { Context } from '../context.ts';
import { withoutLinks } from '../features/meetings/messages/links.ts';
import { listMessagesOfRequest } from '../features/meetings/messages/operations.ts';
import { Message } from '../features/meetings/messages/shapes.ts';
import type { Scope } from '../scopes.ts';
import { Nullable, Resource } from '../shapes/fields.ts';
import { type Static, Type } from '../shapes/type.ts';
import { Ours } from './labels.ts';

/** The newest ones: as much as a model can read at once, and what matters for the next step. */
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
      'The address that it goes to. Of one that came in, the address of ours; `[link]` for one that is for one participant alone.',
  },
  subject,
  text: {
    ...text,
    description:
      'What it says, with `[link]` in place of links that let whoever has them answer for a participant. Of one that came in, empty until it is read.',
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
      description: `What was written about the meeting by either side: the newest ${MAX_MESSAGES} mails, oldest first; null if the key may not read them.`,
    }),
  ),
  conversation_note: Nullable(
    Ours('What the conversation lacks: earlier mails, or a scope of the key; null if it is whole.'),
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
