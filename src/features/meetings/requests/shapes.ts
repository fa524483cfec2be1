import { FOREIGN_ID_LENGTH } from '../../../limits/limits.ts';
import { exampleId } from '../../../shapes/examples.ts';
import {
  At,
  Clearable,
  CreatedAt,
  Email,
  Id,
  Name,
  Nullable,
  OneOf,
  Resource,
  Text,
  TimeZone,
} from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { MAX_MEETING_MINUTES } from '../../calendar/bookings/rules.ts';
import { optionStatuses } from '../../calendar/options/rules.ts';
import { Days, PartsOfDay, wishBounds } from '../../calendar/options/shapes.ts';
import { attentionReasons } from '../../events/events/event-types.ts';
import { attendances, MAX_PARTICIPANTS, responses, statuses } from './rules.ts';

const email = Type.String({ examples: ['ada@example.com'] });
const participantEmails = { examples: ['grace@example.org'] };
const title = {
  description: 'What the meeting is called; null when nothing was said.',
  examples: ['Product demo'],
};
const purpose = {
  description: 'What it is for; null when nothing was said.',
  examples: ['See whether it fits'],
};
const description = {
  description: 'Whatever else the organizer should know; null when nothing was said.',
  examples: ['Grace asked for a demo of the reporting.'],
};
const duration = {
  description: 'How long the meeting takes, in minutes; null when nothing was said.',
  examples: [30],
};
const timeframe = {
  start: At('Not before this time.', '2026-11-17T08:00:00.000Z'),
  end: At('Not after this time; later than `start`.', '2026-11-20T17:00:00.000Z'),
};
const includeIntroduction = {
  description: 'Whether the first message to the participants introduces the organizer.',
};

export const group = {
  name: 'Meeting requests',
  description:
    'Participants want to meet somebody from the workspace: who organizes it, and what became of it.',
};
export const path = { id: { kind: 'meetingRequest', what: 'Meeting request' } } as const;

/** Why a request needs attention. */
export const attention = {
  reason: OneOf(attentionReasons, 'Why Rota can not go on by itself.'),
  since: At('Since when.', '2026-11-20T16:00:00.231Z'),
};

const fields = {
  id: Id('meetingRequest', 'Names the request.'),
  organizer_email: { ...email, description: 'The member who answers for the request.' },
  participant_emails: Type.Array(Type.String(participantEmails), {
    description: 'Whom to meet: people outside the workspace, each once.',
  }),
  status: OneOf(statuses, '`active` until a time is found, `booked` then; `cancelled` is the end.'),
  title: Nullable(Type.String(title)),
  purpose: Nullable(Type.String(purpose)),
  description: Nullable(Type.String(description)),
  include_introduction: Type.Boolean(includeIntroduction),
  duration_minutes: Nullable(Type.Integer(duration)),
  timeframe: Nullable(
    Resource(timeframe, undefined, 'When the meeting should be; null when nothing was said.'),
  ),
  team_id: Nullable(Id('team', 'The team that it was routed through; null for one without a team.')),
  host_emails: Type.Array(email, {
    description: 'Everybody who takes part on the side of the workspace: the organizer, then stack teams.',
  }),
  calendar_event_id: Nullable(
    Type.String({
      description:
        'The id of the meeting in a calendar, as it was given or made up when it was booked; null before.',
      examples: [null],
    }),
  ),
  starts_at: Nullable(
    At(
      'When the meeting begins; null before it is booked. It stays while another time is looked for: until then, this one is taken.',
      null,
    ),
  ),
  ends_at: Nullable(At('When the meeting ends; null before it is booked.', null)),
  attention: Nullable(
    Resource(
      attention,
      undefined,
      'Why a person must look at the request; null while nobody must. Cleared by the next thing that a person does about it.',
    ),
  ),
  created_at: CreatedAt('meetingRequest', 'When the request was made.'),
  updated_at: At('When anything about it last changed.'),
  booked_at: Nullable(
    At('When it was booked; null before. It stays when a booked request is cancelled.', null),
  ),
  cancelled_at: Nullable(At('When it was cancelled; null otherwise.', null)),
  paused_at: Nullable(
    At('Since when it is paused; null otherwise. It stays when a paused request is cancelled.', null),
  ),
};

