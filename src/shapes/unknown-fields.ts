import type { TSchema } from './type.ts';

/** How many unknown names to report at most. */
export const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 50;

/** The known fields of an object. A field that is itself an object, or a list of objects, has fields in turn. */
type Fields = Map<string, Fields | undefined>;

export function knownFields(shape: TSchema | undefined): Fields {
  return fieldsOf(shape) ?? new Map();
}

function fieldsOf(shape: TSchema | undefined): Fields | undefined {
  const { properties, items } = (shape ?? {}) as { properties?: Record<string, TSchema>; items?: TSchema };
  if (items) return fieldsOf(items);
  if (!properties) return undefined;
  return new Map(Object.entries(properties).map(([name, field]) => [name, fieldsOf(field)]));
}

/** Unknown field names, most likely typos: `context.titel`. Returns one more than the maximum if there are more. */
export function unknownFields(value: unknown, fields: Fields): string[] {
  const unknown = new Set<string>();
  if (!Array.isArray(value)) collect(value, fields, '', unknown);
  return [...unknown];
}

/** Goes no deeper than the known fields, and stops once there are enough names. */
function collect(value: unknown, fields: Fields, path: string, unknown: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) {
      if (unknown.size > MAX_NAMES) return;
      if (!Array.isArray(item)) collect(item, fields, `${path}[]`, unknown);
    }
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (unknown.size > MAX_NAMES) return;
    const below = fields.get(name);
    const place = path === '' ? '' : `${path}.`;
    if (below) collect(inner, below, `${place}${name}`, unknown);
    else if (!fields.has(name)) unknown.add(`${place}${safeName(name)}`);
  }
}

/** Encodes any name for a list in a header. */
export function safeName(name: string): string {
  return encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).toWellFormed());
}
