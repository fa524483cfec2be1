// Video calls that a connected calendar makes with the event of a meeting: the sync of the calendar writes the event, and here it is asked
// what became of the call.
import type { CalendarProvider } from '../../../calendar-sync/accounts/provider.ts';
import { providerNames } from '../../../calendar-sync/provider-kinds.ts';
import { findVideoCall } from '../../../calendar-sync/video-calls.ts';
import type { Reader } from '../../../storage/database.ts';
import type { PlaceMade, PlaceMaker, PlaceNeeded } from './maker.ts';

/** One for each provider. */
export const calendarMakers = (database: Reader, providers: CalendarProvider[]): PlaceMaker[] =>
  providers.map((provider) => ({
    kind: provider.makes,
    make: (needed) => outcomeOf(database, provider, needed),
  }));

async function outcomeOf(
  database: Reader,
  { kind }: Pick<CalendarProvider, 'kind'>,
  { workspace_id, organizer_id, meeting_request_id }: PlaceNeeded,
): Promise<PlaceMade> {
  const name = providerNames[kind];
  const call = await findVideoCall(database, workspace_id, organizer_id, meeting_request_id);
  if (call?.provider !== kind)
    return { refused: `the organizer has no connected ${name} calendar that receives bookings` };
  if (call.conference === 'ready' && call.join_url !== null) return { join_url: call.join_url };
  if (call.conference === 'failed') return { refused: `${name} made no video call with the event` };
  if (call.status !== 'connected') return { refused: `${name} refuses the connection of the organizer` };
  return { not_yet: 'the event has no video call yet' };
}
