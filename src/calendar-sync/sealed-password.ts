import type { SealedPlace } from '../secrets/sealing.ts';

/** What the sealed password of a calendar is bound to. */
export function passwordPlace(workspaceId: string, calendarId: string): SealedPlace {
  return ['calendars', 'sealed_password', workspaceId, calendarId];
}
