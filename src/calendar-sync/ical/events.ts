// Reads a VEVENT: when it is, how long it takes, how it repeats, and whether it counts as busy.

import { type ContentLine, parameterOf } from '../../icalendar/content-lines.ts';
import { type Duration, readDuration, readTime, type WrittenTime } from '../../icalendar/written-times.ts';
import { timeAt, UTC, wallAt, type Zone } from '../../icalendar/zones.ts';
import { foldEmail } from '../../text/emails.ts';
import { DAY_MS } from '../../time/timestamps.ts';
import type { CalendarZones } from './calendar-zones.ts';
import { type Component, lineOf, linesOf, wordOf } from './components.ts';
import { type Rule, readRule } from './rule.ts';

/** A time on the clock of a zone. */
export interface PlacedTime {
  wall: number;
  zone: Zone;
  isDate: boolean;
}

export interface Event {
  uid: string | undefined;
  /** The higher, the newer: SEQUENCE, then when it was written. */
  version: readonly [number, number];
  start: PlacedTime;
  length: Duration;
  rules: { rule: Rule; until: number | null }[];
  /** Further instances, some with their own length. */
  additions: { start: PlacedTime; length: Duration | null }[];
  exceptions: PlacedTime[];
  /** The instance of a series that it replaces. */
  replaces: { time: PlacedTime; is_following: boolean } | null;
  is_busy: boolean;
  /** Some of it couldn't be understood. */
  is_doubtful: boolean;
  /** Unknown zones that it names. Their offsets are a guess. */
  unknown_zones: string[];
}

interface EventSettings {
  zones: CalendarZones;
  /** For times without a zone, and for whole days. */
  member: Zone;
  is_cancelled: boolean;
}

const NOTHING: Duration = { days: 0, ms: 0 };
const ONE_DAY: Duration = { days: 1, ms: 0 };

/** Undefined without a start, because then nothing can be said about it. */
export function readEvent(component: Component, settings: EventSettings): Event | undefined {
  const startLine = lineOf(component, 'DTSTART');
  const start = startLine && placedTime(startLine, startLine.value, settings.member, settings);
  if (!start) return undefined;
  const at = (line: ContentLine, text: string) => placedTime(line, text, start.zone, settings);

  const length = lengthOf(component, start, at);
  const written = linesOf(component, 'RRULE').map(({ value }) => readRule(value));
  const rules = written.filter((rule) => rule !== undefined);
  const recurrenceLine = lineOf(component, 'RECURRENCE-ID');
  const replaced = recurrenceLine && at(recurrenceLine, recurrenceLine.value);
  return {
    uid: lineOf(component, 'UID')?.value || undefined,
    version: versionOf(component),
    start,
    length: length ?? NOTHING,
    rules: rules.map((rule) => ({ rule, until: rule.until && lastWall(rule.until, start, settings) })),
    additions: linesOf(component, 'RDATE').flatMap((line) =>
      line.value.split(',').flatMap((item) => additionIn(line, item, at)),
    ),
    exceptions: linesOf(component, 'EXDATE').flatMap((line) =>
      line.value.split(',').flatMap((item) => at(line, item.trim()) ?? []),
    ),
    replaces: replaced
      ? {
          time: replaced,
          is_following: parameterOf(recurrenceLine, 'RANGE')?.toUpperCase() === 'THISANDFUTURE',
        }
      : null,
    is_busy: isBusy(component, settings),
    is_doubtful:
      length === undefined ||
      length.days * DAY_MS + length.ms < 0 ||
      written.includes(undefined) ||
      (recurrenceLine !== undefined && !replaced),
    unknown_zones: unknownZonesIn(component, settings),
  };
}

const TIMES = ['DTSTART', 'DTEND', 'RDATE', 'EXDATE', 'RECURRENCE-ID'];

function unknownZonesIn(component: Component, { zones }: EventSettings): string[] {
  const names = TIMES.flatMap((name) => linesOf(component, name))
    .filter((line) => isLocal(line))
    .flatMap((line) => parameterOf(line, 'TZID') ?? []);
  return [...new Set(names)].filter((tzid) => !zones.isKnown(tzid));
}

/** Whether it depends on a zone: it is neither a date nor in UTC. */
const isLocal = (line: ContentLine) =>
  /T\d{4}/i.test(line.value) &&
  !/Z$/i.test(line.value) &&
  parameterOf(line, 'VALUE')?.toUpperCase() !== 'DATE';

