// Replies of calendars to an invitation: iTIP (RFC 5546) REPLY and COUNTER, from whichever part has them.

import { type ContentLine, contentLines, parameterOf } from '../icalendar/content-lines.ts';
import { readDuration, readTime } from '../icalendar/written-times.ts';
import { timeAt, zoneNamed } from '../icalendar/zones.ts';
import { foldEmail, isEmail } from '../text/emails.ts';
import { multiline } from '../text/plain-text.ts';
import { DAY_MS } from '../time/timestamps.ts';
import type { CalendarReply } from './mail.ts';
import type { Part } from './mime.ts';
import { contentOf, leavesOf } from './text.ts';

/** A reply has one event and rarely more than a page of text. */
const MAX_LENGTH = 64 * 1024;
/** What can be stored and compared. */
const UID = /^[^\p{C}]{1,1024}$/u;
const COMMENT_LENGTH = 1_000;
const WANTED = new Set([
  ...[
    'BEGIN',
    'END',
    'METHOD',
    'UID',
    'SEQUENCE',
    'RECURRENCE-ID',
    'ATTENDEE',
    'DTSTART',
    'DTEND',
    'DURATION',
    'COMMENT',
  ],
]);

/**
 * The reply in a mail; `other` for a calendar that isn't one, such as a cancellation; undefined without a calendar, or for an
 * invitation.
 */
export function calendarIn(root: Part, from: string | undefined): CalendarReply | 'other' | undefined {
  const texts = leavesOf(root).filter(isCalendar).map(contentOf);
  for (const text of texts) {
    const reply = replyIn(text.slice(0, MAX_LENGTH), from);
    if (reply) return reply;
  }
  return undefined;
}

const isCalendar = ({ content_type, filename }: Part) =>
  ['text/calendar', 'application/ics', 'application/calendar'].includes(content_type.value) ||
  (/\.ics$/i.test(filename) && /^(?:application|text)\//.test(content_type.value));

function replyIn(text: string, from: string | undefined): CalendarReply | 'other' | undefined {
  let method: string | undefined;
  const event = new Map<string, ContentLine>();
  const attendees: ContentLine[] = [];
  const open: string[] = [];
  let events = 0;
  for (const line of contentLines(text, (name) => WANTED.has(name))) {
    if (line.name === 'BEGIN') {
      open.push(line.value.toUpperCase());
      if (open.at(-1) === 'VEVENT') events += 1;
    } else if (line.name === 'END') open.pop();
    else if (open.at(-1) === 'VCALENDAR' && line.name === 'METHOD') method ??= line.value.toUpperCase();
    else if (open.at(-1) === 'VEVENT' && events === 1) {
      if (line.name === 'ATTENDEE') attendees.push(line);
      else if (!event.has(line.name)) event.set(line.name, line);
    }
  }
  // A file without a method is meant for the person who reads the mail, and an invitation asks for a meeting.
  if (method === undefined || method === 'PUBLISH' || method === 'REQUEST') return undefined;
  // A counter-proposal may list every attendee.
  const attendee = attendees.find((line) => isSame(addressOf(line), from)) ?? attendees[0];
  const uid = event.get('UID')?.value ?? '';
  const address = attendee && addressOf(attendee);
  if ((method !== 'REPLY' && method !== 'COUNTER') || !UID.test(uid) || !address) return 'other';
  const times = spanIn(event);
  const comment = multiline(unescaped(event.get('COMMENT')?.value ?? ''), COMMENT_LENGTH);
  return {
    method,
    uid,
    sequence: sequenceIn(event.get('SEQUENCE')?.value),
    attendee: address,
    attendance: attendanceOf(attendee),
    starts_at: times?.starts_at ?? null,
    ends_at: times?.ends_at ?? null,
    comment: comment === '' ? null : comment,
  };
}

function sequenceIn(value: string | undefined): number {
  const sequence = Number(value ?? 0);
  return Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : 0;
}

/** Apple sometimes puts something else in the value, and the address in a parameter. */
function addressOf(line: ContentLine): string | undefined {
  const written = [line.value.replace(/^mailto:/i, ''), parameterOf(line, 'EMAIL') ?? ''];
  return written.map((address) => address.trim()).find(isEmail);
}

const isSame = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && foldEmail(one) === foldEmail(other);

function attendanceOf(line: ContentLine): CalendarReply['attendance'] {
  const status = parameterOf(line, 'PARTSTAT')?.toLowerCase();
  return status === 'accepted' || status === 'declined' || status === 'tentative' ? status : 'none';
}

/** Undefined unless it is certain which time is meant. */
function spanIn(event: Map<string, ContentLine>): { starts_at: number; ends_at: number } | undefined {
  const starts_at = timeIn(event.get('DTSTART'));
  if (starts_at === undefined) return undefined;
  const duration = readDuration(event.get('DURATION')?.value ?? '');
  const ends_at =
    timeIn(event.get('DTEND')) ?? (duration && starts_at + duration.days * DAY_MS + duration.ms);
  return ends_at !== undefined && ends_at > starts_at ? { starts_at, ends_at } : undefined;
}

function timeIn(line: ContentLine | undefined): number | undefined {
  const time = line && readTime(line.value);
  if (!time || time.form === 'date') return undefined;
  if (time.form === 'utc') return time.wall;
  const tzid = parameterOf(line, 'TZID');
  const zone = tzid === undefined ? undefined : zoneNamed(tzid);
  return zone && timeAt(zone, time.wall);
}

const unescaped = (text: string) =>
  text
    .slice(0, COMMENT_LENGTH * 2)
    .replace(/\\(.)/g, (_, character: string) => (/n/i.test(character) ? '\n' : character));
