import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** 9 takes three times as long and saves 5 %. */
const BROTLI_QUALITY = 5;

const compressors = {
  br: promisify((bytes: Buffer, done: (error: Error | null, compressed: Buffer) => void) =>
    brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }, done),
  ),
  gzip: promisify<Buffer, Buffer>(gzip),
};
const decompress = promisify<Buffer, Buffer>(gunzip);

type Encoding = keyof typeof compressors;
export type Encodings = Record<Encoding, Buffer>;

/** A response that is the same for everybody, and made once. */
export class PublicFile {
  readonly #contentType: string;
  readonly #headers: Record<string, string>;
  readonly #etag: string;
  readonly #plain: () => Promise<Buffer>;
  /** Each is compressed on first use. */
  readonly #packed: Partial<Record<Encoding, Promise<Buffer>>>;

  private constructor(
    { contentType, headers }: FileOptions,
    bytes: Buffer,
    plain: () => Promise<Buffer>,
    packed: Partial<Record<Encoding, Promise<Buffer>>>,
  ) {
    this.#contentType = contentType;
    this.#headers = headers;
    // Weak, because it stands for the same text however it is packed.
    this.#etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
    this.#plain = plain;
    this.#packed = packed;
  }

  static of(text: string, options: FileOptions): PublicFile {
    const plain = Buffer.from(text);
    return new PublicFile(options, plain, async () => plain, {});
  }

  /** From bytes that are compressed already. The few clients that want them plain get them unpacked each time. */
  static packed({ br, gzip }: Encodings, options: FileOptions): PublicFile {
    const packed = { br: Promise.resolve(br), gzip: Promise.resolve(gzip) };
    return new PublicFile(options, gzip, () => decompress(gzip), packed);
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers({ vary: 'accept-encoding', etag: this.#etag, ...this.#headers });
    if (isKnown(this.#etag, request.headers['if-none-match'])) return reply.code(304).send();
    reply.type(this.#contentType);
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (!encoding) return reply.send(await this.#plain());
    return reply.header('content-encoding', encoding).send(await this.#in(encoding));
  }

  #in(encoding: Encoding): Promise<Buffer> {
    this.#packed[encoding] ??= this.#plain().then(compressors[encoding]);
    return this.#packed[encoding];
  }
}

export interface FileOptions {
  contentType: string;
  headers: Record<string, string>;
}

/** Made on first use and cached for the life of the process. A failure is not cached. */
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

/** In Node's own threads: the event loop goes on meanwhile. */
export async function compress(bytes: Buffer): Promise<Encodings> {
  const [br, zipped] = await Promise.all([compressors.br(bytes), compressors.gzip(bytes)]);
  return { br, gzip: zipped };
}

/** The smallest that the caller takes; undefined is none. What is refused by name (`br;q=0`) is not taken for `*`. */
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
