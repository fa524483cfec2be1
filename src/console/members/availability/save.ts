import { updateAvailability } from '../../../features/calendar/availability/operations.ts';
import { AvailabilityUpdate } from '../../../features/calendar/availability/shapes.ts';
import { check } from '../../../shapes/check.ts';
import type { SentFields } from '../../fields.ts';
import type { Screen } from '../../screen.ts';
import { dayNames } from '../../words.ts';
import { namingHours, partInWords, weeklyIn } from './hours.ts';

/** Saves the hours of every week, as the form of the week sends them. */
export async function saveWeekly(screen: Screen, memberId: string, fields: SentFields): Promise<void> {
  const weekly = weeklyIn(fields);
  const names = weekly.map((part) => `${dayNames[part.day]} ${partInWords(part)}`);
  await namingHours(names, async () =>
    updateAvailability(screen, memberId, check(AvailabilityUpdate, { weekly })),
  );
}
