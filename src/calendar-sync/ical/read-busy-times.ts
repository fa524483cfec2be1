// From iCalendar text to busy times.

import { type ContentLine, parameterOf } from '../../icalendar/content-lines.ts';
import { readDuration, readTime } from '../../icalendar/written-times.ts';
import { namedZone } from '../../icalendar/zones.ts';
import { onOneLine } from '../../text/plain-text.ts';
import { DAY_MS } from '../../time/timestamps.ts';
import { createBudget, MOST_ZONES, Unreadable } from './bounds.ts';
import { type BusyTime, collectBusyTimes } from './busy-times.ts';
import { type ZoneSettings, zonesOf } from './calendar-zones.ts';
import { linesOf, readCalendars, wordOf } from './components.ts';
import { type Event, isDeclined, readEvent } from './events.ts';
import { type BusySpan, busySpans } from './series.ts';

export interface ReadOptions {
  /** Milliseconds since 1970. Busy times are clipped to the time from `from` until just before `until`. */
  from: number;
  until: number;
  /** The member's time zone, for all-day events and times without a zone. */
  timezone: string;
  /** The member's address, to find what they declined. */
  email: string;
  /** Matches UIDs of events that Rota wrote: they don't count as busy. */
  own_uid: RegExp;
}

interface BusyTimes {
  /** In order. No two overlap or touch. */
  busy: BusyTime[];
  /** How many events couldn't be understood, or only partly. What was understood is in `busy`. */
  doubtful: number;
  /** Unknown zones of busy events, whose times are therefore a guess. */
  unknown_zones: string[];
}

/** For the name of a zone in a note. */
const ZONE_LENGTH = 80;

/** The error is a sentence for the member. */
export type ReadResult = BusyTimes | { error: string };

export function readBusyTimes(text: string, options: ReadOptions): ReadResult {
  try {
    return readAll(text, options);
  } catch (error) {
    if (error instanceof Unreadable) return { error: error.message };
    throw error;
  }
}

function readAll(text: string, options: ReadOptions): ReadResult {
  const calendars = readCalendars(text, (attendee) => isDeclined(attendee, options.email));
  const budget = createBudget();
  const zones: ZoneSettings = {
    member: namedZone(options.timezone),
    until: options.until,
    budget,
    defined: new Map(),
  };
  const busy = collectBusyTimes(options);
  let count = 0;
  let unread = 0;
  let doubtful = 0;
  const unknownZones = new Set<string>();
  const byUid = new Map<string, Event[]>();
  for (const calendar of calendars) {
    const settings = {
      zones: zonesOf(calendar, zones),
      member: zones.member,
      is_cancelled: wordOf(calendar, 'METHOD') === 'CANCEL',
    };
    for (const child of calendar.children) {
      if (child.name === 'VFREEBUSY') linesOf(child, 'FREEBUSY').flatMap(periodsIn).forEach(busy.add);
      if (child.name !== 'VEVENT') continue;
      count++;
      const event = readEvent(child, settings);
      if (!event) unread++;
      if (!event || event.is_doubtful) doubtful++;
      if (!event || (event.uid !== undefined && options.own_uid.test(event.uid))) continue;
      const uid = event.uid ?? `without a UID ${count}`;
      const others = byUid.get(uid);
      if (others) others.push(event);
      else byUid.set(uid, [event]);
    }
  }
  if (count > 0 && unread === count) {
    return { error: 'none of the events in the calendar could be understood' };
  }
  for (const events of byUid.values()) {
    let isSeen = false;
    for (const span of busySpans(events, options, budget)) {
      if (busy.add(span)) isSeen = true;
    }
    // Unknown zones of past or free events don't matter.
    if (!isSeen) continue;
    for (const { unknown_zones, is_doubtful } of events) {
      if (unknown_zones.length > 0 && !is_doubtful) doubtful++;
      for (const name of unknown_zones) if (unknownZones.size < MOST_ZONES) unknownZones.add(name);
    }
  }
  return {
    busy: busy.list(),
    doubtful,
    unknown_zones: [...unknownZones].map((name) => onOneLine(name, ZONE_LENGTH)),
  };
}

/** A FREEBUSY line: periods in UTC. */
function periodsIn(line: ContentLine): BusySpan[] {
  if (parameterOf(line, 'FBTYPE')?.toUpperCase() === 'FREE') return [];
  return line.value.split(',').flatMap((period) => {
    const [from = '', to = ''] = period.trim().split('/');
    const start = readTime(from)?.wall;
    const end = readTime(to)?.wall;
    const length = readDuration(to);
    if (start === undefined) return [];
    return end === undefined
      ? length
        ? [{ start, end: start + length.days * DAY_MS + length.ms }]
        : []
      : [{ start, end }];
  });
}

/** Bytes as text. UTF-8, as the standard asks for; else UTF-16 by its mark, else Latin-1, in which any bytes are text. */
export function decoded(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le').decode(body);
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder('utf-16be').decode(body);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new TextDecoder('latin1').decode(body);
  }
}
