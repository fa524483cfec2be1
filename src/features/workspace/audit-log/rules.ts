import { isDeepStrictEqual } from 'node:util';

/** For each field, its value before and after, as the API shows them. */
export type Changes = Record<string, [before: unknown, after: unknown]>;

/** For something new: every field, from null to its value. */
export function changesFromNothing(fields: object): Changes {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, [null, value]]));
}

/** The fields that differ. Undefined when none does: then nothing is written, and there is no entry. */
export function changesBetween<Record>(
  before: Record,
  after: Record,
  fields: (keyof Record & string)[],
): Changes | undefined {
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((field) => [field, [before[field], after[field]]]));
}
