// The console's words for states of requests, and for reasons.

import type { OptionStatus } from '../../features/calendar/options/rules.ts';
import type { AttentionReason } from '../../features/events/events/event-types.ts';
import type { getRequest, ListedRequest } from '../../features/meetings/requests/operations.ts';
import type { Attendance, Response, Status } from '../../features/meetings/requests/rules.ts';
import type { Reason, turnStatuses } from '../../features/turns/rotation/rules.ts';
import { named } from '../../html/blocks.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { type BadgeKind, badge, shortened } from '../../html/marks.ts';
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
  return title ?? (purpose && shortened(purpose, 100)) ?? `Meeting with ${inWords(participant_emails, 2)}`;
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
    label: 'No free time',
    sentence: 'The hosts have no free time for it. Offer times by hand, or make room in their hours.',
  },
  no_seat: {
    label: 'A host has no seat',
    sentence:
      'The workspace gives meetings to members with a seat only, and a host has none. Assign a seat and offer times, or let somebody else organize it.',
  },
  no_answer: {
    label: 'No answer',
    sentence:
      'Somebody has not answered, although they were asked again. Get in touch with them, or ask once more.',
  },
  no_common_time: {
    label: 'No common time',
    sentence: 'Nothing that was offered works for everybody. Offer other times, or agree on one and book it.',
  },
  unclear_reply: {
    label: 'Unclear reply',
    sentence: 'A participant has written something that Rota does not understand. Read it and answer it.',
  },
  bounced: {
    label: 'Mail came back',
    sentence: 'A mail could not be delivered. Check the address, and reach the participant in another way.',
  },
  declined: {
    label: 'Invite declined',
    sentence: 'Somebody has declined the invite. Move the meeting, cancel it, or leave it as it is.',
  },
  counter_proposal: {
    label: 'Another time proposed',
    sentence:
      'Somebody has answered the invite with another time. Move the meeting there, or leave it as it is.',
  },
  opted_out: {
    label: 'Wants no mail',
    sentence:
      'A participant has asked not to be written to any more. If the meeting is still wanted, get in touch with them yourself, and answer for them.',
  },
};

/** Why somebody got a turn, to follow “who …”. */
export const turnReasons: Record<Reason, string> = {
  named: 'had been named as the organizer',
  turn_returned: 'had a turn to get back',
  unpaused: 'had just come back from a pause',
  never_assigned: 'had not had one yet',
  least_recently_assigned: 'had waited longest',
};

/** A candidate's standing when the turn was taken. */
export const standings: Record<(typeof turnStatuses)[number], { kind: BadgeKind; label: string }> = {
  available: { kind: 'good', label: 'Available' },
  paused: { kind: 'neutral', label: 'Paused' },
  no_seat: { kind: 'warn', label: 'No seat' },
  deactivated: { kind: 'neutral', label: 'Deactivated' },
  unavailable: { kind: 'warn', label: 'No free time for it' },
};

export const responseBadges: Record<Response, Html> = {
  none: badge('neutral', 'No answer yet'),
  chosen: badge('good', 'Has chosen'),
  declined: badge('warn', 'None works'),
};

export const attendanceBadges: Record<Attendance, Html | null> = {
  none: null,
  accepted: badge('good', 'Invite accepted'),
  declined: badge('bad', 'Invite declined'),
  tentative: badge('warn', 'Invite: maybe'),
};

export const optedOutBadge = badge('warn', 'Wants no mail');

export const optionBadges: Record<OptionStatus, Html> = {
  offered: badge('info', 'Offered'),
  withdrawn: badge('neutral', 'Withdrawn'),
  chosen: badge('good', 'Chosen'),
};

/** Why somebody can't be booked at a time. */
export const refusals: Record<RefusalReason, string> = {
  no_seat: 'has no seat',
  paused: 'takes no meetings at the moment',
  not_that_day: 'does not work on that day',
  outside_hours: 'is outside of working hours',
  notice: 'needs more notice',
  busy: 'is busy',
  buffer: 'needs a break before or after another meeting',
  daily_maximum: 'has as many meetings that day as they take',
};

/** The name with the address, or just the address. */
export const person = ({ name, email }: { name: string | null; email: string }): Content =>
  name ? html`${named(name)} <span class="note">${email}</span>` : email;
