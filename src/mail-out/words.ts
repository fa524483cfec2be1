// The values that a draft has for the words of its template.
import { formatCount, INVITATION_DAYS } from '../limits/limits.ts';
import { answersInLines } from '../text/answers.ts';
import { firstNameOf } from '../text/first-name.ts';
import type { Language } from '../text/languages.ts';
import { multiline, onOneLine } from '../text/plain-text.ts';
import { whereForGuest, whereForHosts } from '../text/where.ts';
import type { Dates } from '../time/dates.ts';
import type { MeetingTime } from '../time/intervals.ts';
import { durationOf } from '../time/wording.ts';
import { type Draft, isForGuest, type Mailbox, type Meeting } from './drafts.ts';
import type { Values } from './template.ts';
import { datesFor, dayAheadOf, momentWithZone, spanWithZone, startOf, zoneOf } from './times.ts';

/** How much is quoted of a participant's reply. The request's messages have the whole text. */
const REPLY_LENGTH = 2_000;

export function valuesOf(draft: Draft, now: number): Values {
  const reader = lineOrNull(draft.to.name);
  return {
    reader,
    reader_first: reader && firstNameOf(reader),
    company: onOneLine(draft.brand.company),
    ...valuesOfBody(draft, datesFor(draft, now), now),
  };
}

