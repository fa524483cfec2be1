import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from '../shapes/type.ts';
import type { Route } from './route.ts';

/** Names what a request held that its route does not know: most likely a typo. */
export const IGNORED_HEADER = 'Rota-Ignored';
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 50;

/** The known fields of an object. Fields that are objects, or lists of objects, have fields in turn. */
type Fields = Map<string, Fields | undefined>;

/** Finds the names that a route does not know. What it knows is collected once. */
export function createIgnored(route: Route) {
  const parameters = new Set(Object.keys(route.query ?? {}));
  const fields = fieldsOf(route.body) ?? new Map();

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

  /** Called before validation, which removes unknown fields. */
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

/** No deeper than there are fields, and no further than there are names to add. */
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

/** Escaped for a list in a header. */
function safe(name: string): string {
  return encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).toWellFormed());
}
