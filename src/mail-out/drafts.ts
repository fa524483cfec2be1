// What a message is about, before it is put into words. Features make drafts; `queueMessages` composes and writes them.

import type { InviteDetails } from '../icalendar/details.ts';
import type { AnswerText } from '../text/answers.ts';
import type { Locale } from '../text/languages.ts';
import type { Where } from '../text/where.ts';
import type { MeetingTime } from '../time/intervals.ts';
import type { MailBrand } from './content.ts';

/** All kinds, including incoming ones. */
export const messageKinds = [
  'options',
  'follow_up',
  'assigned',
  'booked',
  'rescheduled',
  'place_changed',
  'cancelled',
  'reminder',
  'attention',
  'calendar_failing',
  'calendar_disconnected',
  'endpoint_disabled',
  'keys_expiring',
  'seats_nearly_full',
  'outsiders_limited',
  'confirmation',
  'request',
  'reply',
  'calendar_reply',
  'bounce',
  'sign_in',
  'invitation',
  'test',
] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Whether its mail has a link that signs the reader in. */
export const hasSignInLink = (kind: MessageKind): boolean => kind === 'sign_in' || kind === 'invitation';

export interface Mailbox {
  name: string | null;
  address: string;
  /** Where a host calls them, as E.164. */
  phone_number?: string | null;
  /** What they answered when they booked: for hosts. */
  answers?: readonly AnswerText[];
}

/** An iCalendar object that is sent with a message. */
export interface InviteText {
  method: 'REQUEST' | 'CANCEL';
  /** The same for everybody in the meeting. */
  text: string;
  /** What it says to this reader alone. */
  details?: InviteDetails;
}

export interface Envelope {
  /** Null for a message that isn't about a request. */
  meeting_request_id: string | null;
  /** The place of the participant it goes to; null for a member. */
  place: number | null;
  from: Mailbox;
  to: Mailbox;
  reply_to: string | null;
  /** The recipient's time zone, for all times in the message. */
  timezone: string;
  /** The language of messages to participants, and how dates and times are written. */
  locale: Locale;
  brand: MailBrand;
  /** Where the buttons and links of its template lead. One that leads nowhere is left out. */
  links: Links;
  /** Shown below the text; null for none. */
  signature: string | null;
  invite: InviteText | null;
}

/** Everything that a button or a link of a template may lead to. */
export const linkNames = [
  // Of a participant: their page, its free times, and what can be done about a booked meeting.
  'page',
  'more_times',
  'join',
  'map',
  'calendar',
  'reschedule',
  'cancel',
  'rebook',
  // Of somebody whose address isn't known to be theirs yet.
  'confirm',
  // Of a member: pages of the console, and a mail to a participant.
  'request',
  'offer_times',
  'reply',
  'console',
  'sign_in',
] as const;
export type LinkName = (typeof linkNames)[number];
export type Links = Partial<Record<LinkName, string | null>>;

/** What the recipient is told about the meeting. */
export interface Meeting {
  title: string | null;
  purpose: string | null;
  description: string | null;
  /** The organizer's name, or their address if they have none. */
  organizer: string;
  organizer_title: string | null;
  duration_minutes: number;
  /** Where it takes place, or should. */
  where: Where | null;
}

interface OfferedTime extends MeetingTime {
  /** The participant's page, with this option selected. */
  url: string;
}

interface Offer {
  meeting: Meeting;
  options: OfferedTime[];
  /** With several participants, each marks every option that works. With one, a choice books. */
  is_poll: boolean;
  /** Where they can opt out of such messages. */
  stop_url: string;
}

/** Why times are offered. */
export const offerReasons = [
  'new',
  'none_worked',
  'taken',
  'organizer_changed',
  'rescheduling',
  'by_hand',
  'suggested',
] as const;
export type OfferReason = (typeof offerReasons)[number];

/** Why the recipient organizes a meeting. */
export const assignReasons = ['turn', 'team', 'organizer_changed'] as const;
export type AssignReason = (typeof assignReasons)[number];

/** Why the recipient no longer has the meeting: it is cancelled, or somebody else hosts it. */
type CancelReason = 'cancelled' | 'organizer_changed';

