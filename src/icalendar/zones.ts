// Time zones, by whatever name a calendar gives them.

import { readOffset } from '../icalendar/written-times.ts';
import { localMinute } from '../time/zones.ts';
import { isTimeZone } from '../time-zones.ts';
import { DAY_MS, MINUTE_MS } from '../timestamps.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';

export interface Zone {
  /** What the clock shows minus UTC, in milliseconds, at a time in UTC. */
  offsetAt(time: number): number;
}

export const fixedZone = (offset: number): Zone => ({ offsetAt: () => offset });
export const UTC = fixedZone(0);

const LONGEST_NAME = 200;

/** A zone of the IANA database. */
export function namedZone(name: string): Zone {
  return {
    offsetAt(time) {
      const minute = Math.floor(time / MINUTE_MS);
      return (localMinute(name, minute) - minute) * MINUTE_MS;
    },
  };
}

export const wallAt = (zone: Zone, time: number) => time + zone.offsetAt(time);

/**
 * When the clock shows `wall`. Of a time that it shows twice, the first. A time that it skips counts from before the change: 02:30
 * becomes 03:30. That is what RFC 5545 asks for.
 */
export function timeAt(zone: Zone, wall: number): number {
  const before = zone.offsetAt(wall - DAY_MS);
  const after = zone.offsetAt(wall + DAY_MS);
  if (before === after) return wall - before;
  const isReached = (offset: number) => zone.offsetAt(wall - offset) === offset;
  return !isReached(before) && isReached(after) ? wall - after : wall - before;
}

/** The IANA database's name for a zone, from the many ways to write it. */
export function ianaName(written: string): string | undefined {
  if (written.length > LONGEST_NAME) return undefined;
  const name = written.trim().replace(/^"(.*)"$/, '$1');
  if (isIanaName(name)) return name;
  const windows = WINDOWS_ZONES.get(name);
  if (windows) return windows;
  // `/mozilla.org/20050126_1/Europe/Berlin`, `/freeassociation.sourceforge.net/America/Argentina/Salta`
  const path = /([A-Za-z_]+\/(?:[A-Za-z_]+\/)?[A-Za-z_+\-0-9]+)$/.exec(name.startsWith('/') ? name : '')?.[1];
  if (path && isIanaName(path)) return path;
  const shorterPath = path?.replace(/^[^/]*\//, '');
  if (shorterPath && isIanaName(shorterPath)) return shorterPath;
  return nameFromLabel(name);
}

/** Most other names have a space or a dot. To tell so is a hundred times faster than to ask for a zone that does not exist. */
const isIanaName = (name: string) => /^[\w+\-/]+$/.test(name) && isTimeZone(name);

/** Older Outlooks write what they show in their settings: `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`. */
function nameFromLabel(label: string): string | undefined {
  const places = /^\((?:UTC|GMT)[^)]*\)\s*(.+)$/.exec(label)?.[1];
  if (!places) return undefined;
  const american = /^(\w+) Time \(US/.exec(places)?.[1];
  if (american)
    return WINDOWS_ZONES.get(american === 'Alaska' ? 'Alaskan Standard Time' : `${american} Standard Time`);
  if (WINDOWS_ZONES.has(`${places} Standard Time`)) return WINDOWS_ZONES.get(`${places} Standard Time`);
  for (const place of places.split(',')) {
    const city = place.trim().replaceAll(' ', '_');
    const found = Intl.supportedValuesOf('timeZone').find((zone) => zone.endsWith(`/${city}`));
    if (found) return found;
  }
  return undefined;
}

/** `UTC+02:00`, `GMT-4`, `(UTC+05:30) Somewhere`, `+0100`: always the same distance from UTC. */
export function offsetInName(name: string): number | undefined {
  const [, sign = '', hours = '', minutes = '00'] =
    /^\(?(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?(\d\d))?\)?(?:\s|$)/i.exec(name.trim()) ?? [];
  return readOffset(`${sign}${hours.padStart(2, '0')}${minutes}`);
}
