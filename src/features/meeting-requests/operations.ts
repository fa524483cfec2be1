import type { Context } from '../../context.ts';
import { foldEmail } from '../../emails.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { timeOf } from '../../ids.ts';
import { type Page, type PageRequest, takePage } from '../../pages.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { formatTimestamp } from '../../timestamps.ts';
import { type Changes, changesFromNothing } from '../audit-log/rules.ts';
import type { NewEvent } from '../events/event-types.ts';
import { findMemberByEmail } from '../members/operations.ts';
import { lockTurnOf, returnTurn } from '../routing/returns.ts';
import {
  booked,
  cancelled,
  created,
  followUpSent,
  organizerChanged,
  paused,
  resumed,
} from './announcements.ts';
import { holdOrganizer, routeRequest } from './organizer.ts';
import {
  insertHosts,
  insertParticipants,
  insertRequest,
  type MeetingRequestFilter,
  selectRequest,
  selectRequestForUpdate,
  selectRequests,
  updateRequest,
} from './queries.ts';
import { changesOf, presentRequest, record } from './record.ts';
import {
  checkTimeframe,
  type MeetingRequest,
  type MoveName,
  type Participant,
  participantsFrom,
  statusAfter,
  type Timeframe,
} from './rules.ts';

export async function listRequests(
  context: Context,
  filter: Omit<MeetingRequestFilter, 'organizerId' | 'participantFolded'> & {
    organizerEmail: string | undefined;
    participantEmail: string | undefined;
  },
  page: PageRequest,
): Promise<Page<ReturnType<typeof presentRequest>>> {
  const { database, caller } = context;
  const { organizerEmail, participantEmail, ...others } = filter;
  const organizer =
    organizerEmail === undefined ? undefined : await findMemberByEmail(context, database, organizerEmail);
  if (organizerEmail !== undefined && !organizer) return takePage([], page, presentRequest);
  const rows = await selectRequests(
    database,
    caller.workspaceId,
    {
      ...others,
      organizerId: organizer?.id,
      participantFolded: participantEmail === undefined ? undefined : foldEmail(participantEmail),
    },
    page,
  );
  return takePage(rows, page, presentRequest);
}

export async function getRequest(context: Context, id: string) {
  return presentRequest(await findRequest(context, context.database, id));
}

export interface NewRequest {
  organizerEmail: string | null;
  organizerName: string | null;
  organizerTimezone: string | null;
  teamId: string | null;
  /** One of these two. */
  participantEmails: string[] | null;
  participants: Participant[] | null;
  includeIntroduction: boolean;
  title: string | null;
  purpose: string | null;
  description: string | null;
  durationMinutes: number | null;
  timeframe: Timeframe | null;
}

