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

/** Mails per day about one request, so that repeated answers can't fill the organizer's mailbox. */
export const MAX_MAILS_PER_DAY = 20;

/**
 * Marks a request as needing attention, once for each reason. Rota does nothing more about it until somebody has acted. What
 * people do is mailed to the organizer each time. The caller has locked the request.
 */
export async function needAttention(
  context: Context,
  tx: Transaction,
  before: MeetingRequest,
  reason: AttentionReason,
  occasion: Occasion = {},
): Promise<MeetingRequest> {
  if (before.attention_reason === reason) {
    if (occasion.cause || occasion.in_calendar) await mailWithinLimit(context, tx, before, reason, occasion);
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

/** Limits even the first mail for a reason: an answer clears the attention, and the next one may cause it again. */
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

/** Cleared when a person acts on the request, not when the service does. */
export function withAttentionCleared({ caller }: Context, request: MeetingRequest): MeetingRequest {
  if (caller.actor.type === 'system') return request;
  return { ...request, attention_reason: null, attention_since: null };
}

/** For what a person did about the request without a transition. */
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
