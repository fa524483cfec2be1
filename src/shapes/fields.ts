import { EMAIL_LENGTH } from '../emails.ts';
import { type IdKind, idPattern } from '../ids.ts';
import { NAME_LENGTH, TEXT_LENGTH } from '../limits.ts';
import { exampleId, exampleTime } from './examples.ts';
import { type Static, type TProperties, type TSchema, Type } from './type.ts';

// One shape serves as validator, serializer, TypeScript type and OpenAPI schema.

/** A field that is always there and null when empty. */
export function Nullable<Schema extends TSchema & { type: string }>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] });
}

/** An optional body field for which null means the same as leaving it out (or, on PATCH, clears it). */
export function Clearable<Schema extends TSchema & { type: string }>(schema: Schema) {
  return Type.Optional(Nullable(schema));
}

export function Id(kind: IdKind, description?: string) {
  return Type.String({ pattern: idPattern(kind), ...described(description), examples: [exampleId(kind)] });
}

export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-16T09:30:00.412Z'] });

/** A time with what it means, and an example: null where the thing of the example has none. */
export function At(description: string, example: string | null = '2026-11-16T09:30:00.412Z') {
  return Type.String({ format: 'date-time', description, examples: [example] });
}

/** When a thing was made, which its id tells too. */
export function CreatedAt(kind: IdKind, description: string) {
  return At(description, exampleTime(kind));
}

/** A name in a request: surrounding spaces do not count, and something must be left without them. */
export function Name(example: string, description?: string) {
  return Type.String({
    'x-trimmed': true,
    minLength: 1,
    maxLength: NAME_LENGTH,
    ...described(description),
    examples: [example],
  });
}

/** A longer text in a request: taken as it is. */
export function Text(options: { description?: string; examples: string[] }) {
  return Type.String({ maxLength: TEXT_LENGTH, ...options });
}

/** A mail address in a request. */
export function Email(description: string, example = 'ada@example.com') {
  return Type.String({
    'x-trimmed': true,
    format: 'idn-email',
    maxLength: EMAIL_LENGTH,
    description,
    examples: [example],
  });
}

export const TimeZone = Type.String({ format: 'time-zone', examples: ['Europe/Berlin'] });

export function OneOf<const Choice extends string>(choices: readonly Choice[], description?: string) {
  return Type.Unsafe<Choice>({ type: 'string', enum: choices, ...described(description) });
}

const described = (description: string | undefined) => description !== undefined && { description };

/** A record in an answer: exactly these fields. One with a title is a named schema in the API description. */
export function Resource<Properties extends TProperties>(
  properties: Properties,
  title?: string,
  description?: string,
) {
  return Type.Object(properties, {
    additionalProperties: false,
    ...(title && { title }),
    ...described(description),
  });
}

export function One<Schema extends TSchema>(item: Schema) {
  return Resource({ data: item });
}

/** What every list says of its page. */
const pageMeta = {
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    description: 'How many items a page has at most: the `limit` that was asked for, or the nearest allowed.',
    examples: [25],
  }),
  has_more: Type.Boolean({ description: 'Whether there is another page after this one.', examples: [false] }),
  next_cursor: Nullable(
    Type.String({
      description: 'Pass it as `cursor` to get the next page; null on the last page.',
      examples: [null],
    }),
  ),
};

export function Many<Schema extends TSchema>(item: Schema) {
  return Resource({
    data: Type.Array(item, { description: 'The items of this page, newest first.' }),
    meta: Resource(pageMeta, 'PageMeta', 'Where the page stands in its list.'),
  });
}

export const ErrorBody = Resource(
  {
    error: Resource(
      {
        type: Type.String({ description: 'What kind of error it is, for programs to go by.' }),
        message: Type.String({
          description: 'What went wrong, for people: it names the field and says what to do.',
        }),
      },
      undefined,
      'What went wrong.',
    ),
  },
  'Error',
  'Every refusal but 401.',
);

/** 401 only: a plain string instead of an object. */
export const FlatErrorBody = Resource(
  { error: Type.String({ description: 'Whether the key is missing or not good, as a plain sentence.' }) },
  'Unauthorized',
  'A call without a key, or with one that is unknown, revoked or expired.',
);

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
