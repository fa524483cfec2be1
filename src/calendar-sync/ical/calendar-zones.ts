// The time zones of one VCALENDAR: by name if the name is known, otherwise as the calendar defines them.

import { readOffset, readTime } from '../../icalendar/written-times.ts';
import { offsetInLabel } from '../../icalendar/zone-labels.ts';
import { fixedZone, ianaName, namedZone, type Zone, zoneNamed } from '../../icalendar/zones.ts';
import { DAY_MS } from '../../time/timestamps.ts';
import type { Budget } from './bounds.ts';
import { type Component, lineOf, linesOf } from './components.ts';
import { occurrences } from './recurrence.ts';
import { readRule } from './rule.ts';

/** The time at which the offset of a zone changes. */
interface Change {
  time: number;
  before: number;
  after: number;
}

export interface ZoneSettings {
  /** The member's zone, for floating and all-day times. */
  member: Zone;
  /** No later time is ever looked up. */
  until: number;
  budget: Budget;
  /** A cache by the text of the definition: servers send the same one with every event. */
  defined: Map<string, Zone | undefined>;
}

export interface CalendarZones {
  /** The calendar's own zone; the member's if it names none. */
  own: Zone;
  /** The zone that a TZID names; a guess if it is unknown. */
  named(tzid: string): Zone;
  isKnown(tzid: string): boolean;
}

/** Changes stay in memory until the whole calendar is read, so they cost more than an instance. */
const CHANGE_STEPS = 10;

export function zonesOf(calendar: Component, settings: ZoneSettings): CalendarZones {
  const definitions = new Map<string, Component>();
  for (const child of calendar.children) {
    const tzid = child.name === 'VTIMEZONE' ? lineOf(child, 'TZID')?.value : undefined;
    if (tzid !== undefined) definitions.set(tzid, child);
  }
  const found = new Map<string, Zone | undefined>();
  const find = (tzid: string) => {
    if (!found.has(tzid)) found.set(tzid, knownZone(tzid, definitions.get(tzid), settings));
    return found.get(tzid);
  };
  const ownName = ianaName(lineOf(calendar, 'X-WR-TIMEZONE')?.value ?? '');
  const own = ownName === undefined ? settings.member : namedZone(ownName);
  return {
    own,
    named: (tzid) => find(tzid) ?? guessedZone(tzid) ?? own,
    isKnown: (tzid) => find(tzid) !== undefined,
  };
}

/** The offset at the start of a label, although its places may have summer time. */
function guessedZone(tzid: string): Zone | undefined {
  const offset = offsetInLabel(tzid);
  return offset === undefined ? undefined : fixedZone(offset);
}

/**
 * Prefers a known name, although RFC 5545 prefers the definition: many definitions have only today's rules, or wrong ones. A
 * label is only a text for people, so the definition comes before that.
 */
function knownZone(
  tzid: string,
  definition: Component | undefined,
  settings: ZoneSettings,
): Zone | undefined {
  const location = definition && lineOf(definition, 'X-LIC-LOCATION')?.value;
  const name = ianaName(tzid) ?? (location === undefined ? undefined : ianaName(location));
  if (name !== undefined) return namedZone(name);
  return (definition && definedZone(definition, settings)) ?? zoneNamed(tzid);
}

function definedZone(definition: Component, settings: ZoneSettings): Zone | undefined {
  const text = definition.children
    .map(({ properties }) => [...properties.values()].flat().map(({ name, value }) => `${name}:${value}`))
    .join('\n');
  if (!settings.defined.has(text)) settings.defined.set(text, makeZone(definition, settings));
  return settings.defined.get(text);
}

function makeZone(definition: Component, settings: ZoneSettings): Zone | undefined {
  const changes = definition.children.flatMap((observance) => changesIn(observance, settings));
  changes.sort((a, b) => a.time - b.time);
  const [first] = changes;
  if (!first) return undefined;
  return {
    offsetAt(time) {
      let low = 0;
      let high = changes.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((changes[middle] ?? first).time <= time) low = middle + 1;
        else high = middle;
      }
      return changes[low - 1]?.after ?? first.before;
    },
  };
}

/** The changes that a STANDARD or DAYLIGHT describes. Their times are in the offset before the change. */
function changesIn(observance: Component, { until, budget }: ZoneSettings): Change[] {
  const start = readTime(lineOf(observance, 'DTSTART')?.value ?? '')?.wall;
  const before = readOffset(lineOf(observance, 'TZOFFSETFROM')?.value ?? '');
  const after = readOffset(lineOf(observance, 'TZOFFSETTO')?.value ?? '');
  if (start === undefined || before === undefined || after === undefined) return [];

  const walls = new Set([start]);
  const span = { from: start, until: until + 2 * DAY_MS };
  for (const line of linesOf(observance, 'RRULE')) {
    const rule = readRule(line.value);
    if (!rule) continue;
    const last = rule.until && (rule.until.form === 'utc' ? rule.until.wall + before : rule.until.wall);
    for (const wall of occurrences(rule, start, last, span, budget)) {
      budget.spend(CHANGE_STEPS);
      walls.add(wall);
    }
  }
  for (const line of linesOf(observance, 'RDATE')) {
    for (const item of line.value.split(',')) {
      const time = readTime(item);
      if (time) walls.add(time.wall);
    }
  }
  return [...walls].map((wall) => ({ time: wall - before, before, after }));
}