export const MeetingRequest = Resource(
  fields,
  'MeetingRequest',
  'The request of participants to meet somebody from the workspace.',
);

const ShownParticipant = Resource(
  {
    email: Type.String({ ...participantEmails, description: 'Where messages to them go.' }),
    name: Nullable(Type.String({ description: 'Null when it is not known.', examples: ['Grace Hopper'] })),
    timezone: Nullable(Type.String({ description: 'Null when it is not known.', examples: [null] })),
    response: OneOf(
      responses,
      'To what is offered: `none` so far, `chosen` with at least one option that works, `declined` when none does.',
    ),
    responded_at: Nullable(At('When they answered; null before.', null)),
    comment: Nullable(
      Type.String({
        description:
          'What they said with their last answer, also if other times were offered since; null for nothing.',
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
        'When they would like to meet, on their own clock, as they said with their last answer; null for no wishes. Dates and hours are ' +
          'there if they said any.',
      ),
    ),
    attendance: OneOf(attendances, 'What their calendar has said to the invite.'),
    opted_out: Type.Boolean({
      description:
        'Whether they asked the workspace not to write to them any more. Invites and changes of a booked meeting are sent all the same.',
      examples: [false],
    }),
    booking_url: Nullable(
      Type.String({
        description:
          'Their own page of the request. Whoever has the link can answer for them, so it is null for keys without the scope ' +
          '`meeting_requests.write`.',
        examples: ['https://rota.example.com/m/01kbq1r5bw1qr2zt5v8n3m7x4c00f2j6k9w3e8t5q1z7y4h0d6s2nv'],
      }),
    ),
  },
  'Participant',
  'Somebody whom the request is about, with the answer to what is offered.',
);

const SuggestedParticipant = Resource(
  {
    email: Type.String({ description: 'Their address.', examples: ['alan@example.net'] }),
    name: Nullable(Type.String({ description: 'Null when it is not known.', examples: ['Alan Turing'] })),
  },
  'SuggestedParticipant',
  'Somebody who is not asked yet.',
);

export const ShownOption = Resource(
  {
    id: Id('option', 'Names the option.'),
    starts_at: At('When the meeting would begin.', '2026-11-18T14:00:00.000Z'),
    ends_at: At('When it would end.', '2026-11-18T14:30:00.000Z'),
    round: Type.Integer({ description: 'In which round it was offered: 1 is the first.', examples: [1] }),
    status: OneOf(
      optionStatuses,
      '`offered` can be chosen; `withdrawn` not any more; `chosen` is the time of the meeting.',
    ),
    accepted_by: Type.Array(Type.String(participantEmails), {
      description: 'The participants whom it works for, by their addresses.',
      examples: [[]],
    }),
  },
  'Option',
  'A time that was offered to the participants.',
);

export const ShownMeetingRequest = Resource(
  {
    ...fields,
    participants: Type.Array(ShownParticipant, {
      description: 'The participants, in the order in which they were given.',
    }),
    suggested_participants: Type.Array(SuggestedParticipant, {
      description:
        'Whom the mail of somebody outside named besides its author. Nothing was written to them; they can be added as participants.',
      examples: [[]],
    }),
    options: Type.Array(ShownOption, {
      description:
        'The times that were offered, in order of round and time. Of more than 200, the oldest that were withdrawn are left out.',
    }),
  },
  'ShownMeetingRequest',
  'A meeting request with what was offered for it and answered.',
);

/** An empty text counts as none. */
const OptionalName = (example: string, description: string) =>
  Clearable({ ...Name(example, description), minLength: 0 });
const DurationMinutes = (description: string) =>
  Clearable(Type.Integer({ minimum: 1, maximum: MAX_MEETING_MINUTES, ...duration, description }));
const TimeframeGiven = Type.Object(timeframe, { description: 'When the meeting should be.' });

const GivenParticipants = (description: string) =>
  Type.Array(
    Type.Object({
      email: Email('Whom to meet.', 'grace@example.org'),
      name: OptionalName('Grace Hopper', 'What the person is called.'),
      timezone: Clearable({ ...TimeZone, description: 'Where the person is, as in the IANA list.' }),
    }),
    { minItems: 1, maxItems: MAX_PARTICIPANTS, description },
  );

export const NewParticipants = Type.Object({ participants: GivenParticipants('Who else is to take part.') });

export const NewMeetingRequest = Type.Object(
  {
    organizer_email: Clearable(
      Email(
        'An active member. Required without a team and with one in manual mode; not with one in pool mode.',
      ),
    ),
    organizer_name: OptionalName(
      'Ada Lovelace',
      'What the participants are to see, where it differs from the member.',
    ),
    organizer_timezone: Clearable({
      ...TimeZone,
      description: 'The time zone of the organizer, as in the IANA list.',
    }),
    team_id: Clearable(
      Type.String({
        description: 'The team that decides who takes the request.',
        examples: [exampleId('team')],
      }),
    ),
    participant_emails: Clearable(
      Type.Array(Email('Whom to meet.', 'grace@example.org'), {
        minItems: 1,
        maxItems: MAX_PARTICIPANTS,
        description: 'Whom to meet, by address alone: either this or `participants`.',
      }),
    ),
    participants: Clearable(
      GivenParticipants('Whom to meet, with names and time zones: either this or `participant_emails`.'),
    ),
    include_introduction: Type.Optional(Type.Boolean({ default: false, ...includeIntroduction })),
    notify_participants: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether Rota writes mail about the request. With `false` it writes to nobody, and the caller hands out the links.',
        examples: [true],
      }),
    ),
    context: Clearable(
      Type.Object(
        {
          title: OptionalName('Product demo', 'What the meeting is called.'),
          purpose: Clearable(Text({ ...purpose, description: 'What it is for.' })),
          description: Clearable(
            Text({ ...description, description: 'Whatever else the organizer should know.' }),
          ),
          duration_minutes: DurationMinutes('How long the meeting takes, in minutes.'),
          timeframe: Clearable(TimeframeGiven),
        },
        { description: 'What the meeting is about.' },
      ),
    ),
  },
  {
    examples: [
      {
        team_id: exampleId('team'),
        participants: [{ email: 'grace@example.org', name: 'Grace Hopper', timezone: 'Europe/Berlin' }],
        include_introduction: true,
        context: {
          title: 'Product demo',
          purpose: 'See whether it fits',
          description: 'Grace asked for a demo of the reporting.',
          duration_minutes: 30,
          timeframe: { start: '2026-11-17T08:00:00Z', end: '2026-11-20T17:00:00Z' },
        },
      },
    ],
  },
);

