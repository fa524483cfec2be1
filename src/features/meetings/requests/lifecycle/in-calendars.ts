// What hosts do to the event of a meeting in their calendar. It is noted and told, and nothing is moved by itself: guests decide, too.
import type { ChangeInCalendar } from '../../../../calendar-sync/accounts/news.ts';
import {
  makeDifferent,
  type NoticedRow,
  selectEntriesOf,
  updateNoticed,
} from '../../../../calendar-sync/noticed-queries.ts';
import { requestSyncs } from '../../../../calendar-sync/sync-requests.ts';
import type { Context, Services } from '../../../../context.ts';
import { invalidRequest, validationError } from '../../../../errors.ts';
import type { Reader, Transaction } from '../../../../storage/database.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import { formatTimestamp } from '../../../../time/timestamps.ts';
import type { Trace } from '../../../../trace.ts';
import { MAX_MEETING_MINUTES, minutesOf } from '../../../calendar/bookings/rules.ts';
import { asCalendars } from '../../../calendar/calendars/failures.ts';
import { findMembers, type MemberRow } from '../../../people/members/operations.ts';
import { recordAudit } from '../../../workspace/audit-log/operations.ts';
import type { Changes } from '../../../workspace/audit-log/rules.ts';
import { selectHosts, selectRequestForUpdate, updateRequest } from '../queries.ts';
import { bookedTime, type MeetingRequest } from '../rules.ts';
import { clearAttention, needAttention } from './attention.ts';
import { rescheduleRequest } from './times.ts';
import { findRequest, lockRequest } from './transitions.ts';

type Note = Pick<NoticedRow, 'noticed' | 'noticed_starts_at' | 'noticed_ends_at'>;

const NOTHING: Note = { noticed: null, noticed_starts_at: null, noticed_ends_at: null };
const ofCalendars = ['moved_in_calendar', 'deleted_in_calendar'] as const;

/** Notes the change, and tells the organizer. Of a meeting that has begun, nothing is noted any more. */
export function noticeChange(services: Services, change: ChangeInCalendar, trace: Trace): Promise<void> {
  const { workspace_id, request_id, calendar_id, member_id } = change;
  const context = asCalendars({ ...services, trace }, workspace_id);
  return context.database.transaction(async (tx) => {
    const request = await selectRequestForUpdate(tx, workspace_id, request_id);
    const booked = request && upcomingTime(request, context.clock.now());
    if (!booked) return;
    const hosts = await selectHosts(tx, workspace_id, request_id);
    const [host] = await findMembers(context, tx, [member_id]);
    if (!host || !hosts.some((each) => each.member_id === member_id)) return;
    const entries = await selectEntriesOf(tx, workspace_id, request_id);
    const entry = entries.find((each) => each.calendar_id === calendar_id);
    // Otherwise the next sync writes it anew, wherever it is now.
    if (!entry || !isAt(entry, booked)) return;
    const note = noteOf(change, booked);
    if (isSame(note, entry)) return;
    await updateNoticed(tx, workspace_id, change, note);
    await recordNote(context, tx, request, host, { before: entry, after: note, booked });
    if (note.noticed !== null) await tell(context, tx, request, host, { note, booked });
    else if (!entries.some((each) => each !== entry && each.noticed !== null && isAt(each, booked)))
      await withdraw(context, tx, request);
  });
}

/** The time of a meeting that is to come. */
function upcomingTime(request: MeetingRequest, now: number): MeetingTime | undefined {
  const time = bookedTime(request);
  return request.status === 'booked' && time && time.starts_at > now ? time : undefined;
}

const isAt = (entry: MeetingTime, time: MeetingTime) =>
  entry.starts_at === time.starts_at && entry.ends_at === time.ends_at;

const isSame = (one: Note, other: Note) =>
  one.noticed === other.noticed &&
  one.noticed_starts_at === other.noticed_starts_at &&
  one.noticed_ends_at === other.noticed_ends_at;

function noteOf({ time }: ChangeInCalendar, booked: MeetingTime): Note {
  if (time === null) return { ...NOTHING, noticed: 'deleted' };
  if (time.start === booked.starts_at && time.end === booked.ends_at) return NOTHING;
  return { noticed: 'moved', noticed_starts_at: time.start, noticed_ends_at: time.end };
}

async function tell(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  { name, email }: MemberRow,
  { note, booked }: { note: Note; booked: MeetingTime },
): Promise<void> {
  const time = timeIn(note);
  const in_calendar = { owner: { name, address: email }, time, booked };
  const reason = time ? 'moved_in_calendar' : 'deleted_in_calendar';
  await needAttention(context, tx, request, reason, { in_calendar });
}

/** It is back where it was, in each calendar: nobody has to do anything about it any more. A link may still be missing. */
async function withdraw({ caller, clock }: Context, tx: Transaction, request: MeetingRequest): Promise<void> {
  if (!isForCalendars(request)) return;
  const left: Pick<MeetingRequest, 'attention_reason' | 'attention_since'> =
    request.place?.status === 'failed'
      ? { attention_reason: 'place_failed', attention_since: request.attention_since }
      : { attention_reason: null, attention_since: null };
  updateRequest(tx, caller.workspaceId, { ...request, ...left, updated_at: clock.now() });
}

