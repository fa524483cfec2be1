import { idOf, idPattern, ulidOf } from '../../ids.ts';
import type { Interval } from '../../time/hosts.ts';
import { DAY_MS, MINUTE_MS, parseTimestamp } from '../../time/timestamps.ts';
import { firstMinuteAt, MINUTES_OF_DAY } from '../../time/zones.ts';

// What events of all providers have in common.

const INVITATION_UID = new RegExp(`${idPattern('meetingRequest').replace(/\$$/, '')}(?=@)`, 'i');

/** The request of an invitation by Rota, of whichever mail domain, by its UID; null for another UID. */
export function invitedTo(uid: string): string | null {
  const id = INVITATION_UID.exec(uid)?.[0];
  return id === undefined ? null : idOf('meetingRequest', ulidOf(id).toUpperCase());
}

/** From midnight to midnight in the zone; undefined if these are no dates (`2026-12-24`). The last one isn't included. */
export function wholeDays(first: string, after: string, timezone: string): Interval | undefined {
  const [start, end] = [midnightOf(first, timezone), midnightOf(after, timezone)];
  return start === undefined || end === undefined || end < start ? undefined : { start, end };
}

function midnightOf(date: string, timezone: string): number | undefined {
  const utc = date.includes('T') ? undefined : parseTimestamp(date);
  return utc === undefined ? undefined : firstMinuteAt(timezone, (utc / DAY_MS) * MINUTES_OF_DAY) * MINUTE_MS;
}
