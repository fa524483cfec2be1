// Parses iCalendar text into components, with the properties that decide about busy times. Never keeps titles, notes and places.

import { type ContentLine, contentLines } from '../../icalendar/content-lines.ts';
import { Unreadable } from './bounds.ts';

export interface Component {
  name: string;
  properties: Map<string, ContentLine[]>;
  children: Component[];
}

const COMPONENTS = new Set(['VCALENDAR', 'VEVENT', 'VFREEBUSY', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']);
const PROPERTIES = new Set([
  ...['BEGIN', 'END', 'METHOD', 'X-WR-TIMEZONE'],
  ...['TZID', 'X-LIC-LOCATION', 'TZOFFSETFROM', 'TZOFFSETTO'],
  ...['UID', 'SEQUENCE', 'DTSTAMP', 'LAST-MODIFIED'],
  ...['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'FREEBUSY'],
  ...['STATUS', 'TRANSP', 'X-MICROSOFT-CDO-BUSYSTATUS', 'ATTENDEE'],
]);
const MAX_DEPTH = 16;

export const lineOf = (component: Component, name: string) => component.properties.get(name)?.[0];
export const linesOf = (component: Component, name: string) => component.properties.get(name) ?? [];
/** In upper case, for comparison with a keyword. */
export const wordOf = (component: Component, name: string) => lineOf(component, name)?.value.toUpperCase();

/** The VCALENDARs of a text. Keeps only the attendees that `isKept` accepts: a calendar can have thousands of others. */
export function readCalendars(text: string, isKept: (attendee: ContentLine) => boolean): Component[] {
  const root: Component = { name: '', properties: new Map(), children: [] };
  const open = [root];
  const close = (depth: number) => open.splice(depth);

  for (const line of contentLines(text, (name) => PROPERTIES.has(name))) {
    const current = open.at(-1) ?? root;
    if (line.name === 'BEGIN') {
      const name = line.value.toUpperCase();
      // Some files lack an END. No component contains one of the same kind.
      const same = open.findIndex((component) => component.name === name && COMPONENTS.has(name));
      if (same !== -1) close(same);
      if (open.length > MAX_DEPTH) throw new Unreadable('the calendar is nested too deeply');
      const component: Component = { name, properties: new Map(), children: [] };
      if (COMPONENTS.has(name)) open.at(-1)?.children.push(component);
      open.push(component);
    } else if (line.name === 'END') {
      const depth = open.findLastIndex(({ name }) => name === line.value.toUpperCase());
      if (depth > 0) close(depth);
    } else if (COMPONENTS.has(current.name) && (line.name !== 'ATTENDEE' || isKept(line))) {
      const lines = current.properties.get(line.name);
      if (lines) lines.push(line);
      else current.properties.set(line.name, [line]);
    }
  }
  const calendars = root.children.filter(({ name }) => name === 'VCALENDAR');
  if (calendars.length === 0) throw new Unreadable(notACalendar(text));
  // The part that a broken connection cut off could have busy times.
  if (open.length > 1) throw new Unreadable('the calendar ends in the middle: its last line is missing');
  return calendars;
}

function notACalendar(text: string): string {
  if (text.trim() === '') return 'the calendar is empty: it has no text at all';
  if (/^\s*<(?:!doctype html|html)/i.test(text.slice(0, 1_000))) {
    return 'this is a web page, not a calendar: use the address of the calendar in iCalendar format';
  }
  return 'this is not a calendar in iCalendar format';
}
