// Who has a calendar that Rota writes their meetings to.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../storage/database.ts';
import { isMade, type Location } from '../../workspace/locations/rules.ts';
import { lacksMeansFor, type ReceivingType } from './means.ts';
import { selectReceivingCalendars } from './receiving-queries.ts';

/** For statements of other features that read members. */
export { receivingType } from './receiving-queries.ts';

/**
 * The types of the calendars that Rota writes meetings of these members to, by member. Others have none, their account refuses Rota, or
 * their calendar has failed for long.
 */
export async function findReceivingCalendars(
  { caller }: Context,
  reader: Reader,
  memberIds: string[],
): Promise<Map<string, ReceivingType>> {
  const rows =
    memberIds.length > 0 ? await selectReceivingCalendars(reader, caller.workspaceId, memberIds) : [];
  return new Map(rows.map(({ member_id, type }) => [member_id, type]));
}

type Person = { id: string; meeting_url: string | null };

/** Whether the member can't organize a meeting at this location. */
export async function isWithoutMeans(
  context: Context,
  reader: Reader,
  location: Location | null,
  { id, meeting_url }: Person,
): Promise<boolean> {
  const needsCalendar = location !== null && isMade(location.kind);
  const calendars = await findReceivingCalendars(context, reader, needsCalendar ? [id] : []);
  return lacksMeansFor(location, { meeting_url, calendar: calendars.get(id) ?? null });
}
