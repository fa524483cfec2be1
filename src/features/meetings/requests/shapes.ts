import { FOREIGN_ID_LENGTH } from '../../../limits/limits.ts';
import { exampleId } from '../../../shapes/examples.ts';
import {
  At,
  Clearable,
  CreatedAt,
  Email,
  Id,
  Nullable,
  OneOf,
  Resource,
  Text,
  TimeZone,
} from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { MAX_MEETING_MINUTES } from '../../calendar/bookings/rules.ts';
import { optionStatuses } from '../../calendar/options/rules.ts';
import { attentionReasons } from '../../events/events/event-types.ts';
import { LocationInput, ShownLocation, ShownPlace } from '../../workspace/locations/shapes.ts';
import { Reminders } from '../../workspace/scheduling-settings/shapes.ts';
import { ShownNoShow } from './no-show-shapes.ts';
import {
  GivenParticipants,
  OptionalName,
  ShownParticipant,
  SuggestedParticipant,
} from './participants/shapes.ts';
import { MAX_PARTICIPANTS, statuses } from './rules.ts';

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
  description:
    'More about it, for everybody in the meeting: it is in the invitation. What somebody outside wrote is for the hosts alone. Null when ' +
    'nothing was said.',
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
      'When people are reminded of the meeting once it is booked; null for those of its meeting type or of the workspace.',
    ),
  ),
  timeframe: Nullable(
    Resource(timeframe, undefined, 'When the meeting should be; null when nothing was said.'),
  ),
  team_id: Nullable(Id('team', 'The team that it was routed through; null for one without a team.')),
  meeting_type_id: Nullable({
    ...Id('meetingType', 'Its meeting type, even if that was deleted since; null for one without a type.'),
    examples: [null],
  }),
  host_emails: Type.Array(email, {
    description: "All hosts, on the workspace's side of the meeting: the organizer, then stack teams.",
  }),
  location: ShownLocation(
    'Where the meeting should be, if the request itself says so; null for what its meeting type, its team or the workspace says.',
  ),
  place: ShownPlace('Where the meeting is; null before it is booked, and without a location.'),
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

const CalendarChange = Resource(
  {
    host_email: Type.String({
      description: 'The host whose calendar it is.',
      examples: ['ada@example.com'],
    }),
    change: OneOf(['moved', 'deleted'], 'Whether the event was moved in the calendar, or deleted.'),
    starts_at: Nullable(At('When it begins there now; null if it was deleted.', '2026-11-26T14:00:00.000Z')),
    ends_at: Nullable(At('When it ends there now; null if it was deleted.', '2026-11-26T14:30:00.000Z')),
  },
  'CalendarChange',
  'What became of the event of a meeting in the calendar of a host.',
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
    calendar_changes: Type.Array(CalendarChange, {
      description:
        'What hosts did to the event of an upcoming meeting in a connected Google or Microsoft calendar, until somebody decides what to do. The meeting is still booked as it was.',
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

const DurationMinutes = (description: string) =>
  Clearable(Type.Integer({ minimum: 1, maximum: MAX_MEETING_MINUTES, ...duration, description }));
const TimeframeGiven = Type.Object(timeframe, { description: 'When the meeting should be.' });

export const NewMeetingRequest = Type.Object(
  {
    organizer_email: Clearable(
      Email(
        'An active member. Required without a team and with one in manual mode; not with one in pool mode, unless the meeting type lets guests choose the host.',
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
    meeting_type_id: Clearable(
      Type.String({
        description:
          'The meeting type: its team or member takes the request, unless the same is given. Its name as the title, its duration and its limits count where nothing else is said.',
        examples: [null],
      }),
    ),
    starts_at: Clearable(
      At(
        'Books this time at once, if the hosts are free then by the same rules as on a public page; else the request is refused, and nothing is made.',
        null,
      ),
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
    location: LocationInput(
      'Where the meeting should be. Without it, what its meeting type says, else its team, else the workspace.',
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
        'When people are reminded of the meeting once it is booked. Without it, those of its meeting type or of the workspace count.',
      ),
    ),
    context: Clearable(
      Type.Object(
        {
          title: OptionalName('Product demo', 'What the meeting is called.'),
          purpose: Clearable(Text({ ...purpose, description: 'What it is for.' })),
          description: Clearable(
            Text({
              ...description,
              description: 'More about it, for everybody in the meeting: it is in the invitation.',
            }),
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

export const RequestChange = Type.Object({
  location: LocationInput(
    'Where the meeting should be; null for what its meeting type says, else its team, else the workspace. Everybody in a booked meeting gets an update.',
  ),
});

export const NewOrganizer = Type.Object({
  organizer_email: Email('Another active member.', 'ben@example.com'),
});
