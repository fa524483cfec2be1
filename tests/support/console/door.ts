// The sign-in pages, as a browser without scripts uses them.
import assert from 'node:assert/strict';
import type { WireAnswer } from '../server/http.ts';
import type { Node } from '../server/rota.ts';
import { formFor, type Sent, sendForm, visit } from '../server/visits.ts';

export const DOOR = '/console/sign-in';

/** A page that doesn't exist: its status shows whether somebody is signed in. */
const NOWHERE = '/console/nowhere';

/** Sends the form of a sign-in page. */
export const sendAtDoor = (node: Node, path: string, sent: Sent = {}): Promise<WireAnswer> =>
  sendForm(node, path, { form: formFor(node, path), ...sent });

/** Opens the page of a link in another browser. Returns that browser's cookie, in the form that it sends it. */
export async function lookAt(node: Node, url: string): Promise<string> {
  const { status, headers } = await visit(node, new URL(url).pathname);
  const [cookie, ...others] = headers['set-cookie'] ?? [];
  assert.deepEqual([status, others], [200, []]);
  return cookie?.split(';')[0] as string;
}

/** Presses the button of a link's page. */
export const useLink = (node: Node, url: string, cookie?: string): Promise<WireAnswer> =>
  sendAtDoor(node, new URL(url).pathname, { headers: { cookie } });

/** Types an address. */
export const ask = (node: Node, email: string, fields = {}): Promise<WireAnswer> =>
  sendAtDoor(node, DOOR, { fields: { email, ...fields } });

/** The cookie of a session, in the form that browsers send it. */
export function sessionCookieIn({ headers }: WireAnswer): string | undefined {
  const set = headers['set-cookie'] ?? [];
  return set.find((each) => /^(?:__Host-)?rota=/.test(each))?.split(';')[0];
}

/** Whether the cookie opens the console. */
export async function isIn(node: Node, cookie: string | undefined): Promise<boolean> {
  const { status, headers } = await visit(node, NOWHERE, cookie === undefined ? {} : { cookie });
  if (status === 303 && String(headers.location).startsWith(DOOR)) return false;
  if (status === 404) return true;
  throw new Error(`${NOWHERE} is ${status}`);
}

/** The duration in milliseconds, by the machine's clock. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
