import { providerKinds } from '../../../calendar-sync/provider-kinds.ts';
import { exampleId } from '../../../shapes/examples.ts';
import { At, CreatedAt, Id, Nullable, OneOf, OneOfOrNull, Resource } from '../../../shapes/fields.ts';
import { type Static, type TObject, type TProperties, Type } from '../../../shapes/type.ts';
import { ShownPlace } from '../../workspace/locations/shapes.ts';

/** Why a person has to step in. */
export const attentionReasons = [
  'no_times',
  'no_seat',
  'no_answer',
  'no_common_time',
  'unclear_reply',
  'bounced',
  'declined',
  'counter_proposal',
  'opted_out',
  'place_failed',
  'moved_in_calendar',
  'deleted_in_calendar',
] as const;
export type AttentionReason = (typeof attentionReasons)[number];

const Address = (description: string, example = 'ada@example.com') =>
  Type.String({ description, examples: [example] });
const ofRequest = {
  id: Id('meetingRequest', 'The meeting request.'),
  organizer_email: Address('The member responsible for the request.'),
};
const participant_emails = Type.Array(Type.String({ examples: ['grace@example.org'] }), {
  description: 'Whom the meeting is with.',
});
const status = <const Status extends string>(value: Status) =>
  OneOf([value], 'The state of the request now.');
const calendarEventId = Type.String({
  description: 'The id of the meeting in a calendar.',
  examples: [exampleId('calendarEvent')],
});
// Events that 0.2.0 wrote lack what is optional.
const place = ShownPlace('Where it takes place; null for a meeting without a location.');
const meetingTypeId = Nullable({
  ...Id('meetingType', 'The meeting type of the request; null without one.'),
  examples: [null],
});
const ofCalendar = {
  id: Id('calendar', 'The calendar.'),
  workspace_membership_id: Id('member', 'Whose calendar it is.'),
  email: Address('The email of that member.'),
};
const ofConnection = {
  id: Id('calendarConnection', 'The connection.'),
  workspace_membership_id: Id('member', 'Whose account it is.'),
  email: Address('The email of that member.'),
  provider: OneOf(providerKinds, 'Where the account is.'),
  account_email: Address('The address of the account.'),
};
const failingSince = At('When the first of the failed attempts was made.', '2026-11-16T07:10:00.231Z');
const endpointId = Id('endpoint', 'The webhook endpoint.');

interface EventKind {
  about: string;
  fields: TProperties;
  /** The time in the example, unless the fields have it. */
  happenedAt?: string;
}

/**
 * Every type of event: when it happens, and the fields of its payload. `announce` adds the type and the time. The API
 * description and the compiler use this table.
 */
