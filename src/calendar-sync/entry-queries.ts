// Bookings that are written to calendars: which belong there, and which are there.
import type { Reader, Transaction } from '../storage/database.ts';
import { idRows } from '../storage/rows.ts';
import { DAY_MS } from '../time/timestamps.ts';
import { deleteByKeys } from './key-queries.ts';
import type { VideoCall } from './provider-kinds.ts';

/** A booking that belongs in the calendar. */
export interface WantedEntry {
  request_id: string;
  starts_at: number;
  ends_at: number;
  title: string | null;
  participant_emails: string[];
  /** Where it is; null if nothing says, and if the video call is made with the event. */
  location: string | null;
  /** The video call that has to be made with the event in this member's calendar; null for none. */
  conference: VideoCall | null;
  /** Whether the meeting still waits for that call. */
  awaits_conference: boolean;
}

interface Wanted {
  now: number;
  limit: number;
  /** The video calls that the calendar makes; undefined for one on a CalDAV server. */
  makes: VideoCall | undefined;
}

/**
 * The next bookings of a member. A booking lasts a day at most. Events of a connected account have ids of their own, so meetings to which
 * the member was invited by mail are left out: they would be there twice. Only a video call that can be made nowhere else counts for more.
 */
export async function selectWantedEntries(
  reader: Reader,
  workspaceId: string,
  memberId: string,
  { now, limit, makes }: Wanted,
): Promise<WantedEntry[]> {
  type Row = Omit<WantedEntry, 'participant_emails' | keyof Placed> & {
    emails: string | null;
    place: string | null;
    /** 0 or 1. Null for a meeting about which Rota writes to nobody. */
    invited: number | null;
  };
  const rows = await reader.all<Row>(
    `select bookings.request_id, bookings.starts_at, bookings.ends_at,
       (select title from meeting_requests where workspace_id = bookings.workspace_id and id = bookings.request_id) as title,
       (select place from meeting_requests where workspace_id = bookings.workspace_id and id = bookings.request_id) as place,
       (select ${reader.dialect.list('email order by place')} from meeting_request_participants
        where workspace_id = bookings.workspace_id and request_id = bookings.request_id) as emails,
       (select case when host_ids like '%"' || bookings.member_id || '"%' then 1 else 0 end from invites
        join meeting_requests as invited on invited.workspace_id = invites.workspace_id and invited.id = invites.request_id
        where invites.workspace_id = bookings.workspace_id and invites.request_id = bookings.request_id
          and invited.notify_participants = 1) as invited
     from bookings
     where workspace_id = $1 and member_id = $2 and starts_at > $3 and ends_at > $4
     order by starts_at limit $5`,
    [workspaceId, memberId, now - DAY_MS, now, limit],
  );
  return rows.flatMap(({ emails, place, invited, ...row }) => {
    const placed = placeIn(place, memberId, makes);
    const isElsewhere = makes !== undefined && invited === 1 && placed.conference === null;
    return isElsewhere ? [] : [{ ...row, participant_emails: JSON.parse(emails ?? '[]'), ...placed }];
  });
}

type Placed = Pick<WantedEntry, 'location' | 'conference' | 'awaits_conference'>;

interface StoredPlace {
  organizer_id: string;
  status: 'ready' | 'pending' | 'failed';
  join_url: string | null;
  phone_number: string | null;
  location: { kind: string; address?: string; text?: string };
}

/** The video call of an event is no location of it: who organizes the meeting has it in the event itself, the other hosts its address. */
function placeIn(stored: string | null, memberId: string, makes: VideoCall | undefined): Placed {
  if (stored === null) return { location: null, conference: null, awaits_conference: false };
  const { organizer_id, status, join_url, phone_number, location }: StoredPlace = JSON.parse(stored);
  if (makes !== undefined && location.kind === makes && organizer_id === memberId)
    return { location: null, conference: makes, awaits_conference: status !== 'ready' };
  return {
    location: join_url ?? location.address ?? location.text ?? phone_number,
    conference: null,
    awaits_conference: false,
  };
}

/** A booking that has been written to the calendar, or is about to be. */
export interface EntryRow {
  request_id: string;
  /** Empty until it is known. */
  url: string;
  /** 0 while nobody knows what is in the calendar: no booking is at the beginning of 1970. */
  starts_at: number;
  ends_at: number;
  location: string | null;
  sequence: number;
  written_at: number;
  /** The video call that the provider makes with the event; null without one. */
  conference: 'pending' | 'ready' | 'failed' | null;
  join_url: string | null;
  /** What somebody did to the event in the calendar, and to which time; null since Rota has written it. */
  noticed: 'moved' | 'deleted' | null;
  noticed_starts_at: number | null;
  noticed_ends_at: number | null;
}

