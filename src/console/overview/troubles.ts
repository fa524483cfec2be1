// What fails outside of requests, and needs a person: for admins everything, for others their own calendars.
import {
  type FailingCalendar,
  listFailingCalendars,
  watchCalendars,
} from '../../features/calendar/calendars/overview.ts';
import { listBrokenConnections } from '../../features/calendar/connections/overview.ts';
import { listFailingEndpoints } from '../../features/events/webhook-endpoints/overview.ts';
import { readUnsent } from '../../features/meetings/messages/unsent.ts';
import { formatTimestamp } from '../../time/timestamps.ts';
import type { Screen } from '../screen.ts';

/** The lists have the rest. */
export const SHOWN = 10;

export type Troubles = Awaited<ReturnType<typeof readTroubles>>;

export async function readTroubles(screen: Screen) {
  if (!screen.isAdmin) {
    const memberId = screen.member.id;
    const [calendars, accounts] = await Promise.all([
      ownFailing(screen),
      listBrokenConnections(screen, { limit: SHOWN, memberId }),
    ]);
    return { calendars, accounts, endpoints: [], unsent: null };
  }
  const [calendars, accounts, endpoints, unsent] = await Promise.all([
    listFailingCalendars(screen, { limit: SHOWN }),
    listBrokenConnections(screen, { limit: SHOWN, memberId: undefined }),
    listFailingEndpoints(screen, { limit: SHOWN }),
    readUnsent(screen),
  ]);
  return { calendars, accounts, endpoints, unsent };
}

/** For the navigation, on every page: a few probes of indexes. */
export const countTroubles = async (screen: Screen): Promise<number> => countOf(await readTroubles(screen));

export const countOf = ({ calendars, accounts, endpoints, unsent }: Troubles): number =>
  calendars.length + accounts.length + endpoints.length + (unsent ? 1 : 0);

async function ownFailing(screen: Screen): Promise<FailingCalendar[]> {
  const { id, email, name } = screen.member;
  const calendars = await watchCalendars(screen, id);
  return calendars
    .filter(({ health, next_sync_at }) => health === 'failing' && next_sync_at !== null)
    .map((calendar) => ({
      ...calendar,
      failing_since: formatTimestamp(calendar.failing_since),
      member: { id, email, name },
    }));
}
