import type { FastifyReply, FastifyRequest } from 'fastify';
import { knownFields, MAX_NAMES, safeName, unknownFields } from '../shapes/unknown-fields.ts';
import type { Route } from './route.ts';

/** Lists the unknown fields and parameters of a request, which are most likely typos. */
const IGNORED_HEADER = 'Rota-Ignored';

/** For the API description. */
export const ignoredHeader = {
  [IGNORED_HEADER]:
    'Present if the request had parameters or fields that the operation does not know: ' +
    '`query.limt, body.context.titel`. They were ignored.',
};

/** Collects the known names of a route once, and finds the unknown ones in each request. */
export function createIgnored(route: Route) {
  const parameters = new Set(Object.keys(route.query ?? {}));
  const fields = knownFields(route.body);

  /** Runs before the body is read. */
  function noteQuery(request: FastifyRequest, reply: FastifyReply): void {
    let unknown: string[] | undefined;
    for (const name of Object.keys(request.query as object)) {
      if (parameters.has(name)) continue;
      unknown ??= [];
      unknown.push(`query.${safeName(name)}`);
      if (unknown.length > MAX_NAMES) break;
    }
    if (unknown) addNames(reply, unknown);
  }

  function noteBody(request: FastifyRequest, reply: FastifyReply): void {
    const unknown = unknownFields(request.body, fields);
    if (unknown.length > 0)
      addNames(
        reply,
        unknown.map((name) => `body.${name}`),
      );
  }

  return { noteQuery, noteBody };
}

function addNames(reply: FastifyReply, names: string[]): void {
  const before = reply.getHeader(IGNORED_HEADER);
  const all = typeof before === 'string' ? [...before.split(', '), ...names] : names;
  const named = all.length > MAX_NAMES ? [...all.slice(0, MAX_NAMES), '...'] : all;
  reply.header(IGNORED_HEADER, named.join(', '));
}