const types = {
  'meeting_request.created': {
    about: 'A meeting request was created.',
    fields: {
      ...ofRequest,
      participant_emails,
      meeting_type_id: Type.Optional(meetingTypeId),
      status: status('active'),
      created_at: CreatedAt('meetingRequest', 'When it was made.'),
    },
  },
  'meeting_request.booked': {
    about: 'A time was found.',
    fields: {
      ...ofRequest,
      calendar_event_id: calendarEventId,
      place: Type.Optional(place),
      meeting_type_id: Type.Optional(meetingTypeId),
      participants: Type.Optional(
        Type.Array(
          Resource({
            email: Address('Somebody whom the meeting is with.', 'grace@example.org'),
            answers: Type.Unsafe<Record<string, string | number | boolean | string[]> | null>({
              type: ['object', 'null'],
              additionalProperties: true,
              description:
                'What they answered to the questions of the meeting type, by key; empty for nothing, null once erased.',
              examples: [{ company: 'Acme' }],
            }),
          }),
          { description: 'Whom the meeting is with, and what they answered.' },
        ),
      ),
      status: status('booked'),
      booked_at: At('When it was booked.', '2026-11-16T13:02:27.058Z'),
    },
  },
  'meeting_request.rescheduled': {
    about: 'A booked meeting request was moved to another time, or a new time is being looked for.',
    fields: {
      ...ofRequest,
      calendar_event_id: calendarEventId,
      old_starts_at: At('When the meeting was due to begin before the change.', '2026-11-18T14:00:00.000Z'),
      starts_at: Nullable(
        At(
          'When it begins from now on; null while a new time is being looked for.',
          '2026-11-19T15:30:00.000Z',
        ),
      ),
      place: Type.Optional(place),
      status: OneOf(
        ['booked', 'active'],
        '`booked` at the new time; `active` while one is being looked for.',
      ),
    },
  },
  'meeting_request.place_changed': {
    about: 'A booked meeting takes place elsewhere, or the link to it is there now.',
    fields: {
      ...ofRequest,
      calendar_event_id: calendarEventId,
      place,
      changed_at: At('When it was decided.', '2026-11-16T13:02:31.407Z'),
    },
  },
  'meeting_request.cancelled': {
    about: 'A meeting request was cancelled.',
    fields: {
      ...ofRequest,
      status: status('cancelled'),
      cancelled_at: At('When it was cancelled.', '2026-11-17T07:45:10.903Z'),
      was_booked: Type.Boolean({ description: 'Whether it had been booked before.', examples: [false] }),
    },
  },
  'meeting_request.paused': {
    about: 'A meeting request was paused.',
    fields: {
      ...ofRequest,
      status: status('paused'),
      paused_at: At('When it was paused.', '2026-11-16T10:15:38.774Z'),
    },
  },
  'meeting_request.resumed': {
    about: 'A paused meeting request was resumed.',
    fields: {
      ...ofRequest,
      status: status('active'),
      resumed_at: At('When it was resumed.', '2026-11-16T11:40:02.360Z'),
    },
  },
  'meeting_request.organizer_changed': {
    about: 'A meeting request got another organizer.',
    fields: {
      id: ofRequest.id,
      old_organizer_email: Address('The member responsible for the request until now.'),
      new_organizer_email: Address('The member responsible for it from now on.', 'ben@example.com'),
    },
  },
  'meeting_request.follow_up_sent': {
    about: 'The participants were asked again.',
    fields: {
      ...ofRequest,
      participant_emails,
      sent_at: At('When it was recorded that they were asked.', '2026-11-17T08:00:00.539Z'),
    },
  },
  'meeting_request.no_show': {
    about: "Somebody didn't come to a meeting, or that was undone.",
    fields: {
      ...ofRequest,
      by: OneOfOrNull(
        ['guest', 'host'],
        "Who didn't come: `guest` or `host`; null once the mark is removed.",
        'guest',
      ),
      participant_emails: Type.Array(Type.String({ examples: ['grace@example.org'] }), {
        description: "The guests who didn't come; none if it was a host.",
      }),
      calendar_event_id: calendarEventId,
      starts_at: At('When the meeting began.', '2026-11-18T14:00:00.000Z'),
      marked_at: Nullable(
        At('When it was marked; null once the mark is removed.', '2026-11-18T14:20:11.402Z'),
      ),
    },
  },
  'meeting_request.needs_attention': {
    about: "Rota can't carry on with a meeting request alone: a person has to step in.",
    fields: {
      ...ofRequest,
      reason: OneOf(
        attentionReasons,
        '`no_times`: the hosts have no time. `no_seat`: a host has no seat, and the workspace requires one. `no_answer`: somebody has not answered, even after follow-ups. `no_common_time`: nothing ' +
          'that was offered works for everybody. `bounced`: a message could not be delivered. `opted_out`: a participant asked not to be written to ' +
          'any more. `place_failed`: the meeting is booked, and there is no link to it. `moved_in_calendar`, `deleted_in_calendar`: a host did that to the event in their calendar; the meeting is still booked as it was, and nobody else knows. The others come with mail that is read: ' +
          '`unclear_reply`, `declined`, `counter_proposal`.',
      ),
      since: At('When Rota stopped.', '2026-11-20T16:00:00.231Z'),
    },
  },
  'member.deactivated': {
    about: 'A workspace member was deactivated.',
    fields: {
      id: Id('member', 'The workspace member.'),
      email: Address('The email of the member.'),
      name: Nullable(
        Type.String({
          description: 'The name of the member; null when it is not known.',
          examples: ['Ada Lovelace'],
        }),
      ),
      deactivated_at: At('When the member was deactivated.', '2026-11-30T17:00:00.126Z'),
      transferred_to: Nullable(
        Type.String({
          description: 'Who took over the meeting requests; null when nobody did.',
          examples: ['ben@example.com'],
        }),
      ),
    },
  },
  'calendar.failing': {
    about: "A member's calendar could not be read for an hour. Its last good copy is still in use.",
    fields: {
      ...ofCalendar,
      last_error: Type.String({
        description: 'What went wrong the last time.',
        examples: ['the server answered 503'],
      }),
      failing_since: failingSince,
    },
  },
  'calendar.recovered': {
    about: 'A calendar that was reported as failing can be read again.',
    fields: {
      ...ofCalendar,
      failing_since: failingSince,
      recovered_at: At('When it could be read again.', '2026-11-16T09:10:00.644Z'),
    },
  },
  'calendar_connection.connected': {
    about: 'A member has connected an account at Google or Microsoft, or has connected it again.',
    fields: {
      ...ofConnection,
      connected_at: At('When consent was given.', '2026-11-02T08:25:51.204Z'),
    },
  },
  'calendar_connection.broken': {
    about:
      'The provider has ended the access to a connected account. The member gets a mail, too: they have to connect the account again.',
    fields: {
      ...ofConnection,
      broken_at: At('When the provider ended the access.', '2026-11-19T05:40:12.507Z'),
    },
  },
  'webhook_endpoint.backlog_full': {
    about: 'So many deliveries wait for an endpoint that none are added until there is room again.',
    fields: {
      id: endpointId,
      pending: Type.Integer({ description: 'How many deliveries wait for it.', examples: [100_000] }),
      full_at: At('Since when none are added.', '2026-11-20T03:14:30.007Z'),
    },
  },
  'webhook_endpoint.backlog_cleared': {
    about: 'There is room again: events make deliveries for the endpoint. Those in between did not make any.',
    fields: {
      id: endpointId,
      full_at: At('Since when none were added.', '2026-11-20T03:14:30.007Z'),
      cleared_at: At('Since when they are added again.', '2026-11-20T05:02:10.015Z'),
    },
  },
  'webhook_endpoint.disabled': {
    about: 'An endpoint was disabled because too many deliveries to it failed. Admins get a mail, too.',
    fields: {
      id: endpointId,
      disabled_reason: OneOf(['too_many_failures'], 'Ten deliveries failed for good within a day.'),
      disabled_at: At('Since when nothing is sent to it.', '2026-11-19T02:30:05.118Z'),
    },
  },
  'api_key.expiring': {
    about: 'An API key expires in seven days, or in one. Admins get a mail, too.',
    happenedAt: '2027-01-24T00:00:00.000Z',
    fields: {
      id: Id('apiKey', 'The API key.'),
      name: Type.String({ description: 'The name of the key.', examples: ['CRM sync'] }),
      expires_at: At('When it stops working.', '2027-01-31T00:00:00.000Z'),
    },
  },
  'seats.nearly_full': {
    about: 'Nine of ten seats of an entitlement are assigned, or more. Admins get a mail, too.',
    fields: {
      id: Id('entitlement', 'The entitlement.'),
      plan_key: Type.String({ description: 'The plan that was bought.', examples: ['pro'] }),
      seat_capacity: Type.Integer({ description: 'How many seats there may be.', examples: [10] }),
      active_seats: Type.Integer({ description: 'How many are assigned.', examples: [9] }),
    },
  },
} satisfies Record<string, EventKind>;

