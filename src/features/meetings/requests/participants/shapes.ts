import {
  At,
  Clearable,
  Email,
  Locale,
  Name,
  Nullable,
  OneOf,
  Resource,
  TimeZone,
} from '../../../../shapes/fields.ts';
import { Type } from '../../../../shapes/type.ts';
import { PHONE_NUMBER_LENGTH } from '../../../../text/phone-numbers.ts';
import { Days, PartsOfDay, wishBounds } from '../../../calendar/options/shapes.ts';
import type { AnswerValue } from '../../meeting-types/questions.ts';
import { attendances, MAX_PARTICIPANTS, responses } from '../rules.ts';

const participantEmails = { examples: ['grace@example.org'] };

/** The shape of what was answered; the questions decide on the values. */
const answers = { type: 'object', additionalProperties: true };

export const ShownParticipant = Resource(
  {
    email: Type.String({ ...participantEmails, description: 'Where messages to them go.' }),
    name: Nullable(Type.String({ description: 'Null when it is not known.', examples: ['Grace Hopper'] })),
    timezone: Nullable(Type.String({ description: 'Null when it is not known.', examples: [null] })),
    locale: Nullable(
      Type.String({
        description:
          'The language that they are written to in, as they chose it or as it was given; null for that of the workspace.',
        examples: [null],
      }),
    ),
    phone_number: Nullable(
      Type.String({
        description: 'Where a host calls them, as E.164; null when it is not known.',
        examples: [null],
      }),
    ),
    response: OneOf(
      responses,
      'To what is offered: `none` so far, `chosen` with at least one option that works, `declined` when none does.',
    ),
    responded_at: Nullable(At('When they answered; null before.', null)),
    comment: Nullable(
      Type.String({
        description:
          'What they wrote with their last answer, even if other times were offered since; null for nothing.',
        examples: [null],
      }),
    ),
    wishes: Nullable(
      Resource(
        {
          days: Days('The days that would suit; none for any.'),
          parts_of_day: PartsOfDay('The parts of the day that would suit; none for any.'),
          earliest_date: Type.Optional(wishBounds.earliest_date),
          latest_date: Type.Optional(wishBounds.latest_date),
          earliest_time: Type.Optional(wishBounds.earliest_time),
          latest_time: Type.Optional(wishBounds.latest_time),
          except_dates: Type.Optional(wishBounds.except_dates),
        },
        undefined,
        'When they would like to meet, on their own clock, according to their last answer; null for no wishes. Dates and hours are ' +
          'included if they gave any.',
      ),
    ),
    answers: Type.Unsafe<Record<string, AnswerValue>>({
      ...answers,
      description: 'What they answered to the questions of the meeting type, by key; empty for nothing.',
      examples: [{}],
    }),
    attendance: OneOf(
      attendances,
      'What their calendar replied to the invite. `accepted` from the start for those who chose the time themselves.',
    ),
    opted_out: Type.Boolean({
      description:
        'Whether they asked the workspace not to write to them any more. Invites and changes of a booked meeting are sent all the same.',
      examples: [false],
    }),
    booking_url: Nullable(
      Type.String({
        description:
          'Their own page of the request. Anybody with the link can answer for them, so it is null for keys without the scope ' +
          '`meeting_requests.write`.',
        examples: ['https://rota.example.com/m/01kbq1r5bw1qr2zt5v8n3m7x4c00f2j6k9w3e8t5q1z7y4h0d6s2nv'],
      }),
    ),
  },
  'Participant',
  'Somebody whom the request is for, with their answer to the offered times.',
);

export const SuggestedParticipant = Resource(
  {
    email: Type.String({ description: 'Their address.', examples: ['alan@example.net'] }),
    name: Nullable(Type.String({ description: 'Null when it is not known.', examples: ['Alan Turing'] })),
  },
  'SuggestedParticipant',
  'Somebody who was suggested, but not asked yet.',
);

/** An empty text counts as none. */
export const OptionalName = (example: string, description: string) =>
  Clearable({ ...Name(example, description), minLength: 0 });
export const GivenParticipants = (description: string) =>
  Type.Array(
    Type.Object({
      email: Email('Whom to meet.', 'grace@example.org'),
      name: OptionalName('Grace Hopper', 'What the person is called.'),
      timezone: Clearable({ ...TimeZone, description: 'Where the person is, as in the IANA list.' }),
      locale: Clearable({
        ...Locale,
        description:
          'The language that the person reads. Without one, or with one that there are no messages in, it is that of the workspace.',
      }),
      answers: Type.Optional(
        Type.Unsafe<Record<string, unknown> | null>({
          ...answers,
          type: ['object', 'null'],
          description:
            'Answers to the questions of the meeting type, by key: text, a number, `true` for a checkbox, a list for several choices. None is required here.',
          examples: [{ company: 'Acme' }],
        }),
      ),
      phone_number: Clearable(
        Type.String({
          maxLength: PHONE_NUMBER_LENGTH,
          description: 'Where a host can call the person, with the country code.',
          examples: ['+442079460018'],
        }),
      ),
    }),
    { minItems: 1, maxItems: MAX_PARTICIPANTS, description },
  );

export const NewParticipants = Type.Object({ participants: GivenParticipants('The people to add.') });
