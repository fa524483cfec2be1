// Participants who want no more messages, by the link that these have.
import assert from 'node:assert/strict';
import { stopUrl } from '../../../src/mail-out/links.ts';
import { send, type WireAnswer } from '../server/http.ts';
import type { Node } from '../server/rota.ts';

/** The path of their page. */
export const stopPathOf = ({ services }: Node, requestId: string, place = 0): string =>
  stopUrl('', services.secrets.linkKeys(), { request_id: requestId, place });

/** As a mail provider does it for them (RFC 8058): without cookies, an origin, or a page that it has seen. */
export function oneClick(
  node: Node,
  path: string,
  headers: Record<string, string> = {},
): Promise<WireAnswer> {
  return send({
    method: 'POST',
    url: node.url + path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'List-Unsubscribe=One-Click',
  });
}

export async function stopMessages(node: Node, requestId: string, place = 0): Promise<void> {
  const { status, text } = await oneClick(node, stopPathOf(node, requestId, place));
  assert.equal(status, 200, text);
}
