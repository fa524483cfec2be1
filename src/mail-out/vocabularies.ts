// What the templates of each kind may use. Guests are written to in their language, members in English.
import {
  assignReasons,
  calendarWays,
  type Draft,
  isForGuest,
  type LinkName,
  offerReasons,
} from './drafts.ts';
import type { BlockName, Vocabulary } from './template.ts';
import { daysAhead } from './times.ts';

const MEETING = ['title', 'purpose', 'duration', 'organizer', 'organizer_first', 'organizer_title'];
const READER = ['reader', 'reader_first', 'company'];
const OFFER = [...READER, ...MEETING, 'where', 'zone', 'times', 'poll', 'single', 'weekday'];
const APPOINTMENT = [
  ...READER,
  ...MEETING,
  'description',
  'where',
  'asks_number',
  'people',
  'time',
  'zone',
  'day',
  'clock',
  'start',
];
const OF_HOST = [...READER, ...MEETING, 'description', 'answers', 'participants', 'participant_first'];
const HOSTED = [...OF_HOST, 'where', 'hosts', 'time', 'start'];
const OLD_TIME = ['old_time', 'old_day', 'old_clock'];

const CALENDAR = { calendar: calendarWays };

const TO_GUEST: BlockName[] = ['button', 'link', 'fact', 'signature', 'note'];
const TO_MEMBER: BlockName[] = ['button', 'link', 'fact', 'note'];
const OF_BOOKED: LinkName[] = ['page', 'join', 'map', 'calendar', 'reschedule', 'cancel'];
const OF_HOSTED: LinkName[] = ['request', 'join', 'map'];

/** In a folder for each language. */
export const guestTemplates = [
  'options',
  'follow_up',
  'booked',
  'rescheduled',
  'place_changed',
  'cancelled',
  'reminder',
  'confirmation',
] as const;

/** In one folder, in English. */
export const memberTemplates = [
  'assigned',
  'host_booked',
  'host_rescheduled',
  'host_place_changed',
  'host_cancelled',
  'host_reminder',
  'attention',
  'calendar_failing',
  'calendar_disconnected',
  'endpoint_disabled',
  'keys_expiring',
  'seats_nearly_full',
  'outsiders_limited',
  'sign_in',
  'invitation',
  'test',
] as const;

export type TemplateName = (typeof guestTemplates)[number] | (typeof memberTemplates)[number];

/** Guests and hosts of a booked meeting have templates of their own. */
export function templateNameOf(draft: Draft): TemplateName {
  switch (draft.kind) {
    case 'booked':
    case 'rescheduled':
    case 'place_changed':
    case 'cancelled':
    case 'reminder':
      return isForGuest(draft) ? draft.kind : `host_${draft.kind}`;
    default:
      return draft.kind;
  }
}

export const vocabularies: Record<TemplateName, Vocabulary> = {
  options: {
    words: [...OFFER, 'suggester', 'old_day', 'old_clock'],
    choices: { because: offerReasons },
    blocks: ['times', ...TO_GUEST, 'introduction'],
    links: ['page', 'more_times'],
  },
  follow_up: { words: OFFER, choices: {}, blocks: ['times', ...TO_GUEST], links: ['page', 'more_times'] },
  booked: { words: APPOINTMENT, choices: {}, blocks: TO_GUEST, links: OF_BOOKED },
  rescheduled: { words: [...APPOINTMENT, ...OLD_TIME], choices: {}, blocks: TO_GUEST, links: OF_BOOKED },
  place_changed: { words: APPOINTMENT, choices: {}, blocks: TO_GUEST, links: OF_BOOKED },
  cancelled: { words: APPOINTMENT, choices: {}, blocks: TO_GUEST, links: ['rebook'] },
  reminder: {
    words: [...APPOINTMENT, 'moving'],
    choices: { when: daysAhead },
    blocks: TO_GUEST,
    links: ['page', 'join', 'map', 'reschedule', 'cancel'],
  },
  confirmation: {
    words: ['title', 'team', 'company', 'duration', 'time', 'zone', 'day', 'clock', 'start'],
    choices: {},
    blocks: TO_GUEST,
    links: ['confirm'],
  },
  assigned: {
    words: [...OF_HOST, 'suggested'],
    choices: { because: assignReasons },
    blocks: TO_MEMBER,
    links: ['request'],
  },
  host_booked: { words: HOSTED, choices: CALENDAR, blocks: TO_MEMBER, links: OF_HOSTED },
  host_rescheduled: {
    words: [...HOSTED, ...OLD_TIME],
    choices: CALENDAR,
    blocks: TO_MEMBER,
    links: OF_HOSTED,
  },
  host_place_changed: { words: HOSTED, choices: CALENDAR, blocks: TO_MEMBER, links: OF_HOSTED },
  host_cancelled: {
    words: [...HOSTED, 'canceller', 'comment'],
    choices: { because: ['cancelled', 'organizer_changed'], calendar: ['attached', 'written'] },
    blocks: TO_MEMBER,
    links: ['request'],
  },
  host_reminder: {
    words: [...HOSTED, 'clock', 'moving'],
    choices: { when: daysAhead },
    blocks: TO_MEMBER,
    links: OF_HOSTED,
  },
  attention: {
    words: [
      ...OF_HOST,
      ...['author', 'author_first', 'reply', 'mentioned', 'single', 'proposed', 'attendee', 'others_offered'],
      ...['unproven', 'may_be_new', 'calendar_owner', 'new_time', 'time'],
    ],
    choices: {
      reason: [
        ...['no_times', 'no_seat', 'no_answer', 'no_common_time', 'unclear_reply'],
        ...['bounced', 'declined', 'counter_proposal', 'opted_out', 'place_failed'],
        ...['moved_in_calendar', 'deleted_in_calendar'],
      ],
    },
    blocks: TO_MEMBER,
    links: ['request', 'offer_times', 'reply'],
  },
  calendar_failing: {
    words: [...READER, 'calendar', 'last_error', 'failing_since'],
    choices: {},
    blocks: TO_MEMBER,
    links: ['console'],
  },
  calendar_disconnected: {
    words: [...READER, 'provider', 'account'],
    choices: {},
    blocks: TO_MEMBER,
    links: ['console'],
  },
  endpoint_disabled: {
    words: [...READER, 'workspace', 'endpoint', 'description', 'disabled_at'],
    choices: {},
    blocks: TO_MEMBER,
    links: ['console'],
  },
  keys_expiring: {
    words: [...READER, 'workspace', 'key', 'single', 'count', 'keys', 'zone'],
    choices: {},
    blocks: TO_MEMBER,
    links: ['console'],
  },
  seats_nearly_full: {
    words: [...READER, 'workspace', 'plan', 'capacity', 'used', 'left', 'single', 'full', 'hard'],
    choices: {},
    blocks: TO_MEMBER,
    links: ['console'],
  },
  outsiders_limited: {
    words: [...READER, 'workspace', 'limit'],
    choices: { of: ['workspace', 'network'] },
    blocks: TO_MEMBER,
    links: ['console'],
  },
  invitation: {
    words: [...READER, 'workspace', 'inviter', 'email', 'days'],
    choices: {},
    blocks: TO_MEMBER,
    links: ['sign_in'],
  },
  test: { words: [...READER, 'workspace'], choices: {}, blocks: TO_MEMBER, links: [] },
  sign_in: { words: [...READER, 'workspace', 'email'], choices: {}, blocks: TO_MEMBER, links: ['sign_in'] },
};
