import type { Logger } from 'pino';
import type { Context, Services } from '../../../context.ts';
import { invalidRequest, notFound, validationError } from '../../../errors.ts';
import type { Static } from '../../../shapes/type.ts';
import type { Transaction } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { stepwiseWorker } from '../../../workers/stepwise.ts';
import type { Worker } from '../../../workers/worker.ts';
import { hasBookingsOf, requireFreeSuccessor, takeOverTimes } from '../../calendar/bookings/operations.ts';
import { resumeCalendars, stopCalendars } from '../../calendar/calendars/syncs.ts';
import { announce } from '../../events/events/announce.ts';
import { countOpenRequests, handOverRequests } from '../../meetings/requests/lifecycle/hand-over.ts';
import {
  findMember,
  findMemberByEmail,
  lockActiveMember,
  lockMember,
  lockMembers,
  type MemberRow,
  markDeactivated,
  markReactivated,
} from '../../people/members/operations.ts';
import { requireSeat } from '../../people/seats/needed.ts';
import { endSeatOf } from '../../people/seats/operations.ts';
import { endSessionsOf } from '../../people/sessions/operations.ts';
import {
  deleteHandOver,
  insertHandOver,
  selectFreeHandOver,
  selectHandingOverTo,
  selectHandOver,
  selectHandOvers,
  updateSuccessor,
} from './queries.ts';
import type { Deactivation } from './shapes.ts';

/** Notified when there are requests to hand over in the background. */
export const HAND_OVERS_DUE = 'hand_overs_due';

/** Takes the member out of everything. Memberships and history stay, for a reactivation. */
export async function deactivateMember(context: Context, id: string, body: Static<typeof Deactivation>) {
  const { database, clock } = context;
  return database.transaction(async (tx) => {
    const { member, successor } = await lockBoth(context, tx, id, body.transfer_to ?? null);
    await handOver(context, tx, member, successor, body.force ?? false);
    await endSeatOf(context, tx, member);
    const now = clock.now();
    const deactivated = await markDeactivated(context, tx, member, now);
    await endSessionsOf(context, tx, member.id);
    await stopCalendars(context, tx, member.id, successor?.id);
    await announce(context, tx, {
      event: 'member.deactivated',
      id: member.id,
      email: member.email,
      name: member.name,
      deactivated_at: formatTimestamp(now),
      transferred_to: successor?.email ?? null,
    });
    return deactivated;
  });
}

/** Brings the member back to every team. Requests and the seat stay where they went. */
export async function reactivateMember(context: Context, id: string) {
  return context.database.transaction(async (tx) => {
    const member = await lockMember(context, tx, id);
    if (member.deactivated_at === null) throw invalidRequest('The member is already active');
    // Otherwise new requests of the member would be handed over, too.
    if (await selectHandOver(tx, context.caller.workspaceId, id)) {
      throw invalidRequest(
        'The meeting requests of the member are still being handed over: try again in a moment',
      );
    }
    await resumeCalendars(context, tx, member.id);
    return markReactivated(context, tx, member);
  });
}

/** Locks both members with one statement, so that two transactions that lock the same two do not deadlock. */
async function lockBoth(
  context: Context,
  tx: Transaction,
  id: string,
  successorEmail: string | null,
): Promise<{ member: MemberRow; successor: MemberRow | undefined }> {
  const named = successorEmail === null ? undefined : await findMemberByEmail(context, tx, successorEmail);
  const locked = await lockMembers(context, tx, named ? [id, named.id] : [id]);
  const member = locked.find((row) => row.id === id);
  if (!member) throw notFound('Workspace member');
  if (member.deactivated_at !== null) throw invalidRequest('The member is already deactivated');
  const successor = locked.find(
    (row) => row.id === named?.id && row.id !== id && row.deactivated_at === null,
  );
  if (successorEmail !== null && !successor) {
    throw validationError('transfer_to must be the email of another active member', {
      field: 'transfer_to',
      plain: 'Choose another active member to take over.',
    });
  }
  if (successor) await requireSeat(context, tx, successor.id, 'transfer_to');
  return { member, successor };
}

/**
 * Gives the member's requests to the successor, open ones and booked ones that are still to come, along with those that are still
 * being handed over to the member. One batch goes now, the rest in the background; but the successor takes over all their times
 * now. Refuses if there are open requests and no successor, or if the successor has other bookings at these times.
 */
