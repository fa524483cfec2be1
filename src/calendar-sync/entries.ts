import type { Reader } from '../storage/database.ts';
import { type EntryRow, selectWantedEntries, type WantedEntry } from './entry-queries.ts';
import { videoCalls } from './provider-kinds.ts';
import type { ClaimedSync } from './queries.ts';

// Which bookings have to be written to a calendar, and which removed from it.

/** Only this many of the next bookings are written. Later ones follow when their turn comes. */
const MAX_ENTRIES = 1_000;

/** None for a calendar that no longer receives bookings: its future ones are removed. */
export async function wantedBy(reader: Reader, item: ClaimedSync, now: number): Promise<WantedEntry[]> {
  if (item.receives_bookings !== 1) return [];
  const { workspace_id, member_id, type } = item;
  const makes = type === 'google' || type === 'microsoft' ? videoCalls[type] : undefined;
  return selectWantedEntries(reader, workspace_id, member_id, { now, limit: MAX_ENTRIES, makes });
}

interface Differences {
  toForget: EntryRow[];
  toRemove: EntryRow[];
  toWrite: { entry: WantedEntry; row: EntryRow | undefined; sequence: number }[];
}

interface Questions {
  now: number;
  isSame?(entry: WantedEntry, row: EntryRow): boolean;
  /** Whether it is in this calendar. */
  isHere?(row: EntryRow): boolean;
  /** Whether it can't be reached any more. */
  isLost?(row: EntryRow): boolean;
}

/** Past bookings stay in the calendar, but needn't be tracked any more. The same goes for those that can't be reached any more. */
export function differences(
  wanted: WantedEntry[],
  written: EntryRow[],
  { now, isSame = isSameMeeting, isHere = () => true, isLost = () => false }: Questions,
): Differences {
  const before = new Map(written.map((row) => [row.request_id, row]));
  const after = new Set(wanted.map(({ request_id }) => request_id));
  const isOver = (row: EntryRow) => row.ends_at <= now || isLost(row);
  const unwanted = written.filter((row) => !after.has(row.request_id) || !isHere(row));
  return {
    toForget: unwanted.filter(isOver),
    toRemove: unwanted.filter((row) => !isOver(row)),
    toWrite: wanted.flatMap((entry) => {
      const row = before.get(entry.request_id);
      return row && isSame(entry, row) && isHere(row)
        ? []
        : [{ entry, row, sequence: row ? row.sequence + 1 : 0 }];
    }),
  };
}

/** What is noted before anything is written or removed. `urlOf` is for new ones: empty while it isn't known. */
export function entriesToBegin(
  { toRemove, toWrite }: Pick<Differences, 'toRemove' | 'toWrite'>,
  now: number,
  urlOf: (requestId: string) => string,
) {
  const known = [...toRemove, ...toWrite.flatMap(({ row }) => row ?? [])];
  const fresh = toWrite.filter(({ row }) => row === undefined).map(({ entry }) => entry);
  return {
    known: known.map(({ request_id }) => request_id),
    fresh: fresh.map(({ request_id, ends_at }) => ({
      ...{ request_id, ends_at },
      ...{ url: urlOf(request_id), written_at: now },
    })),
  };
}

/** Whether an attempt to write it has begun of which nothing is known. */
export const isUncertain = ({ starts_at }: Pick<EntryRow, 'starts_at'>) => starts_at === 0;

export const isSameMeeting = (entry: WantedEntry, row: EntryRow): boolean =>
  row.starts_at === entry.starts_at && row.ends_at === entry.ends_at && row.location === entry.location;

/** What the event is called. */
export const summaryOf = ({
  title,
  participant_emails: [first],
}: Pick<WantedEntry, 'title' | 'participant_emails'>) =>
  title ?? (first === undefined ? 'Meeting' : `Meeting with ${first}`);