/** Sent to one endpoint on request. Nobody can subscribe to it. */
const test = {
  about: 'A test of an endpoint was requested; only that endpoint gets it.',
  fields: {
    message: Type.String({
      description: 'A sentence that says that it is a test.',
      examples: ['This is a test of your webhook endpoint'],
    }),
  },
};

type Payload<Type, Fields extends TProperties> = { event: Type } & Static<TObject<Fields>>;

export type EventType = keyof typeof types;
/** An event that has not been written yet. */
export type NewEvent = {
  [Type in EventType]: Payload<Type, (typeof types)[Type]['fields']>;
}[EventType];
export type TestEvent = Payload<'test', (typeof test)['fields']>;

/** What an endpoint can subscribe to. */
export const eventTypes = Object.keys(types) as EventType[];

/** Every event that can be sent, for the API description. */
const everyKind: Record<string, EventKind> = { ...types, test };
export const describedEvents = Object.entries(everyKind).map(([type, { about, fields, happenedAt }]) => ({
  type,
  about,
  shape: Resource(
    {
      event: OneOf([type], 'The type of the event.'),
      timestamp: At('When it happened.', happenedAt ?? timeIn(fields)),
      ...fields,
    },
    `${inPascalCase(type)}Event`,
    about,
  ),
}));

/** The payload of any event. The field `event` has its type. */
export const EventPayload = Type.Unsafe<object>({
  title: 'EventPayload',
  description: 'What is sent to webhook endpoints.',
  oneOf: describedEvents.map(({ shape }) => shape),
});

/** The time in the example: the last time among its fields, if there is one. */
function timeIn(fields: TProperties): string | undefined {
  const times = Object.values(fields).filter((field) => 'format' in field && field.format === 'date-time');
  return (times.at(-1) as { examples?: string[] } | undefined)?.examples?.[0];
}

/** `MeetingRequestCreated` */
function inPascalCase(type: string): string {
  return type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
