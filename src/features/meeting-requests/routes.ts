import { choiceQuery, pageQuery, textQuery, timestampQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import {
  Clearable,
  Email,
  Id,
  Many,
  Name,
  Nullable,
  One,
  OneOf,
  Resource,
  Text,
  Timestamp,
  TimeZone,
} from '../../http/shapes.ts';
import { type Static, Type } from '../../http/type.ts';
import { FOREIGN_ID_LENGTH } from '../../limits.ts';
import { readTimestamp } from '../../timestamps.ts';
import {
  bookRequest,
  cancelRequest,
  changeOrganizer,
  createRequest,
  followUp,
  getRequest,
  listRequests,
  pauseRequest,
  resumeRequest,
} from './operations.ts';
import { statuses, type Timeframe } from './rules.ts';

const MAX_PARTICIPANTS = 50;
const A_DAY_IN_MINUTES = 24 * 60;

const email = Type.String({ examples: ['ada@example.com'] });
const participantEmails = { examples: ['grace@example.org'] };
const title = { examples: ['Product demo'] };
const purpose = { examples: ['See whether it fits'] };
const description = { examples: ['Grace asked for a demo of the reporting.'] };
const duration = { description: 'How long the meeting takes.', examples: [30] };
const calendarEventId = { description: 'The meeting in the calendar.', examples: ['7k2m9q4v1n'] };

const MeetingRequest = Resource(
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
const TimeframeGiven = Type.Object({ start: Timestamp, end: Timestamp });

const NewRequest = Type.Object({
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
});

const group = 'Meeting requests';
const url = '/api/v1/meeting_requests';
const scope = 'meeting_requests.write';
const path = { id: { kind: 'meetingRequest', what: 'Meeting request' } } as const;
const answer = { status: 200, description: 'The request as it is now.', shape: One(MeetingRequest) } as const;

export const meetingRequestRoutes: Route[] = [
  route({
    method: 'GET',
    url,
    scope: 'meeting_requests.read',
    operation: 'listMeetingRequests',
    group,
    summary: 'List meeting requests',
    query: {
      ...pageQuery('meetingRequest'),
      status: choiceQuery(statuses, 'Only requests in this state.'),
      organizer_email: textQuery('Only those of this organizer, whatever its upper and lower case.'),
      participant_email: textQuery('Only those with this participant, whatever its upper and lower case.'),
      team_id: textQuery('Only those that were routed through this team.'),
      created_after: timestampQuery('Only those made at this time or later.'),
      created_before: timestampQuery('Only those made at this time or earlier.'),
    },
    answer: { status: 200, description: 'A page of requests.', shape: Many(MeetingRequest) },
    handle: (context, { query }) =>
      listRequests(
        context,
        {
          status: query.status,
          organizerEmail: query.organizer_email,
          participantEmail: query.participant_email,
          teamId: query.team_id,
          createdFrom: query.created_after,
          createdUntil: query.created_before,
        },
        query,
      ),
  }),
  route({
    method: 'GET',
    url: `${url}/:id`,
    scope: 'meeting_requests.read',
    operation: 'getMeetingRequest',
    group,
    summary: 'Read a meeting request',
    path,
    answer: { ...answer, description: 'The request.' },
    handle: async (context, input) => ({ data: await getRequest(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url,
    scope,
    operation: 'createMeetingRequest',
    group,
    summary: 'Ask for a meeting, with a member or through a team',
    body: NewRequest,
    answer: { ...answer, status: 202, description: 'The request, with whoever organizes it.' },
    refusals: { validation_error: 'The team has no member who could take the turn' },
    handle: async (context, { body }) => ({
      data: await createRequest(context, {
        organizerEmail: body.organizer_email ?? null,
        organizerName: body.organizer_name || null,
        organizerTimezone: body.organizer_timezone ?? null,
        teamId: body.team_id ?? null,
        participantEmails: body.participant_emails ?? null,
        participants:
          body.participants?.map(({ email, name, timezone }) => ({
            email,
            name: name || null,
            timezone: timezone ?? null,
          })) ?? null,
        includeIntroduction: body.include_introduction ?? false,
        title: body.context?.title || null,
        purpose: body.context?.purpose ?? null,
        description: body.context?.description ?? null,
        durationMinutes: body.context?.duration_minutes ?? null,
        timeframe: readTimeframe(body.context?.timeframe),
      }),
    }),
  }),
  route({
    method: 'POST',
    url: `${url}/:id/book`,
    scope,
    operation: 'bookMeetingRequest',
    group,
    summary: 'Book an active request: a time was found',
    path,
    body: Type.Object({
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
    }),
    answer,
    handle: async (context, { path: { id }, body }) => ({
      data: await bookRequest(context, id, {
        startsAt: readTimestamp(body.starts_at) as number,
        durationMinutes: body.duration_minutes ?? null,
        calendarEventId: body.calendar_event_id ?? null,
      }),
    }),
  }),
  route({
    method: 'POST',
    url: `${url}/:id/cancel`,
    scope,
    operation: 'cancelMeetingRequest',
    group,
    summary: 'Cancel a request, booked or not',
    path,
    body: Type.Object({
      notify: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether the participants are to be told.' }),
      ),
    }),
    answer,
    handle: async (context, { path: { id }, body }) => ({
      data: await cancelRequest(context, id, { notify: body.notify ?? false }),
    }),
  }),
  route({
    method: 'POST',
    url: `${url}/:id/pause`,
    scope,
    operation: 'pauseMeetingRequest',
    group,
    summary: 'Pause an active request',
    path,
    answer,
    handle: async (context, input) => ({ data: await pauseRequest(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: `${url}/:id/resume`,
    scope,
    operation: 'resumeMeetingRequest',
    group,
    summary: 'Resume a paused request',
    path,
    answer,
    handle: async (context, input) => ({ data: await resumeRequest(context, input.path.id) }),
  }),
  route({
    method: 'POST',
    url: `${url}/:id/change_organizer`,
    scope,
    operation: 'changeMeetingRequestOrganizer',
    group,
    summary: 'Give an active or paused request to another organizer',
    path,
    body: Type.Object({ organizer_email: Email('Another active member.') }),
    answer,
    refusals: { validation_error: 'organizer_email is not an active member of this workspace' },
    handle: async (context, { path: { id }, body }) => ({
      data: await changeOrganizer(context, id, body.organizer_email),
    }),
  }),
  route({
    method: 'POST',
    url: `${url}/:id/follow_up`,
    scope,
    operation: 'followUpMeetingRequest',
    group,
    summary: 'Say that the participants of an active request were asked again',
    path,
    answer,
    handle: async (context, input) => ({ data: await followUp(context, input.path.id) }),
  }),
];

function readTimeframe(given: Static<typeof TimeframeGiven> | null | undefined): Timeframe | null {
  const [start, end] = [readTimestamp(given?.start), readTimestamp(given?.end)];
  return start === null || end === null ? null : { start, end };
}
