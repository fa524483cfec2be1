// What somebody needs for meetings by video that depend on the person.
import { type ProviderKind, videoCalls } from '../../../calendar-sync/provider-kinds.ts';
import { isMade, type Location } from '../../workspace/locations/rules.ts';

/** Types of calendars that receive bookings: those of a connected account, and those on a CalDAV server. */
export type ReceivingType = ProviderKind | 'caldav';

/** Whether calls of this kind are made with an event in such a calendar. */
export const makesCalls = (type: ReceivingType | null | undefined, kind: string): boolean =>
  type != null && type !== 'caldav' && videoCalls[type] === kind;

/** What somebody has for meetings by video: an address of their own, and a calendar that makes calls. */
export interface VideoMeans {
  meeting_url: string | null;
  calendar: ReceivingType | null;
}

/** Whether a meeting at this location can't be theirs: it depends on something that they don't have. */
export function lacksMeansFor(location: Location | null, { meeting_url, calendar }: VideoMeans): boolean {
  if (location === null) return false;
  if (location.kind === 'personal_link') return meeting_url === null;
  return isMade(location.kind) && !makesCalls(calendar, location.kind);
}
