// The client's response types, under the names used in the tests.
import type {
  Entitlement,
  Page as ListPage,
  PageMeta,
  SeatAssignment,
  Slot,
  SlotMeta,
  WebhookDelivery,
  WebhookDeliveryWithLog,
} from '@rota/client';
import type { Payload } from '../makers/events.ts';

export type {
  AssignedSeat,
  AuditEntry,
  Availability,
  BookingLink,
  Entitlement,
  ListedTeam,
  ListedTurn,
  MeetingRequest,
  MeetingType,
  Message,
  NewTeam,
  Rotation,
  SeatAssignment as Seat,
  ShownMeetingRequest,
  Team,
  TeamMembership as Membership,
  Turn,
  WebhookEndpoint as Endpoint,
  WorkspaceMember as Member,
} from '@rota/client';

/** What every search for slots returns. */
export interface SlotList {
  data: Slot[];
  meta: SlotMeta;
}

export type Page<Item> = ListPage<Item>;
export type SeatList = ListPage<SeatAssignment, PageMeta & { entitlements: Entitlement[] }>;

// Tests compare payloads of any event, field by field.
export type Delivery = Omit<WebhookDelivery, 'payload'> & { payload: Payload };
export type DeliveryWithLog = Omit<WebhookDeliveryWithLog, 'payload'> & { payload: Payload };
export type LoggedAttempt = WebhookDeliveryWithLog['attempt_log'][number];
