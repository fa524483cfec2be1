import type { Context } from '../../../../context.ts';
import { timeOf } from '../../../../ids.ts';
import type { Transaction } from '../../../../storage/database.ts';
import { readTogether } from '../../../../storage/read-together.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import { route } from '../../../turns/rotation/operations.ts';
import { givenLocation } from '../../../workspace/locations/operations.ts';
import { mostSpecific } from '../../../workspace/locations/rules.ts';
import { orderedReminders } from '../../../workspace/scheduling-settings/rules.ts';
import { scheduleNow } from '../../schedules/operations.ts';
import { mailAssigned } from '../mails/mails.ts';
import { correspondenceWith, readTeamLetterhead } from '../mails/people.ts';
import type { HostRow } from '../mails/people-queries.ts';
import { nobodyMissed } from '../no-show-rules.ts';
import { suggest } from '../participants/suggested.ts';
import { insertHosts, insertParticipants, insertRequest } from '../queries.ts';
import { type FromOutside, type MeetingRequest, participantsFrom, spanOf, timeframeFrom } from '../rules.ts';
import { announceCreated, type NewRequest } from './announcements.ts';
import { hostsAmong, lockHosts } from './hosts.ts';
import { bookWithin } from './times.ts';
import { completeByType, type TypedRequest } from './types.ts';

/** Creates a request. The search for a time begins at once. */
export async function createWithin(
  context: Context,
  tx: Transaction,
  body: NewRequest,
  outside?: FromOutside,
): Promise<MeetingRequest> {
  const unproven = outside?.is_proven === false;
  const suggested = outside?.suggested ?? [];
  const typed = await completeByType(context, tx, body);
  const { team_id } = typed.body;
  const [{ request, organizer, isByTurn, participants: given }, letterhead] = await readTogether(
    tx,
    (together) => [
      insertNew(context, together, typed, { unproven, is_outside: outside !== undefined }),
      team_id ? readTeamLetterhead(context, together, team_id) : undefined,
    ],
  );
  suggest(context, tx, request.id, suggested);
  await scheduleNow(context, tx, request.id);
  if ((isByTurn || suggested.length > 0) && letterhead) {
    const hosts: [HostRow] = [{ ...organizer, request_id: request.id }];
    const participants = given.map((each, place) => ({
      ...each,
      request_id: request.id,
      place,
      comment: null,
      attendance: 'none' as const,
      unproven: Number(unproven),
      // Not read yet: this mail doesn't go to them.
      opted_out: 0,
    }));
    const correspondence = correspondenceWith(letterhead, { request, hosts, participants });
    mailAssigned(context, tx, correspondence, { reason: isByTurn ? 'turn' : 'team', suggested });
  }
  await announceCreated(context, tx, request, given);
  return request;
}

/**
 * Creates a request and books it at once. Throws `NobodyFree` (from `route`) unless the hosts are free at this time. Nothing is
 * offered, and the invitation names the hosts. `is_outside`: somebody outside the workspace asks for it. `is_chosen`: the guest has
 * chosen the organizer among the members of a pool team.
 */
export async function createBooked(
  context: Context,
  tx: Transaction,
  body: NewRequest,
  time: MeetingTime,
  { unproven = false, is_outside = true, is_chosen = false, chosen_by = [0] } = {},
) {
  const typed = await completeByType(context, tx, body);
  const { request, participants } = await insertNew(context, tx, typed, {
    at: time,
    unproven,
    is_outside,
    is_chosen,
  });
  // `route` has locked them already.
  const locked = await lockHosts(context, tx, request.id);
  const hosts = await hostsAmong(locked, context, tx, request.id);
  return bookWithin(context, tx, { request, hosts }, time, chosen_by, () =>
    announceCreated(context, tx, request, participants),
  );
}

async function insertNew(
  context: Context,
  tx: Transaction,
  { body, type }: TypedRequest,
  {
    at,
    unproven,
    is_outside,
    is_chosen = false,
  }: { at?: MeetingTime; unproven: boolean; is_outside: boolean; is_chosen?: boolean },
) {
  const { caller, ids } = context;
  const { team_id = null, organizer_email = null, context: details } = body;
  const participants = participantsFrom(body, type);
  const timeframe = timeframeFrom(details?.timeframe);
  const location = givenLocation(context, body.location);
  const id = ids('meetingRequest');
  const { organizer, hosts, turn } = await route(context, tx, {
    meeting_request_id: id,
    team_id,
    organizer_email,
    location: mostSpecific(location, type?.location),
    timeframe: spanOf(timeframe),
    duration_minutes: details?.duration_minutes ?? null,
    type,
    is_chosen: is_chosen || (type?.choose_host === 'optional' && organizer_email !== null),
    ...(at && { at }),
  });
  // Lists filter by the time in the id.
  const now = timeOf(id);
  const request: MeetingRequest = {
    id,
    organizer_id: organizer.id,
    team_id,
    meeting_type_id: type?.id ?? null,
    status: 'active',
    title: details?.title || null,
    purpose: details?.purpose || null,
    description: details?.description || null,
    description_is_shared: !is_outside,
    include_introduction: body.include_introduction ?? false,
    notify_participants: body.notify_participants ?? true,
    reminders: body.reminders ? orderedReminders(body.reminders) : null,
    organizer_name: body.organizer_name || null,
    organizer_timezone: body.organizer_timezone ?? null,
    duration_minutes: details?.duration_minutes ?? null,
    ...timeframe,
    location,
    place: null,
    calendar_event_id: null,
    starts_at: null,
    ends_at: null,
    notify: null,
    round: 0,
    introduction: null,
    ...nobodyMissed,
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
  insertRequest(tx, caller.workspaceId, request);
  insertParticipants(tx, caller.workspaceId, id, participants, { unproven });
  const hostIds = hosts.map(({ member_id }) => member_id);
  insertHosts(tx, caller.workspaceId, id, hostIds);
  return { request, organizer, participants, isByTurn: turn !== undefined };
}
