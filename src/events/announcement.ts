import type { DescribedEvent } from '../http/openapi.ts';
import { Id, Nullable, OneOf, Resource, Timestamp } from '../http/shapes.ts';
import { type Static, type TObject, type TProperties, Type } from '../http/type.ts';

const Address = Type.String({ examples: ['ada@example.com'] });
const ofRequest = { id: Id('meetingRequest'), organizer_email: Address };
const participant_emails = Type.Array(Type.String({ examples: ['grace@example.org'] }));

/**
 * What other systems can be told: each type of event with when it happens and exactly the fields of its payload,
 * besides the type and the time, which `announce` adds. The API description and the compiler both go by this.
 */
const announcements = {
  'meeting_request.created': {
    about: 'A meeting request was created.',
    fields: {
      ...ofRequest,
      participant_emails,
      status: OneOf(['active']),
      created_at: Timestamp,
    },
  },
  'meeting_request.booked': {
    about: 'A time was found, and the meeting is in the calendar.',
    fields: {
      ...ofRequest,
      calendar_event_id: Type.String({ examples: ['cal_01K9ZB3V5G8Q4T7M2N6P0R1S3W'] }),
      status: OneOf(['booked']),
      booked_at: Timestamp,
    },
  },
  'meeting_request.cancelled': {
    about: 'A meeting request was cancelled.',
    fields: {
      ...ofRequest,
      status: OneOf(['cancelled']),
      cancelled_at: Timestamp,
      was_booked: Type.Boolean({ description: 'Whether it had been booked before.', examples: [false] }),
    },
  },
  'meeting_request.paused': {
    about: 'A meeting request was paused.',
    fields: { ...ofRequest, status: OneOf(['paused']), paused_at: Timestamp },
  },
  'meeting_request.resumed': {
    about: 'A paused meeting request goes on.',
    fields: { ...ofRequest, status: OneOf(['active']), resumed_at: Timestamp },
  },
  'meeting_request.organizer_changed': {
    about: 'Somebody else organizes a meeting request.',
    fields: { id: ofRequest.id, old_organizer_email: Address, new_organizer_email: Address },
  },
  'meeting_request.follow_up_sent': {
    about: 'The participants were asked again.',
    fields: { ...ofRequest, participant_emails, sent_at: Timestamp },
  },
  'member.deactivated': {
    about: 'A workspace member was deactivated.',
    fields: {
      id: Id('member'),
      email: Address,
      name: Nullable(Type.String({ examples: ['Ada'] })),
      deactivated_at: Timestamp,
      transferred_to: Nullable(
        Type.String({
          description: 'Who took over the meeting requests, if anybody.',
          examples: ['ben@example.com'],
        }),
      ),
    },
  },
  'webhook_endpoint.backlog_full': {
    about: 'So many deliveries wait for an endpoint that none are added until there is room again.',
    fields: {
      id: Id('endpoint'),
      pending: Type.Integer({ description: 'How many wait.', examples: [100_000] }),
      full_at: Timestamp,
    },
  },
  'webhook_endpoint.backlog_cleared': {
    about: 'There is room again: events make deliveries for the endpoint. Those in between did not.',
    fields: { id: Id('endpoint'), full_at: Timestamp, cleared_at: Timestamp },
  },
} satisfies Record<string, { about: string; fields: TProperties }>;

/** Goes to the endpoint that it was asked for, and can't be subscribed to. */
const test = {
  about: 'An endpoint was asked to be tested; only that one is told.',
  fields: { message: Type.String({ examples: ['This is a test event from Rota.'] }) },
};

type Told<Type, Fields extends TProperties> = { event: Type } & Static<TObject<Fields>>;

export type EventType = keyof typeof announcements;
export type Announcement = {
  [Type in EventType]: Told<Type, (typeof announcements)[Type]['fields']>;
}[EventType];
export type TestAnnouncement = Told<'test', (typeof test)['fields']>;

/** What an endpoint can subscribe to. */
export const eventTypes = Object.keys(announcements) as EventType[];

/** Every event that can be sent, for the API description. */
export const describedEvents: DescribedEvent[] = Object.entries({ ...announcements, test }).map(
  ([type, { about, fields }]) => ({
    type,
    about,
    shape: Resource({ event: OneOf([type]), timestamp: Timestamp, ...fields }, `${inCapitals(type)}Event`),
  }),
);

/** The payload of any event: which one it is, `event` tells. */
export const EventPayload = Type.Unsafe<object>({
  title: 'EventPayload',
  description: 'What is sent to webhook endpoints.',
  oneOf: describedEvents.map(({ shape }) => shape),
});

/** `MeetingRequestCreated` */
function inCapitals(type: string): string {
  return type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
