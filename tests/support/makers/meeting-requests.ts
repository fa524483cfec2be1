// Makes meeting requests, and reads them as the API shows them.
import type { MeetingRequest, ShownMeetingRequest } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { makeMember } from './team-members.ts';

export const REQUESTS = '/api/v1/meeting_requests';

/** An active request, by default of an organizer who has no other. */
export async function makeRequest(node: Node, fields: object = {}): Promise<MeetingRequest> {
  const isRouted = ['team_id', 'organizer_email', 'meeting_type_id'].some((name) => name in fields);
  const organizer = isRouted ? {} : { organizer_email: (await makeMember(node)).email };
  const guest = 'participants' in fields ? {} : { participant_emails: ['guest@example.org'] };
  const body = { ...organizer, ...guest, ...fields };
  return dataOf(await node.post(REQUESTS, body));
}

/** As lists and transitions show it. */
export async function readRequest(node: Node, id: string): Promise<MeetingRequest> {
  const shown = dataOf<ShownMeetingRequest>(await node.get(`${REQUESTS}/${id}`));
  const {
    participants: _,
    suggested_participants: __,
    options: ___,
    calendar_changes: ____,
    ...request
  } = shown;
  return request;
}

/** The transitions of a request, each with a valid body. */
export const transitions = {
  book: { starts_at: '2026-04-01T10:00:00Z' },
  reschedule: { starts_at: '2026-04-02T10:00:00Z' },
  cancel: {},
  pause: undefined,
  resume: undefined,
  change_organizer: undefined,
  follow_up: undefined,
} as const;
export type TransitionName = keyof typeof transitions;

/** Applies the transition. A new organizer is somebody without requests. */
export async function applyTransition(
  node: Node,
  id: string,
  name: TransitionName,
  body: object | undefined = transitions[name],
) {
  const given =
    name === 'change_organizer' && !body ? { organizer_email: (await makeMember(node)).email } : body;
  return node.post(`${REQUESTS}/${id}/${name}`, given);
}

/** A new request after these transitions. */
export async function makeRequestAfter(node: Node, ...names: TransitionName[]): Promise<MeetingRequest> {
  const { id } = await makeRequest(node);
  for (const name of names) dataOf(await applyTransition(node, id, name));
  return readRequest(node, id);
}

export const waysTo = {
  active: [],
  booked: ['book'],
  paused: ['pause'],
  cancelled: ['cancel'],
} as const satisfies Record<string, TransitionName[]>;
export type Status = keyof typeof waysTo;
