// Converts the hours of a day between forms and the API.
import { RotaError } from '../../../errors.ts';
import { MAX_PARTS_PER_DAY, type Part } from '../../../features/calendar/availability/rules.ts';
import { type Weekday, weekdays } from '../../../time/zones.ts';
import { list, type SentFields, text } from '../../fields.ts';

const MIDNIGHT = '00:00';
const END_OF_DAY = '24:00';

/** As typed, with empty rows. */
export function rowsIn(fields: SentFields, name: string): Part[] {
  const ends = list(fields, `${name}_end`);
  return list(fields, `${name}_start`).map((start, place) => ({ start, end: ends[place] ?? '' }));
}

/** The parts that were filled in. A time field has no 24:00, so an end of 00:00 means midnight. */
export function partsIn(fields: SentFields, name: string): Part[] {
  return rowsIn(fields, name)
    .filter(({ start, end }) => start !== '' || end !== '')
    .map(({ start, end }) => ({ start, end: end === MIDNIGHT ? END_OF_DAY : end }));
}

export function weeklyIn(fields: SentFields): (Part & { day: Weekday })[] {
  return weekdays.flatMap((day) => partsIn(fields, day).map((part) => ({ day, ...part })));
}

/** The inverse. */
export const rowsFor = (parts: readonly Part[]): Part[] =>
  parts.map(({ start, end }) => ({ start, end: end === END_OF_DAY ? MIDNIGHT : end }));

/** Padded with empty rows to `wanted`. */
export function fieldsFor(parts: readonly Part[], wanted: number): Part[] {
  const count = Math.min(wanted, MAX_PARTS_PER_DAY);
  const empty = Array.from({ length: Math.max(count - parts.length, 0) }, () => ({ start: '', end: '' }));
  return [...rowsFor(parts), ...empty];
}

const WORKING_DAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];
const EDIT = /^(add|remove|copy)-([a-z]{3})(?:-(\d{1,2}))?$/;

/** What the buttons of the form make of the typed hours of a week; undefined if none of them was pressed. */
export function editedWeek(fields: SentFields): SentFields | undefined {
  const [, what, name, place] = EDIT.exec(text(fields, 'edit')) ?? [];
  const day = weekdays.find((weekday) => weekday === name);
  if (!day) return undefined;
  const rows = rowsIn(fields, day);
  const changed =
    what === 'copy'
      ? WORKING_DAYS.map((weekday) => [weekday, rows] as const)
      : [[day, what === 'add' ? withOneMore(rows) : rows.toSpliced(Number(place), 1)] as const];
  const lists = changed.flatMap(([weekday, parts]) => [
    [`${weekday}_start`, parts.map(({ start }) => start)],
    [`${weekday}_end`, parts.map(({ end }) => end)],
  ]);
  return { ...fields, ...Object.fromEntries(lists) };
}

/** The hours that a day begins with, and a row to fill in for a second part. */
function withOneMore(rows: Part[]): Part[] {
  if (rows.length >= MAX_PARTS_PER_DAY) return rows;
  return [...rows, rows.length === 0 ? { start: '09:00', end: '17:00' } : { start: '', end: '' }];
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
