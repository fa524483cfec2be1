import type { Context } from '../../../../context.ts';
import type { Transaction } from '../../../../storage/database.ts';
import { isMade } from '../../../workspace/locations/rules.ts';
import { placeChanged, recordAndAnnounce } from '../lifecycle/announcements.ts';
import { needAttention } from '../lifecycle/attention.ts';
import { mailPlaceChanged } from '../mails/mails.ts';
import { changesOf } from '../present.ts';
import { selectRequest, updateRequest } from '../queries.ts';
import { bookedTime, type MeetingRequest } from '../rules.ts';
import { awaitsPlace, showPlaceInCalendars } from './places.ts';

/** What whoever makes the place needs to know; undefined if none is needed any more. */
export async function placeNeeded({ database, caller, clock }: Context, id: string) {
  const request = await selectRequest(database, caller.workspaceId, id);
  const time = request && bookedTime(request);
  if (!time || !request.place || !awaitsPlace(request, clock.now())) return undefined;
  const { kind } = request.place.location;
  if (!isMade(kind)) return undefined;
  return {
    kind,
    workspace_id: caller.workspaceId,
    meeting_request_id: id,
    organizer_id: request.place.organizer_id,
    title: request.title,
    ...time,
  };
}

/**
 * The place is there, or never will be: then the request needs attention, and the meeting stands. One that comes after all ends that. Does
 * nothing for a meeting that has another place by now. The caller has locked the request.
 */
export async function settlePlace(
  context: Context,
  tx: Transaction,
  before: MeetingRequest,
  joinUrl: string | null,
): Promise<void> {
  const now = context.clock.now();
  const status = joinUrl === null ? 'failed' : 'ready';
  if (!before.place || !awaitsPlace(before, now) || before.place.status === status) return;
  const isMended = status === 'ready' && before.attention_reason === 'place_failed';
  const after: MeetingRequest = {
    ...before,
    ...(isMended && { attention_reason: null, attention_since: null }),
    place: { ...before.place, status, join_url: joinUrl },
    updated_at: now,
  };
  updateRequest(tx, context.caller.workspaceId, after);
  if (status === 'ready') {
    await mailPlaceChanged(context, tx, after);
    await showPlaceInCalendars(context, tx, after.id);
  }
  await recordAndAnnounce(context, tx, placeChanged(after, now), changesOf(before, after));
  if (status === 'failed') await needAttention(context, tx, after, 'place_failed');
}
