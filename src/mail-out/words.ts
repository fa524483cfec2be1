// What the templates of each kind may use, and its values for a draft.
import { formatCount, INVITATION_DAYS } from '../limits/limits.ts';
import { multiline, onOneLine } from '../text/plain-text.ts';
import { assignReasons, type Draft, type Mailbox, type Meeting, offerReasons } from './drafts.ts';
import type { Values, Vocabulary } from './template.ts';
import { durationOf, momentOf, spanWithZone, startOf, zoneAt } from './times.ts';

export type ComposedKind = Draft['kind'];

/** How much is quoted of a participant's reply. The request's messages have the whole text. */
const REPLY_LENGTH = 2_000;

const MEETING = ['title', 'purpose', 'duration', 'organizer', 'organizer_title'];
const OFFER = ['reader', ...MEETING, 'zone', 'times', 'poll', 'single'];
const APPOINTMENT = ['reader', ...MEETING, 'description', 'participants', 'hosts', 'time', 'start', 'guest'];
const OF_MEMBER = ['reader', ...MEETING, 'description', 'participants'];

const OF_ADMIN: Vocabulary['blocks'] = ['button', 'link', 'fact', 'signature', 'note'];

export const vocabularies: Record<ComposedKind, Vocabulary> = {
  options: {
    words: [...OFFER, 'suggester'],
    choices: { because: offerReasons },
    blocks: ['times', 'button', 'link', 'fact', 'introduction', 'signature', 'note', 'stop'],
  },
  follow_up: {
    words: OFFER,
    choices: {},
    blocks: ['times', 'button', 'link', 'fact', 'signature', 'note', 'stop'],
  },
  assigned: {
    words: [...OF_MEMBER, 'suggested'],
    choices: { because: assignReasons },
    blocks: ['button', 'link', 'fact', 'signature', 'note'],
  },
  booked: { words: APPOINTMENT, choices: {}, blocks: ['button', 'link', 'fact', 'signature', 'note'] },
  rescheduled: {
    words: [...APPOINTMENT, 'old_time'],
    choices: {},
    blocks: ['button', 'link', 'fact', 'signature', 'note'],
  },
  cancelled: {
    words: [...APPOINTMENT, 'canceller', 'comment'],
    choices: { because: ['cancelled', 'organizer_changed'] },
    blocks: ['button', 'link', 'fact', 'signature', 'note'],
  },
  attention: {
    words: [
      ...[...OF_MEMBER, 'author', 'reply', 'mentioned', 'single', 'proposed', 'attendee', 'others_offered'],
      ...['unproven', 'may_be_new'],
    ],
    choices: {
      reason: [
        ...['no_times', 'no_seat', 'no_answer', 'no_common_time', 'unclear_reply'],
        ...['bounced', 'declined', 'counter_proposal', 'opted_out'],
      ],
    },
    blocks: ['fact', 'signature', 'note'],
  },
  calendar_failing: {
    words: ['reader', 'calendar', 'last_error', 'failing_since'],
    choices: {},
    blocks: ['fact', 'signature', 'note'],
  },
  endpoint_disabled: {
    words: ['reader', 'workspace', 'endpoint', 'description', 'disabled_at'],
    choices: {},
    blocks: OF_ADMIN,
  },
  keys_expiring: {
    words: ['reader', 'workspace', 'key', 'single', 'count', 'keys', 'zone'],
    choices: {},
    blocks: OF_ADMIN,
  },
  seats_nearly_full: {
    words: ['reader', 'workspace', 'plan', 'capacity', 'used', 'left', 'single', 'full', 'hard'],
    choices: {},
    blocks: OF_ADMIN,
  },
  outsiders_limited: {
    words: ['reader', 'workspace', 'limit'],
    choices: { of: ['workspace', 'network'] },
    blocks: OF_ADMIN,
  },
  confirmation: {
    words: ['title', 'team', 'duration', 'time', 'start'],
    choices: {},
    blocks: ['button', 'link', 'fact', 'signature', 'note'],
  },
  sign_in: {
    words: ['reader', 'workspace', 'email'],
    choices: {},
    blocks: ['button', 'link', 'fact', 'signature', 'note'],
  },
  invitation: {
    words: ['reader', 'workspace', 'inviter', 'email', 'days'],
    choices: {},
    blocks: ['button', 'link', 'fact', 'signature', 'note'],
  },
  test: { words: ['reader', 'workspace'], choices: {}, blocks: ['fact', 'signature', 'note'] },
};

