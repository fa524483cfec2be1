import type { Context } from '../../context.ts';
import { foldEmail } from '../../emails.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { timeOf } from '../../ids.ts';
import { type Page, type PageRequest, takePage } from '../../pages.ts';
import type { Static } from '../../shapes/type.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { formatTimestamp, readTimestamp } from '../../timestamps.ts';
import { type Changes, changesFromNothing } from '../audit-log/rules.ts';
import type { NewEvent } from '../events/event-types.ts';
import { findMemberByEmail } from '../members/operations.ts';
import { holdOrganizer, route } from '../rotation/operations.ts';
import { lockTurnOf, returnTurn } from '../rotation/returned-turns.ts';
import {
  booked,
  cancelled,
  created,
  followUpSent,
  organizerChanged,
  paused,
  recordAndAnnounce,
  resumed,
} from './announcements.ts';
import { changesOf, presentRequest } from './present.ts';
import {
  insertHosts,
  insertParticipants,
  insertRequest,
  type RequestFilter,
  selectRequest,
  selectRequestForUpdate,
  selectRequests,
  updateRequest,
} from './queries.ts';
import {
  type MeetingRequest,
  type MoveName,
  participantsFrom,
  spanOf,
  statusAfter,
  timeframeFrom,
} from './rules.ts';
import type { Cancellation, NewBooking, NewMeetingRequest, NewOrganizer } from './shapes.ts';

export async function listRequests(
  context: Context,
  filter: Omit<RequestFilter, 'organizer_id' | 'participant_folded'> & {
    organizer_email: string | undefined;
    participant_email: string | undefined;
  },
  page: PageRequest,
): Promise<Page<ReturnType<typeof presentRequest>>> {
  const { database, caller } = context;
  const { organizer_email, participant_email, ...others } = filter;
  const organizer =
    organizer_email === undefined ? undefined : await findMemberByEmail(context, database, organizer_email);
  if (organizer_email !== undefined && !organizer) return takePage([], page, presentRequest);
  const participant_folded = participant_email === undefined ? undefined : foldEmail(participant_email);
  const wanted = { ...others, organizer_id: organizer?.id, participant_folded };
  const rows = await selectRequests(database, caller.workspaceId, wanted, page);
  return takePage(rows, page, presentRequest);
}

export async function getRequest(context: Context, id: string) {
  return presentRequest(await findRequest(context, context.database, id));
}

export async function createRequest(context: Context, body: Static<typeof NewMeetingRequest>) {
  const { database, caller, ids } = context;
  const { team_id = null, organizer_email = null, context: about } = body;
  const participants = participantsFrom(body);
  const timeframe = timeframeFrom(about?.timeframe);
  return database.transaction(async (tx) => {
    const id = ids('meetingRequest');
    const wish = {
      meeting_request_id: id,
      team_id,
      organizer_email,
      timeframe: spanOf(timeframe),
      duration_minutes: about?.duration_minutes ?? null,
    };
    const { organizer, hosts } = await route(context, tx, wish);
    // Lists filter by the time in the id.
    const now = timeOf(id);
    const request: MeetingRequest = {
      id,
      organizer_id: organizer.member_id,
      team_id,
      status: 'active',
      title: about?.title || null,
      purpose: about?.purpose || null,
      description: about?.description || null,
      include_introduction: body.include_introduction ?? false,
      duration_minutes: about?.duration_minutes ?? null,
      ...timeframe,
      calendar_event_id: null,
      starts_at: null,
      notify: null,
      created_at: now,
      updated_at: now,
      booked_at: null,
      cancelled_at: null,
      paused_at: null,
      organizer_email: organizer.email,
      participant_emails: participants.map(({ email }) => email),
      team_host_emails: hosts.map(({ email }) => email),
    };
    const details = {
      organizer_name: body.organizer_name || null,
      organizer_timezone: body.organizer_timezone ?? null,
    };
    await insertRequest(tx, caller.workspaceId, request, details);
    const folded = participants.map((each) => ({ ...each, email_folded: foldEmail(each.email) }));
    await insertParticipants(tx, caller.workspaceId, id, folded);
    const hostIds = hosts.map(({ member_id }) => member_id);
    await insertHosts(tx, caller.workspaceId, id, hostIds);
    const presented = presentRequest(request);
    const changes = changesFromNothing({
      organizer_email: presented.organizer_email,
      ...details,
      participants,
      team_id,
      host_emails: presented.host_emails,
      title: presented.title,
      purpose: presented.purpose,
      description: presented.description,
      include_introduction: presented.include_introduction,
      duration_minutes: presented.duration_minutes,
      timeframe: presented.timeframe,
    });
    await recordAndAnnounce(context, tx, created(request), changes);
    return presented;
  });
}

