import type { FastifyReply } from 'fastify';
import { allowFrames } from './access/frames.ts';

/**
 * A page that these websites may show in a frame: those on the list of its workspace. With none, nobody may, as with all other pages. As
 * for status 422, see `FormPage`.
 */
export class EmbeddablePage {
  readonly #page: string;
  readonly #origins: readonly string[];
  readonly #status: 200 | 422;

  constructor(page: string, origins: readonly string[], status: 200 | 422 = 200) {
    this.#page = page;
    this.#origins = origins;
    this.#status = status;
  }

  send(reply: FastifyReply): FastifyReply {
    allowFrames(reply, this.#origins);
    return reply.code(this.#status).type('text/html; charset=utf-8').send(Buffer.from(this.#page));
  }
}
