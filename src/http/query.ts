import { invalidRequest } from '../errors.ts';
import { type IdKind, idPrefixes, isId } from '../ids.ts';
import { formatsInWords } from '../shapes/check.ts';
import { Id, OneOf, Timestamp } from '../shapes/fields.ts';
import { type TSchema, Type } from '../shapes/type.ts';
import { parseTimestamp } from '../timestamps.ts';

/** A query parameter: its description, and a parser of its text. */
export interface QueryParameter<T> {
  schema: TSchema;
  description: string;
  parse(raw: string | undefined, name: string): T;
}

export type QueryShape = Record<string, QueryParameter<unknown>>;
export type QueryValues<Shape extends QueryShape> = {
  [Name in keyof Shape]: ReturnType<Shape[Name]['parse']>;
};

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

const limit: QueryParameter<number> = {
  schema: Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT }),
  description: 'How many items a page has. A number out of range is taken as the nearest in range.',
  parse(raw, name) {
    if (raw === undefined) return DEFAULT_LIMIT;
    if (!/^[+-]?\d+$/.test(raw)) throw invalidRequest(`${name} must be an integer`);
    return Math.min(Math.max(Number(raw), 1), MAX_LIMIT);
  },
};

/** For every list. A cursor is the id of an item of the list. The item may be gone. */
export function pageQuery(kind: IdKind) {
  const cursor: QueryParameter<string | undefined> = {
    schema: Type.String(),
    description: "The `next_cursor` of the page before; without it, the list's beginning.",
    parse(raw, name) {
      if (raw !== undefined && !isId(kind, raw)) {
        throw invalidRequest(`${name} must be the next_cursor of an earlier page of this list`);
      }
      return raw;
    },
  };
  return { limit, cursor };
}

/** A filter by an id. Its row may be gone. */
export function idQuery(kind: IdKind, description: string): QueryParameter<string | undefined> {
  return {
    schema: Id(kind),
    description,
    parse(raw, name) {
      if (raw !== undefined && !isId(kind, raw)) throw malformedId(name, kind);
      return raw;
    },
  };
}

export function malformedId(name: string, kind: IdKind): Error {
  return invalidRequest(`${name} must be an id that begins with ${idPrefixes[kind]}_`);
}

/** A filter by an exact text. */
export function textQuery(description: string): QueryParameter<string | undefined> {
  return { schema: Type.String(), description, parse: (raw) => raw };
}

export function choiceQuery<const Choice extends string>(
  choices: readonly Choice[],
  description: string,
): QueryParameter<Choice | undefined> {
  return {
    schema: OneOf(choices),
    description,
    parse(raw, name) {
      const choice = choices.find((candidate) => candidate === raw);
      if (raw !== undefined && !choice) throw invalidRequest(`${name} must be one of ${choices.join(', ')}`);
      return choice;
    },
  };
}

/** A filter by a time. Its value is in milliseconds. */
export function timestampQuery(description: string): QueryParameter<number | undefined> {
  return {
    schema: Timestamp,
    description,
    parse(raw, name) {
      if (raw === undefined) return undefined;
      const ms = parseTimestamp(raw);
      if (ms === undefined) throw invalidRequest(`${name} must be ${formatsInWords['date-time']}`);
      return ms;
    },
  };
}

/** A filter that is `true` or `false`. Any other text counts as not given. */
export function booleanQuery(description: string): QueryParameter<boolean | undefined> {
  return {
    schema: OneOf(['true', 'false']),
    description,
    parse: (raw) => (raw === 'true' ? true : raw === 'false' ? false : undefined),
  };
}

/** Ignores unknown parameters. A known one may be given once. */
export function parseQuery<Shape extends QueryShape>(shape: Shape, given: unknown): QueryValues<Shape> {
  const texts = given as Record<string, string | string[] | undefined>;
  const values = Object.entries(shape).map(([name, parameter]) => {
    const raw = texts[name];
    if (Array.isArray(raw)) throw invalidRequest(`${name} must be given only once`);
    if (raw?.includes('\0')) throw invalidRequest(`${name} must not contain a null character`);
    return [name, parameter.parse(raw, name)];
  });
  return Object.fromEntries(values) as QueryValues<Shape>;
}