export function bookRequest(context: Context, id: string, body: Static<typeof NewBooking>) {
  const calendarEventId = body.calendar_event_id ?? context.ids('calendarEvent');
  return move(context, id, 'book', (before, now) => ({
    after: {
      ...before,
      booked_at: now,
      starts_at: readTimestamp(body.starts_at),
      duration_minutes: body.duration_minutes ?? before.duration_minutes,
      calendar_event_id: calendarEventId,
    },
    announcement: booked(before, calendarEventId, now),
  }));
}

export async function cancelRequest(context: Context, id: string, body: Static<typeof Cancellation>) {
  const cancel = (before: MeetingRequest, now: number) => ({
    after: { ...before, cancelled_at: now, notify: body.notify ?? false },
    announcement: cancelled(before, now),
  });
  if (!body.return_turn) return move(context, id, 'cancel', cancel);
  return context.database.transaction(async (tx) => {
    // Checked without a lock first: the team is locked before the request.
    statusAfter('cancel', (await findRequest(context, tx, id)).status);
    const turn = await lockTurnOf(context, tx, id);
    return moveWithin(context, tx, id, 'cancel', async (before, now) => {
      await returnTurn(context, tx, turn, now);
      return { ...cancel(before, now), changes: { returned_turn_id: [null, turn.id] } };
    });
  });
}

export function pauseRequest(context: Context, id: string) {
  return move(context, id, 'pause', (before, now) => ({
    after: { ...before, paused_at: now },
    announcement: paused(before, now),
  }));
}

export function resumeRequest(context: Context, id: string) {
  return move(context, id, 'resume', (before, now) => ({
    after: { ...before, paused_at: null },
    announcement: resumed(before, now),
  }));
}

export async function changeOrganizer(context: Context, id: string, body: Static<typeof NewOrganizer>) {
  return context.database.transaction(async (tx) => {
    // Checked without a lock first: the member is locked before the request.
    statusAfter('changeOrganizer', (await findRequest(context, tx, id)).status);
    const organizer = await holdOrganizer(context, tx, body.organizer_email);
    return moveWithin(context, tx, id, 'changeOrganizer', (before) => {
      if (before.organizer_id === organizer.member_id) {
        throw invalidRequest('organizer_email is the organizer of the request already');
      }
      return {
        after: { ...before, organizer_id: organizer.member_id, organizer_email: organizer.email },
        announcement: organizerChanged(id, before.organizer_email, organizer.email),
      };
    });
  });
}

/** Records that the participants were asked again. The request does not change. */
export async function followUp(context: Context, id: string) {
  return context.database.transaction(async (tx) => {
    const request = await lockRequest(context, tx, id);
    statusAfter('followUp', request.status);
    const now = context.clock.now();
    await recordAndAnnounce(context, tx, followUpSent(request, now), {
      sent_at: [null, formatTimestamp(now)],
    });
    return presentRequest(request);
  });
}

/** The request after a move, and its event. */
interface Moved {
  after: MeetingRequest;
  announcement: NewEvent;
  /** For the audit entry: changes besides those of the request. */
  changes?: Changes;
}
type Decide = (before: MeetingRequest, now: number) => Moved | Promise<Moved>;

function move(context: Context, id: string, name: MoveName, decide: Decide) {
  return context.database.transaction((tx) => moveWithin(context, tx, id, name, decide));
}

async function moveWithin(context: Context, tx: Transaction, id: string, name: MoveName, decide: Decide) {
  const before = await lockRequest(context, tx, id);
  // Read after the lock: a move that waited for another is not earlier than that one.
  const now = context.clock.now();
  const status = statusAfter(name, before.status);
  const { after: wanted, announcement, changes } = await decide(before, now);
  const after = { ...wanted, status, updated_at: now };
  await updateRequest(tx, context.caller.workspaceId, after);
  await recordAndAnnounce(context, tx, announcement, { ...changesOf(before, after), ...changes });
  return presentRequest(after);
}

async function findRequest({ caller }: Context, reader: Reader, id: string): Promise<MeetingRequest> {
  const request = await selectRequest(reader, caller.workspaceId, id);
  if (!request) throw notFound('Meeting request');
  return request;
}

async function lockRequest({ caller }: Context, tx: Transaction, id: string): Promise<MeetingRequest> {
  const request = await selectRequestForUpdate(tx, caller.workspaceId, id);
  if (!request) throw notFound('Meeting request');
  return request;
}
