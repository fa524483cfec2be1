import type { Context } from '../../context.ts';
import type { Transaction } from '../../storage/database.ts';
import type { AttentionReason } from '../events/event-types.ts';
import { needsAttention, recordAndAnnounce } from './announcements.ts';
import { mailAttention } from './mails.ts';
import { changesOf } from './present.ts';
import { updateRequest } from './queries.ts';
import type { MeetingRequest } from './rules.ts';
import { stopSchedule } from './schedules.ts';

/**
 * Says that a person must look at the request, once for each reason. Rota does nothing about it by itself until somebody has
 * done something. The caller holds the request.
 */
export async function needAttention(
  context: Context,
  tx: Transaction,
  before: MeetingRequest,
  reason: AttentionReason,
  unreached: string[] = [],
): Promise<MeetingRequest> {
  if (before.attention_reason === reason) return before;
  const now = context.clock.now();
  const after = { ...before, attention_reason: reason, attention_since: now, updated_at: now };
  await updateRequest(tx, context.caller.workspaceId, after);
  await stopSchedule(context, tx, before.id);
  await mailAttention(context, tx, after, reason, unreached);
  await recordAndAnnounce(context, tx, needsAttention(after, reason, now), changesOf(before, after));
  return after;
}

/** What a person does about a request ends it. What the service does by itself does not. */
export function withAttentionGiven({ caller }: Context, request: MeetingRequest): MeetingRequest {
  if (caller.actor.type === 'system') return request;
  return { ...request, attention_reason: null, attention_since: null };
}

/** A person has done something about it that is no move. */
export async function giveAttention(
  context: Context,
  tx: Transaction,
  before: MeetingRequest,
): Promise<MeetingRequest> {
  if (before.attention_reason === null) return before;
  const after = { ...withAttentionGiven(context, before), updated_at: context.clock.now() };
  await updateRequest(tx, context.caller.workspaceId, after);
  return after;
}
