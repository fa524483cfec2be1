import type { FastifyReply } from 'fastify';

/** Styles and pictures of our own, and nothing that runs, sends or leads elsewhere. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin',
].join('; ');

/** A page that our own pages show in a frame, and nobody else's. Only its look matters: it runs no script and sends no form. */
export class FramedPage {
  readonly #page: string;

  /** The page's own script is left out: a browser would only complain of it. */
  constructor(page: string) {
    this.#page = page.replace(/<script\b[^>]*><\/script>\n?/g, '');
  }

  send(reply: FastifyReply): FastifyReply {
    reply.headers({ 'content-security-policy': POLICY, 'x-frame-options': 'SAMEORIGIN' });
    return reply.type('text/html; charset=utf-8').send(this.#page);
  }
}
