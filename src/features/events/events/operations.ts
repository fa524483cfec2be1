// Why the stream polls, and reads the last seconds again: docs/decisions/0013-client-event-stream-and-reference.md.
import type { Context } from '../../../context.ts';
import { firstIdAt, timeOf } from '../../../ids.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import { type Removal, removeInBatches } from '../../../storage/batches.ts';
import type { Clock } from '../../../time/clock.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { deleteEvents, type EventRow, selectEvents, selectEventsAfter, selectNewestId } from './queries.ts';

export interface Event {
  id: string;
  type: string;
  payload: object;
  created_at: string;
}

/** Polls, because a NOTIFY for each event would make commits wait for one another. */
const POLL_MS = 250;
const MAX_BATCH = 100;
/** An event gets its id before its transaction commits. So it may appear this much later, after events with later ids. */
const MAX_LATE_MS = 10_000;

/** Newest first. With `after`, the events that follow that one, oldest first. */
export async function listEvents(
  { database, caller }: Context,
  { after, ...page }: PageRequest & { after: string | undefined },
): Promise<Page<Event>> {
  if (after === undefined) {
    return takePage(await selectEvents(database, caller.workspaceId, page), page, present);
  }
  const from = page.cursor !== undefined && page.cursor > after ? page.cursor : after;
  const rows = await selectEventsAfter(database, caller.workspaceId, from, page.limit);
  return takePage(rows, page, present);
}

/** Deletes events that are older than the id and have no delivery left. False when it was cut short. */
export function removeEvents(removal: Removal, workspaceId: string, before: string): Promise<boolean> {
  return removeInBatches(removal, (tx, after) => deleteEvents(tx, workspaceId, { after, before }));
}

interface Following {
  /** Begin after this event. Without it, begin with the next event. */
  after: string | undefined;
  /** The last event before the connection broke. Events that were late then are sent again. */
  resumeAt: string | undefined;
  signal: AbortSignal;
}

/** Follows the events from a place in the list on, as they happen. */
export async function followEvents(context: Context, following: Following) {
  const from = await startOf(context, following);
  return { from, batches: eventsFrom(context, from, following.signal) };
}

/** The new events of each poll, often none. Each event comes once. */
async function* eventsFrom(
  { database, clock, caller }: Context,
  from: string,
  signal: AbortSignal,
): AsyncGenerator<Event[]> {
  /** No event up to here can still appear. Each poll starts here and skips what was sent. */
  let complete = from;
  const sent = new Set<string>();
  while (!signal.aborted) {
    const notLate = firstIdAt('event', clock.now() - MAX_LATE_MS);
    const next = notLate > complete ? notLate : complete;
    let last = complete;
    for (let isMore = true; isMore && !signal.aborted; ) {
      const rows = await selectEventsAfter(database, caller.workspaceId, last, MAX_BATCH);
      const unsent = rows.filter(({ id }) => !sent.has(id));
      for (const { id } of unsent) if (id > next) sent.add(id);
      yield unsent.map(present);
      isMore = rows.length > MAX_BATCH;
      last = rows.at(-1)?.id ?? last;
    }
    complete = next;
    for (const id of sent) if (id <= complete) sent.delete(id);
    await pause(clock, POLL_MS, signal);
  }
}

/** Events after this id are new to the caller. */
async function startOf(
  { database, clock, caller }: Context,
  { after, resumeAt }: Following,
): Promise<string> {
  if (resumeAt !== undefined) return firstIdAt('event', timeOf(resumeAt) - MAX_LATE_MS);
  const newest = after ?? (await selectNewestId(database, caller.workspaceId));
  return newest ?? firstIdAt('event', clock.now() - MAX_LATE_MS);
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, done);
    signal.addEventListener('abort', done);
    function done() {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    }
    if (signal.aborted) done();
  });
}

function present(row: EventRow): Event {
  return {
    id: row.id,
    type: row.type,
    payload: JSON.parse(row.payload),
    created_at: formatTimestamp(row.created_at),
  };
}
