import type { Context } from '../../context.ts';
import { foldEmail } from '../../emails.ts';
import { timeOf } from '../../ids.ts';
import { type Page, type PageRequest, takePage } from '../../pages.ts';
import type { Static } from '../../shapes/type.ts';
import { changesFromNothing } from '../audit-log/rules.ts';
import { findMemberByEmail } from '../members/operations.ts';
import { route } from '../rotation/operations.ts';
import { created, paused, recordAndAnnounce, resumed } from './announcements.ts';
import { mailAssigned } from './mails.ts';
import { move } from './moves.ts';
import { presentRequest } from './present.ts';
import {
  insertHosts,
  insertParticipants,
  insertRequest,
  type RequestFilter,
  selectRequests,
} from './queries.ts';
import { type MeetingRequest, participantsFrom, spanOf, timeframeFrom } from './rules.ts';
import { scheduleNow } from './schedules.ts';
import type { NewMeetingRequest } from './shapes.ts';
import { showRequest } from './show.ts';

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
  return showRequest(context, context.database, id);
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
    const { organizer, hosts, turn } = await route(context, tx, wish);
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
      notify_participants: body.notify_participants ?? true,
      organizer_name: body.organizer_name || null,
      organizer_timezone: body.organizer_timezone ?? null,
      duration_minutes: about?.duration_minutes ?? null,
      ...timeframe,
      calendar_event_id: null,
      starts_at: null,
      ends_at: null,
      notify: null,
      round: 0,
      introduction: null,
      attention_reason: null,
      attention_since: null,
      created_at: now,
      updated_at: now,
      booked_at: null,
      cancelled_at: null,
      paused_at: null,
      organizer_email: organizer.email,
      participant_emails: participants.map(({ email }) => email),
      team_host_emails: hosts.map(({ email }) => email),
    };
    await insertRequest(tx, caller.workspaceId, request);
    const folded = participants.map((each) => ({ ...each, email_folded: foldEmail(each.email) }));
    await insertParticipants(tx, caller.workspaceId, id, folded);
    const hostIds = hosts.map(({ member_id }) => member_id);
    await insertHosts(tx, caller.workspaceId, id, hostIds);
    await scheduleNow(context, tx, id);
    if (turn) await mailAssigned(context, tx, request, 'turn');
    const presented = presentRequest(request);
    const changes = changesFromNothing({
      organizer_email: presented.organizer_email,
      organizer_name: request.organizer_name,
      organizer_timezone: request.organizer_timezone,
      participants,
      team_id,
      host_emails: presented.host_emails,
      title: presented.title,
      purpose: presented.purpose,
      description: presented.description,
      include_introduction: presented.include_introduction,
      notify_participants: request.notify_participants,
      duration_minutes: presented.duration_minutes,
      timeframe: presented.timeframe,
    });
    await recordAndAnnounce(context, tx, created(request), changes);
    return presented;
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
