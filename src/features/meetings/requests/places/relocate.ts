import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../../context.ts';
import { invalidRequest } from '../../../../errors.ts';
import type { Static } from '../../../../shapes/type.ts';
import { changedLocation } from '../../../workspace/locations/operations.ts';
import { placeChanged } from '../lifecycle/announcements.ts';
import { applyTransition, findRequest } from '../lifecycle/transitions.ts';
import { presentRequest } from '../present.ts';
import { bookedTime, isOpen } from '../rules.ts';
import type { RequestChange } from '../shapes.ts';

/** Says where the meeting should be. If it is booked, everybody in it hears of the new place. */
export async function changeRequest(
  context: Context,
  id: string,
  { location: given }: Static<typeof RequestChange>,
) {
  if (given === undefined) return presentRequest(await findRequest(context, context.database, id));
  return applyTransition(context, id, 'relocate', (before, now) => {
    if (!isOpen(before, now))
      throw invalidRequest('Cannot change the location of a meeting that is over', {
        plain: 'This meeting is over, so its place can’t be changed any more.',
      });
    return {
      after: { ...before, location: changedLocation(context, given, before.location) },
      announce: (after) =>
        bookedTime(after) && !isDeepStrictEqual(before.place, after.place)
          ? placeChanged(after, now)
          : undefined,
    };
  });
}
