import {
  Clearable,
  Email,
  Id,
  Name,
  Nullable,
  OneOf,
  Resource,
  Text,
  Timestamp,
  TimeZone,
} from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { FOREIGN_ID_LENGTH } from '../../limits.ts';
import { statuses } from './rules.ts';

const MAX_PARTICIPANTS = 50;
const A_DAY_IN_MINUTES = 24 * 60;

const email = Type.String({ examples: ['ada@example.com'] });
const participantEmails = { examples: ['grace@example.org'] };
const title = { examples: ['Product demo'] };
const purpose = { examples: ['See whether it fits'] };
const description = { examples: ['Grace asked for a demo of the reporting.'] };
const duration = { description: 'How long the meeting takes.', examples: [30] };
const calendarEventId = { description: 'The meeting in the calendar.', examples: ['7k2m9q4v1n'] };

export const MeetingRequest = Resource(
  {
    id: Id('meetingRequest'),
    organizer_email: email,
    participant_emails: Type.Array(Type.String(participantEmails)),
    status: OneOf(statuses),
    title: Nullable(Type.String(title)),
    purpose: Nullable(Type.String(purpose)),
    description: Nullable(Type.String(description)),
    include_introduction: Type.Boolean(),
    duration_minutes: Nullable(Type.Integer(duration)),
    timeframe: Nullable(Resource({ start: Timestamp, end: Timestamp })),
    team_id: Nullable({ ...Id('team'), description: 'The team that it was routed through.' }),
    host_emails: Type.Array(email, {
      description: 'Everybody who takes part on the side of the workspace: the organizer, then stack teams.',
    }),
    calendar_event_id: Nullable(Type.String(calendarEventId)),
    starts_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
    booked_at: Nullable(Timestamp),
    cancelled_at: Nullable({ ...Timestamp, description: 'A time in `booked_at` tells that it was booked.' }),
    paused_at: Nullable({ ...Timestamp, description: 'Null again once it is resumed.' }),
  },
  'MeetingRequest',
);

/** A text that may be left empty, which is the same as none. */
const OptionalName = (example: string) => Clearable({ ...Name(example), minLength: 0 });
const DurationMinutes = Clearable(Type.Integer({ minimum: 1, maximum: A_DAY_IN_MINUTES, ...duration }));
export const TimeframeGiven = Type.Object({ start: Timestamp, end: Timestamp });

export const NewRequest = Type.Object(
  {
    organizer_email: Clearable(
      Email(
        'An active member. Required without a team and with one in manual mode; not with one in pool mode.',
      ),
    ),
    organizer_name: OptionalName('Ada Lovelace'),
    organizer_timezone: Clearable(TimeZone),
    team_id: Clearable(
      Type.String({
        description: 'The team that decides who takes the request.',
        examples: ['team_01K9ZB3V5G8Q4T7M2N6P0R1S3W'],
      }),
    ),
    participant_emails: Clearable(
      Type.Array(Email('Whom to meet.'), {
        minItems: 1,
        maxItems: MAX_PARTICIPANTS,
        description: 'Either this or `participants`.',
      }),
    ),
    participants: Clearable(
      Type.Array(
        Type.Object({
          email: Email('Whom to meet.'),
          name: OptionalName('Grace Hopper'),
          timezone: Clearable(TimeZone),
        }),
        { minItems: 1, maxItems: MAX_PARTICIPANTS, description: 'Either this or `participant_emails`.' },
      ),
    ),
    include_introduction: Type.Optional(Type.Boolean({ default: false })),
    context: Clearable(
      Type.Object({
        title: OptionalName('Product demo'),
        purpose: Clearable(Text(purpose)),
        description: Clearable(Text(description)),
        duration_minutes: DurationMinutes,
        timeframe: Clearable(TimeframeGiven),
      }),
    ),
  },
  {
    examples: [
      {
        team_id: 'team_01K9ZB3V5G8Q4T7M2N6P0R1S3W',
        participants: [{ email: 'grace@example.org', name: 'Grace Hopper', timezone: 'Europe/Berlin' }],
        include_introduction: true,
        context: {
          title: 'Product demo',
          duration_minutes: 30,
          timeframe: { start: '2026-11-16T09:00:00Z', end: '2026-11-20T17:00:00Z' },
        },
      },
    ],
  },
);

export const NewBooking = Type.Object({
  starts_at: Timestamp,
  duration_minutes: DurationMinutes,
  calendar_event_id: Clearable(
    Type.String({
      'x-trimmed': true,
      minLength: 1,
      maxLength: FOREIGN_ID_LENGTH,
      ...calendarEventId,
      description: "The calendar's own id of the meeting; one is made when it is left out.",
    }),
  ),
});
