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

/** So many a day about a request: nobody can fill the organizer's mailbox by answering again and again. */
export const MAX_MAILS_PER_DAY = 20;

/**
 * Says that a person must look at the request, once for each reason. Rota does nothing about it by itself until somebody has
 * done something. What people do reaches the organizer each time. The caller holds the request.
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

/** Also of the first for a reason: whoever answers ends what was needed, and may cause it anew. */
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

/** What a person does about a request ends it. What the service does by itself does not. */
export function withAttentionGiven({ caller }: Context, request: MeetingRequest): MeetingRequest {
  if (caller.actor.type === 'system') return request;
  return { ...request, attention_reason: null, attention_since: null };
}

/** After something that a person has done about it, and that is no transition. */
export async function giveAttention(
  context: Context,
  tx: Transaction,
  before: MeetingRequest,
): Promise<MeetingRequest> {
  if (before.attention_reason === null) return before;
  const after = { ...withAttentionGiven(context, before), updated_at: context.clock.now() };
  updateRequest(tx, context.caller.workspaceId, after);
  return after;
}