export async function createRequest(context: Context, input: NewRequest) {
  const { database, caller, ids } = context;
  const participants = participantsFrom(input.participantEmails, input.participants);
  checkTimeframe(input.timeframe);
  return database.transaction(async (tx) => {
    const id = ids('meetingRequest');
    const { organizer, hosts } = await routeRequest(context, tx, id, input);
    // The time in the id: lists filter by the one through the other.
    const now = timeOf(id);
    const request: MeetingRequest = {
      id,
      organizer_id: organizer.id,
      team_id: input.teamId,
      status: 'active',
      title: input.title,
      purpose: input.purpose,
      description: input.description,
      include_introduction: input.includeIntroduction,
      duration_minutes: input.durationMinutes,
      timeframe_start: input.timeframe?.start ?? null,
      timeframe_end: input.timeframe?.end ?? null,
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
    const details = { organizer_name: input.organizerName, organizer_timezone: input.organizerTimezone };
    await insertRequest(tx, caller.workspaceId, request, details);
    const folded = participants.map((each) => ({ ...each, email_folded: foldEmail(each.email) }));
    await insertParticipants(tx, caller.workspaceId, id, folded);
    const hostIds = hosts.map((host) => host.id);
    await insertHosts(tx, caller.workspaceId, id, hostIds);
    const shown = presentRequest(request);
    await record(
      context,
      tx,
      created(request),
      changesFromNothing({
        organizer_email: shown.organizer_email,
        ...details,
        participants,
        team_id: shown.team_id,
        host_emails: shown.host_emails,
        title: shown.title,
        purpose: shown.purpose,
        description: shown.description,
        include_introduction: shown.include_introduction,
        duration_minutes: shown.duration_minutes,
        timeframe: shown.timeframe,
      }),
    );
    return shown;
  });
}

export interface Booking {
  startsAt: number;
  durationMinutes: number | null;
  calendarEventId: string | null;
}

export function bookRequest(context: Context, id: string, booking: Booking) {
  const calendarEventId = booking.calendarEventId ?? context.ids('calendarEvent');
  return move(context, id, 'book', (before, now) => ({
    after: {
      ...before,
      booked_at: now,
      starts_at: booking.startsAt,
      duration_minutes: booking.durationMinutes ?? before.duration_minutes,
      calendar_event_id: calendarEventId,
    },
    announcement: booked(before, calendarEventId, now),
  }));
}

export interface Cancellation {
  notify: boolean;
  /** Whether whoever got the turn for it gets another. */
  returnTurn: boolean;
}

export async function cancelRequest(
  context: Context,
  id: string,
  { notify, returnTurn: isReturned }: Cancellation,
) {
  const cancel = (before: MeetingRequest, now: number) => ({
    after: { ...before, cancelled_at: now, notify },
    announcement: cancelled(before, now),
  });
  if (!isReturned) return move(context, id, 'cancel', cancel);
  return context.database.transaction(async (tx) => {
    // Looked at before anything is locked: a team's row comes before a request's.
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

export async function changeOrganizer(context: Context, id: string, organizerEmail: string) {
  return context.database.transaction(async (tx) => {
    // Looked at before anything is locked: a member's row comes before a request's.
    statusAfter('changeOrganizer', (await findRequest(context, tx, id)).status);
    const organizer = await holdOrganizer(context, tx, organizerEmail);
    return moveWithin(context, tx, id, 'changeOrganizer', (before) => {
      if (before.organizer_id === organizer.id) {
        throw invalidRequest('organizer_email is the organizer of the request already');
      }
      return {
        after: { ...before, organizer_id: organizer.id, organizer_email: organizer.email },
        announcement: organizerChanged(id, before.organizer_email, organizer.email),
      };
    });
  });
}

/** Says that those who have not answered were asked again. Nothing about the request changes. */
export async function followUp(context: Context, id: string) {
  return context.database.transaction(async (tx) => {
    const request = await lockRequest(context, tx, id);
    statusAfter('followUp', request.status);
    const now = context.clock.now();
    await record(context, tx, followUpSent(request, now), { sent_at: [null, formatTimestamp(now)] });
    return presentRequest(request);
  });
}

/** What a move makes of a request, and what others are told of it. */
interface Moved {
  after: MeetingRequest;
  announcement: NewEvent;
  /** What else has changed by it. */
  changes?: Changes;
}
type Decide = (before: MeetingRequest, now: number) => Moved | Promise<Moved>;

function move(context: Context, id: string, name: MoveName, decide: Decide) {
  return context.database.transaction((tx) => moveWithin(context, tx, id, name, decide));
}

async function moveWithin(context: Context, tx: Transaction, id: string, name: MoveName, decide: Decide) {
  const before = await lockRequest(context, tx, id);
  // Once it is held: a move that waited for another is not earlier than that.
  const now = context.clock.now();
  const status = statusAfter(name, before.status);
  const { after: wanted, announcement, changes } = await decide(before, now);
  const after = { ...wanted, status, updated_at: now };
  await updateRequest(tx, context.caller.workspaceId, after);
  await record(context, tx, announcement, { ...changesOf(before, after), ...changes });
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
