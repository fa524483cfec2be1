// Sends the forms of participants' pages.
import assert from 'node:assert/strict';
import type { WireAnswer } from '../server/http.ts';
import type { AuditEntry } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { sendForm as send } from '../server/visits.ts';
import { REQUESTS } from './meeting-requests.ts';
import { makeOffered, type Shown } from './scheduling.ts';
import { slotsOf } from './taken-times.ts';

/** Lists are sent field by field: `options[]`. */
export type Fields = Record<string, string | number | readonly string[]>;

export type FormName = 'answer' | 'times' | 'reschedule' | 'cancel' | 'timezone' | 'number';

/** The token in the link of a participant. */
export function tokenOf({ participants }: Pick<Shown, 'participants'>, place = 0): string {
  return participants[place]?.booking_url?.split('/m/')[1] as string;
}

/** Sends a form of the page with this token. */
export function sendForm(node: Node, page: string, name: FormName, fields: Fields = {}): Promise<WireAnswer> {
  const sent = Object.entries(fields).map(([field, value]): [string, string | string[]] => [
    field,
    typeof value === 'object' ? [...value] : String(value),
  ]);
  return send(node, `/m/${page}/${name}`, { fields: Object.fromEntries(sent) });
}

/** Sends a form, and returns the outcome that the page shows. */
export async function outcomeOf(...sent: Parameters<typeof sendForm>): Promise<string | null> {
  const { status, headers, text } = await sendForm(...sent);
  assert.equal(status, 303, text);
  return new URL(String(headers.location), 'http://rota.test').searchParams.get('outcome');
}

/** What participants did to a request, oldest first: `meeting_request.answered by guest@example.org`. */
export async function doneByParticipants(node: Node, id: string): Promise<string[]> {
  const entries = dataOf<AuditEntry[]>(await node.get(`/api/v1/audit_log?target_id=${id}&limit=100`));
  return entries
    .filter(({ actor }) => actor.type === 'participant')
    .map(({ action, actor }) => `${action} by ${actor.id}`)
    .reverse();
}

export interface Offered extends Shown {
  /** The tokens of the participants' pages. */
  pages: string[];
  /** The token of the first page. */
  page: string;
  /** The ids of the options. */
  ids: string[];
}

/** A request with these participants, once its first times are offered. */
export async function offerTo(
  node: Node,
  participant_emails: string[],
  fields: object = {},
): Promise<Offered> {
  const shown = await makeOffered(node, { participant_emails, ...fields });
  const pages = participant_emails.map((_, place) => tokenOf(shown, place));
  return { ...shown, pages, page: pages[0] as string, ids: shown.options.map(({ id }) => id) };
}

/** The start of a time that is free for the request and not offered; `nth` counts from 0. */
export async function freeStart(
  node: Node,
  { id, options }: Pick<Shown, 'id' | 'options'>,
  nth = 0,
): Promise<string> {
  const { data } = await slotsOf(node, `${REQUESTS}/${id}`, { limit: 100 });
  const taken = options.map(({ starts_at }) => starts_at);
  return data.map(({ starts_at }) => starts_at).filter((start) => !taken.includes(start))[nth] as string;
}
