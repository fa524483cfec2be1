import type { Left } from '../../features/leaving/deactivation/overview.ts';
import { MAX_BOOKED_COUNT } from '../../features/meetings/requests/lifecycle/hand-over.ts';
import { formatCount } from '../../limits/limits.ts';

/** `2 active, 1 paused, 3 booked and still to come`; or `nothing`. */
export function leftInWords({ active, paused, booked }: Left): string {
  const isCounted = booked < MAX_BOOKED_COUNT;
  const parts = [
    active > 0 && `${formatCount(active)} active`,
    paused > 0 && `${formatCount(paused)} paused`,
    booked > 0 && `${formatCount(booked)}${isCounted ? '' : ' or more'} booked and still to come`,
  ];
  return parts.filter(Boolean).join(', ') || 'nothing';
}
