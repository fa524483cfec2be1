import { isDeepStrictEqual } from 'node:util';
import type { Interval } from '../../time/hosts.ts';
import { merged } from '../../time/intervals.ts';
import { selectAllBusyTimes } from '../busy-queries.ts';
import { MAX_BUSY_TIMES } from '../busy-times.ts';
import { isUncertain } from '../entries.ts';
import { beginEntries, type EntryRow, selectEntries } from '../entry-queries.ts';
import { replaceBusyTimes } from '../object-queries.ts';
import { isStillRead, rangeToRead, readFor } from '../range.ts';
import { updateReadState } from '../state-queries.ts';
import { ProviderError, TokenForgotten } from './errors.ts';
import { selectHostedRequests, selectUnfinishedRequests } from './hosted-request-queries.ts';
import type { AccountSync } from './one-sync.ts';
import type { ReadCalendar, RemoteEvent } from './provider.ts';

/** How many events may change between two readings, or be in the calendar. */
const MAX_EVENTS = 30_000;

/**
 * Reads what has changed since the last time, or everything if that isn't known, and replaces these busy times. All of it is written at
 * once, with the provider's token, so that nothing is ever skipped: if somebody couldn't be told of a change, the former token stays, and
 * the next reading sees the change again. Returns whether the next sync has events to remove.
 */
export async function readAccountCalendar(sync: AccountSync): Promise<boolean> {
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
  const known = await eventsOfKnownMeetings(sync, [...found.events.values()]);
  const ours: OwnEvents = new Map([...known, ...entries.map(({ url }) => url)].map((id) => [id, []]));
  let failure: unknown;
  try {
    await notice(sync, calendar, found, { entries, ours });
  } catch (error) {
    failure = error;
  }
  await write(sync, calendar, failure === undefined ? found : { ...found, token: calendar.token }, ours);
  if (failure !== undefined) throw failure;
  return noteStrays(sync, found, entries);
}

/** The events of meetings that Rota knows the times of, by the provider's id, with the other times to which somebody has moved them. */
type OwnEvents = Map<string, Interval[]>;

/**
 * The events that stand for meetings whose times Rota knows itself: those that the owner hosts. Others are as busy as any: those of other
 * workspaces, those to which the owner was invited as a guest, and those of a colleague who has added the owner by hand.
 */
async function eventsOfKnownMeetings(
  { database, item }: AccountSync,
  events: RemoteEvent[],
): Promise<string[]> {
  const ids = new Set(events.flatMap(({ request_id }) => request_id ?? []));
  if (ids.size === 0) return [];
  const known = await selectHostedRequests(database, item.workspace_id, {
    ...{ member_id: item.member_id, request_ids: [...ids] },
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
  ours: OwnEvents,
): Promise<void> {
  const { workspace_id, id, member_id } = item;
  const wanted = new Map<string, Interval[]>();
  for (const event of events.values()) {
    const { times, is_busy } = { ...event, times: ours.get(event.id) ?? event.times };
    const busy = item.is_read === 1 && is_busy ? busyTimesOf(times, range) : [];
    if (busy.length > 0) wanted.set(event.id, busy);
  }
  await whileClaimed(async (tx) => {
    const hasNews = isWhole || events.size > 0;
    const rows = hasNews ? await selectAllBusyTimes(tx, workspace_id, id) : [];
    const known = Map.groupBy(rows, ({ object }) => object);
    const knownTimes = (object: string) =>
      known.get(object)?.map(({ starts_at, ends_at }) => ({ start: starts_at, end: ends_at }));
    const ids = isWhole ? new Set([...known.keys(), ...wanted.keys()]) : new Set(events.keys());
    const changed = [...ids].filter((object) => !isDeepStrictEqual(knownTimes(object), wanted.get(object)));
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

/**
 * Notes events that Rota has written and doesn't know of any more, because the account was disconnected in between. Those that belong in the
 * calendar were found while writing to it, so the next sync removes these. Returns whether there are any.
 */
async function noteStrays(
  { item, database, clock, whileClaimed }: AccountSync,
  { events }: Found,
  entries: EntryRow[],
): Promise<boolean> {
  if (item.receives_bookings !== 1) return false;
  const now = clock.now();
  const unknown = new Map<string, number>();
  for (const { request_id, is_written, times } of events.values()) {
    const ends_at = times[0]?.end ?? 0;
    if (is_written && request_id !== null && ends_at > now) unknown.set(request_id, ends_at);
  }
  for (const { request_id } of entries) unknown.delete(request_id);
  if (unknown.size === 0) return false;
  const own = await selectUnfinishedRequests(database, item.workspace_id, [...unknown.keys()], now);
  const fresh = own.map((request_id) => ({
    ...{ request_id, url: '', ends_at: unknown.get(request_id) ?? now, written_at: now },
  }));
  await whileClaimed((tx) => beginEntries(tx, item.workspace_id, item.id, { known: [], fresh }));
  return fresh.length > 0;
}

/** In order, without overlaps, cut at the ends of the range. */
function busyTimesOf(times: Interval[], range: Interval): Interval[] {
  const cut = times.map(({ start, end }) => ({
    start: Math.max(start, range.start),
    end: Math.min(end, range.end),
  }));
  return merged(cut.filter(({ start, end }) => start < end));
}

/**
 * Looks at the events that Rota has written: somebody may have moved or deleted one. Where it was moved to, its owner is busy until
 * somebody has decided what becomes of the meeting.
 */
async function notice(
  { api, provider, item, news, clock, trace }: AccountSync,
  calendar: ReadCalendar,
  { events, isWhole }: Found,
  { entries, ours }: { entries: EntryRow[]; ours: OwnEvents },
): Promise<void> {
  const { workspace_id, id: calendar_id, member_id } = item;
  for (const entry of entries) {
    // The next sync writes it again.
    if (isUncertain(entry)) continue;
    const seen = events.get(entry.url);
    // In a reading of everything, what is missing is gone.
    if ((!seen && !isWhole) || entry.ends_at <= clock.now()) continue;
    // A list may be older than what was written a moment ago: the event itself isn't. An emulator may have nothing but the list.
    const time = isAsNoted(entry, timeOf(seen))
      ? timeOf(seen)
      : timeOf((await provider.readEvent(api, calendar, entry.url)) ?? seen);
    if (time !== null && !isAsWritten(entry, time)) ours.set(entry.url, [time]);
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
      return time !== null && isAsWritten(entry, time);
  }
}

const isAsWritten = (entry: EntryRow, { start, end }: Interval): boolean =>
  start === entry.starts_at && end === entry.ends_at;
