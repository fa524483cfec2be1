import type { Context } from '../../../../context.ts';
import type { Reader, Transaction } from '../../../../storage/database.ts';
import { announceAll, countSubscribers } from '../../../events/events/announce.ts';
import type { MemberRow } from '../../../people/members/operations.ts';
import { recordAudits } from '../../../workspace/audit-log/operations.ts';
import type { Changes } from '../../../workspace/audit-log/rules.ts';
import { applyHandOverConsequences } from '../../schedules/consequences.ts';
import { mailOrganizerChanged } from '../mails/mails.ts';
import { resetResponsesOf } from '../participants/responses.ts';
import { hasNoPlace, movePlaces } from '../places/places.ts';
import { selectRequestsById } from '../queries.ts';
import { handOverBatchSize, type OpenStatus, openStatuses, withinInviteLimit } from '../rules.ts';
import { auditEntryFor, organizerChanged } from './announcements.ts';
import { needAttention } from './attention.ts';
import {
  countBookedToCome,
  countRequests,
  hasMoreToHandOver,
  type NextRequest,
  selectNextBooked,
  selectNextOpen,
  type Transfer,
  updateOrganizer,
  updateOrganizerOfBooked,
} from './hand-over-queries.ts';

/** How many open requests these members organize. */
export async function countOpenRequests(
  { caller }: Context,
  reader: Reader,
  memberIds: string[],
): Promise<number> {
  let open = 0;
  for (const memberId of memberIds) {
    for (const status of openStatuses) {
      open += await countRequests(reader, caller.workspaceId, status, memberId);
    }
  }
  return open;
}

/** Booked requests are counted up to this. */
export const MAX_BOOKED_COUNT = 1_000;

/**
 * What a member would hand over, or still has to hand over to `to`: the open requests they organize, by status, and the booked
 * ones that begin after `since`. Before there is a successor, `to` is the member, who still has the booked times.
 */
export async function countToHandOver(
  { database, caller }: Context,
  transfer: Transfer,
): Promise<Record<OpenStatus | 'booked', number>> {
  const { workspaceId } = caller;
  const count = (status: OpenStatus) => countRequests(database, workspaceId, status, transfer.from);
  return {
    active: await count('active'),
    paused: await count('paused'),
    booked: await countBookedToCome(database, workspaceId, transfer, MAX_BOOKED_COUNT),
  };
}

/**
 * Hands one batch of the member's requests to the successor: open ones, oldest first, then booked ones that begin after `since`.
 * True when none is left. The caller has locked the successor's row, made sure that the member gets no new requests, and moved
 * the times of booked requests to the successor.
 */
export async function handOverRequests(
  context: Context,
  tx: Transaction,
  member: MemberRow,
  successor: MemberRow,
  since: number,
): Promise<boolean> {
  const { caller, clock } = context;
  const { workspaceId } = caller;
  const batch = handOverBatchSize(await countSubscribers(context, tx, 'meeting_request.organizer_changed'));
  const change = { from: member.id, to: successor.id, since, at: clock.now() };
  const taken: NextRequest[] = [];
  const opened: Record<OpenStatus, string[]> = { active: [], paused: [] };
  for (const status of openStatuses) {
    const next = await selectNextOpen(tx, workspaceId, status, member.id, batch - taken.length);
    const last = take(next, taken).at(-1);
    if (last) opened[status] = await updateOrganizer(tx, workspaceId, status, change, last.id);
  }
  const next = take(await selectNextBooked(tx, workspaceId, change, batch - taken.length), taken);
  const nextIds = next.map(({ id }) => id);
  const stillBooked = await updateOrganizerOfBooked(tx, workspaceId, change, nextIds);
  const handedOver = [...opened.active, ...opened.paused, ...stillBooked].sort();
  const requests = await selectRequestsById(tx, workspaceId, handedOver);
  const moved = await movePlaces(context, tx, requests, successor);
  await mailOrganizerChanged(context, tx, moved, member.id);
  await resetResponsesOf(context, tx, [...opened.active, ...opened.paused]);
  await applyHandOverConsequences(context, tx, opened);
  const announcements = handedOver.map((id) => organizerChanged(id, member.email, successor.email));
  const changes: Changes = { organizer_email: [member.email, successor.email] };
  const entries = announcements.map((announcement) => auditEntryFor(announcement, changes));
  await recordAudits(context, tx, entries);
  await announceAll(context, tx, announcements);
  for (const request of moved)
    if (hasNoPlace(request)) await needAttention(context, tx, request, 'place_failed');
  return !(await hasMoreToHandOver(tx, workspaceId, openStatuses, change));
}

/** Adds those that still fit into the batch, and returns them. */
function take(next: NextRequest[], taken: NextRequest[]): NextRequest[] {
  const fit = withinInviteLimit(next, taken);
  taken.push(...fit);
  return fit;
}
