import { DateOnly, OneOf, TimeOfDay } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { partsOfDay } from '../../../time/wishes.ts';
import { weekdays } from '../../../time/zones.ts';

/** As many days as a wish may leave out. */
const MAX_EXCEPT_DATES = 62;

export const Days = (description: string) =>
  Type.Array(OneOf(weekdays), { maxItems: weekdays.length, description, examples: [['tue', 'thu']] });

export const PartsOfDay = (description: string) =>
  Type.Array(OneOf(partsOfDay), { maxItems: partsOfDay.length, description, examples: [['morning']] });

/** What a wish can say about dates and hours. */
export const wishBounds = {
  earliest_date: DateOnly('The first day that would suit.', '2026-11-23'),
  latest_date: DateOnly('The last day that would suit.', '2026-12-04'),
  earliest_time: TimeOfDay('Not to begin before this, on any day.', '09:00'),
  latest_time: TimeOfDay('Not to end after this, on any day.', '15:00'),
  except_dates: Type.Array(DateOnly('A day that does not suit.', '2026-11-26'), {
    maxItems: MAX_EXCEPT_DATES,
    description: 'Days that do not suit.',
    examples: [['2026-11-26']],
  }),
};
