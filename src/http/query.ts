import { isIP } from 'node:net';
import { invalidRequest } from '../errors.ts';
import { type IdKind, idPrefixes, isId } from '../ids.ts';
import { MAX_DURATION_MINUTES, MAX_SEARCH_DAYS } from '../limits/limits.ts';
import { formatsInWords } from '../shapes/check.ts';
import { Id, OneOf, Timestamp } from '../shapes/fields.ts';
import { type TSchema, Type } from '../shapes/type.ts';
import { isEmail } from '../text/emails.ts';
import { MINUTE_MS, parseTimestamp } from '../time/timestamps.ts';

/** A query parameter: its description, and a parser for its text. */
export interface QueryParameter<T> {
  schema: TSchema;
  description: string;
  /** May be given several times: the texts are parsed as one, with commas. */
  isList?: true;
  parse(raw: string | undefined, name: string): T;
}

export type QueryShape = Record<string, QueryParameter<unknown>>;
export type QueryValues<Shape extends QueryShape> = {
  [Name in keyof Shape]: ReturnType<Shape[Name]['parse']>;
};

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

/** A number out of range becomes the nearest one in range. */
function limitQuery(standard: number, maximum: number, description: string): QueryParameter<number> {
  return {
    schema: Type.Integer({ minimum: 1, maximum, default: standard }),
    description: `${description} A number out of range becomes the nearest one in range.`,
    parse(raw, name) {
      if (raw === undefined) return standard;
      return Math.min(Math.max(integerIn(raw, name), 1), maximum);
    },
  };
}

function integerIn(raw: string, name: string): number {
  if (!/^[+-]?\d+$/.test(raw)) throw invalidRequest(`${name} must be an integer`);
  return Number(raw);
}

const limit = limitQuery(DEFAULT_LIMIT, MAX_LIMIT, 'How many items a page has.');

/** For every list. A cursor is the id of an item of the list, which may have been deleted since. */
export function pageQuery(kind: IdKind) {
  const cursor: QueryParameter<string | undefined> = {
    schema: Type.String(),
    description: 'The `next_cursor` of the previous page. Without it, the list starts at its beginning.',
    parse(raw, name) {
      if (raw !== undefined && !isId(kind, raw)) {
        throw invalidRequest(`${name} must be the next_cursor of an earlier page of this list`);
      }
      return raw;
    },
  };
  return { limit, cursor };
}

/** Filters by an id. Its row may be gone. */
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

/** Filters by an exact text. */
export function textQuery(description: string): QueryParameter<string | undefined> {
  return { schema: Type.String(), description, parse: (raw) => raw };
}

/** A mail address. With `mayBeEmpty`, an empty one means that there is none. */
export function emailQuery(
  description: string,
  { mayBeEmpty = false } = {},
): QueryParameter<string | undefined> {
  return {
    schema: Type.String({ examples: ['grace@example.org'] }),
    description,
    parse(raw, name) {
      if (raw === undefined || (raw === '' && mayBeEmpty) || isEmail(raw)) return raw;
      throw invalidRequest(`${name} must be ${formatsInWords['idn-email']}`);
    },
  };
}

export function ipAddressQuery(description: string): QueryParameter<string | undefined> {
  return {
    schema: Type.String({ examples: ['198.51.100.7'] }),
    description,
    parse(raw, name) {
      if (raw !== undefined && isIP(raw) === 0) throw invalidRequest(`${name} must be an IP address`);
      return raw;
    },
  };
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

/** Filters by a time. Its value is in milliseconds. */
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

/** More than anybody marks on a page. */
const MAX_STARTS = 50;

/** Times at whole minutes, for pages on which several may be marked: given once for each, or with commas. In order, each once. */
export function startsQuery(description: string): QueryParameter<number[]> {
  return {
    schema: Type.String(),
    description,
    isList: true,
    parse(raw, name) {
      const starts = (raw ?? '').split(',').filter(Boolean).map(parseTimestamp);
      const known = starts.filter((start) => start !== undefined && start % MINUTE_MS === 0) as number[];
      if (known.length < starts.length || known.length > MAX_STARTS) {
        throw invalidRequest(`${name} must be a time at a whole minute, or at most ${MAX_STARTS} of them`);
      }
      return [...new Set(known)].sort((one, other) => one - other);
    },
  };
}

/** Filters by `true` or `false`. Any other text counts as not given. */
export function booleanQuery(description: string): QueryParameter<boolean | undefined> {
  return {
    schema: OneOf(['true', 'false']),
    description,
    parse: (raw) => (raw === 'true' ? true : raw === 'false' ? false : undefined),
  };
}

export function integerQuery(
  minimum: number,
  maximum: number,
  description: string,
): QueryParameter<number | undefined> {
  return {
    schema: Type.Integer({ minimum, maximum }),
    description,
    parse(raw, name) {
      if (raw === undefined) return undefined;
      const value = integerIn(raw, name);
      if (value < minimum) throw invalidRequest(`${name} must be at least ${minimum}`);
      if (value > maximum) throw invalidRequest(`${name} must be at most ${maximum}`);
      return value;
    },
  };
}

const DEFAULT_SLOTS = 100;
const MAX_SLOTS = 1_000;

/** For every search for slots. */
export const slotQuery = {
  from: timestampQuery('Slots begin at this time or later. Defaults to now.'),
  to: timestampQuery(
    `Slots end at this time or earlier: after \`from\`, and at most ${MAX_SEARCH_DAYS} days later. Without it, the ` +
      '`timeframe_days` of the settings decide.',
  ),
  duration_minutes: integerQuery(
    1,
    MAX_DURATION_MINUTES,
    'How long the meeting takes. By default, the settings decide.',
  ),
  limit: limitQuery(
    DEFAULT_SLOTS,
    MAX_SLOTS,
    'How many slots to find; fewer if each of them names many hosts.',
  ),
  explain: booleanQuery('With `true`, also says for all other times why they are not slots.'),
};

/** Ignores unknown parameters. A known one may be given only once, unless it is a list. */
export function parseQuery<Shape extends QueryShape>(shape: Shape, given: unknown): QueryValues<Shape> {
  const texts = given as Record<string, string | string[] | undefined>;
  const values = Object.entries(shape).map(([name, parameter]) => {
    const given = texts[name];
    const raw = Array.isArray(given) && parameter.isList ? given.join() : given;
    if (Array.isArray(raw)) throw invalidRequest(`${name} must be given only once`);
    if (raw?.includes('\0')) throw invalidRequest(`${name} must not contain a null character`);
    return [name, parameter.parse(raw, name)];
  });
  return Object.fromEntries(values) as QueryValues<Shape>;
}
