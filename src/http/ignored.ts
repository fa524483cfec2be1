import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from '../shapes/type.ts';
import type { Route } from './route.ts';

/** Names the unknown fields and parameters of a request, which are most likely typos. */
const IGNORED_HEADER = 'Rota-Ignored';

/** For the API description. */
export const ignoredHeader = {
  [IGNORED_HEADER]:
    'Present when the request held parameters or fields that the operation does not know: ' +
    '`query.limt, body.context.titel`. They were ignored.',
};

const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 50;

/** The known fields of an object. A field that is an object, or a list of objects, has fields in turn. */
type Fields = Map<string, Fields | undefined>;

/** Collects the known names of a route once, and finds the unknown ones in each request. */
export function createIgnored(route: Route) {
  const parameters = new Set(Object.keys(route.query ?? {}));
  const fields = fieldsOf(route.body) ?? new Map();

  /** Runs before the body is read. */
  function noteQuery(request: FastifyRequest, reply: FastifyReply): void {
    let unknown: string[] | undefined;
    for (const name of Object.keys(request.query as object)) {
      if (parameters.has(name)) continue;
      unknown ??= [];
      unknown.push(`query.${safe(name)}`);
      if (unknown.length > MAX_NAMES) break;
    }
    if (unknown) addNames(reply, unknown);
  }

  function noteBody(request: FastifyRequest, reply: FastifyReply): void {
    if (Array.isArray(request.body)) return;
    const unknown = new Set<string>();
    collect(request.body, fields, 'body', unknown);
    if (unknown.size > 0) addNames(reply, [...unknown]);
  }

  return { noteQuery, noteBody };
}

function addNames(reply: FastifyReply, names: string[]): void {
  const before = reply.getHeader(IGNORED_HEADER);
  const all = typeof before === 'string' ? [...before.split(', '), ...names] : names;
  const named = all.length > MAX_NAMES ? [...all.slice(0, MAX_NAMES), '...'] : all;
  reply.header(IGNORED_HEADER, named.join(', '));
}

function fieldsOf(schema: TSchema | undefined): Fields | undefined {
  const { properties, items } = (schema ?? {}) as { properties?: Record<string, TSchema>; items?: TSchema };
  if (items) return fieldsOf(items);
  if (!properties) return undefined;
  return new Map(Object.entries(properties).map(([name, field]) => [name, fieldsOf(field)]));
}

/** Goes no deeper than the known fields, and ends when there are enough names. */
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
    if (below) collect(inner, below, `${path}.${name}`, unknown);
    else if (!fields.has(name)) unknown.add(`${path}.${safe(name)}`);
  }
}

/** Encodes any name for a list in a header. */
function safe(name: string): string {
  return encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).toWellFormed());
}
