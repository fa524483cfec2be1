// Somebody who follows a link, reads pages and sends their forms.
import assert from 'node:assert/strict';
import { makeFormToken } from '../../../src/tokens/form-tokens.ts';
import { send, type WireAnswer } from './http.ts';
import type { ShownMeetingRequest } from './resources.ts';
import { dataOf, type Node } from './rota.ts';

type Headers = Record<string, string>;

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The path of a participant's page. */
export async function pathOf(node: Node, requestId: string, place = 0): Promise<string> {
  const shown = dataOf<ShownMeetingRequest>(await node.get(`/api/v1/meeting_requests/${requestId}`));
  const url = shown.participants[place]?.booking_url;
  assert.ok(url, `participant ${place} has a link`);
  return new URL(url).pathname;
}

/** The response at a path: the page, unless another method is given. */
export const visit = (node: Node, path: string, headers: Headers = {}, method = 'GET'): Promise<WireAnswer> =>
  send({ method, url: node.url + path, headers });

/** The form token on the page of this participant token. */
export const formFor = ({ services: { secrets, clock } }: Node, token: string): string =>
  makeFormToken(secrets.linkKeys(), token, clock.now());

/** The token in a path of any page. */
export const tokenIn = (path: string): string => /[0-9a-z]{54}/i.exec(path)?.[0] ?? '';

export interface Sent {
  /** Lists are sent field by field, as `name[]`. */
  fields?: Record<string, string | string[]>;
  /** By default a valid one; null sends none. */
  form?: string | null;
  /** By default, those of a browser on https or loopback. Undefined headers are not sent. */
  headers?: Record<string, string | undefined>;
}

/** Sends a form of the page, as a browser would. */
export function sendForm(
  node: Node,
  path: string,
  { fields = {}, form, headers }: Sent = {},
): Promise<WireAnswer> {
  const body = new URLSearchParams();
  const token = form === undefined ? formFor(node, tokenIn(path).toLowerCase()) : form;
  if (token !== null) body.set('form', token);
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.set(name, value);
    else for (const each of value) body.append(`${name}[]`, each);
  }
  const sent = { 'content-type': FORM_TYPE, origin: 'null', 'sec-fetch-site': 'same-origin', ...headers };
  const present = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return send({
    method: 'POST',
    url: node.url + path,
    headers: Object.fromEntries(present),
    body: `${body}`,
  });
}
