import { FOREIGN_ID_LENGTH } from '../../../limits/limits.ts';
import { exampleId } from '../../../shapes/examples.ts';
import {
  At,
  Clearable,
  CreatedAt,
  Email,
  Id,
  Locale,
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
import { Reminders } from '../../workspace/scheduling-settings/shapes.ts';
import { ShownNoShow } from './no-show-shapes.ts';
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
  description: 'Requests to meet somebody from the workspace: who organizes each, and how it stands.',
};
export const path = { id: { kind: 'meetingRequest', what: 'Meeting request' } } as const;

/** Why a request needs attention. */
export const attention = {
  reason: OneOf(attentionReasons, 'Why Rota cannot carry on alone.'),
  since: At('Since when.', '2026-11-20T16:00:00.231Z'),
};

const fields = {
  id: Id('meetingRequest', 'Names the request.'),
  organizer_email: { ...email, description: 'The member responsible for the request.' },
  participant_emails: Type.Array(Type.String(participantEmails), {
    description: 'Whom to meet: people outside the workspace, each once.',
  }),
  status: OneOf(statuses, '`active` until a time is found, then `booked`; `cancelled` is final.'),
  title: Nullable(Type.String(title)),
  purpose: Nullable(Type.String(purpose)),
  description: Nullable(Type.String(description)),
  include_introduction: Type.Boolean(includeIntroduction),
  duration_minutes: Nullable(Type.Integer(duration)),
  reminders: Nullable(
    Reminders(
      'When people are reminded of the meeting once it is booked; null for as its meeting type or the workspace says.',
    ),
  ),
  timeframe: Nullable(
    Resource(timeframe, undefined, 'When the meeting should be; null when nothing was said.'),
  ),
  team_id: Nullable(Id('team', 'The team that it was routed through; null for one without a team.')),
  host_emails: Type.Array(email, {
    description: "All hosts, on the workspace's side of the meeting: the organizer, then stack teams.",
  }),
  calendar_event_id: Nullable(
    Type.String({
      description: 'The id of the meeting in a calendar, given or generated when it was booked; null before.',
      examples: [null],
    }),
  ),
  starts_at: Nullable(
    At(
      'When the meeting begins; null before it is booked. It stays, and stays taken, while another time is being looked for.',
      null,
    ),
  ),
  ends_at: Nullable(At('When the meeting ends; null before it is booked.', null)),
  attention: Nullable(
    Resource(
      attention,
      undefined,
      'Why the request needs attention; null if it does not. Cleared by the next thing that a person does about it.',
    ),
  ),
  no_show: ShownNoShow,
  created_at: CreatedAt('meetingRequest', 'When the request was created.'),
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
  'A meeting to arrange between participants and the members of the workspace.',
);

const ShownParticipant = Resource(
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
    attendance: OneOf(attendances, 'What their calendar replied to the invite.'),
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

const SuggestedParticipant = Resource(
  {
    email: Type.String({ description: 'Their address.', examples: ['alan@example.net'] }),
    name: Nullable(Type.String({ description: 'Null when it is not known.', examples: ['Alan Turing'] })),
  },
  'SuggestedParticipant',
  'Somebody who was suggested, but not asked yet.',
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
      description: 'The addresses of the participants it works for.',
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
      description: 'The participants, in the order given.',
    }),
    suggested_participants: Type.Array(SuggestedParticipant, {
      description:
        'Other people named in the mail that asked for the meeting. They were sent nothing; they can be added as participants.',
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
      locale: Clearable({
        ...Locale,
        description:
          'The language that the person reads. Without one, or with one that there are no messages in, it is that of the workspace.',
      }),
    }),
    { minItems: 1, maxItems: MAX_PARTICIPANTS, description },
  );

export const NewParticipants = Type.Object({ participants: GivenParticipants('The people to add.') });

export const NewMeetingRequest = Type.Object(
  {
    organizer_email: Clearable(
      Email(
        'An active member. Required without a team and with one in manual mode; not with one in pool mode.',
      ),
    ),
    organizer_name: OptionalName(
      'Ada Lovelace',
      "The name that participants see, where it differs from the member's.",
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
      GivenParticipants(
        'Whom to meet, with names, time zones and languages: either this or `participant_emails`.',
      ),
    ),
    include_introduction: Type.Optional(Type.Boolean({ default: false, ...includeIntroduction })),
    notify_participants: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether Rota sends mail about the request. With `false` it writes to nobody, and the caller passes on the links.',
        examples: [true],
      }),
    ),
    reminders: Clearable(
      Reminders(
        'When people are reminded of the meeting once it is booked. Without it, as its meeting type or the workspace says.',
      ),
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
        participants: [
          { email: 'grace@example.org', name: 'Grace Hopper', timezone: 'Europe/Berlin', locale: 'de-DE' },
        ],
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
    "How long the meeting takes, in minutes. Default: the request's duration, or else the workspace's usual one.",
  ),
  calendar_event_id: Clearable(
    Type.String({
      'x-trimmed': true,
      minLength: 1,
      maxLength: FOREIGN_ID_LENGTH,
      description:
        "The calendar's own id of the meeting; generated if left out. A meeting that is booked again keeps its id.",
      examples: ['7k2m9q4v1n'],
    }),
  ),
  force,
});

export const Rescheduling = Type.Object({
  starts_at: Clearable(
    At(
      'When the meeting now begins. Without it, Rota looks for another time, and the present one stays taken meanwhile.',
      '2026-11-19T15:30:00Z',
    ),
  ),
  duration_minutes: DurationMinutes(
    'How long it now takes, in minutes, if that changes; only with `starts_at`.',
  ),
  force,
});

export const Cancellation = Type.Object({
  notify: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether to tell the participants by mail. The hosts of a booked request are always told; for a request with `notify_participants: false`, nobody is.',
    }),
  ),
  return_turn: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether the member who took the turn for it goes back to the front of the queue.',
      examples: [false],
    }),
  ),
});

export const NewOrganizer = Type.Object({
  organizer_email: Email('Another active member.', 'ben@example.com'),
});
