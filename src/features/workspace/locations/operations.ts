import type { Services } from '../../../context.ts';
import { validationError } from '../../../errors.ts';
import { type GivenLocation, isMade, type Location, locationFrom } from './rules.ts';

/** A location as it is given; null for none. Refuses a kind whose places nobody makes here. */
export function givenLocation(
  { placeKinds }: Pick<Services, 'placeKinds'>,
  given: GivenLocation | null | undefined,
): Location | null {
  if (!given) return null;
  const location = locationFrom(given);
  if (isMade(location.kind) && !placeKinds.has(location.kind))
    throw validationError(
      `location.kind ${location.kind} needs a calendar of that service, and none can be connected yet`,
      {
        field: 'location.kind',
        plain: 'Calls of this kind can’t be set up yet. Choose another kind of place.',
      },
    );
  return location;
}

/** The same in an update: without a new one, it stays as it was. */
export const changedLocation = (
  services: Pick<Services, 'placeKinds'>,
  given: GivenLocation | null | undefined,
  before: Location | null,
): Location | null => (given === undefined ? before : givenLocation(services, given));
