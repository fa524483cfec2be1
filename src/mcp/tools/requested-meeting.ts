// What request_meeting answers, dry run or not.

import { Message } from '../../features/meetings/messages/shapes.ts';
import { MeetingRequest, ShownOption } from '../../features/meetings/requests/shapes.ts';
import { reasons, turnStatuses } from '../../features/turns/rotation/rules.ts';
import { Id, Nullable, OneOf } from '../../shapes/fields.ts';
import { Type } from '../../shapes/type.ts';
import { OwnText } from '../labels.ts';

const { kind, from, to, subject, text } = Message.properties;
const { starts_at, ends_at } = ShownOption.properties;

const Considered = Type.Object({
  email: Type.String({ description: 'The email of the member.' }),
  name: Nullable(Type.String({ description: 'The name of the member; null if it is not known.' })),
  status: OneOf(
    turnStatuses,
    'Only available members can take the meeting. Unavailable members have no free time for it.',
  ),
  last_turn: Nullable(
    Type.Integer({
      description:
        "The number of the member's last turn in the team; null, if they never had one, sorts before all numbers.",
    }),
  ),
  is_assigned: Type.Boolean({ description: 'Whether this member takes the meeting.' }),
  why: OwnText('Why this member takes the meeting, or why not.'),
});

const Assigned = Type.Object({
  organizer_email: Type.String({ description: 'Who takes the meeting.' }),
  reason: Type.Unsafe<(typeof reasons)[number] | null>({
    type: ['string', 'null'],
    enum: [...reasons, null],
    description: "Why the team's turn goes to this member; null if nobody takes a turn for it.",
  }),
  explanation: OwnText('The reason in a sentence.'),
  considered: Nullable(
    Type.Array(Considered, {
      description:
        'The members of the team that were considered, in the order of joining; only some of them if there are many. Null for a key without teams.read.',
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
    description: 'The full mail as plain text, with [link] in place of each link.',
  },
  introduction_by_model: Type.Boolean({
    description:
      'Whether a language model, chosen by the operator of the service, will word the paragraph that introduces the organizer in the real ' +
      'mail. A dry run does not call it: that paragraph will then differ.',
  }),
});

export const RequestedMeeting = Type.Object({
  dry_run: Type.Boolean({
    description: 'Whether this only shows what would happen: then nothing was changed and nobody was told.',
  }),
  meeting: Type.Object(
    {
      ...MeetingRequest.properties,
      id: Nullable(Id('meetingRequest', 'The id of the meeting; null in a dry run, because there is none.')),
    },
    { description: 'The meeting as it is, or would be once Rota has looked for times.' },
  ),
  assigned: Assigned,
  options: Nullable(
    Type.Array(Type.Object({ starts_at, ends_at }), {
      description:
        'The times that the participants would be offered. Null unless this was a dry run: Rota looks for times right after the call.',
    }),
  ),
  mails: Nullable(
    Type.Array(Mail, {
      description:
        'Every mail that would go out at once, to participants and to the organizer. Null unless this was a dry run.',
    }),
  ),
  note: OwnText('What to know about this answer, and what to call next.'),
});