export function valuesOf(draft: Draft): Values {
  return { reader: lineOrNull(draft.to.name), ...valuesOfBody(draft) };
}

function valuesOfBody(draft: Draft): Values {
  const { timezone } = draft;
  switch (draft.kind) {
    case 'options':
    case 'follow_up':
      return {
        ...ofMeeting(draft.meeting),
        zone: zoneOfAll(
          draft.options.map(({ starts_at }) => starts_at),
          timezone,
        ),
        times: draft.options.length > 0 ? 'yes' : null,
        poll: draft.is_poll ? 'yes' : null,
        single: draft.options.length === 1 ? 'yes' : null,
        because: draft.kind === 'options' ? draft.reason : null,
        suggester: draft.kind === 'options' ? lineOrNull(draft.suggester ?? null) : null,
        ...(isTitleIntroduced(draft) && { organizer_title: null }),
      };
    case 'assigned':
    case 'attention':
      return {
        ...ofMeeting(draft.meeting),
        description: linesOrNull(draft.meeting.description),
        participants: listed(draft.participants),
        ...(draft.kind === 'assigned'
          ? { because: draft.reason, suggested: withAddresses(draft.suggested) }
          : ofCause(draft)),
      };
    case 'booked':
    case 'rescheduled':
    case 'cancelled':
      return {
        ...ofMeeting(draft.meeting),
        // The description is for the organizer, not for guests.
        description: draft.url === null ? linesOrNull(draft.meeting.description) : null,
        participants: listed(draft.participants),
        hosts: listed(draft.hosts),
        time: draft.time && spanWithZone(draft.time, timezone),
        start: draft.time && startOf(draft.time, timezone),
        guest: draft.url === null ? null : 'yes',
        old_time: draft.kind === 'rescheduled' ? spanWithZone(draft.old_time, timezone) : null,
        because: draft.kind === 'cancelled' ? draft.reason : null,
        canceller: draft.kind === 'cancelled' && draft.canceller ? listed([draft.canceller]) : null,
        comment: draft.kind === 'cancelled' ? linesOrNull(draft.comment ?? null) : null,
      };
    case 'calendar_failing':
      return {
        calendar: onOneLine(draft.calendar),
        last_error: onOneLine(draft.last_error),
        failing_since: momentWithZone(draft.failing_since, timezone),
      };
    case 'endpoint_disabled':
      return {
        workspace: onOneLine(draft.workspace),
        endpoint: onOneLine(draft.endpoint),
        description: lineOrNull(draft.description),
        disabled_at: momentWithZone(draft.disabled_at, timezone),
      };
    case 'keys_expiring': {
      const zone = zoneOfAll(
        draft.keys.map(({ expires_at }) => expires_at),
        timezone,
      );
      return {
        workspace: onOneLine(draft.workspace),
        key: onOneLine(draft.keys[0]?.name ?? ''),
        single: draft.keys.length === 1 ? 'yes' : null,
        count: formatCount(draft.keys.length),
        keys: keysInLines(draft.keys, timezone, zone !== null),
        zone,
      };
    }
    case 'seats_nearly_full': {
      const left = Math.max(0, draft.seat_capacity - draft.active_seats);
      return {
        workspace: onOneLine(draft.workspace),
        plan: onOneLine(draft.plan),
        capacity: formatCount(draft.seat_capacity),
        used: formatCount(draft.active_seats),
        left: formatCount(left),
        single: left === 1 ? 'yes' : null,
        full: left === 0 ? 'yes' : null,
        hard: draft.is_hard ? 'yes' : null,
      };
    }
    case 'outsiders_limited':
      return {
        workspace: onOneLine(draft.workspace),
        limit: formatCount(draft.limit),
        of: draft.of,
      };
    case 'confirmation':
      return {
        title: lineOrNull(draft.title),
        team: onOneLine(draft.team),
        duration: durationOf(draft.duration_minutes),
        time: spanWithZone(draft.time, timezone),
        start: startOf(draft.time, timezone),
      };
    case 'sign_in':
      return { workspace: onOneLine(draft.workspace), email: onOneLine(draft.email) };
    case 'invitation':
      return {
        workspace: onOneLine(draft.workspace),
        inviter: lineOrNull(draft.inviter),
        email: onOneLine(draft.email),
        days: formatCount(INVITATION_DAYS),
      };
    case 'test':
      return { workspace: onOneLine(draft.workspace) };
  }
}

