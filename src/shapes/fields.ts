import { type IdKind, idPattern } from '../ids.ts';
import { NAME_LENGTH, REASON_LENGTH, TEXT_LENGTH } from '../limits/limits.ts';
import { EMAIL_LENGTH } from '../text/emails.ts';
import { exampleId, exampleTime } from './examples.ts';
import { type Static, type TProperties, type TSchema, Type } from './type.ts';

// A shape is validator, serializer, TypeScript type and OpenAPI schema in one.

/** A field that is always present, and null when empty. */
export function Nullable<Schema extends TSchema & { type: string }>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] });
}

/** An optional field of an input. Null means the same as leaving it out; in an update, null clears the field. */
export function Clearable<Schema extends TSchema & { type: string }>(schema: Schema) {
  return Type.Optional(Nullable(schema));
}

export function Id(kind: IdKind, description?: string) {
  return Type.String({ pattern: idPattern(kind), ...described(description), examples: [exampleId(kind)] });
}

export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-16T09:30:00.412Z'] });

/** A time and its meaning. The example is null if the example thing has no such time. */
export function At(description: string, example: string | null = '2026-11-16T09:30:00.412Z') {
  return Type.String({ format: 'date-time', description, examples: [example] });
}

/** When a thing was made. Its id holds the same time. */
export function CreatedAt(kind: IdKind, description: string) {
  return At(description, exampleTime(kind));
}

/** A name in an input. It is trimmed, and must not be empty after that. */
export function Name(example: string, description?: string) {
  return Type.String({
    'x-trimmed': true,
    minLength: 1,
    maxLength: NAME_LENGTH,
    ...described(description),
    examples: [example],
  });
}

/** A longer text in an input. It is not trimmed. */
export function Text(options: { description?: string; examples: string[] }) {
  return Type.String({ maxLength: TEXT_LENGTH, ...options });
}

/** Why a change is made, for the audit log. */
export function Reason(options: Record<string, unknown>) {
  return Type.String({ 'x-trimmed': true, maxLength: REASON_LENGTH, ...options });
}

/** A mail address in an input. */
export function Email(description: string, example = 'ada@example.com') {
  return Type.String({
    'x-trimmed': true,
    format: 'idn-email',
    maxLength: EMAIL_LENGTH,
    description,
    examples: [example],
  });
}

/** A language tag (BCP 47), with or without a region. */
export const Locale = Type.String({ format: 'locale', examples: ['de-AT'] });

export const TimeZone = Type.String({ format: 'time-zone', examples: ['Europe/Berlin'] });

/** A local time of day: `09:30`. `24:00` is the end of the day. */
export function TimeOfDay(description: string, example: string) {
  return Type.String({ format: 'time-of-day', description, examples: [example] });
}

/** A date without a time: `2026-12-24`. */
export function DateOnly(description: string, example: string) {
  return Type.String({ format: 'date', description, examples: [example] });
}

export function OneOf<const Choice extends string>(choices: readonly Choice[], description?: string) {
  return Type.Unsafe<Choice>({ type: 'string', enum: choices, ...described(description) });
}

/** One of these, or null. */
export function OneOfOrNull<const Choice extends string>(
  choices: readonly Choice[],
  description: string,
  example: Choice | null = null,
) {
  const type = ['string', 'null'];
  return Type.Unsafe<Choice | null>({ type, enum: [...choices, null], description, examples: [example] });
}

const described = (description: string | undefined) => description !== undefined && { description };

/** A thing in a response: exactly these fields. With a title, it becomes a named schema of the API description. */
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

/** What every list says about its pages. */
const pageMeta = {
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    description:
      'The maximum number of items on a page: the `limit` in the request, or the nearest one allowed.',
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
