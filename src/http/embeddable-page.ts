import type { FastifyReply } from 'fastify';
import type { Embeddable } from '../html/embeddable.ts';
import { allowFrames } from './access/frames.ts';

/** A page as it is sent, with who may show it in a frame. As for status 422, see `FormPage`. */
export class EmbeddablePage {
  readonly #embeddable: Embeddable;
  readonly #status: 200 | 422;

  constructor(embeddable: Embeddable, status: 200 | 422 = 200) {
    this.#embeddable = embeddable;
    this.#status = status;
  }

  send(reply: FastifyReply): FastifyReply {
    const { page, framedBy } = this.#embeddable;
    allowFrames(reply, framedBy);
    return reply.code(this.#status).type('text/html; charset=utf-8').send(Buffer.from(page));
  }
}
