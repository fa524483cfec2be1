// Time zones, by any name that a calendar may use.

import { DAY_MS, MINUTE_MS } from '../time/timestamps.ts';
import { isTimeZone } from '../time/zone-names.ts';
import { localMinute } from '../time/zones.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';
import { readOffset } from './written-times.ts';
import { nameOfLabel } from './zone-labels.ts';

export interface Zone {
  /** Local time minus UTC, in milliseconds, at a time in UTC. */
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
 * When the clock shows `wall`. If it shows that time twice, the first one. A skipped time is counted with the offset before the
 * change: 02:30 becomes 03:30. That is what RFC 5545 requires.
 */
export function timeAt(zone: Zone, wall: number): number {
  const before = zone.offsetAt(wall - DAY_MS);
  const after = zone.offsetAt(wall + DAY_MS);
  if (before === after) return wall - before;
  const isReached = (offset: number) => zone.offsetAt(wall - offset) === offset;
  return !isReached(before) && isReached(after) ? wall - after : wall - before;
}

/** The zone that a name certainly means, whatever definition the calendar may have for it. */
export function zoneNamed(tzid: string): Zone | undefined {
  const name = ianaName(tzid) ?? nameOfLabel(tzid);
  if (name !== undefined) return namedZone(name);
  const offset = offsetInName(tzid);
  return offset === undefined ? undefined : fixedZone(offset);
}

const bare = (written: string) => written.trim().replace(/^"(.*)"$/, '$1');

/** The IANA name of a zone, from its own name, Microsoft's, or a path that ends with it. */
export function ianaName(written: string): string | undefined {
  if (written.length > LONGEST_NAME) return undefined;
  const name = bare(written);
  if (isIanaName(name)) return name;
  const windows = WINDOWS_ZONES.get(name);
  if (windows) return windows;
  // `/mozilla.org/20050126_1/Europe/Berlin`, `/freeassociation.sourceforge.net/America/Argentina/Salta`
  const path = /([A-Za-z_]+\/(?:[A-Za-z_]+\/)?[A-Za-z_+\-0-9]+)$/.exec(name.startsWith('/') ? name : '')?.[1];
  if (path && isIanaName(path)) return path;
  const shorterPath = path?.replace(/^[^/]*\//, '');
  return shorterPath && isIanaName(shorterPath) ? shorterPath : undefined;
}

/** Most other names have a space or a dot. Checking that is a hundred times faster than looking up a zone that doesn't exist. */
const isIanaName = (name: string) => /^[\w+\-/]+$/.test(name) && isTimeZone(name);

/** `UTC+02:00`, `GMT-4`, `(UTC+05:30)`, `+0100`: a fixed offset. */
function offsetInName(name: string): number | undefined {
  const [, sign = '', hours = '', minutes = '00'] =
    /^\(?(?:UTC|GMT)?\s*([+-])(\d{1,2})(?:[:.]?(\d\d))?\)?$/i.exec(bare(name)) ?? [];
  return readOffset(`${sign}${hours.padStart(2, '0')}${minutes}`);
}
