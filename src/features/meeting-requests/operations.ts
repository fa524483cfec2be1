import type { Context } from '../../context.ts';
import { foldEmail } from '../../emails.ts';
import { invalidRequest, notFound, validationError } from '../../errors.ts';
import { announce, announceAll } from '../../events/announce.ts';
import type { Announcement } from '../../events/announcement.ts';
import { timeOf } from '../../ids.ts';
import { type Page, type PageRequest, takePage } from '../../pages.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { formatTimestamp } from '../../timestamps.ts';
import { recordAudit, recordAudits } from '../audit-log/operations.ts';
import { type Changes, changesBetween } from '../audit-log/rules.ts';
import { findMemberByEmail, type MemberRow } from '../members/operations.ts';
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
  countOpenRequests,
  insertRequest,
  type MeetingRequest,
  type MeetingRequestFilter,
  selectRequest,
  selectRequestForUpdate,
  selectRequests,
  updateOrganizer,
  updateRequest,
} from './queries.ts';
import {
  checkTimeframe,
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
      include_introduction: Number(input.includeIntroduction),
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
    await insertRequest(
      tx,
      caller.workspaceId,
      { ...request, ...details },
      participants.map((participant) => ({ ...participant, email_folded: foldEmail(participant.email) })),
      hosts.map((host) => host.id),
    );
    const shown = presentRequest(request);
    await record(context, tx, created(request), {
      organizer_email: [null, shown.organizer_email],
      organizer_name: [null, details.organizer_name],
      organizer_timezone: [null, details.organizer_timezone],
      participants: [null, participants],
      team_id: [null, shown.team_id],
      host_emails: [null, shown.host_emails],
      title: [null, shown.title],
      purpose: [null, shown.purpose],
      description: [null, shown.description],
      include_introduction: [null, shown.include_introduction],
      duration_minutes: [null, shown.duration_minutes],
      timeframe: [null, shown.timeframe],
    });
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

export function cancelRequest(context: Context, id: string, { notify }: { notify: boolean }) {
  return move(context, id, 'cancel', (before, now) => ({
    after: { ...before, cancelled_at: now, notify: Number(notify) },
    announcement: cancelled(before, now),
  }));
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

/**
 * Gives everything that the member still has to organize to the heir; refuses when there is something and nobody to
 * take it. The caller holds both members' rows.
 */
export async function handOverRequests(
  context: Context,
  tx: Transaction,
  member: MemberRow,
  heir: MemberRow | undefined,
): Promise<void> {
  const { caller, clock } = context;
  if (!heir) {
    const open = await countOpenRequests(tx, caller.workspaceId, member.id);
    if (open === 0) return;
    throw validationError(
      `transfer_to is required: the member organizes ${open} active or paused meeting ${open === 1 ? 'request' : 'requests'}`,
    );
  }
  const change = { from: member.id, to: heir.id, at: clock.now() };
  const moved = await updateOrganizer(tx, caller.workspaceId, change);
  const announcements = moved.map((id) => organizerChanged(id, member.email, heir.email));
  const changes: Changes = { organizer_email: [member.email, heir.email] };
  await recordAudits(
    context,
    tx,
    announcements.map((announcement) => entryAbout(announcement, changes)),
  );
  await announceAll(context, tx, announcements);
}

/** What a move makes of a request, and what others are told of it. */
interface Moved {
  after: MeetingRequest;
  announcement: Announcement;
}
type Decide = (before: MeetingRequest, now: number) => Moved;

function move(context: Context, id: string, name: MoveName, decide: Decide) {
  return context.database.transaction((tx) => moveWithin(context, tx, id, name, decide));
}

async function moveWithin(context: Context, tx: Transaction, id: string, name: MoveName, decide: Decide) {
  const now = context.clock.now();
  const before = await lockRequest(context, tx, id);
  const status = statusAfter(name, before.status);
  const { after: wanted, announcement } = decide(before, now);
  const after = { ...wanted, status, updated_at: now };
  await updateRequest(tx, context.caller.workspaceId, after);
  const changes = changesBetween(presentForAudit(before), presentForAudit(after), [
    'status',
    'organizer_email',
    'duration_minutes',
    'calendar_event_id',
    'starts_at',
    'booked_at',
    'cancelled_at',
    'paused_at',
    'notify',
  ]);
  await record(context, tx, announcement, changes ?? {});
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

/** The audit entry and the event of a change: they have one name. */
async function record(context: Context, tx: Transaction, announcement: Announcement, changes: Changes) {
  await recordAudit(context, tx, entryAbout(announcement, changes));
  await announce(context, tx, announcement);
}

function entryAbout({ event, id }: Announcement, changes: Changes) {
  return { action: event, target: { type: 'meeting_request', id }, changes };
}

function presentRequest(request: MeetingRequest) {
  const { timeframe_start: start, timeframe_end: end } = request;
  return {
    id: request.id,
    organizer_email: request.organizer_email,
    participant_emails: request.participant_emails,
    status: request.status,
    title: request.title,
    purpose: request.purpose,
    description: request.description,
    include_introduction: request.include_introduction === 1,
    duration_minutes: request.duration_minutes,
    timeframe:
      start === null || end === null ? null : { start: formatTimestamp(start), end: formatTimestamp(end) },
    team_id: request.team_id,
    host_emails: [...new Set([request.organizer_email, ...request.team_host_emails])],
    calendar_event_id: request.calendar_event_id,
    starts_at: formatTimestamp(request.starts_at),
    created_at: formatTimestamp(request.created_at),
    updated_at: formatTimestamp(request.updated_at),
    booked_at: formatTimestamp(request.booked_at),
    cancelled_at: formatTimestamp(request.cancelled_at),
    paused_at: formatTimestamp(request.paused_at),
  };
}

function presentForAudit(request: MeetingRequest) {
  return { ...presentRequest(request), notify: request.notify === null ? null : request.notify === 1 };
}
