// What a message is about, before it is put into words. Features make drafts; `queueMessages` composes and writes them.
import type { MeetingTime } from '../time/intervals.ts';

/** Of every kind that there is, also those that come in. */
export const messageKinds = [
  'options',
  'follow_up',
  'assigned',
  'booked',
  'rescheduled',
  'cancelled',
  'attention',
  'calendar_failing',
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
] as const;
export type MessageKind = (typeof messageKinds)[number];

export interface Mailbox {
  name: string | null;
  address: string;
}

/** An iCalendar object that goes with a message. */
export interface InviteText {
  method: 'REQUEST' | 'CANCEL';
  text: string;
}

export interface Envelope {
  /** Null for a message about no request. */
  meeting_request_id: string | null;
  /** Of the participant whom it is to; null for a member. */
  place: number | null;
  from: Mailbox;
  to: Mailbox;
  reply_to: string | null;
  /** Times are told in the zone of the reader. */
  timezone: string;
  /** Below the text; null for nothing. */
  signature: string | null;
  invite: InviteText | null;
}

/** What the reader is told of the meeting. */
export interface Meeting {
  title: string | null;
  purpose: string | null;
  description: string | null;
  /** The name of whoever organizes it, or the address without one. */
  organizer: string;
  organizer_title: string | null;
  duration_minutes: number;
}

interface OfferedTime extends MeetingTime {
  /** Leads to the page of the participant, with this option selected. */
  url: string;
}

interface Offer {
  meeting: Meeting;
  options: OfferedTime[];
  /** Several participants: each marks every option that works. With one, a choice books. */
  is_poll: boolean;
  /** Of the page of the participant. */
  url: string;
  /** Where they say that they want no more such messages. */
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

/** Why the reader organizes a meeting. */
export const assignReasons = ['turn', 'team', 'organizer_changed'] as const;
export type AssignReason = (typeof assignReasons)[number];

/** Why the reader has no meeting any more: there is none, or somebody else is the host. */
type CancelReason = 'cancelled' | 'organizer_changed';

/** What somebody has done that a person must look at. */
export interface Cause {
  by: Mailbox;
  /** In their own words. */
  said: string | null;
  /** The time that they propose instead. */
  proposed: MeetingTime | null;
  /** A calendar has answered in the name of this address, and nothing proves that it is theirs. */
  in_the_name_of?: string;
  /** Offered times that their words mention: a hint, whatever is said of them. */
  mentioned?: MeetingTime[];
  /** They said that no time works. Others are offered already; the rest is for a person. */
  others_offered?: boolean;
}

/** About a meeting with a time. */
interface Appointment {
  meeting: Meeting;
  time: MeetingTime;
  participants: Mailbox[];
  hosts: Mailbox[];
  /** Of the page of the participant; null for a host. */
  url: string | null;
}

/** What the admins of a workspace are told. */
export type Notice = {
  /** Of the page in the console. */
  url: string;
} & (
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
      /** There are no seats above the capacity. */
      is_hard: boolean;
    }
  | {
      kind: 'outsiders_limited';
      /** How many people may be written to in a day. */
      limit: number;
      of: 'workspace' | 'network';
    }
);

export type Body =
  | ({
      kind: 'options';
      reason: OfferReason;
      /** The name of the participant who has suggested the times, where it is known. */
      suggester?: string | null;
      introduction: string | null;
    } & Offer)
  | ({ kind: 'follow_up' } & Offer)
  | {
      kind: 'assigned';
      reason: AssignReason;
      meeting: Meeting;
      participants: Mailbox[];
      /** Whom somebody outside named, and nobody has written to. */
      suggested: Mailbox[];
      /** Of the page in the console on which they are added; null if there are none. */
      url: string | null;
    }
  | ({ kind: 'booked' } & Appointment)
  | ({ kind: 'rescheduled'; old_time: MeetingTime } & Appointment)
  | ({ kind: 'cancelled'; reason: CancelReason } & Omit<Appointment, 'time'> & {
        /** Null for a meeting that never had one. */
        time: MeetingTime | null;
        /** The participant who has cancelled it, and what they have said: for hosts. */
        canceller?: Mailbox;
        comment?: string | null;
      })
  | ({ kind: 'attention'; reason: string; meeting: Meeting; participants: Mailbox[] } & Partial<Cause>)
  | { kind: 'calendar_failing'; calendar: string; last_error: string; failing_since: number }
  | ({ workspace: string } & Notice)
  | {
      kind: 'confirmation';
      title: string | null;
      team: string;
      duration_minutes: number;
      time: MeetingTime;
      /** Of the page on which it is confirmed. */
      url: string;
    }
  | {
      kind: 'sign_in';
      /** The name of the workspace. */
      workspace: string;
      /** Of the member who signs in. */
      email: string;
      /** As it is stored (sign-in.ts). */
      url: string;
    };

export type Draft = Envelope & Body;
