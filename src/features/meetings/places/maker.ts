import type { MeetingTime } from '../../../time/intervals.ts';
import type { MadeKind } from '../../workspace/locations/rules.ts';

/** A meeting that needs a place. */
export interface PlaceNeeded extends MeetingTime {
  workspace_id: string;
  meeting_request_id: string;
  /** The member whose place it is. */
  organizer_id: string;
  title: string | null;
}

/** What became of it: a place, why there will never be one, or why there is none yet. */
export type PlaceMade = { join_url: string } | { refused: string } | { not_yet: string };

/** Somebody else's service that makes places of a kind, such as links to video calls. */
export interface PlaceMaker {
  kind: MadeKind;
  /**
   * Called again for the same meeting after a failure, a crash or a lost answer: it must not make a second place then. Rejects if it may
   * work later.
   */
  make(needed: PlaceNeeded): Promise<PlaceMade>;
}
