import type { Logger } from 'pino';
import type { Services } from '../../../context.ts';
import { firstIdAt, type IdKind, timeOf } from '../../../ids.ts';
import { MINUTE_MS } from '../../../time/timestamps.ts';
import { repeatingWorker, type Worker } from '../../../workers/worker.ts';
import {
  addUsage,
  type Counted,
  countRows,
  raiseUsage,
  selectCountedUntil,
  selectFirst,
  selectMark,
  selectUncounted,
  type Uncounted,
  updateCountedUntil,
  updateMark,
} from './counting-queries.ts';
import { endOfMonth, monthOf } from './rules.ts';

const COUNT_EVERY_MS = MINUTE_MS;
/**
 * A row gets its id before its transaction commits, which takes seconds at most. So all rows older than this are there, and no row
 * can appear later among those already counted.
 */
export const SETTLED_MS = 3 * MINUTE_MS;
/** Workspaces per read. */
const PAGE = 100;
/** Rows per transaction. */
const BATCH = 5_000;
const LOCK = 'usage';

const counted: (Counted & { kind: IdKind })[] = [
  {
    kind: 'meetingRequest',
    table: 'meeting_requests',
    mark: 'meeting_request_id',
    figures: { meeting_requests: 'true' },
  },
  {
    kind: 'message',
    table: 'messages',
    mark: 'message_id',
    figures: { messages_sent: "direction = 'out'", messages_received: "direction = 'in'" },
  },
  {
    kind: 'event',
    table: 'events',
    mark: 'event_id',
    figures: { events: 'true', bookings: "type = 'meeting_request.booked'" },
  },
];

/**
 * Counts what workspaces use, by month. It counts afterwards, by the ids of rows, which are ordered by time, and moves the mark in
 * the transaction that adds up the rows. So each row is counted once, even if a process is killed, and stays counted after its
 * removal.
 */
export function createUsageCounting({ services, log }: { services: Services; log: Logger }): Worker {
  const { clock, storage } = services;
  const database = storage.background;
  const stopping = new AbortController();

  async function countAll(): Promise<void> {
    const now = clock.now();
    const until = now - SETTLED_MS;
    const last = await selectCountedUntil(database);
    // Another node has just done it.
    if (last !== undefined && last > until - COUNT_EVERY_MS / 2) return;
    const month = monthOf(now);
    const before = Object.fromEntries(
      counted.map(({ mark, kind }) => [mark, firstIdAt(kind, until)]),
    ) as Record<Counted['mark'], string>;
    for (let after = '', size = PAGE; size === PAGE; ) {
      const page = await selectUncounted(database, { after, limit: PAGE, month, now }, before);
      for (const workspace of page) {
        if (stopping.signal.aborted || !(await countWorkspace(workspace, before, month))) return;
      }
      size = page.length;
      after = page.at(-1)?.id ?? after;
    }
    await updateCountedUntil(database, until);
  }

  /** False if another node is doing it, or if the process is stopping. */
  async function countWorkspace(
    workspace: Uncounted,
    before: Record<Counted['mark'], string>,
    month: string,
  ): Promise<boolean> {
    const { id, members, seats, most_members, most_seats } = workspace;
    for (const rows of counted) {
      const newest = workspace[rows.mark];
      for (let mark = ''; newest !== null && mark < newest; ) {
        if (stopping.signal.aborted) return false;
        const next = await countBatch(id, rows, before[rows.mark]);
        if (next === undefined) return false;
        mark = next;
      }
    }
    if (members > most_members || seats > most_seats) {
      await database.transaction((tx) => raiseUsage(tx, id, month, { members, seats }));
    }
    return true;
  }

  /** Counts rows of one month. Returns the last id; undefined if another node is doing it. */
  function countBatch(workspaceId: string, rows: (typeof counted)[number], end: string) {
    return database.transaction(async (tx) => {
      if (!(await tx.tryLock(LOCK))) return undefined;
      const after = await selectMark(tx, workspaceId, rows.mark);
      const first = await selectFirst(tx, workspaceId, rows.table, { after, before: end });
      if (first === undefined) return end;
      const month = monthOf(timeOf(first));
      const nextMonth = firstIdAt(rows.kind, endOfMonth(month));
      const before = nextMonth < end ? nextMonth : end;
      const batch = await countRows(tx, workspaceId, rows, { after, before, limit: BATCH });
      await addUsage(tx, workspaceId, month, batch.figures);
      await updateMark(tx, workspaceId, rows.mark, batch.last);
      return batch.last;
    });
  }

  const worker = repeatingWorker('usage', clock, COUNT_EVERY_MS, () =>
    countAll().catch((error) => log.warn({ err: error }, 'usage not counted yet; will retry')),
  );
  return {
    ...worker,
    stop() {
      stopping.abort();
      return worker.stop();
    },
  };
}
