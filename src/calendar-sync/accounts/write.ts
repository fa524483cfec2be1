import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../time/timestamps.ts';
import { differences, entriesToBegin, isSameMeeting, isUncertain, summaryOf, wantedBy } from '../entries.ts';
import {
  beginEntries,
  deleteEntries,
  type EntryRow,
  findSharingCalendar,
  handOverEntry,
  selectEntries,
  type WantedEntry,
  writeEntry,
} from '../entry-queries.ts';
import { Refused } from './errors.ts';
import type { AccountSync } from './one-sync.ts';
import type { Conference } from './provider.ts';

/** A video call that isn't there after this long won't come. */
const MAX_PENDING_MS = DAY_MS;
/** How soon to look for it: then after as long again as it has taken so far, up to the last one. */
const FIRST_LOOK_MS = 10 * SECOND_MS;
const LAST_LOOK_MS = 5 * MINUTE_MS;

/** After so many failures in a row, some four minutes have passed. */
const STUCK_ATTEMPTS = 3;

/**
 * Writes the member's current and future bookings to the calendar, each noted before, and recorded once it was written. If a node dies in
 * between, the event is found again: the provider knows it by the request. Returns how soon to look for a video call that is still being
 * made.
 */
export async function writeBookings(sync: AccountSync): Promise<number | undefined> {
  const { item, provider, api, clock, database, remoteId } = sync;
  const { workspace_id, id } = item;
  const now = clock.now();
  const written = await selectEntries(database, workspace_id, id);
  const wanted = await wantedBy(database, item, now);
  const { toForget, toRemove, toWrite } = differences(wanted, written, {
    now,
    isSame: (entry, row) => isSameMeeting(entry, row) && hasItsConference(sync, entry, row, now),
    // Nobody can change or remove anything in it any more.
    isLost: () => item.is_writable === 0,
  });

  const forget = (requestIds: string[]) =>
    sync.whileClaimed((tx) => deleteEntries(tx, workspace_id, id, requestIds));
  if (toForget.length > 0) await forget(toForget.map(({ request_id }) => request_id));
  if (toRemove.length + toWrite.length > 0) {
    const begun = entriesToBegin({ toRemove, toWrite }, now, () => '');
    await sync.whileClaimed((tx) => beginEntries(tx, workspace_id, id, begun));
  }
  await tellAgain(sync, wanted, written);
  const refusals: Refused[] = [];
  for (const row of toRemove) {
    await unlessRefused(refusals, async () => {
      const { request_id: requestId } = row;
      const other = await findSharingCalendar(database, workspace_id, id, requestId);
      if (other !== undefined)
        return sync.whileClaimed((tx) => handOverEntry(tx, workspace_id, { from: id, to: other, requestId }));
      for (const eventId of await eventsOf(sync, row)) await provider.removeEvent(api, remoteId, eventId);
      await forget([requestId]);
    });
  }
  const waits: number[] = [];
  for (const each of toWrite) {
    await unlessRefused(refusals, async () => {
      const conference = await writeBooking(sync, each, now);
      if (conference?.status === 'pending') waits.push(now - (each.row?.written_at ?? now));
    });
  }
  const [refusal] = refusals;
  if (refusal) throw refusal;
  return waits.length > 0 ? Math.min(Math.max(Math.min(...waits), FIRST_LOOK_MS), LAST_LOOK_MS) : undefined;
}

/** One event that the provider doesn't take is no reason to leave out the others, unless it's the token: each of them would ask for another one. */
async function unlessRefused(refusals: Refused[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused) || error.status === 401) throw error;
    refusals.push(error);
  }
}

/**
 * Names a making of an event by what was noted before it, so that each attempt has the same. A booking that was taken out of the calendar, and
 * comes back, is another making: Microsoft may know the former one for good.
 */
const makingOf = (
  { item: { id } }: AccountSync,
  requestId: string,
  { sequence, written_at }: { sequence: number; written_at: number },
) => `${id} ${requestId} ${sequence} ${written_at}`;

/** The events of a booking that doesn't belong in the calendar any more. */
async function eventsOf(sync: AccountSync, row: EntryRow): Promise<Iterable<string>> {
  if (!isUncertain(row)) return [row.url];
  const { provider, api, remoteId } = sync;
  const { request_id, url, sequence, written_at } = row;
  const making = makingOf(sync, request_id, { sequence: sequence + 1, written_at });
  const possible = await provider.possibleEvents(api, remoteId, { request_id, making });
  return new Set(url === '' ? possible : [url, ...possible]);
}

const makesConference = ({ provider }: AccountSync, { conference }: WantedEntry) =>
  conference === provider.makes;

function hasItsConference(sync: AccountSync, entry: WantedEntry, row: EntryRow, now: number): boolean {
  if (!makesConference(sync, entry)) return row.conference === null;
  if (row.conference === 'pending') return now - row.written_at > MAX_PENDING_MS;
  return row.conference !== null;
}

async function writeBooking(
  sync: AccountSync,
  { entry, row, sequence }: { entry: WantedEntry; row: EntryRow | undefined; sequence: number },
  now: number,
): Promise<Conference | null> {
  const { item, provider, api, clock, news, remoteId, address } = sync;
  const { workspace_id, id } = item;
  const { request_id, starts_at, ends_at, location, participant_emails } = entry;
  const { id: eventId, conference } = await provider.writeEvent(api, remoteId, {
    ...{ request_id, starts_at, ends_at, location },
    event_id: row?.url || null,
    making: makingOf(sync, request_id, { sequence, written_at: row?.written_at ?? now }),
    stuck_since: item.attempts >= STUCK_ATTEMPTS ? item.failing_since : null,
    title: summaryOf(entry),
    description: [...participant_emails, '', `${address.url}/console/requests/${request_id}`]
      .join('\n')
      .trim(),
    has_conference: makesConference(sync, entry),
    had_conference: row?.conference != null,
  });
  await sync.whileClaimed((tx) =>
    writeEntry(tx, workspace_id, id, {
      ...{ request_id, starts_at, ends_at, location, sequence },
      url: eventId,
      written_at: row?.conference === 'pending' ? row.written_at : clock.now(),
      conference: conference?.status ?? null,
      join_url: conference?.status === 'ready' ? conference.join_url : null,
    }),
  );
  if (conference && conference.status !== 'pending')
    await news.conferenceSettled({ workspace_id, request_id });
  return conference;
}

/** A node may have died between making a call and saying so. */
async function tellAgain(
  { item: { workspace_id }, news }: AccountSync,
  wanted: WantedEntry[],
  written: EntryRow[],
): Promise<void> {
  const made = new Set(written.filter((row) => row.conference === 'ready').map((row) => row.request_id));
  for (const { request_id, awaits_conference } of wanted) {
    if (awaits_conference && made.has(request_id)) await news.conferenceSettled({ workspace_id, request_id });
  }
}
