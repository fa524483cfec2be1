import type { Context } from '../../../../context.ts';
import { notFound } from '../../../../errors.ts';
import type { Reader, Transaction } from '../../../../storage/database.ts';
import type { NewEvent } from '../../../events/events/event-types.ts';
import type { Changes } from '../../../workspace/audit-log/rules.ts';
import { applyConsequences } from '../../schedules/consequences.ts';
import { mailTransition } from '../mails/mails.ts';
import { withNoShowCleared } from '../no-show-rules.ts';
import { resetAnswers } from '../participants/responses.ts';
import { hasNoPlace, withPlace } from '../places/places.ts';
import { changesOf, presentRequest } from '../present.ts';
import { selectRequest, selectRequestForUpdate, updateRequest } from '../queries.ts';
import { type ChangingTransition, columnsAfter, type MeetingRequest, statusAfter } from '../rules.ts';
import { recordAndAnnounce, recordUpdate } from './announcements.ts';
import { needAttention, withAttentionCleared } from './attention.ts';

/** The request after a transition, and its event. */
export interface TransitionResult {
  after: MeetingRequest;
  /** Gets the request as it is written, with its place. Undefined for a change that others needn't hear of. */
  announce(after: MeetingRequest): NewEvent | undefined;
  /** Further changes for the audit entry. */
  changes?: Changes;
  /** The places of the participants who chose the time: they need not accept it again. */
  chosen_by?: readonly number[];
}
type Decide = (before: MeetingRequest, now: number) => TransitionResult | Promise<TransitionResult>;

export function applyTransition(context: Context, id: string, name: ChangingTransition, decide: Decide) {
  return context.database.transaction((tx) => applyTransitionWithin(context, tx, id, name, decide));
}

/** The only way to change a request: locks it, then writes the change with its audit entry and its event. */
export async function applyTransitionWithin(
  context: Context,
  tx: Transaction,
  id: string,
  name: ChangingTransition,
  decide: Decide,
) {
  const before = await lockRequest(context, tx, id);
  // Read after the lock: a transition that waited for another must not carry an earlier time.
  const now = context.clock.now();
  const status = statusAfter(name, before.status);
  const { after: wanted, announce, changes, chosen_by } = await decide(before, now);
  const moved = withNoShowCleared({ ...wanted, ...columnsAfter(name), status, updated_at: now }, now);
  const cleared = withAttentionCleared(context, moved);
  const after = await withPlace(context, tx, name, before, cleared);
  updateRequest(tx, context.caller.workspaceId, after);
  await resetAnswers(context, tx, name, id, chosen_by);
  await mailTransition(context, tx, name, before, after);
  await applyConsequences(context, tx, name, after);
  const event = announce(after);
  const allChanges = { ...changesOf(before, after), ...changes };
  if (event) await recordAndAnnounce(context, tx, event, allChanges);
  else if (Object.keys(allChanges).length > 0) await recordUpdate(context, tx, id, allChanges);
  return presentRequest(hasNoPlace(after) ? await needAttention(context, tx, after, 'place_failed') : after);
}

export async function findRequest({ caller }: Context, reader: Reader, id: string): Promise<MeetingRequest> {
  const request = await selectRequest(reader, caller.workspaceId, id);
  if (!request) throw notFound('Meeting request');
  return request;
}

export async function lockRequest({ caller }: Context, tx: Transaction, id: string): Promise<MeetingRequest> {
  const request = await selectRequestForUpdate(tx, caller.workspaceId, id);
  if (!request) throw notFound('Meeting request');
  return request;
}

/** Saves a new round or introduction. The caller has locked the request. */
export function saveRound({ caller }: Context, tx: Transaction, request: MeetingRequest): void {
  updateRequest(tx, caller.workspaceId, request);
}
