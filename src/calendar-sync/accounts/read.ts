import { isDeepStrictEqual } from 'node:util';
import { foldEmail } from '../../text/emails.ts';
import type { Interval } from '../../time/hosts.ts';
import { merged } from '../../time/intervals.ts';
import { selectAllBusyTimes } from '../busy-queries.ts';
import { MAX_BUSY_TIMES } from '../busy-times.ts';
import { isUncertain } from '../entries.ts';
import { type EntryRow, selectEntries } from '../entry-queries.ts';
import { replaceBusyTimes } from '../object-queries.ts';
import { isStillRead, rangeToRead, readFor } from '../range.ts';
import { updateReadState } from '../state-queries.ts';
import { ProviderError, TokenForgotten } from './errors.ts';
import { selectKnownRequests } from './known-request-queries.ts';
import type { AccountSync } from './one-sync.ts';
import type { ReadCalendar, RemoteEvent } from './provider.ts';

/** How many events may change between two readings, or be in the calendar. */
const MAX_EVENTS = 30_000;

/**
 * Reads what has changed since the last time, or everything if that isn't known, and replaces these busy times. All of it is written at
 * once, with the provider's token, so that nothing is ever skipped.
 */
export async function readAccountCalendar(sync: AccountSync): Promise<void> {
  const { item, clock, remoteId } = sync;
  const now = clock.now();
  const isKnown = isStillRead(item, now);
  const whole = rangeToRead(now);
  const range = {
    start: whole.from,
    end: isKnown ? (item.expanded_until ?? whole.until) : whole.until,
  };
  const calendar: ReadCalendar = {
    ...{ id: remoteId, range, timezone: item.timezone },
    token: isKnown ? item.etag : null,
  };
  let found: Found;
  try {
    found = await readEvents(sync, calendar);
  } catch (error) {
    if (!(error instanceof TokenForgotten) || calendar.token === null) throw error;
    calendar.token = null;
    calendar.range.end = whole.until;
    found = await readEvents(sync, calendar);
  }
  const entries = await selectEntries(sync.database, item.workspace_id, item.id);
  const ours = new Set([
    ...entries.map(({ url }) => url),
    ...(await eventsOfKnownMeetings(sync, [...found.events.values()])),
  ]);
  await write(sync, calendar, found, ours);
  await notice(sync, calendar, found, entries);
}

/**
 * The events that stand for meetings whose times Rota knows itself: those of requests of the workspace. Those of other workspaces, and those
 * to which the owner was invited as a guest, are as busy as any.
 */
async function eventsOfKnownMeetings(
  { database, item }: AccountSync,
  events: RemoteEvent[],
): Promise<string[]> {
  const ids = new Set(events.flatMap(({ request_id }) => request_id ?? []));
  if (ids.size === 0) return [];
  const known = await selectKnownRequests(database, item.workspace_id, {
    ...{ calendar_id: item.id, email: foldEmail(item.email), request_ids: [...ids] },
  });
  return events.filter(({ request_id }) => request_id !== null && known.has(request_id)).map(({ id }) => id);
}

interface Found {
  /** By the provider's id. The last one counts. */
  events: Map<string, RemoteEvent>;
  /** Whether these are all events in the range. */
  isWhole: boolean;
  token: string | null;
}

async function readEvents({ api, provider }: AccountSync, calendar: ReadCalendar): Promise<Found> {
  const events = new Map<string, RemoteEvent>();
  const pages = provider.readChanges(api, calendar);
  let page = await pages.next();
  while (!page.done) {
    for (const event of page.value) events.set(event.id, event);
    if (events.size > MAX_EVENTS) throw new ProviderError(`the calendar has more than ${MAX_EVENTS} events`);
    page = await pages.next();
  }
  return { events, isWhole: calendar.token === null, token: page.value };
}

async function write(
  { item, whileClaimed }: AccountSync,
  { range }: ReadCalendar,
  { events, isWhole, token }: Found,
  ours: ReadonlySet<string>,
): Promise<void> {
  const { workspace_id, id, member_id } = item;
  const wanted = new Map<string, Interval[]>();
  for (const event of events.values()) {
    const busy = item.is_read === 1 && !ours.has(event.id) ? busyTimesOf(event, range) : [];
    if (busy.length > 0) wanted.set(event.id, busy);
  }
  await whileClaimed(async (tx) => {
    const known = new Map<string, Interval[]>();
    const rows = await selectAllBusyTimes(tx, workspace_id, id);
    for (const { object, starts_at, ends_at } of rows)
      known.set(object, [...(known.get(object) ?? []), { start: starts_at, end: ends_at }]);
    const ids = isWhole ? new Set([...known.keys(), ...wanted.keys()]) : new Set(events.keys());
    const changed = [...ids].filter((object) => !isDeepStrictEqual(known.get(object), wanted.get(object)));
    const busy = changed.flatMap((object) =>
      (wanted.get(object) ?? []).map(({ start, end }) => ({
        ...{ calendar_id: id, object, member_id },
        ...{ starts_at: start, ends_at: end },
      })),
    );
    const gone = changed.reduce((sum, object) => sum + (known.get(object)?.length ?? 0), 0);
    if (rows.length - gone + busy.length > MAX_BUSY_TIMES)
      throw new ProviderError(`the calendar has more than ${MAX_BUSY_TIMES} busy times`);
    await replaceBusyTimes(tx, workspace_id, id, { hrefs: changed, busy });
    const state = {
      etag: token,
      content_hash: null,
      expanded_until: range.end,
      read_for: readFor(item),
      doubtful: 0,
    };
    await updateReadState(tx, workspace_id, id, state);
  });
}

/** In order, without overlaps, cut at the ends of the range. */
function busyTimesOf({ times, is_busy }: RemoteEvent, range: Interval): Interval[] {
  if (!is_busy) return [];
  const cut = times.map(({ start, end }) => ({
    start: Math.max(start, range.start),
    end: Math.min(end, range.end),
  }));
  return merged(cut.filter(({ start, end }) => start < end));
}

/** Looks at the events that Rota has written: somebody may have moved or deleted one. */
async function notice(
  { api, provider, item, news, clock, trace }: AccountSync,
  calendar: ReadCalendar,
  { events, isWhole }: Found,
  entries: EntryRow[],
): Promise<void> {
  const { workspace_id, id: calendar_id, member_id } = item;
  for (const entry of entries) {
    // The next sync writes it again.
    if (isUncertain(entry)) continue;
    const seen = events.get(entry.url);
    // In a reading of everything, what is missing is gone.
    if (!seen && !isWhole) continue;
    if (entry.ends_at <= clock.now() || isAsNoted(entry, timeOf(seen))) continue;
    // A list may be older than what was written a moment ago: the event itself isn't. An emulator may have nothing but the list.
    const present = await provider.readEvent(api, calendar, entry.url);
    const time = timeOf(present ?? seen);
    if (isAsNoted(entry, time)) continue;
    await news.changedInCalendar(
      { workspace_id, calendar_id, member_id, request_id: entry.request_id, time },
      trace,
    );
  }
}

/** An event that Rota has written is at one time, unless somebody has made a series of it. */
const timeOf = (event: RemoteEvent | undefined): Interval | null => event?.times[0] ?? null;

/** Whether the event is where Rota has written it, or where it is known to have been moved to. */
function isAsNoted(entry: EntryRow, time: Interval | null): boolean {
  switch (entry.noticed) {
    case 'deleted':
      return time === null;
    case 'moved':
      return time?.start === entry.noticed_starts_at && time.end === entry.noticed_ends_at;
    case null:
      return time?.start === entry.starts_at && time.end === entry.ends_at;
  }
}
