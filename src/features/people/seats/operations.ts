import type { Context } from '../../../context.ts';
import { notFound, validationError } from '../../../errors.ts';
import { type PageRequest, takePage } from '../../../pagination.ts';
import type { Transaction } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { recordAudit, recordAudits } from '../../workspace/audit-log/operations.ts';
import { changesFromNothing } from '../../workspace/audit-log/rules.ts';
import {
  listEntitlements,
  lockEntitlement,
  seatsAdded,
  updateEntitlement,
} from '../entitlements/operations.ts';
import { type Entitlement, roomLeft } from '../entitlements/rules.ts';
import { lockMember, lockMembers, type MemberRow } from '../members/operations.ts';
import {
  insertSeats,
  type ListedSeatRow,
  type SeatRow,
  selectActiveSeats,
  selectSeatMembers,
  selectSeatsOf,
  updateEndedAt,
} from './queries.ts';
import { DEFAULT_REASON, plainRefusals, refusalFor, refusals, type SeatRefusal } from './rules.ts';
import type { CapacityInput, SeatInput, SeatsInput } from './shapes.ts';

/** Active seats, with the entitlements that are active or still have seats. */
export async function listSeats(context: Context, page: PageRequest) {
  const { database, caller } = context;
  const rows = await selectActiveSeats(database, caller.workspaceId, page);
  const { data, meta } = takePage(rows, page, presentSeat);
  const entitlements = (await listEntitlements(context)).filter(
    ({ active, active_seats }) => active || active_seats > 0,
  );
  return { data, meta: { ...meta, entitlements: entitlements.map(presentEntitlement) } };
}

/** The active seat of a member, if there is one. The time is in milliseconds. */
export async function findSeat(
  { database, caller }: Context,
  memberId: string,
): Promise<{ id: string; started_at: number } | undefined> {
  const [seat] = await selectSeatsOf(database, caller.workspaceId, [memberId]);
  return seat && { id: seat.id, started_at: seat.started_at };
}

/** Those of these members who have a seat. */
export async function seatedAmong({ database, caller }: Context, memberIds: string[]): Promise<Set<string>> {
  const seats = await selectSeatsOf(database, caller.workspaceId, memberIds);
  return new Set(seats.map(({ member_id }) => member_id));
}

/** The members of these seats, including seats that have ended. */
export function findSeatMembers({ database, caller }: Context, ids: string[]) {
  return selectSeatMembers(database, caller.workspaceId, ids);
}

/** Without an entitlement's id, under the active one with the highest priority. */
export async function assignSeat(context: Context, memberId: string, { entitlement_id }: SeatInput) {
  return context.database.transaction(async (tx) => {
    const member = await lockMember(context, tx, memberId);
    const [verdict] = (await assignTo(context, tx, [memberId], [member], entitlement_id)) as [Verdict];
    if (verdict.refusal)
      throw validationError(refusals[verdict.refusal], { plain: plainRefusals[verdict.refusal] });
    return verdict.seat;
  });
}

/** Assigns seats in the given order while there is room, and returns the outcome for each member. */
export async function assignSeats(context: Context, { membership_ids, entitlement_id }: SeatsInput) {
  return context.database.transaction(async (tx) => {
    const wanted = [...new Set(membership_ids)];
    const members = await lockMembers(context, tx, wanted);
    const verdicts = await assignTo(context, tx, wanted, members, entitlement_id);
    const refused = verdicts.flatMap(({ memberId, refusal }) =>
      refusal ? [{ membership_id: memberId, reason: refusal, message: refusals[refusal] }] : [],
    );
    return {
      assigned: verdicts.flatMap(({ seat }) => seat ?? []),
      skipped: refused.filter(({ reason }) => reason === 'already_seated'),
      rejected: refused.filter(({ reason }) => reason !== 'already_seated'),
    };
  });
}

/** The outcome for one member: a seat, or a refusal. */
type Verdict = { memberId: string } & (
  | { seat: ReturnType<typeof presentAssignment>; refusal?: undefined }
  | { seat?: undefined; refusal: SeatRefusal }
);

