// Converts the hours of a day between forms and the API.
import { RotaError } from '../../../errors.ts';
import { MAX_PARTS_PER_DAY, type Part } from '../../../features/calendar/availability/rules.ts';
import { type Weekday, weekdays } from '../../../time/zones.ts';
import { list, type SentFields } from '../../fields.ts';

const MIDNIGHT = '00:00';
const END_OF_DAY = '24:00';

/** The parts that were filled in. A time field has no 24:00, so an end of 00:00 means midnight. */
export function partsIn(fields: SentFields, name: string): Part[] {
  const ends = list(fields, `${name}_end`);
  return list(fields, `${name}_start`).flatMap((start, place) => {
    const end = ends[place] ?? '';
    if (start === '' && end === '') return [];
    return [{ start, end: end === MIDNIGHT ? END_OF_DAY : end }];
  });
}

export function weeklyIn(fields: SentFields): (Part & { day: Weekday })[] {
  return weekdays.flatMap((day) => partsIn(fields, day).map((part) => ({ day, ...part })));
}

/** The inverse, with one empty part to fill in, or padded to `wanted` parts. */
export function fieldsFor(parts: readonly Part[], wanted = parts.length + 1): Part[] {
  const count = Math.min(Math.max(wanted, 1), MAX_PARTS_PER_DAY);
  const empty = Array.from({ length: Math.max(count - parts.length, 0) }, () => ({ start: '', end: '' }));
  const shown = parts.map(({ start, end }) => ({ start, end: end === END_OF_DAY ? MIDNIGHT : end }));
  return [...shown, ...empty];
}

/** `09:00–12:00`. */
export const partInWords = ({ start, end }: Part) => `${start || '?'}–${end || '?'}`;

const PLACE = /^(?:weekly|overrides\[\d+\]\.hours)\[(\d+)\]/;

/** The API refers to wrong hours by number; people know them by what they typed. */
export async function namingHours<Result>(names: string[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const place = error instanceof RotaError && PLACE.exec(error.refusal.field ?? '')?.[1];
    if (!(error instanceof RotaError) || !place) throw error;
    const { plain = 'Enter a start and an end, such as 09:00.' } = error.refusal;
    const field = names[Number(place)] ?? 'Hours';
    throw new RotaError(error.type, error.message, { refusal: { field, plain: `${field}: ${plain}` } });
  }
}