/** What somebody did that a person must look at. */
export interface Cause {
  by: Mailbox;
  /** In their own words. */
  said: string | null;
  /** The time that they propose instead. */
  proposed: MeetingTime | null;
  /** A calendar replied in the name of this address, and nothing proves that it belongs to them. */
  in_the_name_of?: string;
  /** Offered times that they mention, whatever they say about them: a hint for the reader. */
  mentioned?: MeetingTime[];
  /** They said that no time works, and other times have been offered. The rest is for a person. */
  others_offered?: boolean;
  /** Nothing proves that they wrote it. */
  unproven?: boolean;
  /** It names no request, so it may be about something else. */
  may_be_new?: boolean;
}

/** What happened to the event of a meeting in the calendar of a host. */
export interface CalendarChange {
  owner: Mailbox;
  /** When it is there now; null if it was deleted. */
  time: MeetingTime | null;
  /** When the meeting is booked for. */
  booked: MeetingTime;
}

/** How a meeting gets into the calendar of a host, or out of it: by what is attached, by Rota, or from now on by Rota. */
export const calendarWays = ['attached', 'written', 'replaced'] as const;
export type CalendarWay = (typeof calendarWays)[number];

/** About a meeting with a time. */
interface Appointment {
  meeting: Meeting;
  time: MeetingTime;
  participants: Mailbox[];
  hosts: Mailbox[];
  /** For a guest whom the host calls: their own number. */
  own_number?: string | null;
  /** For a host. By default, something for their calendar is attached. */
  calendar?: CalendarWay;
}

/** What the admins of a workspace are told. */
export type Notice =
  | {
      kind: 'endpoint_disabled';
      /** The host of its URL. */
      endpoint: string;
      description: string | null;
      disabled_at: number;
    }
  | { kind: 'keys_expiring'; keys: { name: string; key_prefix: string; expires_at: number }[] }
  | {
      kind: 'seats_nearly_full';
      plan: string;
      seat_capacity: number;
      active_seats: number;
      /** No seats can be added above the capacity. */
      is_hard: boolean;
    }
  | {
      kind: 'outsiders_limited';
      /** How many people may be sent mail in a day. */
      limit: number;
      of: 'workspace' | 'network';
    };

export type Body =
  | ({
      kind: 'options';
      reason: OfferReason;
      /** The name of the participant who suggested the times, if known. */
      suggester?: string | null;
      /** The time that a meeting to be moved still has. */
      standing?: MeetingTime | null;
      introduction: string | null;
    } & Offer)
  | ({ kind: 'follow_up' } & Offer)
  | {
      kind: 'assigned';
      reason: AssignReason;
      meeting: Meeting;
      participants: Mailbox[];
      /** People whom somebody outside named, and who haven't been sent anything. */
      suggested: Mailbox[];
    }
  | ({ kind: 'booked' | 'place_changed' } & Appointment)
  | ({ kind: 'rescheduled'; old_time: MeetingTime } & Appointment)
  | ({
      kind: 'reminder';
      /** Whether another time is being looked for. */
      moving: boolean;
      /** Where a participant can opt out of such messages. */
      stop_url?: string;
    } & Appointment)
  | ({ kind: 'cancelled'; reason: CancelReason } & Omit<Appointment, 'time'> & {
        /** Null for a meeting that never had one. */
        time: MeetingTime | null;
        /** For hosts: the participant who cancelled it, and what they said. */
        canceller?: Mailbox;
        comment?: string | null;
      })
  | ({
      kind: 'attention';
      reason: string;
      meeting: Meeting;
      participants: Mailbox[];
      in_calendar?: CalendarChange;
    } & Partial<Cause>)
  | { kind: 'calendar_failing'; calendar: string; last_error: string; failing_since: number }
  | { kind: 'calendar_disconnected'; provider: string; account: string }
  | ({ workspace: string } & Notice)
  | {
      kind: 'confirmation';
      title: string | null;
      team: string;
      duration_minutes: number;
      time: MeetingTime;
    }
  | {
      kind: 'sign_in';
      /** The name of the workspace. */
      workspace: string;
      /** The address of the member who signs in. */
      email: string;
    }
  | {
      kind: 'invitation';
      /** The name of the workspace. */
      workspace: string;
      /** The name of the member who sends it; null for an API key. */
      inviter: string | null;
      /** The address that the link signs in with. */
      email: string;
    }
  | { kind: 'test'; workspace: string };

export type Draft = Envelope & Body;

/** Whether it goes to somebody outside: in their language, and about their side of it. */
export const isForGuest = ({ kind, place }: Pick<Draft, 'kind' | 'place'>): boolean =>
  place !== null || kind === 'confirmation';