const ofCause = (draft: Extract<Draft, { kind: 'attention' }>): Values => ({
  reason: draft.reason,
  author: draft.by ? listed([draft.by]) : null,
  reply: multiline(draft.said ?? '', REPLY_LENGTH) || null,
  mentioned: draft.mentioned?.map((time) => spanWithZone(time, draft.timezone)).join('\n') || null,
  single: draft.mentioned?.length === 1 ? 'yes' : null,
  proposed: draft.proposed ? spanWithZone(draft.proposed, draft.timezone) : null,
  attendee: lineOrNull(draft.in_the_name_of ?? null),
  others_offered: draft.others_offered ? 'yes' : null,
  unproven: draft.unproven ? 'yes' : null,
  may_be_new: draft.may_be_new ? 'yes' : null,
});

/** Whether the introduction already has the organizer's title. */
function isTitleIntroduced(draft: Draft): boolean {
  if (draft.kind !== 'options') return false;
  const { organizer_title: title } = draft.meeting;
  return title !== null && draft.introduction?.includes(title) === true;
}

function ofMeeting({ title, purpose, organizer, organizer_title, duration_minutes }: Meeting): Values {
  return {
    title: lineOrNull(title),
    purpose: linesOrNull(purpose),
    duration: durationOf(duration_minutes),
    organizer: onOneLine(organizer),
    organizer_title: lineOrNull(organizer_title),
  };
}

const momentWithZone = (at: number, timezone: string) =>
  `${momentOf(at, timezone)} (${zoneAt(at, timezone)})`;

const MAX_KEYS = 20;

/** One line per key, in order of expiry: `CRM sync (sk_live_2b7e....): Sunday, 31 January 2027, 01:00`. */
function keysInLines(
  keys: Extract<Draft, { kind: 'keys_expiring' }>['keys'],
  timezone: string,
  isZoneNamed: boolean,
): string {
  const inWords = isZoneNamed ? momentOf : momentWithZone;
  const lines = keys
    .toSorted((one, other) => one.expires_at - other.expires_at)
    .slice(0, MAX_KEYS)
    .map(
      ({ name, key_prefix, expires_at }) =>
        `${onOneLine(name)} (${onOneLine(key_prefix)}): ${inWords(expires_at, timezone)}`,
    );
  const others = keys.length - lines.length;
  return [...lines, ...(others > 0 ? [`and ${formatCount(others)} more`] : [])].join('\n');
}

const lineOrNull = (text: string | null) => onOneLine(text ?? '') || null;
const linesOrNull = (text: string | null) => multiline(text ?? '') || null;

const MAX_LISTED = 10;

/** `Grace Hopper, Alan Turing and 3 others`, with addresses for people without a name. */
function listed(people: Mailbox[]): string | null {
  const names = people
    .slice(0, MAX_LISTED)
    .map(({ name, address }) => lineOrNull(name) ?? onOneLine(address));
  const others = people.length - names.length;
  if (others > 0) names.push(others === 1 ? 'one other' : `${others} others`);
  const last = names.pop();
  return names.length === 0 ? (last ?? null) : `${names.join(', ')} and ${last}`;
}

/** One line per person: `Alan Turing (alan@example.net)`. */
function withAddresses(people: Mailbox[]): string | null {
  const lines = people.map(({ name, address }) => {
    const shown = lineOrNull(name);
    return shown === null ? onOneLine(address) : `${shown} (${onOneLine(address)})`;
  });
  return lines.length > 0 ? lines.join('\n') : null;
}

/** The zone's name if all times share it. Null if the clocks change between them. */
function zoneOfAll(times: number[], timezone: string): string | null {
  const zones = new Set(times.map((at) => zoneAt(at, timezone)));
  return zones.size === 1 ? ([...zones][0] ?? null) : null;
}
