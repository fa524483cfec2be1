// The console's words for states of requests, and for reasons.

import type { OptionStatus } from '../../features/calendar/options/rules.ts';
import type { AttentionReason } from '../../features/events/events/event-types.ts';
import type { getRequest, ListedRequest } from '../../features/meetings/requests/operations.ts';
import type { Attendance, Response, Status } from '../../features/meetings/requests/rules.ts';
import type { Reason, turnStatuses } from '../../features/turns/rotation/rules.ts';
import { named } from '../../html/blocks.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { type BadgeKind, badge } from '../../html/marks.ts';
import { clipped } from '../../text/plain-text.ts';
import type { RefusalReason } from '../../time/hosts.ts';

/** With its options and the answers to them. */
export type ShownRequest = Awaited<ReturnType<typeof getRequest>>;

const states: Record<Status, { kind: BadgeKind; label: string }> = {
  active: { kind: 'info', label: 'Finding a time' },
  booked: { kind: 'good', label: 'Booked' },
  paused: { kind: 'neutral', label: 'Paused' },
  cancelled: { kind: 'neutral', label: 'Cancelled' },
};

export const statusLabel = (status: Status): string => states[status].label;

export function statusBadge({ status, attention, ends_at }: ListedRequest, now: number): Html {
  const isOver = status === 'booked' && ends_at !== null && Date.parse(ends_at) <= now;
  const { kind, label } = states[status];
  const state = isOver ? badge('neutral', 'Over') : badge(kind, label);
  return attention ? html`${state} ${badge('warn', 'Needs attention')}` : state;
}

/** The title, else the purpose, else the participants. */
export function nameOf({ title, purpose, participant_emails }: ListedRequest): string {
  return title ?? (purpose && clipped(purpose, 100)) ?? `Meeting with ${inWords(participant_emails, 2)}`;
}

/** `ada@example.com, ben@example.com and 3 more`. */
export function inWords(list: readonly string[], most: number): string {
  if (list.length > most + 1) return `${list.slice(0, most).join(', ')} and ${list.length - most} more`;
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`;
}

interface Attention {
  /** A few words, for lists. */
  label: string;
  /** What happened, and what a person can do about it. */
  sentence: string;
}

export const attentions: Record<AttentionReason, Attention> = {
  no_times: {
    label: 'No free times',
    sentence:
      'The hosts have no free times left for this. Offer times yourself, or free up some of their hours.',
  },
  no_seat: {
    label: 'A host has no seat',
    sentence:
      'Only members with a seat take meetings here, and a host has none. Assign a seat and offer times again, or reassign the request.',
  },
  no_answer: {
    label: 'No answer',
    sentence:
      'No answer has come, even after the reminders. Get in touch directly, or send one more reminder.',
  },
  no_common_time: {
    label: 'No common time',
    sentence: 'None of the times works for everybody. Offer other times, or agree on one and book it.',
  },
  unclear_reply: {
    label: 'Unclear reply',
    sentence: 'A participant replied, and it isn’t clear what they mean. Read the reply and answer it.',
  },
  bounced: {
    label: 'Email bounced',
    sentence: 'An email couldn’t be delivered. Check the address, or reach the participant another way.',
  },
  declined: {
    label: 'Invitation declined',
    sentence: 'Somebody declined the invitation. Move the meeting, cancel it, or leave it as it is.',
  },
  counter_proposal: {
    label: 'Another time proposed',
    sentence: 'Somebody proposed another time. Move the meeting there, or leave it as it is.',
  },
  opted_out: {
    label: 'Unsubscribed',
    sentence:
      'A participant doesn’t want any more email. If the meeting still matters, contact them yourself and answer on their behalf.',
  },
  place_failed: {
    label: 'No link',
    sentence:
      'The meeting is booked, but there’s no link for the video call. Choose another place: everybody gets an updated invitation.',
  },
  moved_in_calendar: {
    label: 'Moved in a calendar',
    sentence:
      'It’s still booked for the old time, and the guests don’t know. Move the meeting, put it back in the calendar, or cancel it.',
  },
  deleted_in_calendar: {
    label: 'Deleted from a calendar',
    sentence:
      'It’s still booked, and the guests don’t know. Cancel the meeting, or put it back in the calendar.',
  },
};

/** Why somebody got a turn. */
export const turnReasons: Record<Reason, string> = {
  named: 'named in the request',
  turn_returned: 'got back a turn',
  unpaused: 'just back from a pause',
  never_assigned: 'hadn’t had a turn yet',
  least_recently_assigned: 'longest without a turn',
};

/** A candidate's standing when the turn was taken. */
export const standings: Record<(typeof turnStatuses)[number], { kind: BadgeKind; label: string }> = {
  available: { kind: 'good', label: 'Available' },
  paused: { kind: 'neutral', label: 'Paused' },
  no_seat: { kind: 'warn', label: 'No seat' },
  deactivated: { kind: 'neutral', label: 'Deactivated' },
  unavailable: { kind: 'warn', label: 'No free time for it' },
  no_location: { kind: 'warn', label: 'No video call set up' },
};

export const responseBadges: Record<Response, Html> = {
  none: badge('neutral', 'No answer yet'),
  chosen: badge('good', 'Chose a time'),
  declined: badge('warn', 'None works'),
};

export const attendanceBadges: Record<Attendance, Html | null> = {
  none: null,
  accepted: badge('good', 'Accepted'),
  declined: badge('bad', 'Declined'),
  tentative: badge('warn', 'Maybe'),
};

export const optedOutBadge = badge('warn', 'Unsubscribed');

export const optionBadges: Record<OptionStatus, Html> = {
  offered: badge('info', 'Offered'),
  withdrawn: badge('neutral', 'Withdrawn'),
  chosen: badge('good', 'Chosen'),
};

/** Why somebody can't be booked at a time. */
export const refusals: Record<RefusalReason, string> = {
  no_seat: 'has no seat',
  paused: 'is taking no meetings at the moment',
  holiday: 'is off for a company holiday',
  not_that_day: 'doesn’t work on that day',
  outside_hours: 'is outside of working hours',
  notice: 'needs more notice',
  booking_window: 'can’t be booked that far ahead',
  busy: 'is busy',
  buffer: 'needs a break before or after another meeting',
  daily_maximum: 'has reached their maximum for that day',
};

/** The name with the address, or just the address. */
export const person = ({ name, email }: { name: string | null; email: string }): Content =>
  name ? html`${named(name)} <span class="note">${email}</span>` : email;
