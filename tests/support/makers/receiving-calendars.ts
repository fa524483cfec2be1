// Calendars of connected accounts that receive bookings, as rows, and what a sync would record and tell of their events.
import type { Conference } from '../../../src/calendar-sync/accounts/provider.ts';
import { selectWantedEntries, writeEntry } from '../../../src/calendar-sync/entry-queries.ts';
import { type ProviderKind, videoCalls } from '../../../src/calendar-sync/provider-kinds.ts';
import { noticeChange } from '../../../src/features/meetings/requests/lifecycle/in-calendars.ts';
import { updateRow } from '../../../src/storage/rows.ts';
import type { Interval } from '../../../src/time/hosts.ts';
import { beginSpan } from '../../../src/trace.ts';
import type { Node } from '../server/rota.ts';
import { makeConnectedAccount } from './connected-calendars.ts';

export interface ConnectedCalendar {
  id: string;
  connection_id: string;
  member_id: string;
  provider: ProviderKind;
}

/** A calendar of an account that the member has connected. Their bookings are written to it. One that isn't read is never synced. */
export async function connectCalendar(
  node: Node,
  member: { id: string },
  provider: ProviderKind = 'google',
  { receives = true, isRead = false } = {},
): Promise<ConnectedCalendar> {
  const {
    id: connection_id,
    calendars: [id],
  } = await makeConnectedAccount(node, member, {
    provider,
    calendars: [
      {
        ...{ name: 'Work', is_primary: 1 },
        ...{ is_read: Number(isRead), receives_bookings: Number(receives) },
      },
    ],
  });
  return { id: id as string, connection_id, member_id: member.id, provider };
}

/** The provider refuses the tokens, or takes them again. */
export async function setConnectionStatus(
  { services, workspaceId: workspace_id }: Node,
  { connection_id: id }: ConnectedCalendar,
  status: 'connected' | 'broken' | 'ending',
): Promise<void> {
  await services.storage.background.transaction((tx) =>
    updateRow(tx, 'calendar_connections', { workspace_id, id }, { status }),
  );
}

/** What the next sync would write to the calendar: which meetings, and with which video calls. */
export async function wantedIn(
  { services, workspaceId, clock }: Node,
  { member_id, provider }: ConnectedCalendar,
): Promise<string[]> {
  const entries = await selectWantedEntries(services.database, workspaceId, member_id, {
    ...{ now: clock.now(), limit: 1_000 },
    makes: videoCalls[provider],
  });
  return entries.map(({ request_id, conference }) => [request_id, conference ?? []].flat().join(' '));
}

interface Booked {
  id: string;
  starts_at: string | null;
  ends_at: string | null;
}

/** What a sync records of an event that it has written, as the request is booked. */
export async function writeEvent(
  { services, workspaceId, clock }: Node,
  { id: calendarId }: Pick<ConnectedCalendar, 'id'>,
  { id, starts_at, ends_at }: Booked,
  conference: Conference | null = null,
): Promise<void> {
  await services.storage.background.transaction((tx) =>
    writeEntry(tx, workspaceId, calendarId, {
      ...{ request_id: id, url: `rota${id}`, location: null, sequence: 0 },
      starts_at: Date.parse(starts_at as string),
      ends_at: Date.parse(ends_at as string),
      written_at: clock.now(),
      conference: conference?.status ?? null,
      join_url: conference?.status === 'ready' ? conference.join_url : null,
    }),
  );
}

const trace = beginSpan(() => false);

/** What a sync tells: the time of the event now, or null if it was deleted. */
export function seenInCalendar(
  { services, workspaceId }: Node,
  { id: calendar_id, member_id }: Pick<ConnectedCalendar, 'id' | 'member_id'>,
  { id: request_id }: { id: string },
  time: Interval | null,
): Promise<void> {
  const change = { workspace_id: workspaceId, calendar_id, member_id, request_id, time };
  return noticeChange(services, change, trace);
}
