// Participants who send the forms of their pages.
import assert from 'node:assert/strict';
import { makeFormToken } from '../../../src/form-tokens.ts';
import { send, type WireAnswer } from '../server/http.ts';
import type { AuditEntry } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import type { Shown } from './scheduling.ts';

/** A field may be there several times, as a list: `options[]`. */
export type Fields = Record<string, string | number | readonly string[] | undefined>;

export type FormName = 'answer' | 'times' | 'reschedule' | 'cancel' | 'timezone';

/** The token in the link of a participant. */
export function tokenOf({ participants }: Pick<Shown, 'participants'>, place = 0): string {
  return participants[place]?.booking_url.split('/m/')[1] as string;
}

/** Sends a form as a browser does, with the token that the page has in it. */
export function sendForm(node: Node, page: string, name: FormName, fields: Fields = {}): Promise<WireAnswer> {
  const body = new URLSearchParams();
  body.set('form', makeFormToken(node.services.secretKey(), page, node.clock.now()));
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (typeof value === 'object') for (const one of value) body.append(`${field}[]`, one);
    else body.append(field, String(value));
  }
  return send({
    method: 'POST',
    url: `${node.url}/m/${page}/${name}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  });
}

/** What the page says came of a form. */
export async function outcomeOf(...sent: Parameters<typeof sendForm>): Promise<string | null> {
  const { status, headers, text } = await sendForm(...sent);
  assert.equal(status, 303, text);
  return new URL(String(headers.location), 'http://rota.test').searchParams.get('outcome');
}

/** What participants have done to a request, the oldest first: `meeting_request.answered by guest@example.org`. */
export async function doneByParticipants(node: Node, id: string): Promise<string[]> {
  const entries = dataOf<AuditEntry[]>(await node.get(`/api/v1/audit_log?target_id=${id}&limit=100`));
  return entries
    .filter(({ actor }) => actor.type === 'participant')
    .map(({ action, actor }) => `${action} by ${actor.id}`)
    .reverse();
}
