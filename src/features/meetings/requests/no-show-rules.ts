import { validationError } from '../../../errors.ts';
import { foldEmail } from '../../../text/emails.ts';
import type { MeetingRequest } from './rules.ts';

/** The part of a request that says who didn't come. */
export type NoShowMark = Pick<
  MeetingRequest,
  'no_show_by' | 'no_show_places' | 'no_show_at' | 'no_show_returned_turn'
>;

export const nobodyMissed: NoShowMark = {
  no_show_by: null,
  no_show_places: [],
  no_show_at: null,
  no_show_returned_turn: false,
};

/** A meeting that is moved to a time to come hasn't been missed by anybody. A turn that was given back stays so. */
export function withNoShowCleared(request: MeetingRequest, now: number): MeetingRequest {
  const isToCome = request.starts_at !== null && request.starts_at > now;
  return request.no_show_by !== null && isToCome ? { ...request, ...nobodyMissed } : request;
}

/** The places of those who didn't come: of everybody, unless some are named. */
export function placesOfMissing(
  participants: readonly string[],
  named: readonly string[] | null | undefined,
): number[] {
  if (!named) return participants.map((_, place) => place);
  const folded = participants.map(foldEmail);
  const places = named.map((email, index) => {
    const place = folded.indexOf(foldEmail(email));
    if (place < 0)
      throw validationError(`participant_emails[${index}] is not a participant of this request`, {
        field: `participant_emails[${index}]`,
        plain: 'They aren’t a guest of this meeting. Choose from those who are.',
      });
    return place;
  });
  return [...new Set(places)].sort((one, other) => one - other);
}
