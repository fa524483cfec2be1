import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../errors.ts';

/** A comment of 5,000 characters in any script fits, percent-encoded. */
const FORM_LIMIT = 64 * 1024;
const MAX_FIELDS = 200;

/** Accepts what HTML forms send. `days[]` may be there several times, and is a list; of any other field, the last one counts. */
export function acceptForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    async (_request: unknown, body: string) => fieldsOf(body),
  );
}

function fieldsOf(body: string): Record<string, string | string[]> {
  const given = [...new URLSearchParams(body)];
  if (given.length > MAX_FIELDS) throw invalidRequest(`The form must have at most ${MAX_FIELDS} fields`);
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of given) {
    if (!name.endsWith('[]')) {
      fields[name] = value;
      continue;
    }
    const list = fields[name.slice(0, -2)];
    if (Array.isArray(list)) list.push(value);
    else fields[name.slice(0, -2)] = [value];
  }
  return { ...fields };
}