const force = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Whether to take the time even if a host has another booking then.',
    examples: [false],
  }),
);

export const NewBooking = Type.Object({
  starts_at: At('When the meeting begins.', '2026-11-18T14:00:00Z'),
  duration_minutes: DurationMinutes(
    'How long the meeting takes, in minutes. Without it, what was said before counts, or what is usual in the workspace.',
  ),
  calendar_event_id: Clearable(
    Type.String({
      'x-trimmed': true,
      minLength: 1,
      maxLength: FOREIGN_ID_LENGTH,
      description:
        "The calendar's own id of the meeting; one is made when it is left out. A meeting that is booked anew keeps the one that it has.",
      examples: ['7k2m9q4v1n'],
    }),
  ),
  force,
});

export const Rescheduling = Type.Object({
  starts_at: Clearable(
    At(
      'When the meeting begins from now on. Without it, another time is looked for, and the present one stays taken meanwhile.',
      '2026-11-19T15:30:00Z',
    ),
  ),
  duration_minutes: DurationMinutes(
    'How long it takes from now on, in minutes, if that changes; only with `starts_at`.',
  ),
  force,
});

export const Cancellation = Type.Object({
  notify: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether the participants are told, by mail. The hosts of a booked request are told in any case; nobody is, for a request with `notify_participants: false`.',
    }),
  ),
  return_turn: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether whoever got the turn for it comes first in the team again.',
      examples: [false],
    }),
  ),
});

export const NewOrganizer = Type.Object({
  organizer_email: Email('Another active member.', 'ben@example.com'),
});
