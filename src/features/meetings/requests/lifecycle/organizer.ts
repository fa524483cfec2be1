import type { Context } from '../../../../context.ts';
import { invalidRequest } from '../../../../errors.ts';
import type { Static } from '../../../../shapes/type.ts';
import type { Transaction } from '../../../../storage/database.ts';
import { requireFree, takeTime } from '../../../calendar/bookings/operations.ts';
import { requestBookingSync } from '../../../calendar/calendars/syncs.ts';
import {
  findMemberByEmail,
  lockActiveMemberByEmail,
  type MemberRow,
  notActive,
} from '../../../people/members/operations.ts';
import { requireSeat } from '../../../people/seats/needed.ts';
import { bookedTime, type MeetingRequest, statusAfter } from '../rules.ts';
import type { NewOrganizer } from '../shapes.ts';
import { organizerChanged } from './announcements.ts';
import {
  everyHost,
  hostsAmong,
  type LockedMembers,
  lockHosts,
  noHosts,
  retryWhenHostsChange,
} from './hosts.ts';
import { applyTransitionWithin, findRequest } from './transitions.ts';

export async function changeOrganizer(context: Context, id: string, body: Static<typeof NewOrganizer>) {
  return retryWhenHostsChange(context, async (tx) => {
    // Checked without a lock first: members are locked before the request.
    const found = await findRequest(context, tx, id);
    statusAfter('changeOrganizer', found.status);
    const { organizer, locked } = await lockOrganizer(context, tx, found, body.organizer_email);
    return applyTransitionWithin(context, tx, id, 'changeOrganizer', async (before) => {
      if (before.organizer_id === organizer.id) {
        throw invalidRequest('organizer_email is the organizer of the request already', {
          field: 'organizer_email',
          plain: 'They are already the host. Choose somebody else.',
        });
      }
      await handOverTime(context, tx, before, organizer.id, locked);
      return {
        after: { ...before, organizer_id: organizer.id, organizer_email: organizer.email },
        announce: () => organizerChanged(id, before.organizer_email, organizer.email),
      };
    });
  });
}

/** Locks the new organizer, and all hosts if the request has a booked time. */
async function lockOrganizer(context: Context, tx: Transaction, request: MeetingRequest, email: string) {
  if (!bookedTime(request)) {
    const organizer = await lockActiveMemberByEmail(context, tx, email, 'organizer_email');
    await requireSeat(context, tx, organizer.id, 'organizer_email');
    return { organizer, locked: noHosts };
  }
  const named = await findMemberByEmail(context, tx, email);
  if (!named) throw notActive('organizer_email', email);
  const locked = await lockHosts(context, tx, request.id, [named.id]);
  const member = locked.get(named.id);
  if (member?.deactivated_at !== null) throw notActive('organizer_email', email);
  await requireSeat(context, tx, member.id, 'organizer_email');
  return { organizer: member, locked };
}

/** If a time is booked, the new organizer takes the former one's place at it. */
async function handOverTime(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  organizerId: string,
  locked: LockedMembers,
): Promise<void> {
  const time = bookedTime(request);
  if (!time) return;
  const { id } = request;
  const { organizer: former, team } = await hostsAmong(locked, context, tx, id);
  // Locked together with the hosts: without those, `hostsAmong` would have thrown.
  const organizer = locked.get(organizerId) as MemberRow;
  await requireFree(
    context,
    tx,
    { id, members: [organizer], time },
    (taken) => `organizer_email is not free: ${taken}`,
  );
  await takeTime(context, tx, { id, members: everyHost({ organizer, team }), time });
  await requestBookingSync(context, tx, [former.id, organizer.id]);
}
