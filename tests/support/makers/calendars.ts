// Calendars of members, through the API, and their stored busy times.
import type { Calendar } from '@rota/client';
import { MINUTE_MS } from '../../../src/time/timestamps.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { makeMember } from './team-members.ts';
import { eventually } from './webhooks.ts';

export type { Calendar };

export const CALENDARS = '/api/v1/calendars';
export const calendarsOf = (member: { id: string }) => `/api/v1/workspace_members/${member.id}/calendars`;

/** A calendar of somebody new, unless a member is given. */
export async function createCalendar(
  node: Node,
  fields: object,
  { member, key = node.rawKey }: { member?: { id: string }; key?: string } = {},
): Promise<Calendar> {
  const owner = member ?? (await makeMember(node, null, key));
  return dataOf(await node.post(calendarsOf(owner), fields, { key }));
}

export async function readCalendar(node: Node, { id }: { id: string }, key = node.rawKey): Promise<Calendar> {
  return dataOf(await node.get(`${CALENDARS}/${id}`, { key }));
}

/** The calendar, once the condition holds. */
export function calendarWhen(
  node: Node,
  calendar: { id: string },
  isSo: (now: Calendar) => boolean,
  key = node.rawKey,
): Promise<Calendar> {
  return eventually(async () => {
    const now = await readCalendar(node, calendar, key);
    return isSo(now) && now;
  });
}

/**
 * The calendar, once it was read at this time or later and no sync is in flight: a sync in flight would pass its deadline when the
 * test moves the clock.
 */
export function synced(node: Node, calendar: { id: string }, since = node.clock.now()): Promise<Calendar> {
  return eventually(async () => {
    const now = await readCalendar(node, calendar);
    const isRead = now.health === 'ok' && Date.parse(now.last_synced_at ?? '') >= since;
    return isRead && (await isQuiet(node, calendar)) && now;
  });
}

/** No sync is due or in flight. */
const isQuiet = async (node: Node, calendar: { id: string }) => {
  const { claim_id, due_at } = await syncRow(node, calendar);
  return claim_id === null && (due_at ?? Number.POSITIVE_INFINITY) > node.clock.now();
};

/** Before the clock is moved: a sync in flight would pass its deadline. */
export const quiet = (node: Node, calendar: { id: string }) => eventually(() => isQuiet(node, calendar));

/** Moves the clock past the next reading of an account's calendar, once the last one has ended. */
export async function readAgain(node: Node, calendar: { id: string }): Promise<Calendar> {
  await quiet(node, calendar);
  node.clock.advance(6 * MINUTE_MS);
  return synced(node, calendar);
}

export function failing(node: Node, calendar: { id: string }): Promise<Calendar> {
  return calendarWhen(node, calendar, ({ health }) => health === 'failing');
}

/** The stored busy times of a calendar, as starts and ends without milliseconds: `2026-03-03T10:00/11:00`. */
export async function busyTimes({ services }: Node, { id }: { id: string }): Promise<string[]> {
  const rows = await services.database.all<{ starts_at: number; ends_at: number }>(
    'select starts_at, ends_at from busy_times where calendar_id = $1 order by starts_at',
    [id],
  );
  return rows.map(({ starts_at, ends_at }) => `${minutes(starts_at)}/${minutes(ends_at)}`);
}

const minutes = (ms: number) => new Date(ms).toISOString().slice(0, 16);

export interface SyncRow {
  lane: string | null;
  health: string;
  attempts: number;
  due_at: number | null;
  claim_id: string | null;
  lease_until: number | null;
  failing_since: number | null;
  announced_at: number | null;
  etag: string | null;
  expanded_until: number | null;
}

export async function syncRow({ services }: Node, { id }: { id: string }): Promise<SyncRow> {
  const row = await services.database.get<SyncRow>('select * from calendar_syncs where calendar_id = $1', [
    id,
  ]);
  return row as SyncRow;
}

/** More calendars of the same member, in the same lane, due at this time or never. */
export async function copyCalendar(
  { services, clock }: Node,
  { id }: { id: string },
  count: number,
  dueAt: number | null = clock.now(),
): Promise<void> {
  const { database } = services;
  const copies = JSON.stringify(Array.from({ length: count }, () => ({ id: services.ids('calendar') })));
  const given = database.dialect.rows('$1', { id: 'text' });
  await database.change(
    `insert into calendars (workspace_id, id, member_id, type, url, receives_bookings, created_at, updated_at)
     select workspace_id, given.id, member_id, type, url, 0, created_at, updated_at
     from (select id from ${given}) as given join calendars on calendars.id = $2`,
    [copies, id],
  );
  await database.change(
    `insert into calendar_syncs (workspace_id, calendar_id, lane, health, attempts, due_at, wish_number)
     select workspace_id, given.id, coalesce(lane, 'none'), 'new', 0, cast($3 as bigint), 0
     from (select id from ${given}) as given join calendar_syncs on calendar_id = $2`,
    [copies, id, dueAt],
  );
}
