// Meeting types with a public page, and people who book there.
import { SECOND_MS } from '../../../src/time/timestamps.ts';
import { makeFormToken } from '../../../src/tokens/form-tokens.ts';
import type { WireAnswer } from '../server/http.ts';
import type { MeetingType, NewTeam } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { sendForm } from '../server/visits.ts';
import { grace, stranger } from './booking-links.ts';
import { always, setAvailability } from './taken-times.ts';
import { makeMember } from './team-members.ts';

const TYPES = '/api/v1/meeting_types';

export interface Typed {
  team: NewTeam;
  type: MeetingType;
  /** The path of the page. */
  path: string;
}

let handles = 0;

/** Gives the workspace a handle that no other has. */
export async function takeHandle(node: Node): Promise<string> {
  const handle = `acme-${++handles}`;
  dataOf(await node.patch('/api/v1/workspace', { handle }));
  return handle;
}

/** Makes a type whose page doesn't confirm addresses by default. */
export async function addType(node: Node, fields: object): Promise<{ type: MeetingType; path: string }> {
  const body = { name: 'Product demo', confirm_email: false, ...fields };
  const type = dataOf<MeetingType>(await node.post(TYPES, body));
  return { type, path: new URL(type.url as string).pathname };
}

export const changeType = async (node: Node, { id }: MeetingType, fields: object): Promise<MeetingType> =>
  dataOf(await node.patch(`${TYPES}/${id}`, fields));

/** A pool team of people who are always free, and a type of theirs. */
export async function makeTyped(
  node: Node,
  { size = 3, team = {}, type = {} }: { size?: number; team?: object; type?: object } = {},
): Promise<Typed> {
  await takeHandle(node);
  const members = [];
  while (members.length < size) {
    const member = await makeMember(node);
    await setAvailability(node, member, always);
    members.push(member);
  }
  const body = { name: 'Sales', member_ids: members.map(({ id }) => id), ...team };
  const made = dataOf<NewTeam>(await node.post('/api/v1/teams', body));
  return { team: made, ...(await addType(node, { team_id: made.id, ...type })) };
}

/** A form token of the page at a path, of this age. */
export const pageForm = ({ services: { secrets, clock } }: Node, path: string, ageMs = 10 * SECOND_MS) =>
  makeFormToken(
    secrets.linkKeys(),
    path.replace(/\?.*/, '').split('/').slice(1, 3).join('/'),
    clock.now() - ageMs,
  );

/** Sends the form of a page as somebody new, who took some seconds to fill it in. */
export const bookAt = (
  node: Node,
  path: string,
  fields: Record<string, string | string[]> = {},
  form = pageForm(node, path),
): Promise<WireAnswer> =>
  sendForm(node, path, { fields: { ...grace, ...fields }, form, headers: stranger() });
