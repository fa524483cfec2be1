// Booking links, and people who book with them.

import { en } from '../../../src/html/words/en.ts';
import { SECOND_MS } from '../../../src/time/timestamps.ts';
import { makeFormToken } from '../../../src/tokens/form-tokens.ts';
import type { WireAnswer } from '../server/http.ts';
import type { BookingLink, Message, NewTeam } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { sendForm, tokenIn, visit } from '../server/visits.ts';
import { always, setAvailability } from './taken-times.ts';
import { makeMember } from './team-members.ts';

/** With these settings, each person can have their own client address. */
export const behindProxy = { environment: { ROTA_TRUSTED_PROXIES: '127.0.0.1' } };

/** The clock of the tests starts on Monday, 2 March 2026, at 9. This is the Tuesday. */
export const TUESDAY = '2026-03-03T10:00:00.000Z';

export interface Linked {
  team: NewTeam;
  link: BookingLink;
  /** The path of the page. */
  path: string;
}

/** A pool team of people who are always free, with a link that doesn't verify addresses by default. */
export async function makeLinked(
  node: Node,
  { size = 3, team = {}, link = {} }: { size?: number; team?: object; link?: object } = {},
): Promise<Linked> {
  const members = [];
  while (members.length < size) {
    const member = await makeMember(node);
    await setAvailability(node, member, always);
    members.push(member);
  }
  const body = { name: 'Sales', member_ids: members.map(({ id }) => id), ...team };
  const made = dataOf<NewTeam>(await node.post('/api/v1/teams', body));
  return { team: made, ...(await addLink(node, made, link)) };
}

export async function addLink(node: Node, team: { id: string }, fields: object = {}) {
  const body = { verify_email: false, ...fields };
  const link = dataOf<BookingLink>(await node.post(`/api/v1/teams/${team.id}/booking_links`, body));
  return { link, path: new URL(link.url).pathname };
}

let visitors = 0;
/** The headers of somebody new. */
export const stranger = () => ({
  'x-forwarded-for': `2001:db8:${(++visitors).toString(16)}::1`,
});

export const look = (node: Node, path: string, headers: Record<string, string> = {}) =>
  visit(node, path, { ...stranger(), ...headers });

/** A form token of the page at a path, of this age. */
export const formOf = ({ services: { secrets, clock } }: Node, path: string, ageMs = 10 * SECOND_MS) =>
  makeFormToken(secrets.linkKeys(), tokenIn(path), clock.now() - ageMs);

export const grace = { name: 'Grace Hopper', email: 'grace@example.org', note: '' };

/** Sends the form of a page as somebody new, who took some seconds to fill it in. */
export function fillIn(
  node: Node,
  path: string,
  fields: Record<string, string> = {},
  form = formOf(node, path),
): Promise<WireAnswer> {
  return sendForm(node, path, { fields: { ...grace, ...fields }, form, headers: stranger() });
}

/** Where a form leads. */
export function locationOf({ status, headers, text }: WireAnswer): URL {
  if (status !== 303) throw new Error(`expected 303, got ${status}: ${text}`);
  return new URL(String(headers.location), 'http://rota.test');
}

/** If the time is taken, the page itself says so, and keeps what was typed. */
export const outcomeOf = (answer: WireAnswer) =>
  answer.status === 422 && answer.text.includes(en.booking.taken)
    ? 'taken'
    : locationOf(answer).searchParams.get('outcome');

/** Whether it leads to a page that says “booked”: of the link, or of the participant whose address was confirmed. */
export const isBooked = (answer: WireAnswer) =>
  answer.status === 303 && locationOf(answer).searchParams.get('outcome') === 'booked';

/** The paths of the confirmations that were mailed to an address, the newest first. */
export async function confirmationsTo(node: Node, address: string): Promise<string[]> {
  const messages = dataOf<Message[]>(await node.get('/api/v1/messages?kind=confirmation&limit=100'));
  return messages
    .filter(({ to }) => to === address)
    .map(({ text }) => /\/b\/confirm\/[0-9a-z]{54}/.exec(text)?.[0] as string);
}

/** The start times that a page offers. */
export const startsIn = ({ text }: WireAnswer) =>
  [...text.matchAll(/name="(?:at|starts_at)" value="([^"]+)"/g)].map(([, start]) => start as string);
