import type { Context } from '../../../../context.ts';
import { invalidRequest } from '../../../../errors.ts';
import type { Static } from '../../../../shapes/type.ts';
import type { Transaction } from '../../../../storage/database.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import { readTimestamp } from '../../../../time/timestamps.ts';
import { releaseTime, requireFree, takeTime } from '../../../calendar/bookings/operations.ts';
import { minutesOf, timeOf } from '../../../calendar/bookings/rules.ts';
import { requestBookingSync } from '../../../calendar/calendars/syncs.ts';
import type { MemberRow } from '../../../people/members/operations.ts';
import { requireSeats } from '../../../people/seats/needed.ts';
import { lockTurnOf, returnTurn } from '../../../turns/rotation/returned-turns.ts';
import type { Changes } from '../../../workspace/audit-log/rules.ts';
import { readSchedulingSettings } from '../../../workspace/scheduling-settings/operations.ts';
import { readRespondents } from '../participants/responses.ts';
import {
  bookedTime,
  type ChangingTransition,
  type Dated,
  hostsKeepMeeting,
  type MeetingRequest,
  statusAfter,
} from '../rules.ts';
import type { Cancellation, NewBooking, Rescheduling } from '../shapes.ts';
import { booked, cancelled, rescheduled } from './announcements.ts';
import {
  everyHost,
  type Hosts,
  hostsAmong,
  type LockedRequest,
  lockHosts,
  noHosts,
  retryWhenHostsChange,
} from './hosts.ts';
import { applyTransitionWithin, findRequest, type TransitionResult } from './transitions.ts';

// The transitions that take or free the time of hosts.

interface WantedTime {
  starts_at: string;
  duration_minutes?: number | null;
  force?: boolean;
}

export function bookRequest(context: Context, id: string, body: Static<typeof NewBooking>) {
  return transitionTakingTime(context, id, 'book', body, (tx, before, time, now) =>
    bookedAt(context, tx, before, time, now, body.calendar_event_id),
  );
}

export function rescheduleRequest(context: Context, id: string, body: Static<typeof Rescheduling>) {
  const { starts_at } = body;
  if (starts_at) {
    return transitionTakingTime(context, id, 'reschedule', { ...body, starts_at }, (_tx, before, time) =>
      rescheduledTo(before, time),
    );
  }
  if (body.duration_minutes)
    throw invalidRequest('starts_at is required with duration_minutes', {
      field: 'starts_at',
      plain: 'Choose a time, too.',
    });
  return reopenRequest(context, id);
}

const rescheduledTo = (
  before: MeetingRequest,
  time: MeetingTime & Partial<MeetingRequest>,
): TransitionResult => ({
  after: { ...before, ...time },
  announce: (after) =>
    rescheduled(after, 'booked', { oldStartsAt: before.starts_at, startsAt: time.starts_at }),
});

function reopenRequest(context: Context, id: string) {
  return transitionWithHosts(context, id, 'reopen', (_tx, before, hosts) => {
    if (!mayReopen(hosts))
      throw invalidRequest('starts_at is required: the organizer is deactivated', {
        field: 'starts_at',
        plain: 'The host is deactivated. Choose a time yourself, or another host.',
      });
    return reopened(before);
  });
}

/** An open request needs an active organizer: somebody has to find a time. */
export const mayReopen = ({ organizer }: Hosts) => organizer.deactivated_at === null;

/** The time stays taken until the request is booked again or cancelled. */
const reopened = (before: MeetingRequest): TransitionResult => ({
  after: before,
  announce: (after) => rescheduled(after, 'active', { oldStartsAt: before.starts_at, startsAt: null }),
});

// The same within a transaction that has locked the hosts and the request.

/** Opens a booked request again. The caller has checked `mayReopen`. */
export function reopenWithin(
  context: Context,
  tx: Transaction,
  { request }: LockedRequest,
  changes: Changes,
) {
  return applyTransitionWithin(context, tx, request.id, 'reopen', (before) => ({
    ...reopened(before),
    changes,
  }));
}

/** Moves a booked request to a time that was found to be free. */
export function rescheduleWithin(
  context: Context,
  tx: Transaction,
  { request, hosts }: LockedRequest,
  time: MeetingTime,
  { changes, chosen_by }: Pick<TransitionResult, 'changes' | 'chosen_by'>,
) {
  return applyTransitionWithin(context, tx, request.id, 'reschedule', async (before) => {
    await takeTimeOf(context, tx, request.id, hosts, time);
    return { ...rescheduledTo(before, time), ...(changes && { changes }), ...(chosen_by && { chosen_by }) };
  });
}

/** Cancels a request, and tells everybody. */
export function cancelWithin(
  context: Context,
  tx: Transaction,
  { request, hosts }: LockedRequest,
  changes: Changes,
) {
  return applyTransitionWithin(context, tx, request.id, 'cancel', async (before, now) => {
    if (bookedTime(before)) await releaseTimeOf(context, tx, request.id, hosts);
    return { ...cancelledAt(before, now, true), changes };
  });
}

/**
 * Books a time that was found to be free, and that the participants in these places chose. `onceTaken` runs when the time is taken:
 * what it announces comes before the booking event, and after the locks of calendars.
 */
