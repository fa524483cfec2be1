import type { Context } from '../../../../context.ts';
import { countMessagesSince } from '../../../../mail-out/sent.ts';
import type { Transaction } from '../../../../storage/database.ts';
import { DAY_MS } from '../../../../time/timestamps.ts';
import type { AttentionReason } from '../../../events/events/event-types.ts';
import { stopSchedule } from '../../schedules/operations.ts';
import { mailAttention, type Occasion } from '../mails/mails.ts';
import { changesOf } from '../present.ts';
import { updateRequest } from '../queries.ts';
import type { MeetingRequest } from '../rules.ts';
import { needsAttention, recordAndAnnounce } from './announcements.ts';

/** Mails a day about one request, so that nobody can fill the organizer's mailbox by answering again and again. */
export const MAX_MAILS_PER_DAY = 20;

/**
 * Marks that a person must look at the request, once for each reason. Rota does nothing about it by itself until somebody has
 * done something. What people do reaches the organizer each time. The caller has locked the request.
 */
export async function needAttention(
  context: Context,
  tx: Transaction,
  before: MeetingRequest,
  reason: AttentionReason,
  occasion: Occasion = {},
): Promise<MeetingRequest> {
  if (before.attention_reason === reason) {
    if (occasion.cause) await mailWithinLimit(context, tx, before, reason, occasion);
    return before;
  }
  const now = context.clock.now();
  const after = { ...before, attention_reason: reason, attention_since: now, updated_at: now };
  updateRequest(tx, context.caller.workspaceId, after);
  await stopSchedule(context, tx, before.id);
  await mailWithinLimit(context, tx, after, reason, occasion);
  await recordAndAnnounce(context, tx, needsAttention(after, reason, now), changesOf(before, after));
  return after;
}

/** Limits the first mail for a reason, too: an answer clears the attention, and the next one may cause it again. */
async function mailWithinLimit(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  reason: AttentionReason,
  occasion: Occasion,
): Promise<void> {
  const since = context.clock.now() - DAY_MS;
  const sent = await countMessagesSince(context, tx, request.id, 'attention', since);
  if (sent < MAX_MAILS_PER_DAY) await mailAttention(context, tx, request, reason, occasion);
}

/** Cleared by what a person does about the request, and not by what the service does by itself. */
export function withAttentionCleared({ caller }: Context, request: MeetingRequest): MeetingRequest {
  if (caller.actor.type === 'system') return request;
  return { ...request, attention_reason: null, attention_since: null };
}

/** After something that a person has done about it, and that is no transition. */
export async function clearAttention(
  context: Context,
  tx: Transaction,
  before: MeetingRequest,
): Promise<MeetingRequest> {
  if (before.attention_reason === null) return before;
  const after = { ...withAttentionCleared(context, before), updated_at: context.clock.now() };
  updateRequest(tx, context.caller.workspaceId, after);
  return after;
}
