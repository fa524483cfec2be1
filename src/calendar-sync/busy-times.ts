import { createHash } from 'node:crypto';
import type { Transaction } from '../storage/database.ts';
import type { Interval } from '../time/hosts.ts';
import { merged, without } from '../time/intervals.ts';
import { DAY_MS } from '../time/timestamps.ts';
import { type BusyRow, deleteBusyTimes, insertBusyTimes, selectBusyTimes } from './busy-queries.ts';

// Intervals are in milliseconds since 1970 here.

/** How many busy times a calendar may have. */
export const MAX_BUSY_TIMES = 20_000;
/** How long busy times are kept after they end: no search for slots looks back further. */
export const PAST_MS = DAY_MS;

/** The calendar that busy times belong to. */
interface BusyCalendar {
  workspace_id: string;
  id: string;
  member_id: string;
}

/** The busy times of a calendar, with those in the range replaced by `busy`. */
export function withRangeReplaced(known: Interval[], range: Interval, busy: Interval[]): Interval[] {
  const cut = busy.map(({ start, end }) => ({
    start: Math.max(start, range.start),
    end: Math.min(end, range.end),
  }));
  return merged([...without(known, [range]), ...cut]);
}

/** Sets the busy times of a calendar, or of one of its objects. Writes only what differs. */
export async function writeBusyTimes(
  tx: Transaction,
  { workspace_id, id, member_id }: BusyCalendar,
  busy: Interval[],
  object = '',
): Promise<void> {
  const known = await readBusyTimes(tx, { workspace_id, id }, object);
  const keyOf = ({ start, end }: Interval) => `${start} ${end}`;
  const [before, after] = [new Set(known.map(keyOf)), new Set(busy.map(keyOf))];
  const place = { calendar_id: id, object };
  const gone = known.filter((interval) => !after.has(keyOf(interval)));
  await deleteBusyTimes(
    tx,
    workspace_id,
    place,
    gone.map(({ start }) => start),
  );
  const added = busy
    .filter((interval) => !before.has(keyOf(interval)))
    .map(({ start, end }): BusyRow => ({ ...place, member_id, starts_at: start, ends_at: end }));
  await insertBusyTimes(tx, workspace_id, added);
}

export async function readBusyTimes(
  tx: Transaction,
  { workspace_id, id }: Pick<BusyCalendar, 'workspace_id' | 'id'>,
  object = '',
): Promise<Interval[]> {
  const rows = await selectBusyTimes(tx, workspace_id, { calendar_id: id, object });
  return rows.map(({ starts_at, ends_at }) => ({ start: starts_at, end: ends_at }));
}

/** The same busy times give the same text. */
export function hashOf(busy: Interval[]): string {
  const hash = createHash('sha256');
  for (const { start, end } of busy) hash.update(`${start} ${end}\n`);
  return hash.digest('base64');
}
