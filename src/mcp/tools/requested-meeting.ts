// What request_meeting answers, dry run or not.

import { Message } from '../../features/meetings/messages/shapes.ts';
import { MeetingRequest, ShownOption } from '../../features/meetings/requests/shapes.ts';
import { reasons, turnStatuses } from '../../features/turns/rotation/rules.ts';
import { Id, Nullable, OneOf } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { Ours } from '../labels.ts';

const { kind, from, to, subject, text } = Message.properties;
const { starts_at, ends_at } = ShownOption.properties;

const Considered = Type.Object({
  email: Type.String({ description: 'The email of the member.' }),
  name: Nullable(Type.String({ description: 'The name of the member; null when it is not known.' })),
  status: OneOf(
    turnStatuses,
    'Only who is available can take it. Who is unavailable has no time for this meeting.',
  ),
  last_turn: Nullable(
    Type.Integer({
      description: "The number of the team's turn that the member took last; null comes before all numbers.",
    }),
  ),
  is_assigned: Type.Boolean({ description: 'Whether the meeting falls on this member.' }),
  why: Ours('Why the meeting falls on this member, or why not.'),
});

const Assigned = Type.Object({
  organizer_email: Type.String({ description: 'Who takes the meeting.' }),
  reason: Type.Unsafe<(typeof reasons)[number] | null>({
    type: ['string', 'null'],
    enum: [...reasons, null],
    description: "Why the team's turn falls on this member; null when nobody takes a turn for it.",
  }),
  explanation: Ours('The reason in a sentence.'),
  considered: Nullable(
    Type.Array(Considered, {
      description:
        'Who of the team was considered, in the order of joining; of many, some. Null for a key without teams.read.',
    }),
  ),
  considered_total: Type.Integer({ description: 'How many were considered.' }),
});

const Mail = Type.Object({
  kind,
  from,
  to,
  subject,
  text: {
    ...text,
    description: 'The whole mail as plain text. Links are left out: [link] stands for each.',
  },
  introduction_by_model: Type.Boolean({
    description:
      'Whether a language model of whoever runs the service words the paragraph that introduces the organizer when the mail is really ' +
      'written. A dry run does not ask it: then that paragraph will differ.',
  }),
});

export const RequestedMeeting = Type.Object({
  dry_run: Type.Boolean({
    description: 'Whether this is only what would happen: then nothing was written and nobody was told.',
  }),
  meeting: Type.Object(
    {
      ...MeetingRequest.properties,
      id: Nullable(Id('meetingRequest', 'Names the meeting; null in a dry run, because there is none.')),
    },
    { description: 'The meeting as it is, or would be once Rota has looked for times.' },
  ),
  assigned: Assigned,
  options: Nullable(
    Type.Array(Type.Object({ starts_at, ends_at }), {
      description:
        'The times that the participants would be offered. Null when it was no dry run: Rota looks for them right after.',
    }),
  ),
  mails: Nullable(
    Type.Array(Mail, {
      description:
        'Every mail that would be written at once, to participants and to the organizer. Null when it was no dry run.',
    }),
  ),
  note: Ours('What to know about this answer, and what to call next.'),
});
