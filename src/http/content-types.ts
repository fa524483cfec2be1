import { isUtf8 } from 'node:buffer';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { invalidRequest } from '../errors.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

const JSON_BODY = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Accepts JSON only. An empty body counts as no body, whatever its content type. */
export function acceptJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>(JSON_BODY, { parseAs: 'buffer' }, parseJson);
}

/** Accepts these content types only, as bytes. An empty body may be labelled JSON, as everywhere else. */
export function acceptBytes(server: FastifyInstance, { contentTypes, maxBytes }: Bytes): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<Buffer>(
    [...contentTypes],
    { parseAs: 'buffer', bodyLimit: maxBytes },
    async (request: FastifyRequest, bytes: Buffer) => {
      request.bodyBytes = bytes;
    },
  );
  server.addContentTypeParser<Buffer>(
    JSON_BODY,
    { parseAs: 'buffer' },
    async (_: FastifyRequest, bytes: Buffer) => {
      if (bytes.length > 0) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE();
    },
  );
}

async function parseJson(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  request.bodyBytes = bytes;
  if (!isUtf8(bytes)) throw invalidRequest('body must be UTF-8 text');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw invalidRequest('body must be valid JSON');
  }
}

/** A body that is accepted as raw bytes, instead of JSON. */
export interface Bytes {
  contentTypes: readonly [string, ...string[]];
  maxBytes: number;
  /** What it should be, for messages about a wrong one: `a mail`. */
  what: string;
  description: string;
  example: string;
  /** A file with such a body, for samples. */
  file: string;
}
