// A workspace that gives meetings only to members with a seat, and members with and without one.
import { createEntitlement } from '../../../src/features/people/entitlements/operations.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { contextOf } from './options.ts';
import { SEATS } from './seats.ts';
import { always, setAvailability } from './taken-times.ts';
import { type Member, makeMember } from './team-members.ts';

const SCHEDULING = '/api/v1/workspace/scheduling';

export const requireSeats = async (node: Node, seats_required = true) =>
  void dataOf(await node.patch(SCHEDULING, { seats_required }));

/** Makes seats required, and provides as many as anybody wants. */
export async function sellSeats(node: Node): Promise<void> {
  await createEntitlement(contextOf(node), { plan_key: 'pro', seat_unlimited: true });
  await requireSeats(node);
}

/** A member who is always free, with a seat by default. */
export async function makeSeated(node: Node, hasSeat = true): Promise<Member> {
  const member = await makeMember(node);
  await setAvailability(node, member, always);
  if (hasSeat) await giveSeat(node, member);
  return member;
}

export const giveSeat = async (node: Node, { id }: { id: string }) =>
  void dataOf(await node.post(`${SEATS}/${id}/assign`));

export async function endSeat(node: Node, { id }: { id: string }): Promise<void> {
  const { status, text } = await node.delete(`${SEATS}/${id}`);
  if (status !== 204) throw new Error(text);
}
