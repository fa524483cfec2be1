import { EMAIL_LENGTH } from '../emails.ts';
import { type IdKind, idPattern, idPrefixes } from '../ids.ts';
import { NAME_LENGTH, TEXT_LENGTH } from '../limits.ts';
import { type Static, type TProperties, type TSchema, Type } from './type.ts';

// One shape serves as validator, serializer, TypeScript type and OpenAPI schema.

const EXAMPLE_ULID = '01K9ZB3V5G8Q4T7M2N6P0R1S3W';

/** A field that is always there and null when empty. */
export function Nullable<Schema extends TSchema & { type: string }>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] });
}

/** An optional body field for which null means the same as leaving it out (or, on PATCH, clears it). */
export function Clearable<Schema extends TSchema & { type: string }>(schema: Schema) {
  return Type.Optional(Nullable(schema));
}

export function Id(kind: IdKind) {
  return Type.String({ pattern: idPattern(kind), examples: [`${idPrefixes[kind]}_${EXAMPLE_ULID}`] });
}

export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'] });

/** A name in a request: surrounding spaces do not count, and something must be left without them. */
export function Name(example: string) {
  return Type.String({ 'x-trimmed': true, minLength: 1, maxLength: NAME_LENGTH, examples: [example] });
}

/** A longer text in a request: taken as it is. */
export function Text(options: { description?: string; examples: string[] }) {
  return Type.String({ maxLength: TEXT_LENGTH, ...options });
}

/** A mail address in a request. */
export function Email(description: string) {
  return Type.String({
    'x-trimmed': true,
    format: 'idn-email',
    maxLength: EMAIL_LENGTH,
    description,
    examples: ['ada@example.com'],
  });
}

export const TimeZone = Type.String({ format: 'time-zone', examples: ['Europe/Berlin'] });

export function OneOf<const Choice extends string>(choices: readonly Choice[]) {
  return Type.Unsafe<Choice>({ type: 'string', enum: choices });
}

/** A record in an answer: exactly these fields. One with a title is a named schema in the API description. */
export function Resource<Properties extends TProperties>(properties: Properties, title?: string) {
  return Type.Object(properties, { additionalProperties: false, ...(title && { title }) });
}

export function One<Schema extends TSchema>(item: Schema) {
  return Resource({ data: item });
}

/** What every list says of its page. */
const pageMeta = {
  limit: Type.Integer({ minimum: 1, maximum: 100, examples: [25] }),
  has_more: Type.Boolean({ examples: [false] }),
  next_cursor: Nullable(Type.String({ description: 'Pass it as `cursor` to get the next page.' })),
};

export function Many<Schema extends TSchema>(item: Schema) {
  return Resource({ data: Type.Array(item), meta: Resource(pageMeta, 'PageMeta') });
}

export const ErrorBody = Resource(
  {
    error: Resource({
      type: Type.String({ description: 'For programs.' }),
      message: Type.String({ description: 'For people: names the field and what is wrong with it.' }),
    }),
  },
  'Error',
);

/** 401 only: a plain string instead of an object. */
export const FlatErrorBody = Resource({ error: Type.String() }, 'Unauthorized');

/** An example of the shape, put together from the examples of its fields. */
export function exampleOf(schema: TSchema): unknown {
  const {
    examples,
    enum: choices,
    items,
    oneOf,
    properties,
    type,
  } = schema as TSchema & {
    examples?: unknown[];
    enum?: unknown[];
    items?: TSchema;
    oneOf?: TSchema[];
    properties?: TProperties;
    type?: string | string[];
  };
  if (examples) return examples[0];
  if (choices) return choices[0];
  if (oneOf?.[0]) return exampleOf(oneOf[0]);
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field)]));
  }
  if (items) return [exampleOf(items)];
  if (Array.isArray(type)) return null;
  if (type === 'boolean') return true;
  return type === 'integer' || type === 'number' ? 1 : 'text';
}