/** The caller has locked the members' rows. Members are always locked before an entitlement, so there are no deadlocks. */
async function assignTo(
  context: Context,
  tx: Transaction,
  memberIds: string[],
  members: MemberRow[],
  entitlementId: SeatInput['entitlement_id'],
): Promise<Verdict[]> {
  const { caller, clock, ids } = context;
  const memberOf = new Map(members.map((member) => [member.id, member]));
  const entitlement = await lockEntitlement(context, tx, entitlementId);
  if (!entitlement.active) throw validationError('The entitlement is not active');
  const seated = new Set(
    (await selectSeatsOf(tx, caller.workspaceId, memberIds)).map(({ member_id }) => member_id),
  );

  const now = clock.now();
  const seats: SeatRow[] = [];
  const verdicts = memberIds.map((memberId): Verdict => {
    const member = memberOf.get(memberId);
    const room = roomLeft(entitlement) - seats.length;
    const refusal = refusalFor(member, { isSeated: seated.has(memberId), room });
    if (!member || refusal) return { memberId, refusal: refusal ?? 'unknown' };
    const seat = {
      id: ids('seat'),
      member_id: memberId,
      entitlement_id: entitlement.id,
      started_at: now,
      ended_at: null,
    };
    seats.push(seat);
    return { memberId, seat: presentAssignment(seat, member) };
  });
  await insertSeats(tx, caller.workspaceId, seats);
  await recordAudits(
    context,
    tx,
    seats.map((seat) => ({
      action: 'seat.assigned',
      target: { type: 'seat', id: seat.id },
      changes: changesFromNothing({ membership_id: seat.member_id, entitlement_id: seat.entitlement_id }),
    })),
  );
  if (seats.length > 0) await seatsAdded(context, tx, entitlement, seats.length);
  return verdicts;
}

export async function removeSeat(context: Context, memberId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const member = await lockMember(context, tx, memberId);
    if (!(await endSeatOf(context, tx, member))) throw notFound('Seat');
  });
}

/** Returns false when there was no seat. The caller has locked the member's row. */
export async function endSeatOf(context: Context, tx: Transaction, member: MemberRow): Promise<boolean> {
  const { caller, clock } = context;
  const [seat] = await selectSeatsOf(tx, caller.workspaceId, [member.id]);
  if (!seat) return false;
  const now = clock.now();
  await updateEndedAt(tx, caller.workspaceId, seat.id, now);
  await recordAudit(context, tx, {
    action: 'seat.ended',
    target: { type: 'seat', id: seat.id },
    changes: { ended_at: [null, formatTimestamp(now)] },
  });
  return true;
}

export async function setCapacity(context: Context, { capacity, entitlement_id, reason }: CapacityInput) {
  const update = { seat_capacity: capacity, reason: reason || DEFAULT_REASON };
  const action = 'seat.capacity_changed';
  return presentEntitlement(await updateEntitlement(context, entitlement_id, update, action));
}

/** A member without a name is shown by email. */
function presentSeat(row: ListedSeatRow) {
  return {
    id: row.id,
    membership_id: row.member_id,
    entitlement_id: row.entitlement_id,
    member_email: row.email,
    member_name: row.name ?? row.email,
    started_at: formatTimestamp(row.started_at),
    ended_at: formatTimestamp(row.ended_at),
  };
}

function presentAssignment(seat: SeatRow, { email }: MemberRow) {
  return {
    membership_id: seat.member_id,
    email,
    entitlement_id: seat.entitlement_id,
    assignment_id: seat.id,
    started_at: formatTimestamp(seat.started_at),
  };
}

function presentEntitlement(entitlement: Entitlement) {
  return {
    id: entitlement.id,
    plan_key: entitlement.plan_key,
    seat_capacity: entitlement.seat_capacity,
    seat_unlimited: entitlement.seat_unlimited,
    active_seats: entitlement.active_seats,
    enforcement_mode: entitlement.enforcement_mode,
  };
}