const isForCalendars = ({ attention_reason }: MeetingRequest) =>
  ofCalendars.some((reason) => reason === attention_reason);

function timeIn({ noticed_starts_at, noticed_ends_at }: Note): MeetingTime | null {
  if (noticed_starts_at === null || noticed_ends_at === null) return null;
  return { starts_at: noticed_starts_at, ends_at: noticed_ends_at };
}

function recordNote(
  context: Context,
  tx: Transaction,
  { id }: MeetingRequest,
  { email }: MemberRow,
  { before, after, booked }: { before: Note; after: Note; booked: MeetingTime },
): Promise<void> {
  const startOf = (note: Note) =>
    formatTimestamp(note.noticed === null ? booked.starts_at : note.noticed_starts_at);
  return record(context, tx, 'changed_in_calendar', id, {
    host_email: [null, email],
    in_calendar: [before.noticed, after.noticed],
    starts_at: [startOf(before), startOf(after)],
  });
}

function record(
  context: Context,
  tx: Transaction,
  action: string,
  id: string,
  changes: Changes,
): Promise<void> {
  return recordAudit(context, tx, {
    action: `meeting_request.${action}`,
    target: { type: 'meeting_request', id },
    changes,
  });
}

/** What hosts did to a meeting to come, in their calendars, and nobody has decided about. */
export async function readCalendarChanges(context: Context, reader: Reader, request: MeetingRequest) {
  const changed = await noticedOf(context, reader, request);
  if (changed.length === 0) return [];
  const members = await findMembers(
    context,
    reader,
    changed.map(({ member_id }) => member_id),
  );
  return changed.flatMap((entry) => {
    const email = members.find(({ id }) => id === entry.member_id)?.email;
    const time = timeIn(entry);
    if (email === undefined || entry.noticed === null) return [];
    return {
      host_email: email,
      change: entry.noticed,
      starts_at: time && formatTimestamp(time.starts_at),
      ends_at: time && formatTimestamp(time.ends_at),
    };
  });
}

async function noticedOf(
  { caller, clock }: Context,
  reader: Reader,
  request: MeetingRequest,
): Promise<NoticedRow[]> {
  const booked = upcomingTime(request, clock.now());
  if (!booked) return [];
  const entries = await selectEntriesOf(reader, caller.workspaceId, request.id);
  return entries.filter((entry) => entry.noticed !== null && isAt(entry, booked));
}

/** Moves the meeting to where a host has moved it in their calendar: to the time that somebody has seen there. */
export async function followCalendar(
  context: Context,
  id: string,
  seen: { starts_at: string; ends_at: string },
) {
  const request = await findRequest(context, context.database, id);
  const changes = await readCalendarChanges(context, context.database, request);
  const isThere = changes.some(
    ({ starts_at, ends_at }) => starts_at === seen.starts_at && ends_at === seen.ends_at,
  );
  if (!isThere)
    throw invalidRequest('The meeting is no longer at that time in a calendar', {
      plain: 'The calendar has changed since. Check below where the meeting is now.',
    });
  const time = { starts_at: Date.parse(seen.starts_at), ends_at: Date.parse(seen.ends_at) };
  if (time.starts_at <= context.clock.now())
    throw validationError('starts_at must not be in the past', {
      field: 'starts_at',
      plain: 'That time has passed. Choose another one, or put the meeting back.',
    });
  const minutes = minutesOf(time);
  if (!isPossibleLength(minutes))
    throw validationError(`The meeting must take whole minutes, ${MAX_MEETING_MINUTES} at most`, {
      field: 'starts_at',
      plain: 'A meeting can’t be that long. Choose a time yourself, or put the meeting back.',
    });
  const booked = bookedTime(request);
  return rescheduleRequest(context, id, {
    starts_at: seen.starts_at,
    ...(booked && minutes !== minutesOf(booked) && { duration_minutes: minutes }),
  });
}

const isPossibleLength = (minutes: number) =>
  Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_MEETING_MINUTES;

/** Leaves the meeting as it is booked: its event is written to the calendars anew. */
export function putBack(context: Context, id: string): Promise<void> {
  return context.database.transaction(async (tx) => {
    const request = await lockRequest(context, tx, id);
    const changed = await noticedOf(context, tx, request);
    if (changed.length === 0)
      throw invalidRequest('Nobody has changed the meeting in a calendar', {
        plain: 'There’s nothing to put back any more: the calendar has changed since.',
      });
    await requestSyncs(
      context,
      tx,
      changed.map(({ calendar_id }) => calendar_id),
    );
    await makeDifferent(tx, context.caller.workspaceId, id);
    const hosts = await findMembers(
      context,
      tx,
      changed.map(({ member_id }) => member_id),
    );
    await record(context, tx, 'put_back_in_calendar', id, {
      host_emails: [null, hosts.map(({ email }) => email)],
      starts_at: [null, formatTimestamp(request.starts_at)],
    });
    if (isForCalendars(request)) await clearAttention(context, tx, request);
  });
}
