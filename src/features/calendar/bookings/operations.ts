import type { Context } from '../../../context.ts';
import { validationError } from '../../../errors.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import type { MemberRow } from '../../people/members/operations.ts';
import {
  deleteBookings,
  deleteTakenOver,
  existsLeaving,
  insertBookings,
  insertTakenOver,
  type Leaving,
  selectCollisions,
  selectOverlap,
} from './queries.ts';
import { describeBooking, successorNotFree } from './rules.ts';

// Lock the members' rows before changing their bookings, so that a time found free stays free until it is taken.

/** A time for everybody who takes part in a meeting request. */
interface MeetingToBook {
  id: string;
  members: MemberRow[];
  time: MeetingTime;
}

/**
 * Refuses if one of the members has another booking at that time. `refusal` makes the message from a text that says who has which
 * booking. Deactivated members don't count.
 */
export async function requireFree(
  { caller }: Context,
  reader: Reader,
  { id, members, time }: MeetingToBook,
  refusal: (taken: string) => string,
): Promise<void> {
  const active = members.filter(({ deactivated_at }) => deactivated_at === null);
  const memberIds = active.map((member) => member.id);
  const taken = await selectOverlap(reader, caller.workspaceId, memberIds, id, time);
  if (!taken) return;
  const { email, name } = active.find((member) => member.id === taken.member_id) as MemberRow;
  throw validationError(refusal(`${email} has another booking ${describeBooking(taken)}`), {
    field: 'starts_at',
    plain: (say) => `${name ?? email} already has a meeting on ${say(taken.starts_at)}. Choose another time.`,
  });
}

/** Books the time for all of these members, in place of the request's earlier time. */
export async function takeTime(
  { caller: { workspaceId } }: Context,
  tx: Transaction,
  { id, members, time }: MeetingToBook,
): Promise<void> {
  await deleteBookings(tx, workspaceId, id);
  const memberIds = members.map((member) => member.id);
  await insertBookings(tx, workspaceId, id, memberIds, time);
}

/** Frees the time of the request. */
export async function releaseTime({ caller }: Context, tx: Transaction, requestId: string): Promise<void> {
  await deleteBookings(tx, caller.workspaceId, requestId);
}

/** How many collisions a message names. */
const MAX_NAMED = 10;

/** Refuses if the successor has another booking at one of the times that would be taken over. */
export async function requireFreeSuccessor(
  { caller }: Context,
  reader: Reader,
  leaving: Leaving,
): Promise<void> {
  const collisions = await selectCollisions(reader, caller.workspaceId, leaving, MAX_NAMED);
  const [first] = collisions;
  if (!first) return;
  throw validationError(successorNotFree(collisions, first.total), {
    field: 'transfer_to',
    plain: (say) =>
      `They already have other meetings at the time of ${first.total} of these, the first on ${say(first.starts_at)}. ` +
      'Choose somebody else, move the meetings first, or hand them over all the same.',
  });
}

/** Puts the successor in the member's place in these meetings. */
export async function takeOverTimes({ caller }: Context, tx: Transaction, leaving: Leaving): Promise<void> {
  await insertTakenOver(tx, caller.workspaceId, leaving);
  await deleteTakenOver(tx, caller.workspaceId, leaving);
}

/** Whether the member has bookings for meetings of these organizers. */
export function hasBookingsOf(
  { caller }: Context,
  reader: Reader,
  leaving: Omit<Leaving, 'to'>,
): Promise<boolean> {
  return existsLeaving(reader, caller.workspaceId, leaving);
}
