// Who may show a page in a frame: nobody, but for the pages that a workspace's own websites embed.
import type { FastifyReply } from 'fastify';

/** Allows nothing but our own style sheet, script and requests. `ancestors` may show the page in a frame. */
export const pagePolicy = (ancestors: string): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');

/** Opens a page to these websites: origins on the list of its workspace. With none, it stays closed to all. */
export function allowFrames(reply: FastifyReply, origins: readonly string[]): void {
  if (origins.length === 0) return;
  reply.header('content-security-policy', pagePolicy(origins.join(' ')));
  // It can't name websites.
  reply.removeHeader('x-frame-options');
}
