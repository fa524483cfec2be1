// From iCalendar text to busy times.

import { createBudget, MAX_BUSY_TIMES, Unreadable } from './bounds.ts';
import { type ZoneSettings, zonesOf } from './calendar-zones.ts';
import { DAY_MS } from './civil.ts';
import { linesOf, readCalendars, wordOf } from './components.ts';
import { type ContentLine, parameterOf } from './content-lines.ts';
import { type Event, isAttendee, readEvent } from './events.ts';
import { type BusySpan, busySpans, type Window } from './series.ts';
import { readDuration, readTime } from './written-times.ts';
import { namedZone } from './zones.ts';

export interface ReadOptions {
  /** Milliseconds since 1970. What is before `from`, or at `until` and later, is cut off. */
  from: number;
  until: number;
  /** The member's: for whole days, and for times without a zone. */
  timezone: string;
  /** The member's address, to tell what they declined. */
  email: string;
  /** Events with such a UID were written by Rota, and are no busy times. */
  own_uid: RegExp;
}

export interface BusyTime {
  starts_at: number;
  ends_at: number;
}

export interface BusyTimes {
  /** In order. No two overlap or touch. */
  busy: BusyTime[];
  /** Events that could not be understood, or only in part. What was understood of them is in `busy`. */
  doubtful: number;
}

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
  const calendars = readCalendars(text, (attendee) => isAttendee(attendee, options.email));
  const budget = createBudget();
  const zones: ZoneSettings = {
    member: namedZone(options.timezone),
    until: options.until,
    budget,
    defined: new Map(),
  };
  const spans: BusySpan[] = [];
  let count = 0;
  let doubtful = 0;
  const byUid = new Map<string, Event[]>();
  for (const calendar of calendars) {
    const settings = {
      zones: zonesOf(calendar, zones),
      member: zones.member,
      email: options.email,
      is_cancelled: wordOf(calendar, 'METHOD') === 'CANCEL',
    };
    for (const child of calendar.children) {
      if (child.name === 'VFREEBUSY') spans.push(...linesOf(child, 'FREEBUSY').flatMap(periodsIn));
      if (child.name !== 'VEVENT') continue;
      count++;
      const event = readEvent(child, settings);
      if (!event || event.is_doubtful) doubtful++;
      if (!event || (event.uid !== undefined && options.own_uid.test(event.uid))) continue;
      const uid = event.uid ?? `without a UID ${count}`;
      const others = byUid.get(uid);
      if (others) others.push(event);
      else byUid.set(uid, [event]);
    }
  }
  if (count > 0 && doubtful === count) {
    return { error: 'None of the events in the calendar could be understood.' };
  }
  for (const events of byUid.values()) {
    for (const span of busySpans(events, options, budget)) {
      if (span.end > options.from && span.start < options.until) spans.push(span);
    }
  }
  return { busy: listed(spans, options), doubtful };
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

/** Cut to the window, in order, joined where they overlap or touch. */
function listed(spans: BusySpan[], { from, until }: Window): BusyTime[] {
  const inOrder = spans
    .map(({ start, end }) => ({ starts_at: Math.max(start, from), ends_at: Math.min(end, until) }))
    .filter(({ starts_at, ends_at }) => starts_at < ends_at)
    .sort((a, b) => a.starts_at - b.starts_at);
  const busy: BusyTime[] = [];
  for (const next of inOrder) {
    const last = busy.at(-1);
    if (last && next.starts_at <= last.ends_at) last.ends_at = Math.max(last.ends_at, next.ends_at);
    else busy.push(next);
  }
  if (busy.length > MAX_BUSY_TIMES) {
    throw new Unreadable(`The calendar has more than ${MAX_BUSY_TIMES} busy times.`);
  }
  return busy;
}