async function handOver(
  context: Context,
  tx: Transaction,
  member: MemberRow,
  successor: MemberRow | undefined,
  force: boolean,
) {
  const { caller, clock } = context;
  const { workspaceId, actor } = caller;
  const incoming = await selectHandingOverTo(tx, workspaceId, member.id);
  const now = clock.now();
  if (!successor) {
    await requireNothingOpen(context, tx, member, incoming, now);
    for (const memberId of incoming) await deleteHandOver(tx, workspaceId, memberId);
    return;
  }
  const leaving = { from: member.id, to: successor.id, organizers: [member.id, ...incoming], after: now };
  if (!force) await requireFreeSuccessor(context, tx, leaving);
  await takeOverTimes(context, tx, leaving);
  if (incoming.length > 0) await updateSuccessor(tx, workspaceId, { from: member.id, to: successor.id });
  const isDone = await handOverRequests(context, tx, member, successor, now);
  if (!isDone) {
    await insertHandOver(tx, workspaceId, {
      member_id: member.id,
      heir_id: successor.id,
      actor_type: actor.type,
      actor_id: actor.id,
      created_at: now,
    });
  }
  if (incoming.length > 0 || !isDone) tx.notify(HAND_OVERS_DUE);
}

async function requireNothingOpen(
  context: Context,
  tx: Transaction,
  { id }: MemberRow,
  incoming: string[],
  now: number,
): Promise<void> {
  const open = await countOpenRequests(context, tx, [id, ...incoming]);
  if (open > 0) {
    throw validationError(
      `transfer_to is required: the member organizes ${open} active or paused meeting ${open === 1 ? 'request' : 'requests'}`,
      {
        field: 'transfer_to',
        plain: `Choose who takes over ${open === 1 ? 'the open request' : `the ${open} open requests`}.`,
      },
    );
  }
  // The member already has these bookings, but doesn't organize the meetings yet.
  if (await hasBookingsOf(context, tx, { from: id, organizers: incoming, after: now })) {
    throw validationError(
      'transfer_to is required: booked meeting requests are still being handed over to the member',
      {
        field: 'transfer_to',
        plain: 'Booked meetings are still being handed over to this member. Choose who takes them.',
      },
    );
  }
}

/** The hand-overs of all workspaces. */
function listHandOvers({ database }: Services) {
  return selectHandOvers(database);
}

/** Hands over the next batch of a deactivated member. False when there is nothing to do for now. */
async function handOverNextBatch(services: Services, workspaceId: string, memberId: string) {
  return services.database.transaction(async (tx) => {
    const actor = { type: 'system', id: 'hand-over' } as const;
    const system: Context = { ...services, caller: { workspaceId, actor, scopes: [] } };
    const locked = await lockHandOver(system, tx, memberId);
    if (!locked) return false;
    const context = { ...system, caller: { ...system.caller, actor: locked.actor } };
    const isDone = await handOverRequests(context, tx, locked.member, locked.successor, locked.since);
    if (isDone) await deleteHandOver(tx, workspaceId, memberId);
    return true;
  });
}

/**
 * Locks the successor's row, then the hand-over's, in the usual order. Undefined if the hand-over is done, if another node has
 * locked it, or if the successor has just changed.
 */
async function lockHandOver(context: Context, tx: Transaction, memberId: string) {
  const { workspaceId } = context.caller;
  const known = await selectHandOver(tx, workspaceId, memberId);
  const successor = known && (await lockActiveMember(context, tx, known.heir_id));
  const locked = successor && (await selectFreeHandOver(tx, workspaceId, memberId));
  const member = locked && (await findMember(context, tx, memberId));
  if (!member || locked.heir_id !== successor.id) return undefined;
  return {
    member,
    successor,
    since: locked.created_at,
    actor: { type: locked.actor_type, id: locked.actor_id },
  };
}

// Why a large hand-over goes in steps: docs/decisions/0020-hand-overs-and-erasures-in-steps.md.
/** Hands over the requests of deactivated members: one batch of each member by turns, until none is left. */
export function createHandOvers({ services, log }: { services: Services; log: Logger }): Worker {
  return stepwiseWorker({
    name: 'hand-overs',
    topic: HAND_OVERS_DUE,
    services,
    log,
    list: listHandOvers,
    step: (inBackground, { workspace_id, member_id }) =>
      handOverNextBatch(inBackground, workspace_id, member_id),
  });
}