export type WrittenEntry = Omit<EntryRow, 'noticed' | 'noticed_starts_at' | 'noticed_ends_at'>;

export function selectEntries(reader: Reader, workspaceId: string, calendarId: string): Promise<EntryRow[]> {
  return reader.all<EntryRow>(
    `select request_id, url, starts_at, ends_at, location, sequence, written_at, conference, join_url, noticed, noticed_starts_at,
       noticed_ends_at
     from calendar_entries
     where workspace_id = $1 and calendar_id = $2`,
    [workspaceId, calendarId],
  );
}

export async function writeEntry(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  entry: WrittenEntry,
): Promise<void> {
  const { request_id, url, starts_at, ends_at, location, sequence, written_at, conference, join_url } = entry;
  // The sync of another calendar may just hand it over.
  await tx.run(
    `insert into calendar_entries (workspace_id, calendar_id, request_id, url, starts_at, ends_at, location, sequence, written_at,
       conference, join_url)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (workspace_id, calendar_id, request_id) do update set url = excluded.url, starts_at = excluded.starts_at,
       ends_at = excluded.ends_at, location = excluded.location, sequence = excluded.sequence, written_at = excluded.written_at,
       conference = excluded.conference, join_url = excluded.join_url, noticed = null, noticed_starts_at = null,
       noticed_ends_at = null`,
    [
      ...[workspaceId, calendarId, request_id, url, starts_at, ends_at, location, sequence, written_at],
      ...[conference, join_url],
    ],
  );
}

/**
 * Another calendar of the workspace that is the same one at the provider, and whose owner is booked for the request: two members may have
 * connected it, or one of them has connected it twice. There is one event for both.
 */
export async function findSharingCalendar(
  reader: Reader,
  workspaceId: string,
  calendarId: string,
  requestId: string,
): Promise<string | undefined> {
  const row = await reader.get<{ id: string }>(
    `select other.id from calendars as own
     join calendars as other on other.workspace_id = own.workspace_id and other.service = own.service
       and other.remote_id = own.remote_id and other.id <> own.id and other.receives_bookings = 1
     join bookings on bookings.workspace_id = other.workspace_id and bookings.member_id = other.member_id
       and bookings.request_id = $3
     where own.workspace_id = $1 and own.id = $2 order by other.id limit 1`,
    [workspaceId, calendarId, requestId],
  );
  return row?.id;
}

/** From now on the event is that of another calendar: its next sync changes the event, or removes it if nobody is booked any more. */
export async function handOverEntry(
  tx: Transaction,
  workspaceId: string,
  { from, to, requestId }: { from: string; to: string; requestId: string },
): Promise<void> {
  await tx.run(
    `insert into calendar_entries (workspace_id, calendar_id, request_id, url, starts_at, ends_at, sequence, written_at)
     select workspace_id, $3, request_id, url, 0, ends_at, -1, written_at from calendar_entries
     where workspace_id = $1 and calendar_id = $2 and request_id = $4
     on conflict do nothing`,
    [workspaceId, from, to, requestId],
  );
  await deleteEntries(tx, workspaceId, from, [requestId]);
}

/**
 * Notes that these are about to be written or removed. What became of it may never be known: the answer is lost, or this node dies. Then they
 * are written again, or removed if they don't belong there any more. The next attempt has the same sequence.
 */
export async function beginEntries(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  {
    known,
    fresh,
  }: { known: string[]; fresh: Pick<EntryRow, 'request_id' | 'url' | 'ends_at' | 'written_at'>[] },
): Promise<void> {
  if (known.length > 0)
    await tx.run(
      `with wanted as materialized
         (select cast($1 as text) as workspace_id, cast($2 as text) as calendar_id, id
          from ${tx.dialect.rows('$3', { id: 'text' })})
       update calendar_entries set starts_at = 0
       where (workspace_id, calendar_id, request_id) in (select workspace_id, calendar_id, id from wanted)`,
      [workspaceId, calendarId, idRows(known)],
    );
  if (fresh.length === 0) return;
  const columns = { request_id: 'text', url: 'text', ends_at: 'bigint', written_at: 'bigint' } as const;
  // One that another calendar has handed over stays as it is.
  await tx.run(
    `insert into calendar_entries (workspace_id, calendar_id, request_id, url, starts_at, ends_at, sequence, written_at)
     select $1, $2, request_id, url, 0, ends_at, -1, written_at from ${tx.dialect.rows('$3', columns)} where true
     on conflict do nothing`,
    [workspaceId, calendarId, JSON.stringify(fresh)],
  );
}

export async function deleteEntries(
  tx: Transaction,
  workspaceId: string,
  calendarId: string,
  requestIds: string[],
): Promise<void> {
  await deleteByKeys(tx, workspaceId, calendarId, {
    ...{ table: 'calendar_entries', column: 'request_id' },
    ids: requestIds,
  });
}
