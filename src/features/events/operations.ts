import type { Clock } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { EventRow } from '../../events/queries.ts';
import { firstIdAt, timeOf } from '../../ids.ts';
import type { Page, PageRequest } from '../../pages.ts';
import { takePage } from '../../pages.ts';
import { formatTimestamp } from '../../timestamps.ts';
import { selectEvents, selectEventsAfter, selectNewestId } from './queries.ts';

export interface Event {
  id: string;
  type: string;
  payload: object;
  created_at: string;
}

/** How often it is looked whether there is something new. A NOTIFY for each event would make commits wait for one another. */
const LOOK_EVERY_MS = 250;
const LOOK_AT_MOST = 100;
/** An event gets its id before its transaction commits: one may appear so much later than its id says, after younger ones. */
const LATE_MS = 10_000;

/** Newest first, as every list; with `after`, those that follow that event, in the order in which they happened. */
export async function listEvents(
  { database, caller }: Context,
  after: string | undefined,
  page: PageRequest,
): Promise<Page<Event>> {
  if (after === undefined)
    return takePage(await selectEvents(database, caller.workspaceId, page), page, present);
  const from = page.cursor !== undefined && page.cursor > after ? page.cursor : after;
  const rows = await selectEventsAfter(database, caller.workspaceId, from, page.limit);
  return takePage(rows, page, present);
}

export interface Following {
  /** Begin after this event; without it, with the next one that happens. */
  after: string | undefined;
  /** The last event that was received before the connection broke: those that may have been late then come again. */
  resumeAt: string | undefined;
  signal: AbortSignal;
}

/** Everything from a place in the list on, as it comes to be. */
export async function followEvents(context: Context, following: Following) {
  const from = await beginningOf(context, following);
  return { from, batches: eventsFrom(context, from, following.signal) };
}

/** What is new at each look, often nothing; each event once. Ends with the signal. */
async function* eventsFrom(
  { database, clock, caller }: Context,
  from: string,
  signal: AbortSignal,
): AsyncGenerator<Event[]> {
  /** Nothing is late any more up to here: each look begins here anew, and leaves out what was sent before. */
  let settled = from;
  const sent = new Set<string>();
  while (!signal.aborted) {
    const inTime = firstIdAt('event', clock.now() - LATE_MS);
    const next = inTime > settled ? inTime : settled;
    let last = settled;
    for (let isMore = true; isMore && !signal.aborted; ) {
      const rows = await selectEventsAfter(database, caller.workspaceId, last, LOOK_AT_MOST);
      const unsent = rows.filter(({ id }) => !sent.has(id));
      for (const { id } of unsent) if (id > next) sent.add(id);
      yield unsent.map(present);
      isMore = rows.length > LOOK_AT_MOST;
      last = rows.at(-1)?.id ?? last;
    }
    settled = next;
    for (const id of sent) if (id <= settled) sent.delete(id);
    await pause(clock, LOOK_EVERY_MS, signal);
  }
}

/** Whatever comes after this id is new to the one who follows. */
async function beginningOf(
  { database, clock, caller }: Context,
  { after, resumeAt }: Following,
): Promise<string> {
  if (resumeAt !== undefined) return firstIdAt('event', timeOf(resumeAt) - LATE_MS);
  const newest = after ?? (await selectNewestId(database, caller.workspaceId));
  return newest ?? firstIdAt('event', clock.now() - LATE_MS);
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