/** `own` is the zone for a time that names none: the member's or the event's. */
function placedTime(
  line: ContentLine,
  text: string,
  own: Zone,
  { zones, member }: EventSettings,
): PlacedTime | undefined {
  const time = readTime(text);
  if (!time) return undefined;
  if (time.form === 'date' || parameterOf(line, 'VALUE')?.toUpperCase() === 'DATE') {
    return { wall: dateOf(time, zones.own), zone: member, isDate: true };
  }
  if (time.form === 'utc') return { wall: time.wall, zone: UTC, isDate: false };
  const tzid = parameterOf(line, 'TZID');
  return { wall: time.wall, zone: tzid === undefined ? own : zones.named(tzid), isDate: false };
}

/** The date of a time, as its midnight. Outlook writes local midnights in UTC instead of dates. */
function dateOf({ wall, form }: WrittenTime, zone: Zone): number {
  const local = form === 'utc' && wall % DAY_MS !== 0 ? wallAt(zone, wall) : wall;
  return Math.floor(local / DAY_MS) * DAY_MS;
}

/** Undefined if it can't be understood. */
function lengthOf(
  component: Component,
  start: PlacedTime,
  at: (line: ContentLine, text: string) => PlacedTime | undefined,
): Duration | undefined {
  const endLine = lineOf(component, 'DTEND');
  const durationLine = lineOf(component, 'DURATION');
  if (endLine) {
    const end = at(endLine, endLine.value);
    return end && between(start, end);
  }
  const length = durationLine ? readDuration(durationLine.value) : NOTHING;
  if (!length || !start.isDate) return length;
  // An all-day event without a length takes one day.
  return wholeDays(length.days * DAY_MS + length.ms);
}

function between(start: PlacedTime, end: PlacedTime): Duration {
  if (start.isDate) return wholeDays(end.wall - start.wall);
  return { days: 0, ms: timeAt(end.zone, end.wall) - timeAt(start.zone, start.wall) };
}

const wholeDays = (ms: number): Duration => (ms <= 0 ? ONE_DAY : { days: Math.ceil(ms / DAY_MS), ms: 0 });

/** The last time that the rule allows, on the clock of the event's zone. */
function lastWall(until: WrittenTime, start: PlacedTime, { zones }: EventSettings): number {
  if (start.isDate) return dateOf(until, zones.own);
  if (until.form === 'utc') return wallAt(start.zone, until.wall);
  return until.form === 'date' ? until.wall + DAY_MS - 1 : until.wall;
}

/** An RDATE: a time, or a period with its own length. */
function additionIn(
  line: ContentLine,
  item: string,
  at: (line: ContentLine, text: string) => PlacedTime | undefined,
): Event['additions'] {
  const [from = '', to] = item.trim().split('/');
  const start = at(line, from);
  if (!start) return [];
  if (to === undefined) return [{ start, length: null }];
  const end = at(line, to);
  const length = end ? between(start, end) : readDuration(to);
  return length ? [{ start, length }] : [];
}

function versionOf(component: Component): [number, number] {
  const sequence = Number(lineOf(component, 'SEQUENCE')?.value ?? 0);
  const stamps = ['LAST-MODIFIED', 'DTSTAMP'].map((name) => readTime(lineOf(component, name)?.value ?? ''));
  return [Number.isFinite(sequence) ? sequence : 0, stamps.find((time) => time)?.wall ?? 0];
}

function isBusy(component: Component, { is_cancelled }: EventSettings): boolean {
  if (is_cancelled || wordOf(component, 'STATUS') === 'CANCELLED') return false;
  if (wordOf(component, 'TRANSP') === 'TRANSPARENT') return false;
  // Working elsewhere doesn't make anybody busy.
  const status = wordOf(component, 'X-MICROSOFT-CDO-BUSYSTATUS');
  if (status === 'FREE' || status === 'WORKINGELSEWHERE') return false;
  // The only attendee that was kept is the member, and only if they declined.
  return linesOf(component, 'ATTENDEE').length === 0;
}

/** Whether the member declined. Apple puts something else in the value, and the address in a parameter. */
export function isDeclined(line: ContentLine, email: string): boolean {
  if (parameterOf(line, 'PARTSTAT')?.toUpperCase() !== 'DECLINED') return false;
  const addresses = [line.value.replace(/^mailto:/i, ''), parameterOf(line, 'EMAIL') ?? ''];
  return addresses.some((address) => foldEmail(address.trim()) === foldEmail(email));
}
