import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How hard to try: 9 takes three times as long and saves a twentieth. */
const BROTLI_QUALITY = 5;

const compressors = {
  br: promisify((bytes: Buffer, done: (error: Error | null, compressed: Buffer) => void) =>
    brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }, done),
  ),
  gzip: promisify<Buffer, Buffer>(gzip),
};
const decompress = promisify<Buffer, Buffer>(gunzip);

export type Encodings = Record<keyof typeof compressors, Buffer>;

/** Bytes that are the same for everybody: what a public route answers that is not made anew for each call. */
export class PublicFile {
  readonly #contentType: string;
  readonly #headers: Record<string, string>;
  readonly #etag: string;
  readonly #encodings: Encodings;
  /** Kept for what is often asked for without compression; else it is unpacked. */
  readonly #plain: Buffer | undefined;

  private constructor(options: FileOptions, encodings: Encodings, plain: Buffer | undefined) {
    this.#contentType = options.contentType;
    this.#headers = options.headers;
    this.#encodings = encodings;
    this.#plain = plain;
    // Weak, because it stands for the same bytes however they are packed.
    this.#etag = `W/"${createHash('sha256').update(encodings.gzip).digest('base64url')}"`;
  }

  static async of(text: string, options: FileOptions): Promise<PublicFile> {
    const plain = Buffer.from(text);
    return new PublicFile(options, await compress(plain), plain);
  }

  /** Of what is compressed already. */
  static packed(encodings: Encodings, options: FileOptions): PublicFile {
    return new PublicFile(options, encodings, undefined);
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers({ vary: 'accept-encoding', etag: this.#etag, ...this.#headers });
    if (isKnown(this.#etag, request.headers['if-none-match'])) return reply.code(304).send();
    reply.type(this.#contentType);
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (!encoding) return reply.send(this.#plain ?? (await decompress(this.#encodings.gzip)));
    return reply.header('content-encoding', encoding).send(this.#encodings[encoding]);
  }
}

export interface FileOptions {
  contentType: string;
  headers: Record<string, string>;
}

/** Made when first asked for, and then the same for as long as the process lives. A failure is not kept. */
export function lazily(make: () => Promise<PublicFile>): () => Promise<PublicFile> {
  let made: Promise<PublicFile> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** In Node's own threads: the event loop goes on meanwhile. */
export async function compress(bytes: Buffer): Promise<Encodings> {
  const [br, zipped] = await Promise.all([compressors.br(bytes), compressors.gzip(bytes)]);
  return { br, gzip: zipped };
}

/** The smallest that the caller takes; undefined is none. What is refused by name (`br;q=0`) is not taken for `*`. */
function chooseEncoding(accepted: string | string[] | undefined): keyof Encodings | undefined {
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