export function bookWithin(
  context: Context,
  tx: Transaction,
  { request, hosts }: LockedRequest,
  time: MeetingTime,
  chosen_by: readonly number[],
  onceTaken: () => Promise<void> = async () => {},
) {
  return applyTransitionWithin(context, tx, request.id, 'book', async (before, now) => {
    await takeTimeOf(context, tx, request.id, hosts, time);
    await onceTaken();
    return { ...(await bookedAt(context, tx, before, time, now)), chosen_by };
  });
}

async function takeTimeOf(context: Context, tx: Transaction, id: string, hosts: Hosts, time: MeetingTime) {
  const members = everyHost(hosts);
  await takeTime(context, tx, { id, members, time });
  await requestBookingSync(context, tx, idsOf(members));
}

async function releaseTimeOf(context: Context, tx: Transaction, id: string, hosts: Hosts) {
  await releaseTime(context, tx, id);
  await requestBookingSync(context, tx, idsOf(everyHost(hosts)));
}

const cancelledAt = (before: MeetingRequest, now: number, notify: boolean): TransitionResult => ({
  after: { ...before, cancelled_at: now, notify },
  announce: () => cancelled(before, now),
});

async function bookedAt(
  context: Context,
  tx: Transaction,
  before: MeetingRequest,
  time: MeetingTime & Partial<MeetingRequest>,
  now: number,
  givenId?: string | null,
): Promise<TransitionResult> {
  // When booked again, it stays the same meeting in calendars.
  // Nobody answers questions without a type.
  const participants = before.meeting_type_id
    ? await readRespondents(context, tx, before.id)
    : before.participant_emails.map((email) => ({ email, answers: [] }));
  const calendarEventId = givenId ?? before.calendar_event_id ?? context.ids('calendarEvent');
  return {
    after: { ...before, ...time, booked_at: now, calendar_event_id: calendarEventId },
    announce: (after) => booked(after, participants, now),
  };
}

/** A transition that takes the time of all hosts in the same transaction. */
function transitionTakingTime(
  context: Context,
  id: string,
  name: ChangingTransition,
  wanted: WantedTime,
  decide: (
    tx: Transaction,
    before: MeetingRequest,
    time: MeetingTime & Pick<MeetingRequest, 'duration_minutes'>,
    now: number,
  ) => TransitionResult | Promise<TransitionResult>,
) {
  return transitionWithHosts(context, id, name, async (tx, before, hosts, now) => {
    const settings = await readSchedulingSettings(context, tx);
    const time = timeFor(before, wanted, settings);
    if (settings.seats_required && !hostsKeepMeeting(before))
      await requireSeats(context, tx, idsOf(everyHost(hosts)));
    if (!wanted.force) await requireFree(context, tx, { id, members: everyHost(hosts), time }, notFree);
    await takeTimeOf(context, tx, id, hosts, time);
    const duration_minutes = wanted.duration_minutes ?? before.duration_minutes;
    const result = await decide(tx, before, { ...time, duration_minutes }, now);
    return { ...result, ...(wanted.force && { changes: { force: [null, true] } }) };
  });
}

/** A transition while all hosts are locked. */
function transitionWithHosts(
  context: Context,
  id: string,
  name: ChangingTransition,
  decide: (
    tx: Transaction,
    before: MeetingRequest,
    hosts: Hosts,
    now: number,
  ) => TransitionResult | Promise<TransitionResult>,
) {
  return retryWhenHostsChange(context, async (tx) => {
    // Checked without a lock first: members are locked before the request.
    statusAfter(name, (await findRequest(context, tx, id)).status);
    const locked = await lockHosts(context, tx, id);
    return applyTransitionWithin(context, tx, id, name, async (before, now) =>
      decide(tx, before, await hostsAmong(locked, context, tx, id), now),
    );
  });
}

const notFree = (taken: string) =>
  `starts_at is not free: ${taken}. Choose another time, or set force to take this one all the same`;

function timeFor(
  before: MeetingRequest,
  { starts_at, duration_minutes }: WantedTime,
  settings: { duration_minutes: number },
): MeetingTime {
  const minutes = duration_minutes ?? usualMinutes(before, settings);
  return timeOf(readTimestamp(starts_at) as number, minutes);
}

/** The requested duration, else that of the booked time, else the workspace's usual one. */
export function usualMinutes(
  request: Dated & Pick<MeetingRequest, 'duration_minutes'>,
  settings: { duration_minutes: number },
): number {
  const time = bookedTime(request);
  return request.duration_minutes ?? (time ? minutesOf(time) : settings.duration_minutes);
}

export async function cancelRequest(context: Context, id: string, body: Static<typeof Cancellation>) {
  return retryWhenHostsChange(context, async (tx) => {
    // Checked without a lock first: the team and members are locked before the request.
    const found = await findRequest(context, tx, id);
    statusAfter('cancel', found.status);
    const turn = body.return_turn ? await lockTurnOf(context, tx, id) : undefined;
    const locked = bookedTime(found) ? await lockHosts(context, tx, id) : noHosts;
    return applyTransitionWithin(context, tx, id, 'cancel', async (before, now) => {
      if (bookedTime(before)) {
        await releaseTimeOf(context, tx, id, await hostsAmong(locked, context, tx, id));
      }
      // A no-show may have returned it already.
      const isReturned = turn !== undefined && (await returnTurn(context, tx, turn, now));
      return {
        ...cancelledAt(before, now, body.notify ?? false),
        ...(isReturned && { changes: { returned_turn_id: [null, turn.id] } }),
      };
    });
  });
}

const idsOf = (members: MemberRow[]) => members.map(({ id }) => id);
