import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest } from '../errors.ts';
import { multipartIn } from './multipart.ts';

/** Enough for a comment of 5,000 characters in any script, percent-encoded. */
const FORM_LIMIT = 64 * 1024;
const MAX_FIELDS = 200;
const MAX_NAME_LENGTH = 50;

type Fields = Record<string, string | string[]>;

/** Accepts HTML forms, and nothing else. By the URL standard they are UTF-8, whatever charset is named. */
export function acceptForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: FORM_LIMIT },
    async (_request: unknown, body: Buffer) => fieldsOf(body),
  );
}

/** Accepts HTML forms with files, beside those that are accepted anyway. */
export function acceptFiles(server: FastifyInstance, maxBytes: number): void {
  server.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: maxBytes },
    async (request: FastifyRequest, body: Buffer) =>
      fieldsOfParts(body, request.headers['content-type'] ?? ''),
  );
}

/** A file becomes text in base64, so that it can go wherever fields go: `bytesOf` turns it back. */
function fieldsOfParts(body: Buffer, contentType: string): Fields {
  const fields: Fields = Object.create(null);
  for (const { name, isFile, content } of multipartIn(body, contentType)) {
    if (!isFile && !isUtf8(content)) throw notUtf8();
    fields[name] = content.toString(isFile ? 'base64' : 'utf8');
  }
  return fields;
}

/** The bytes of a file in a form. */
export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** Accepts HTML forms, and what mail programs send to unsubscribe somebody (RFC 8058). The body doesn't matter: the path says it all. */
export function acceptOneClick(server: FastifyInstance): void {
  acceptForms(server);
  server.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: FORM_LIMIT },
    async () => ({}),
  );
}

const notUtf8 = () => invalidRequest('The form must be UTF-8 text');

/**
 * `days[]` may appear several times, and becomes a list; for any other field, the last one counts. Stricter than
 * browsers: invalid text is refused instead of repaired.
 */
function fieldsOf(body: Buffer): Fields {
  if (!isUtf8(body)) throw notUtf8();
  // Split no further than needed to notice that there are too many.
  const parts = body.toString('utf8').split('&', MAX_FIELDS + 1);
  if (parts.length > MAX_FIELDS) throw invalidRequest(`The form must have at most ${MAX_FIELDS} fields`);
  // Without a prototype, because fields can have any name.
  const fields: Fields = Object.create(null);
  for (const part of parts) if (part !== '') add(fields, part);
  return fields;
}

function add(fields: Fields, part: string): void {
  const [encodedName = ''] = part.split('=', 1);
  const name = decoded(encodedName, 'The name of a field');
  const value = decoded(part.slice(encodedName.length + 1), name);
  if (!name.endsWith('[]')) {
    fields[name] = value;
    return;
  }
  const list = fields[name.slice(0, -2)];
  if (Array.isArray(list)) list.push(value);
  else fields[name.slice(0, -2)] = [value];
}

function decoded(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidRequest(`${name.slice(0, MAX_NAME_LENGTH)} must be percent-encoded UTF-8 text`);
  }
}
