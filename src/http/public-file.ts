import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Quality 9 takes three times as long and saves another 5%. */
const BROTLI_QUALITY = 5;

const compressors = {
  br: promisify((bytes: Buffer, done: (error: Error | null, compressed: Buffer) => void) =>
    brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }, done),
  ),
  gzip: promisify<Buffer, Buffer>(gzip),
};
const decompress = promisify<Buffer, Buffer>(gunzip);

const FOREVER = 'public, max-age=31536000, immutable';

type Encoding = keyof typeof compressors;
export type Encodings = Record<Encoding, Buffer>;

/** A response that is the same for everybody, with an ETag and compressed. */
export class PublicFile {
  readonly #contentType: string;
  readonly #headers: Record<string, string>;
  readonly #version: string | undefined;
  readonly #etag: string;
  readonly #plain: () => Promise<Buffer>;
  /** Each encoding is created on first use. */
  readonly #compressed: Partial<Record<Encoding, Promise<Buffer>>>;

  private constructor(
    { contentType, headers, version }: FileOptions,
    bytes: Buffer,
    plain: () => Promise<Buffer>,
    compressed: Partial<Record<Encoding, Promise<Buffer>>>,
  ) {
    this.#contentType = contentType;
    this.#headers = headers;
    this.#version = version;
    // Weak, because all encodings of the text share it.
    this.#etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
    this.#plain = plain;
    this.#compressed = compressed;
  }

  static of(text: string, options: FileOptions): PublicFile {
    const plain = Buffer.from(text);
    return new PublicFile(options, plain, async () => plain, {});
  }

  /** From compressed bytes. For the few callers without compression, they are decompressed each time. */
  static ofCompressed({ br, gzip }: Encodings, options: FileOptions): PublicFile {
    const compressed = { br: Promise.resolve(br), gzip: Promise.resolve(gzip) };
    return new PublicFile(options, gzip, () => decompress(gzip), compressed);
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caching = { 'cache-control': this.#isVersion(request) ? FOREVER : 'public, no-cache' };
    reply.headers({ vary: 'accept-encoding', etag: this.#etag, ...caching, ...this.#headers });
    if (isKnown(this.#etag, request.headers['if-none-match'])) return reply.code(304).send();
    reply.type(this.#contentType);
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (!encoding) return reply.send(await this.#plain());
    this.#compressed[encoding] ??= this.#plain().then(compressors[encoding]);
    return reply.header('content-encoding', encoding).send(await this.#compressed[encoding]);
  }

  #isVersion({ query }: FastifyRequest): boolean {
    return this.#version !== undefined && (query as { v?: unknown }).v === this.#version;
  }
}

interface FileOptions {
  contentType: string;
  headers: Record<string, string>;
  /**
   * The file may be cached forever under a URL with `?v=` and this value. Any other version, from another node, would
   * stay wrong forever.
   */
  version?: string;
}

/** Creates the file on first use and keeps it. If that fails, the next use tries again. */
export function lazily(make: () => Promise<PublicFile> | PublicFile): () => Promise<PublicFile> {
  let made: Promise<PublicFile> | undefined;
  return () => {
    made ??= Promise.try(make).catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Runs in Node's thread pool, so it doesn't block the event loop. */
export async function compress(bytes: Buffer): Promise<Encodings> {
  const [br, zipped] = await Promise.all([compressors.br(bytes), compressors.gzip(bytes)]);
  return { br, gzip: zipped };
}

/** The smallest encoding that the caller accepts, if any. `*` doesn't cover encodings refused by name (`br;q=0`). */
function chooseEncoding(accepted: string | string[] | undefined): Encoding | undefined {
  const weights = new Map(
    String(accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
        return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
      }),
  );
  return (['br', 'gzip'] as const).find((name) => weights.get(name) ?? weights.get('*'));
}

function isKnown(etag: string, known: string | undefined): boolean {
  if (known === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return known.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
