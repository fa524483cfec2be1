import { messageKinds } from '../../../mail-out/drafts.ts';
import { At, CreatedAt, Id, Nullable, OneOf, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { directions, statuses, understandings } from './rules.ts';

/** A chapter of the API description. */
export const messageGroup = {
  name: 'Messages',
  description:
    'What Rota has written to participants and members, what they have written to it, and what became of each mail.',
};

const exampleText = `Hello Grace Hopper,

I am writing for Ada Lovelace to find a time for your meeting.

What: Product demo
Length: 30 minutes
Time zone: Central European Standard Time, Berlin

Which of these times suits you?

1. Tuesday, 17 November 2026, 14:00–14:30
2. Wednesday, 18 November 2026, 09:30–10:00
`;

export const Message = Resource(
  {
    id: Id(
      'message',
      'Names the message. If Rota wrote it, it is also the first part of its `Message-ID`, the same on every attempt.',
    ),
    meeting_request_id: Nullable(
      Id('meetingRequest', 'The request that it is about; null for one about something else.'),
    ),
    direction: { ...OneOf(directions, '`out`: written by Rota. `in`: it came in.'), examples: ['out'] },
    kind: OneOf(
      messageKinds,
      'What it is for. To participants: `options` asks them to pick a time, `follow_up` asks again. To everybody who takes part: `booked`, ' +
        '`rescheduled`, `cancelled`. To the organizer: `assigned`, `attention`. To a member: `calendar_failing`, `calendar_disconnected`. To admins: `endpoint_disabled`, `keys_expiring`, `seats_nearly_full`, `outsiders_limited`. To whoever ' +
        'asked for a time with a booking link: `confirmation`. To a member who wants to sign in to the console: `sign_in`. To somebody who was added to the workspace: `invitation`. To an admin who tries whether mail goes out: `test`. What comes in: `request` asks for a meeting, ' +
        '`reply` answers a message, `calendar_reply` is what a calendar answers to an invite, `bounce` reports that a message was not delivered.',
    ),
    from: Type.String({
      description:
        'The sender: name and address. For an incoming message, as it claims; what Rota does with it depends on whether that is proven.',
      examples: ['"Ada Lovelace (Acme)" <sales.acme@rota.localhost>'],
    }),
    to: Type.String({
      description: "The recipient's address. For an incoming message, one of ours.",
      examples: ['grace@example.org'],
    }),
    subject: Type.String({
      description: 'Its subject line.',
      examples: ['Product demo with Ada Lovelace (Acme): pick a time'],
    }),
    text: Type.String({
      description:
        'What it says, as plain text, with its links. Whoever has a link can answer for the participant: for keys without the scope ' +
        '`meeting_requests.write`, `[link]` stands in its place. The link of a `sign_in` or an `invitation` is in the mail alone. Of one that came in, empty until it is read, and of one ' +
        'that was ignored, the first 5,000 characters.',
      examples: [exampleText],
    }),
    status: {
      ...OneOf(
        statuses,
        '`queued` until it is sent, also between two attempts. `sent`: the mail server has taken it. `kept`: no mail server is set, nothing ' +
          'has left. `failed`: refused for good, or the attempts are used up. `received`: it came in. `ignored`: it came in, and nothing was done about it.',
      ),
      examples: ['sent'],
    },
    understood_as: Nullable(
      Type.String({
        description:
          `What an incoming message was understood as: ${understandings.map((name) => `\`${name}\``).join(', ')}. An \`unclear\` one is passed on to ` +
          'the organizer. Null for an outgoing message, before it is read, and if it was ignored.',
        examples: [null],
      }),
    ),
    rule: Nullable(
      Type.String({
        description: 'The rule by which it was understood; null if none was needed.',
        examples: [null],
      }),
    ),
    ignored_because: Nullable(
      Type.String({
        description: 'Why an incoming message was ignored; null unless it is `ignored`.',
        examples: [null],
      }),
    ),
    attempts: Type.Integer({
      description:
        'How many attempts have been made to send it, of 9, since it was queued or sent again; 1 again once the mail server is back after it was away; 0 for one that is kept, or came in.',
      examples: [1],
    }),
    last_error: Nullable(
      Type.String({
        description:
          'Why the last attempt did not work, such as what the mail server said; null if it did, and before the first.',
        examples: [null],
      }),
    ),
    created_at: CreatedAt(
      'message',
      'When it was written, in the transaction of its cause; or when it came in.',
    ),
    sent_at: Nullable(At('When the mail server has taken it; null otherwise.', '2026-11-16T09:30:00.804Z')),
  },
  'Message',
  'One mail, and what became of it.',
);
