import type { Context } from '../../../../context.ts';
import type { Transaction } from '../../../../storage/database.ts';
import { DAY_MS } from '../../../../time/timestamps.ts';
import { countByCaller, recordAudit } from '../../../workspace/audit-log/operations.ts';
import { asksForNumber } from '../../../workspace/locations/place.ts';
import { placeChanged, recordAndAnnounce } from '../lifecycle/announcements.ts';
import { mailPlaceChanged } from '../mails/mails.ts';
import { updatePhoneNumber } from '../participants/participant-queries.ts';
import { changesOf } from '../present.ts';
import { updateRequest } from '../queries.ts';
import { bookedTime, isOpen, type MeetingRequest, type Respondent } from '../rules.ts';
import { showPlaceInCalendars } from './places.ts';

/** How often a participant can change their number within `NUMBERS_MS` once there is a meeting. Each time, the hosts get a mail. */
const MAX_NUMBERS = 5;
const NUMBERS_MS = DAY_MS;

/**
 * Keeps where the participant can be called. If a host will call them for a booked meeting, the hosts hear of it. Returns the request as it is
 * then; undefined if nothing is to come any more, or if they have changed it too often. The caller is the participant, and has locked it.
 */
export async function keepNumber(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  { place, email, phone_number: before }: Respondent,
  number: string,
): Promise<MeetingRequest | undefined> {
  const now = context.clock.now();
  if (!isOpen(request, now)) return undefined;
  if (number === before) return request;
  if (bookedTime(request)) {
    const given = { action: 'meeting_request.number_given', target_id: request.id };
    if ((await countByCaller(context, tx, given, now - NUMBERS_MS)) >= MAX_NUMBERS) return undefined;
  }
  await updatePhoneNumber(tx, context.caller.workspaceId, request.id, place, number);
  await recordAudit(context, tx, {
    action: 'meeting_request.number_given',
    target: { type: 'meeting_request', id: request.id },
    changes: { participant_email: [null, email], phone_number: [before, number] },
  });
  if (!request.place || !bookedTime(request) || !asksForNumber(request.place.location)) return request;
  // The number of the first participant is the one that programs are told.
  const phone_number = place === 0 ? number : request.place.phone_number;
  const after = { ...request, place: { ...request.place, phone_number }, updated_at: now };
  updateRequest(tx, context.caller.workspaceId, after);
  await mailPlaceChanged(context, tx, after, []);
  await showPlaceInCalendars(context, tx, request.id);
  await recordAndAnnounce(context, tx, placeChanged(after, now), changesOf(request, after));
  return after;
}