function valuesOfBody(draft: Draft, dates: Dates, now: number): Values {
  const { language } = draft.locale;
  switch (draft.kind) {
    case 'options':
    case 'follow_up': {
      const starts = draft.options.map(({ starts_at }) => starts_at);
      const standing = draft.kind === 'options' ? (draft.standing ?? null) : null;
      return {
        ...ofMeeting(draft.meeting, draft),
        zone: zoneOfAll(starts, dates),
        times: starts.length > 0 ? 'yes' : null,
        poll: draft.is_poll ? 'yes' : null,
        single: starts.length === 1 ? 'yes' : null,
        weekday: weekdayToName(starts, dates),
        because: draft.kind === 'options' ? draft.reason : null,
        where:
          draft.meeting.where &&
          whereForGuest(draft.meeting.where, language, { host: draft.meeting.organizer, number: null }),
        suggester: draft.kind === 'options' ? lineOrNull(draft.suggester ?? null) : null,
        old_day: standing && dates.day(standing.starts_at),
        old_clock: standing && dates.clock(standing.starts_at),
        ...(isTitleIntroduced(draft) && { organizer_title: null }),
      };
    }
    case 'assigned':
      return { ...ofHost(draft), because: draft.reason, suggested: withAddresses(draft.suggested) };
    case 'attention':
      return { ...ofHost(draft), ...ofCause(draft, dates), ...ofCalendar(draft, dates) };
    case 'booked':
    case 'place_changed':
    case 'rescheduled':
    case 'cancelled':
    case 'reminder':
      return {
        ...(isForGuest(draft)
          ? {
              ...ofMeeting(draft.meeting, draft),
              description: linesOrNull(draft.meeting.description),
              people: peopleBeside(draft),
              where: whereForReader(draft),
              asks_number: asksNumber(draft) ? 'yes' : null,
            }
          : {
              ...ofHost(draft),
              hosts: listed(draft.hosts, language),
              where: whereForMember(draft),
              calendar: draft.calendar ?? 'attached',
            }),
        ...ofTime(draft.time, dates, isForGuest(draft)),
        ...(draft.kind === 'rescheduled' && {
          old_time: spanWithZone(draft.old_time, dates),
          old_day: dates.day(draft.old_time.starts_at),
          old_clock: dates.clock(draft.old_time.starts_at),
        }),
        ...(draft.kind === 'reminder' && {
          when: dayAheadOf(draft.time.starts_at, dates.timezone, now),
          moving: draft.moving ? 'yes' : null,
        }),
        ...(draft.kind === 'cancelled' && {
          because: draft.reason,
          canceller: draft.canceller ? listed([draft.canceller], language) : null,
          comment: linesOrNull(draft.comment ?? null),
        }),
      };
    case 'calendar_failing':
      return {
        calendar: onOneLine(draft.calendar),
        last_error: onOneLine(draft.last_error),
        failing_since: momentWithZone(draft.failing_since, dates),
      };
    case 'calendar_disconnected':
      return { provider: onOneLine(draft.provider), account: onOneLine(draft.account) };
    case 'endpoint_disabled':
      return {
        workspace: onOneLine(draft.workspace),
        endpoint: onOneLine(draft.endpoint),
        description: lineOrNull(draft.description),
        disabled_at: momentWithZone(draft.disabled_at, dates),
      };
    case 'keys_expiring': {
      const zone = zoneOfAll(
        draft.keys.map(({ expires_at }) => expires_at),
        dates,
      );
      return {
        workspace: onOneLine(draft.workspace),
        key: onOneLine(draft.keys[0]?.name ?? ''),
        single: draft.keys.length === 1 ? 'yes' : null,
        count: formatCount(draft.keys.length),
        keys: keysInLines(draft.keys, dates, zone !== null),
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
        duration: durationOf(draft.duration_minutes, draft.locale.tag),
        ...ofTime(draft.time, dates, true),
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

/** A guest is told the zone in a place of its own; a host reads it behind the time. */
const ofTime = (time: MeetingTime | null, dates: Dates, isGuest: boolean): Values => ({
  time: time && (isGuest ? dates.whole(time) : spanWithZone(time, dates)),
  zone: time && zoneOf(time.starts_at, dates),
  day: time && dates.day(time.starts_at),
  clock: time && dates.clock(time.starts_at),
  start: time && startOf(time, dates),
});

type OfHost = Extract<Draft, { participants: Mailbox[] }>;

function ofHost(draft: OfHost): Values {
  const { participants, meeting, locale } = draft;
  const [first] = participants;
  const isAlone = participants.length === 1;
  const all = listed(participants, locale.language);
  return {
    ...ofMeeting(meeting, draft),
    description: linesOrNull(meeting.description),
    answers: answersInLines(
      participants.map((guest) => ({ name: nameOf(guest), answers: guest.answers ?? [] })),
    ),
    participants: all,
    participant_first: isAlone && first ? firstOf(first) : all,
  };
}

const ofCause = (draft: Extract<Draft, { kind: 'attention' }>, dates: Dates): Values => ({
  reason: draft.reason,
  author: draft.by ? nameOf(draft.by) : null,
  author_first: draft.by ? firstOf(draft.by) : null,
  reply: multiline(draft.said ?? '', REPLY_LENGTH) || null,
  mentioned: draft.mentioned?.map((time) => spanWithZone(time, dates)).join('\n') || null,
  single: draft.mentioned?.length === 1 ? 'yes' : null,
  proposed: draft.proposed ? spanWithZone(draft.proposed, dates) : null,
  attendee: lineOrNull(draft.in_the_name_of ?? null),
  others_offered: draft.others_offered ? 'yes' : null,
  unproven: draft.unproven ? 'yes' : null,
  may_be_new: draft.may_be_new ? 'yes' : null,
});

/** In whose calendar, unless it's the reader's own, and when the meeting is there and when it is booked for. */
const ofCalendar = (
  { in_calendar: change, to }: Extract<Draft, { kind: 'attention' }>,
  dates: Dates,
): Values => ({
  calendar_owner: change && change.owner.address !== to.address ? nameOf(change.owner) : null,
  new_time: change?.time ? spanWithZone(change.time, dates) : null,
  time: change ? spanWithZone(change.booked, dates) : null,
});

type Appointed = Extract<Draft, { hosts: Mailbox[] }>;

const whereForReader = ({ meeting, locale, own_number }: Appointed): string | null =>
  meeting.where &&
  whereForGuest(meeting.where, locale.language, { host: meeting.organizer, number: own_number ?? null });

/** A host will call them, and nobody knows where. */
const asksNumber = ({ meeting: { where }, own_number }: Appointed): boolean =>
  where?.kind === 'call' && where.by === 'host' && !own_number;

const whereForMember = ({ meeting, participants }: Appointed): string | null =>
  meeting.where &&
  whereForHosts(
    meeting.where,
    participants.map((guest) => ({ name: nameOf(guest), number: guest.phone_number ?? null })),
  );

/** Whether the introduction already has the organizer's title. */
function isTitleIntroduced(draft: Draft): boolean {
  if (draft.kind !== 'options') return false;
  const { organizer_title: title } = draft.meeting;
  return title !== null && draft.introduction?.includes(title) === true;
}

function ofMeeting(
  { title, purpose, organizer, organizer_title, duration_minutes }: Meeting,
  { locale }: Pick<Draft, 'locale'>,
): Values {
  return {
    title: lineOrNull(title),
    purpose: linesOrNull(purpose),
    duration: durationOf(duration_minutes, locale.tag),
    organizer: onOneLine(organizer),
    organizer_first: firstNameOf(organizer),
    organizer_title: lineOrNull(organizer_title),
  };
}

/** Everybody in the meeting, if there are others besides the reader and the organizer. */
function peopleBeside({ hosts, participants, locale }: Extract<Draft, { hosts: Mailbox[] }>): string | null {
  return hosts.length + participants.length > 2 ? listed([...hosts, ...participants], locale.language) : null;
}

/** The day that a reply can name: one on which there is a single time, not the first if it can be helped. */
function weekdayToName(starts: number[], dates: Dates): string | null {
  const days = starts.map((at) => dates.weekday(at));
  const alone = days.filter((day, place) => days.every((other, at) => at === place || other !== day));
  return alone[1] ?? alone[0] ?? null;
}

const MAX_KEYS = 20;

/** One line per key, in order of expiry: `CRM sync (sk_live_2b7e....): Sunday, 31 January, 01:00`. */
function keysInLines(
  keys: Extract<Draft, { kind: 'keys_expiring' }>['keys'],
  dates: Dates,
  isZoneNamed: boolean,
): string {
  const inWords = (at: number) => (isZoneNamed ? dates.moment(at) : momentWithZone(at, dates));
  const lines = keys
    .toSorted((one, other) => one.expires_at - other.expires_at)
    .slice(0, MAX_KEYS)
    .map(
      ({ name, key_prefix, expires_at }) =>
        `${onOneLine(name)} (${onOneLine(key_prefix)}): ${inWords(expires_at)}`,
    );
  const others = keys.length - lines.length;
  return [...lines, ...(others > 0 ? [`and ${formatCount(others)} more`] : [])].join('\n');
}

const lineOrNull = (text: string | null) => onOneLine(text ?? '') || null;
const linesOrNull = (text: string | null) => multiline(text ?? '') || null;

const nameOf = ({ name, address }: Mailbox) => lineOrNull(name) ?? onOneLine(address);
const firstOf = (mailbox: Mailbox) => {
  const name = lineOrNull(mailbox.name);
  return name === null ? onOneLine(mailbox.address) : firstNameOf(name);
};

const MAX_LISTED = 10;

const othersIn: Record<Language, (count: number) => string> = {
  en: (count) => (count === 1 ? '1 other' : `${count} others`),
  de: (count) => (count === 1 ? '1 weitere Person' : `${count} weitere`),
  fr: (count) => (count === 1 ? '1 autre personne' : `${count} autres`),
  es: (count) => (count === 1 ? '1 persona más' : `${count} más`),
};

/** `Grace Hopper, Alan Turing and 3 others`, with addresses for people without a name. */
function listed(people: Mailbox[], language: Language): string | null {
  const names = people.slice(0, MAX_LISTED).map(nameOf);
  const others = people.length - names.length;
  if (others > 0) names.push(othersIn[language](others));
  return names.length === 0 ? null : listFormats[language].format(names);
}

/** British English has no comma before the last `and`. */
const listFormats: Record<Language, Intl.ListFormat> = {
  en: new Intl.ListFormat('en-GB'),
  de: new Intl.ListFormat('de'),
  fr: new Intl.ListFormat('fr'),
  es: new Intl.ListFormat('es'),
};

/** One line per person: `Alan Turing (alan@example.net)`. */
function withAddresses(people: Mailbox[]): string | null {
  const lines = people.map(({ name, address }) => {
    const shown = lineOrNull(name);
    return shown === null ? onOneLine(address) : `${shown} (${onOneLine(address)})`;
  });
  return lines.length > 0 ? lines.join('\n') : null;
}

/** How the zone of all these times is called; null if they need different names. */
function zoneOfAll(times: number[], dates: Dates): string | null {
  const zones = new Set(times.map((at) => zoneOf(at, dates)));
  return zones.size === 1 ? ([...zones][0] ?? null) : null;
}
