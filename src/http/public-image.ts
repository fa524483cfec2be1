import type { FastifyReply } from 'fastify';

/** A day: a browser asks once, and a closed workspace's images are gone from caches soon. Another image has another URL. */
const CACHING = 'public, max-age=86400, immutable';

/** An image that somebody uploaded. Whatever else its bytes may be, a browser shows it as this image or not at all. */
export class PublicImage {
  readonly #contentType: string;
  readonly #bytes: Uint8Array;

  constructor({ contentType, bytes }: { contentType: string; bytes: Uint8Array }) {
    this.#contentType = contentType;
    this.#bytes = bytes;
  }

  send(reply: FastifyReply): FastifyReply {
    reply.headers({
      'cache-control': CACHING,
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    return reply.type(this.#contentType).send(this.#bytes);
  }
}
